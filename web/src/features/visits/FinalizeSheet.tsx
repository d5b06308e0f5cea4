import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { may, useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import { type ChargeHint, type Consultation, idOf, type Invoice, type Patient } from '../../api/records.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import { say } from '../../shared/toasts.ts'
import { calendarDateText, moneyText } from '../../format.ts'
import { isUnsaved } from '../../shared/saved-text.ts'
import { answerOf, busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { useVisitTexts } from '../../shared/visit-texts.ts'
import { text } from '../../text/en.ts'
import classes from './FinalizeSheet.module.css'
import { useHintWords } from './Hints.tsx'
import type { PendingRow } from './pending-rows.ts'
import { UnexplainedWarnings } from './UnexplainedWarnings.tsx'
import { hintsQuery, previewQuery, rowsQuery } from './charge-queries.ts'
import { readNextVisit, visitKey } from './queries.ts'
import { namesOf, plainQuantity } from './visit.ts'

type Shown = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly pending: readonly PendingRow[]
  readonly timeZone: string
  readonly currency: string | undefined
  readonly onClose: () => void
}

const hintText = ({ title, item }: ReturnType<typeof useHintWords>) =>
  [title, item?.name].filter((words) => words !== undefined).join(': ')

const OpenHint = ({ hint, visit, timeZone }: { hint: ChargeHint; visit: Consultation; timeZone: string }) => (
  <li>{hintText(useHintWords(hint, visit, timeZone))}</li>
)

/** What nobody has decided yet. It is told, and keeps nobody from finalizing. */
const Open = ({ visit, pending, timeZone }: Pick<Shown, 'visit' | 'pending' | 'timeZone'>) => {
  const { data } = useQuery(hintsQuery(visit.id))
  const texts = useVisitTexts()
  const open = data?.results.filter(({ declined }) => declined === null) ?? []
  const isNoteOpen = texts.some((one) => one.place.visit === visit.id && isUnsaved(one))
  if (open.length === 0 && pending.length === 0 && !isNoteOpen) return null
  return (
    <div className={classes['open']}>
      <IconAlertTriangleFilled size={16} aria-hidden="true" />
      <ul>
        {open.map((hint) => (
          <OpenHint key={hint.id} hint={hint} visit={visit} timeZone={timeZone} />
        ))}
        {pending.length > 0 && <li>{text.visit.sheet.pending(pending.map(({ item }) => item.name).join(', '))}</li>}
        {isNoteOpen && <li>{text.visit.sheet.unsaved}</li>}
      </ul>
    </div>
  )
}

const Rows = ({
  visit,
  invoice,
  currency,
}: {
  visit: Consultation
  invoice: Invoice | undefined
  currency: string | undefined
}) => {
  const { data } = useQuery(rowsQuery(visit.id))
  const { item, quantity, sum } = text.visit.sheet
  return (
    <table className={classes['rows']}>
      <thead>
        <tr>
          <th scope="col">{item}</th>
          <th scope="col">{quantity}</th>
          {currency !== undefined && <th scope="col">{sum}</th>}
        </tr>
      </thead>
      <tbody>
        {data?.results.map((row) => (
          <tr key={row.id}>
            <td>{row.name}</td>
            <td>
              {plainQuantity(row.quantity)} {row.unit}
            </td>
            {currency !== undefined && <td>{row.sum_total}</td>}
          </tr>
        ))}
      </tbody>
      {invoice !== undefined && currency !== undefined && (
        <tfoot>
          <tr>
            <td colSpan={2}>{text.visit.charges.net}</td>
            <td>{invoice.total}</td>
          </tr>
          <tr>
            <td colSpan={2}>{text.visit.charges.vat}</td>
            <td>{invoice.total_vat}</td>
          </tr>
          <tr>
            <th colSpan={2} scope="row">
              {text.visit.charges.total}
            </th>
            <td>{moneyText(invoice.total_with_vat, currency)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** Closes the visit, and goes on to its invoice. */
const useFinalize = ({ visit, patients, currency }: Shown) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const user = idOf(useMe().user.url)
  const refresh = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: visitKey(visit.id) }),
        client.invalidateQueries({ queryKey: ['today'] }),
      ]),
    [client, visit.id],
  )
  const { state, submit } = useConfirmedWrite(`finalize ${visit.id}`, refresh)
  /** To whoever of one's own waits longest, or else to the board. */
  const goOn = async () => {
    const next = await readNextVisit(user).catch(() => undefined)
    return next === undefined
      ? { title: text.visit.sheet.toBoard, run: () => navigate({ to: '/' }) }
      : {
          title: text.visit.sheet.toNext(namesOf(next.patients_data ?? [])),
          run: () => navigate({ to: '/visits/$id/', params: { id: String(next.id) } }),
        }
  }
  const finalize = async (shown: Invoice | undefined, isPaying: boolean) => {
    const outcome = await submit({
      steps: [{ path: `/consultation/${visit.id}/update_status/`, body: { status: 10 } }],
      said: text.visit.sheet.finalized(namesOf(patients)),
    })
    if (outcome.kind === 'refused') return
    say(outcome.said, isPaying ? {} : { also: await goOn() })
    const made = client.getQueryData<Consultation>([...visitKey(visit.id), 'head'])?.invoice_data ?? undefined
    if (
      shown !== undefined &&
      currency !== undefined &&
      made !== undefined &&
      made.total_with_vat !== shown.total_with_vat
    )
      say(text.visit.sheet.differs(moneyText(made.total_with_vat, currency)), { isProblem: true })
    const { invoice } = answerOf<Consultation>(outcome)
    if (invoice !== null && currency !== undefined)
      await navigate({
        to: '/invoices/$id/',
        params: { id: String(idOf(invoice)) },
        search: isPaying ? { pay: true } : {},
      })
  }
  const problem = state.kind === 'refused' ? messageOf(state.error) : undefined
  return { state: busyOf(state), finalize, problem }
}

