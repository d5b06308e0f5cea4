import { InvoiceStatus } from '@fetlock/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { previewQuery } from '../../api/consultation.ts'
import { may, useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import type { Consultation, Invoice, Patient } from '../../api/records.ts'
import { isZero, moneyText } from '../../format.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import { busyOf } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import classes from './FinalizeSheet.module.css'
import { InvoicePreview } from './InvoicePreview.tsx'
import { PayVisit } from './PayVisit.tsx'
import type { PendingRow } from './pending-rows.ts'
import { useFinalize } from './useFinalize.ts'
import { canFinalize, namesOf } from './visit.ts'

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly pending: readonly PendingRow[]
  readonly timeZone: string
  readonly currency: string | undefined
  readonly onClose: () => void
}

const from = '/visits/$id'

const Amount = ({ invoice, currency, isLoading }: Pick<Props, 'currency'> & Loaded) => {
  const { finalize, amount } = text.visit.sheet
  if (invoice !== undefined && currency !== undefined) return amount(moneyText(invoice.total_with_vat, currency))
  return isLoading ? <Skeleton width={92} /> : finalize
}
type Loaded = { readonly invoice: Invoice | undefined; readonly isLoading: boolean }

/** The exact invoice first; then one button, with its amount. */
export const FinalizeSheet = (shown: Props) => {
  const { visit, patients, currency, onClose } = shown
  const me = useMe()
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const preview = useQuery({
    ...previewQuery(visit),
    enabled: canFinalize(visit),
    placeholderData: keepPreviousData,
  })
  const { state, finalize } = useFinalize(shown)
  const { data, error } = preview
  // After a reload it may have been made already, by the request whose answer is still waited for.
  const invoice = data?.invoice ?? visit.invoice_data ?? undefined
  const isPayable = invoice?.status === InvoiceStatus.Finalized && !isZero(invoice.due_sum)
  const mayPay = isPayable && canFinalize(visit) && may(me, 'Financial: Invoices', 'write')
  const isUnderWay = state.kind !== 'open' && state.kind !== 'refused'
  const title = text.visit.sheet.title(namesOf(patients))
  const isBusy = busyOf(state) !== 'open'
  const words = text.visit.sheet
  const pay = (isAsked: boolean) =>
    void navigate({ search: (before) => ({ ...before, pay: isAsked || undefined }), replace: true })
  const paid = search.pay === true && (mayPay || isUnderWay) ? invoice : undefined
  // Somebody else has finalized it.
  if (paid === undefined && !canFinalize(visit)) return null
  return (
    <Dialog label={title} onClose={onClose} kind={paid !== undefined && state.kind !== 'done' ? 'wide' : 'middle'}>
      {paid !== undefined ? (
        <PayVisit {...shown} title={title} version={data?.visit ?? visit} invoice={paid} onBack={() => pay(false)} />
      ) : (
        <div className={classes['sheet']}>
          <h2>{title}</h2>
          {error !== null && data === undefined ? (
            <ErrorState error={error} what={words.what} onRetry={() => void preview.refetch()} />
          ) : (
            <InvoicePreview {...shown} invoice={invoice} />
          )}
          {state.kind === 'refused' && (
            <p role="alert" className={classes['problem']}>
              {messageOf(state.error)}
            </p>
          )}
          <div className={classes['ways']}>
            <button type="button" className="button" onClick={onClose}>
              {words.cancel}
            </button>
            {mayPay && (
              <button type="button" className="button" aria-disabled={isBusy} onClick={() => isBusy || pay(true)}>
                {words.andPay}
              </button>
            )}
            <button
              type="button"
              className={`button primary ${classes['main']}`}
              aria-busy={isBusy}
              data-first
              onClick={() => isBusy || data === undefined || void finalize(invoice)}
            >
              {state.kind === 'checking' ? (
                words.checking
              ) : (
                <Amount invoice={invoice} currency={currency} isLoading={data === undefined && error === null} />
              )}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
