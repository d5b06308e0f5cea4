import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { nextVisitQuery } from '../../api/consultation.ts'
import { useMe } from '../../api/me.ts'
import { type Consultation, idOf, type Invoice, type Patient } from '../../api/records.ts'
import { SendButton } from '../../shared/form.tsx'
import { billOfVisit } from '../../shared/payments/bill.ts'
import { Paid } from '../../shared/payments/Paid.tsx'
import { PayForm } from '../../shared/payments/PayForm.tsx'
import { amountOfWrite } from '../../shared/payments/problems.ts'
import { type Payment, usePayment } from '../../shared/payments/use-payment.ts'
import { InvoicePaper } from '../../shared/print/InvoicePaper.tsx'
import { busyOf } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import classes from './FinalizeSheet.module.css'
import { InvoicePreview } from './InvoicePreview.tsx'
import type { PendingRow } from './pending-rows.ts'
import { useGoOn } from './useGoOn.ts'
import { namesOf } from './visit.ts'

/** What was taken, with the receipt one key away, and the way on. */
const PaidVisit = ({
  said,
  payment,
  invoice,
  onClose,
}: {
  readonly said: string
  readonly payment: Payment
  readonly invoice: Invoice
  readonly onClose: () => void
}) => {
  const navigate = useNavigate()
  const goOn = useGoOn()
  const { data: next } = useQuery(nextVisitQuery(idOf(useMe().user.url)))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  return (
    <div ref={place} className={classes['sheet']}>
      <Paid
        invoice={invoice}
        said={said}
        change={payment.changeDue}
        isPrinted={payment.isPrinted}
        onRest={() =>
          void navigate({ to: '/invoices/$id/', params: { id: String(invoice.id) }, search: { pay: true } })
        }
        next={goOn(next ?? null)}
        onClose={onClose}
      />
      <InvoicePaper invoice={invoice.id} />
    </div>
  )
}

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly pending: readonly PendingRow[]
  readonly timeZone: string
  readonly currency: string | undefined
  readonly title: string
  /** The visit as it was when the invoice was asked for. */
  readonly version: Pick<Consultation, 'id' | 'modified'>
  readonly invoice: Invoice
  readonly onBack: () => void
  readonly onClose: () => void
}

/** Closes a visit and takes the money for it, as one request: both, or neither. */
export const PayVisit = (shown: Props) => {
  const { visit, patients, title, version, invoice, onBack, onClose } = shown
  const formId = useId()
  const words = text.visit.sheet
  const payment = usePayment(billOfVisit(version, invoice, (done) => words.paid(namesOf(patients), done)))
  const { state, isBusy } = payment
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  if (state.kind === 'done' && visit.invoice_data != null)
    return <PaidVisit said={state.said} payment={payment} invoice={visit.invoice_data} onClose={onClose} />
  return (
    <div className={classes['paying']}>
      <div className={classes['preview']}>
        <h2>{title}</h2>
        <InvoicePreview {...shown} />
      </div>
      <div ref={form} className={classes['payment']}>
        <PayForm id={formId} payment={payment} />
        <div className={classes['foot']}>
          <SendButton
            form={formId}
            label={payment.label}
            state={busyOf(state)}
            checking={text.payments.checking(amountOfWrite(state))}
          />
          <button type="button" className="button" aria-disabled={isBusy} onClick={() => isBusy || onBack()}>
            {words.back}
          </button>
          <p role="status">{state.kind === 'checking' ? text.payments.checkingHint : text.payments.noUndo}</p>
        </div>
      </div>
    </div>
  )
}