/** The exact invoice first; then one button, with its amount. */
export const FinalizeSheet = (shown: Shown) => {
  const { visit, patients, pending, timeZone, currency, onClose } = shown
  const me = useMe()
  const preview = useQuery(previewQuery(visit.id, visit.modified))
  const { state, finalize, problem } = useFinalize(shown)
  const invoice = preview.data?.invoice_data ?? undefined
  const title = text.visit.sheet.title(namesOf(patients))
  const isBusy = state !== 'open'
  const words = text.visit.sheet
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={classes['sheet']}>
        <h2>{title}</h2>
        {preview.error !== null && preview.data === undefined ? (
          <ErrorState error={preview.error} what={words.what} onRetry={() => void preview.refetch()} />
        ) : (
          <>
            <Rows visit={visit} invoice={invoice} currency={currency} />
            {invoice !== undefined && (
              <p className={classes['terms']}>
                {[
                  words.payer(invoice.payer_organization_name || invoice.payer_name),
                  invoice.invoice_due_date === null ? '' : words.due(calendarDateText(invoice.invoice_due_date)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            )}
            <UnexplainedWarnings visit={visit} patients={patients} />
            <Open visit={visit} pending={pending} timeZone={timeZone} />
            <p className={classes['explained']}>
              {words.explained} {invoice?.status === 0 ? words.draft : ''}
            </p>
          </>
        )}
        {problem !== undefined && (
          <p role="alert" className={classes['problem']}>
            {problem}
          </p>
        )}
        <div className={classes['ways']}>
          <button type="button" className="button" onClick={onClose}>
            {words.cancel}
          </button>
          {may(me, 'Financial: Invoices', 'write') && (
            <button
              type="button"
              className="button"
              aria-disabled={isBusy}
              onClick={() => isBusy || preview.data === undefined || void finalize(invoice, true)}
            >
              {words.andPay}
            </button>
          )}
          <button
            type="button"
            className={`button primary ${classes['main']}`}
            aria-busy={isBusy}
            data-first
            onClick={() => isBusy || preview.data === undefined || void finalize(invoice, false)}
          >
            {state === 'checking' ? (
              words.checking
            ) : invoice === undefined || currency === undefined ? (
              preview.data === undefined && preview.error === null ? (
                <Skeleton width={92} />
              ) : (
                words.finalize
              )
            ) : (
              words.amount(moneyText(invoice.total_with_vat, currency))
            )}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
