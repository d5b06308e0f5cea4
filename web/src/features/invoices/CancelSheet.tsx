import { PaymentType } from '@fetlock/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { departmentSettingsQuery } from '../../api/departmentsettings.ts'
import { cancelEntry } from '../../api/invoicepayment.ts'
import { useMe } from '../../api/me.ts'
import type { Invoice, InvoicePayment } from '../../api/records.ts'
import { showToast } from '../../shared/toasts.ts'
import { dateIn, moneyText, startOfDay } from '../../format.ts'
import { sumOf } from '../../shared/cash.ts'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import sheet from '../../shared/Sheet.module.css'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { titleOf } from './invoice-state.ts'
import classes from '../../shared/payments/payments.module.css'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import { paymentEntries } from '../../shared/payments/payment-entries.ts'
import { problemsOf } from '../../shared/payments/problems.ts'
import { useMethods } from '../../shared/payments/use-methods.ts'
import { refreshMoney } from '../../shared/payments/refresh-money.ts'

/** What the service makes of something else, and nobody pays by. */
const made: readonly PaymentType[] = [PaymentType.Prepayment, PaymentType.Rounding]

const [reasonId, dateId] = ['cancel-reason', 'cancel-date']

type Props = {
  readonly invoice: Invoice
  readonly payment: InvoicePayment
  readonly onClose: () => void
}

/** Cancels a payment. If only its method was wrong, the same amount is paid by another one at once. */
export const CancelSheet = ({ invoice, payment, onClose }: Props) => {
  const me = useMe()
  const client = useQueryClient()
  const formId = useId()
  const { data: settings } = useQuery(departmentSettingsQuery(invoice.department))
  const isDated = settings?.payment_cancel_set_date === true
  const timeZone = settings?.time_zone ?? me.organisation.time_zone
  const [method, setMethod] = useState<PaymentType>()
  const [reason, setReason] = useState('')
  const [day, setDay] = useState(() => dateIn(new Date(), timeZone))
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const write = useConfirmedWrite(`cancel ${payment.id}`)
  const { state } = write
  const amount = moneyText(payment.paid, invoice.currency)
  // The rounding of cash is cancelled with it, so what it has settled is owed again.
  const rounding = (invoice.invoice_payment_data ?? []).find(({ url }) => url === payment.rounding)
  const settled = rounding === undefined ? payment.paid : sumOf([payment.paid, rounding.paid])
  // A prepayment gets its money back; it is applied again instead of paid again.
  const isChangeable = !made.includes(payment.payment_type) && !invoice.credit_note
  const others = useMethods().methods.filter((other) => other !== payment.payment_type)
  const isDone = state.kind === 'done'
  const said = isDone ? state.said : ''
  useEffect(() => {
    if (state.kind !== 'done' && state.kind !== 'refused') return
    void refreshMoney(client)
    if (state.kind !== 'done') return
    showToast(said)
    onClose()
  }, [state, said, client, onClose])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = {
      ...(reason.trim() === '' ? { [reasonId]: text.invoices.cancel.needReason } : {}),
      ...(isDated && day === '' ? { [dateId]: text.invoices.cancel.needDate } : {}),
    }
    setTypedProblems(problems)
    if (Object.keys(problems).length > 0) return
    const now = new Date()
    const isToday = !isDated || day === dateIn(now, timeZone)
    const cancelled = isToday ? now : new Date(startOfDay(day, timeZone).getTime() + 12 * 3_600_000)
    const cancel = cancelEntry(payment.id, { info: reason.trim(), cancel_date: cancelled.toISOString() })
    const lines = method === undefined ? [] : [{ method, amount: settled }]
    void write.submit({
      entries: [cancel, ...paymentEntries({ payable: invoice, used: [], lines, isRounded: true })],
      said:
        method === undefined
          ? text.invoices.cancel.cancelled(amount)
          : text.invoices.cancel.changed(moneyText(settled, invoice.currency), text.payments.named[method]),
      amount,
    })
  }
  const problems = { ...problemsOf(state, { info: reasonId, cancel_date: dateId }), ...typedProblems }
  return (
    <Sheet
      title={text.invoices.cancel.title(text.payments.named[payment.payment_type], amount)}
      subtitle={titleOf(invoice)}
      onClose={onClose}
      foot={
        <>
          <SendButton
            form={formId}
            label={
              method === undefined
                ? text.invoices.cancel.cancel(amount)
                : text.invoices.cancel.change(moneyText(settled, invoice.currency), text.payments.named[method])
            }
            state={busyOf(state)}
            checking={text.payments.checking(amount)}
          />
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? text.payments.checkingHint : text.invoices.cancel.noUndo}
          </p>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <ProblemSummary problems={problems} />
        <fieldset className={form['group']}>
          <legend className={form['legend']}>{text.invoices.cancel.again}</legend>
          <label className={classes['option']}>
            <input type="radio" name="again" checked={method === undefined} onChange={() => setMethod(undefined)} />
            <span>
              {text.invoices.cancel.back} <span className={classes['quiet']}>{text.invoices.cancel.backHint}</span>
            </span>
          </label>
        </fieldset>
        {isChangeable && (
          <MethodTiles label={text.invoices.cancel.wrong} methods={others} chosen={method} onChoose={setMethod} />
        )}
        <Field
          id={reasonId}
          label={text.invoices.cancel.reason}
          problems={problems}
          isNeeded
          hint={text.invoices.cancel.reasonHint}
        >
          <textarea
            id={reasonId}
            className={form['input']}
            data-first
            aria-required="true"
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) submit(event)
            }}
            {...problemOf(reasonId, problems)}
          />
        </Field>
        {isDated && (
          <Field id={dateId} label={text.invoices.cancel.date} problems={problems}>
            <input
              id={dateId}
              type="date"
              className={form['input']}
              value={day}
              onChange={({ target }) => setDay(target.value)}
              {...problemOf(dateId, problems)}
            />
          </Field>
        )}
      </form>
    </Sheet>
  )
}
