import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { creditNotesQuery, invoiceQuery, refundEntry, refundPreviewQuery } from '../../api/invoice.ts'
import { messageOf } from '../../api/problem.ts'
import type { Invoice, InvoiceRow } from '../../api/records.ts'
import { ErrorState } from '../../shared/states.tsx'
import { calendarDateText, isZero, moneyText } from '../../format.ts'
import { leftOf, negated } from '../../shared/cash.ts'
import { Field, SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import sheet from '../../shared/Sheet.module.css'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { payerOf } from './invoice-state.ts'
import invoicePage from './InvoicePage.module.css'
import classes from '../../shared/payments/payments.module.css'
import { PaySheet } from './PaySheet.tsx'
import { amountOfWrite, problemsOf } from '../../shared/payments/problems.ts'
import { refreshMoney } from '../../shared/payments/refresh-money.ts'

const rowsId = 'refund-rows'
const dateId = 'refund-date'

type Props = {
  readonly invoice: Invoice
  readonly onClose: () => void
  /** The credit note was made: what it owes is given back next. */
  readonly onMade: (creditNote: number) => void
}

/** The credit note of each row that is credited already. */
export const creditedIn = (notes: readonly Invoice[]): ReadonlyMap<string, Invoice> =>
  new Map(
    notes.flatMap((note) =>
      (note.invoice_row_data ?? []).flatMap(({ credited_invoicerow }) =>
        credited_invoicerow === null ? [] : [[credited_invoicerow, note] as const],
      ),
    ),
  )

const Row = ({
  row,
  note,
  isTicked,
  onTick,
}: {
  readonly row: InvoiceRow
  readonly note: Invoice | undefined
  readonly isTicked: boolean
  readonly onTick: () => void
}) => (
  <li data-credited={note !== undefined}>
    <label>
      <input type="checkbox" checked={isTicked} disabled={note !== undefined} onChange={onTick} />
      <span>
        {row.name}
        {note !== undefined && (
          <>
            {' '}
            <Link to="/invoices/$id/" params={{ id: String(note.id) }}>
              {text.invoices.refund.credited(numberOf(note))}
            </Link>
          </>
        )}
      </span>
    </label>
    <span className={invoicePage['figure']}>{row.sum_total}</span>
  </li>
)

type Previewed = {
  readonly note: Invoice
  readonly currency: string
  /** Whether it is the credit note of what is ticked now. */
  readonly isCurrent: boolean
}

/** The credit note as it would be made, and what it leaves to give back. */
const Preview = ({ note, currency, isCurrent }: Previewed) => {
  const back = negated(note.due_sum)
  const setOff = leftOf(negated(note.total_with_vat), back)
  return (
    <dl className={classes['sums']} aria-live="polite" aria-busy={!isCurrent}>
      <div>
        <dt>{text.invoices.refund.note}</dt>
        <dd>{moneyText(note.total_with_vat, currency)}</dd>
      </div>
      {!isZero(setOff) && (
        <div>
          <dt>{text.invoices.refund.setOff}</dt>
          <dd>{moneyText(setOff, currency)}</dd>
        </div>
      )}
      <div data-total>
        <dt>{text.invoices.refund.giveBack}</dt>
        <dd>{moneyText(back, currency)}</dd>
      </div>
    </dl>
  )
}

/** Credits rows of an invoice, as they are ticked. */
export const RefundSheet = ({ invoice, onClose, onMade }: Props) => {
  const client = useQueryClient()
  const formId = useId()
  const { data: notes } = useQuery({
    ...creditNotesQuery(invoice.id),
    enabled: invoice.related_credit_notes.length > 0,
  })
  const credited = creditedIn(notes ?? [])
  const remaining = (invoice.invoice_row_data ?? []).filter(({ url }) => !credited.has(url))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isOriginalDate, setOriginalDate] = useState(false)
  const [isReturned, setReturned] = useState(false)
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const rows = remaining.filter(({ url }) => ticked.has(url)).map(({ url }) => url)
  const isAll = rows.length === remaining.length && rows.length > 0
  const asked = { rows, isAll, isOriginalDate, isReturned }
  const preview = useQuery({ ...refundPreviewQuery(invoice.id, asked), enabled: rows.length > 0 })
  const write = useConfirmedWrite<readonly [ReturnType<typeof refundEntry>]>(`refund ${invoice.id}`)
  const { state } = write
  useEffect(() => {
    if (state.kind !== 'done' && state.kind !== 'refused') return
    void refreshMoney(client)
    if (state.kind === 'done') onMade(state.answers.note.id)
  }, [state, client, onMade])
  const isLocked = preview.error !== null && isOriginalDate
  const tick = (url: string) =>
    setTicked((before) =>
      before.has(url) ? new Set([...before].filter((one) => one !== url)) : new Set([...before, url]),
    )
  const note = rows.length === 0 || preview.error !== null ? undefined : preview.data
  const isCurrent = !preview.isPlaceholderData
  const amount = note === undefined || !isCurrent ? '' : moneyText(negated(note.total_with_vat), invoice.currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = {
      ...(rows.length === 0 ? { [rowsId]: text.invoices.refund.needRows } : {}),
      ...(isLocked ? { [dateId]: messageOf(preview.error) } : {}),
    }
    setTypedProblems(problems)
    // Nobody refunds an amount that they have not seen.
    if (Object.keys(problems).length === 0 && amount !== '')
      void write.submit({
        entries: [refundEntry(invoice.id, asked)],
        said: text.invoices.refund.refund(amount),
        amount,
      })
  }
  const problems = {
    ...problemsOf(state, { use_original_invoice_date: dateId, invoice_rows: rowsId }),
    ...typedProblems,
  }
  const title = text.invoices.refund.title(numberOf(invoice))
  if (remaining.length === 0 && busyOf(state) === 'open')
    return (
      <Sheet title={title} subtitle={payerOf(invoice)} onClose={onClose}>
        <p>{text.invoices.refund.allCredited}</p>
      </Sheet>
    )
  return (
    <Sheet
      title={title}
      subtitle={payerOf(invoice)}
      onClose={onClose}
      foot={
        <>
          <SendButton
            form={formId}
            label={amount === '' ? text.invoices.refund.pick : text.invoices.refund.refund(amount)}
            state={busyOf(state)}
            checking={text.payments.checking(amountOfWrite(state))}
          />
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? text.invoices.refund.checkingHint : text.invoices.refund.noUndo}
          </p>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <ProblemSummary problems={problems} />
        <fieldset className={form['group']}>
          <legend className={form['legend']}>{text.invoices.refund.rows}</legend>
          <ul className={classes['ticks']}>
            <li>
              <label>
                <input
                  id={rowsId}
                  data-first
                  type="checkbox"
                  checked={isAll}
                  onChange={() => setTicked(isAll ? new Set() : new Set(remaining.map(({ url }) => url)))}
                />
                <strong>{text.invoices.refund.allRemaining}</strong>
              </label>
            </li>
            {(invoice.invoice_row_data ?? []).map((row) => (
              <Row
                key={row.id}
                row={row}
                note={credited.get(row.url)}
                isTicked={ticked.has(row.url)}
                onTick={() => tick(row.url)}
              />
            ))}
          </ul>
        </fieldset>
        <label className={classes['option']}>
          <input type="checkbox" checked={isReturned} onChange={({ target }) => setReturned(target.checked)} />
          {text.invoices.refund.stock}
        </label>
        <Field
          id={dateId}
          label={text.invoices.refund.date}
          problems={isLocked ? { [dateId]: messageOf(preview.error) } : problems}
        >
          <select
            id={dateId}
            className={form['input']}
            value={isOriginalDate ? 'original' : 'today'}
            aria-describedby={isLocked ? `${dateId}-problem` : undefined}
            onChange={({ target }) => setOriginalDate(target.value === 'original')}
          >
            <option value="today">{text.invoices.refund.today}</option>
            <option value="original">{text.invoices.refund.original(calendarDateText(invoice.invoice_date))}</option>
          </select>
        </Field>
        {rows.length > 0 && preview.error !== null && !isLocked && (
          <ErrorState error={preview.error} what={text.invoices.refund.note} onRetry={() => void preview.refetch()} />
        )}
        {note !== undefined && <Preview note={note} currency={invoice.currency} isCurrent={isCurrent} />}
      </form>
    </Sheet>
  )
}

/** After the credit note is made: it is paid out, kept as a prepayment, or there is nothing to give back. */
export const AfterRefund = ({ note: id, onClose }: { readonly note: number; readonly onClose: () => void }) => {
  const { data: note, error, refetch } = useQuery(invoiceQuery(id))
  if (note === undefined)
    return (
      <Sheet title={text.invoices.refund.note} onClose={onClose}>
        {error !== null && <ErrorState error={error} what={text.invoices.refund.note} onRetry={() => void refetch()} />}
      </Sheet>
    )
  const made = text.invoices.refund.done(numberOf(note), moneyText(note.total_with_vat, note.currency))
  return <PaySheet key={note.id} invoice={note} news={made} onClose={onClose} />
}
