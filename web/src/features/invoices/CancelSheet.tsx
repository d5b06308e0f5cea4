import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useMe } from '../../api/me.ts'
import type { Invoice, InvoicePayment } from '../../api/records.ts'
import { say } from '../../shared/toasts.ts'
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
import classes from './sheets.module.css'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import { methodsFor, paymentSteps } from '../../shared/payments/payment-steps.ts'
import { problemsOf } from '../../shared/payments/problems.ts'
import { moneyKey } from '../../shared/payments/queries.ts'
import { departmentSettingsQuery } from './queries.ts'

const words = text.invoices.cancel
const [reasonId, dateId] = ['cancel-reason', 'cancel-date']

type Shown = {
  readonly invoice: Invoice
  readonly payment: InvoicePayment
  readonly onClose: () => void
}

/** Cancels a payment. If only its method was wrong, the same amount is paid by another one at once. */
export const CancelSheet = ({ invoice, payment, onClose }: Shown) => {
  const me = useMe()
  const client = useQueryClient()
  const formId = useId()
  const { data: settings } = useQuery(departmentSettingsQuery(invoice.department))
  const isDated = settings?.payment_cancel_set_date === true
  const timeZone = settings?.time_zone ?? me.organisation.time_zone
  const [method, setMethod] = useState<number>()
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
  const isChangeable = payment.payment_type !== 8 && payment.payment_type !== 3 && !invoice.credit_note
  const others = methodsFor(me.preferences['app.payment_counts']).filter((other) => other !== payment.payment_type)
  const isDone = state.kind === 'done'
  const said = isDone ? state.said : ''
  useEffect(() => {
    if (state.kind !== 'done' && state.kind !== 'refused') return
    void client.invalidateQueries({ queryKey: [moneyKey] })
    if (state.kind !== 'done') return
    say(said)
    onClose()
  }, [state, said, client, onClose])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = {
      ...(reason.trim() === '' ? { [reasonId]: words.needReason } : {}),
      ...(isDated && day === '' ? { [dateId]: words.needDate } : {}),
    }
    setTypedProblems(problems)
    if (Object.keys(problems).length > 0) return
    const now = new Date()
    const isToday = !isDated || day === dateIn(now, timeZone)
    const cancelled = isToday ? now : new Date(startOfDay(day, timeZone).getTime() + 12 * 3_600_000)
    const cancel = {
      path: `/invoicepayment/${payment.id}/cancel_payment/`,
      body: { info: reason.trim(), cancel_date: cancelled.toISOString() },
    }
    const lines = method === undefined ? [] : [{ method, amount: settled }]
    void write.submit({
      steps: [cancel, ...paymentSteps({ invoice, used: [], lines, isRounded: true })],
      said:
        method === undefined
          ? words.cancelled(amount)
          : words.changed(moneyText(settled, invoice.currency), text.payments.methods[method]!.toLowerCase()),
      amount,
    })
  }
  const isHalfDone = state.kind === 'refused' && state.answers.length > 0
  const problems = isHalfDone
    ? { '': words.cancelledOnly }
    : { ...problemsOf(state, { info: reasonId, cancel_date: dateId }), ...typedProblems }
  return (
    <Sheet
      title={words.title(text.payments.methods[payment.payment_type]!, amount)}
      subtitle={titleOf(invoice)}
      onClose={onClose}
      foot={
        <>
          <SendButton
            form={formId}
            label={
              method === undefined
                ? words.cancel(amount)
                : words.change(moneyText(settled, invoice.currency), text.payments.methods[method]!.toLowerCase())
            }
            state={busyOf(state)}
            checking={text.payments.checking(amount)}
          />
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? text.payments.checkingHint : words.noUndo}
          </p>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <ProblemSummary problems={problems} />
        <fieldset className={form['group']}>
          <legend className={form['legend']}>{words.again}</legend>
          <label className={classes['option']}>
            <input type="radio" name="again" checked={method === undefined} onChange={() => setMethod(undefined)} />
            <span>
              {words.back} <span className={classes['quiet']}>{words.backHint}</span>
            </span>
          </label>
        </fieldset>
        {isChangeable && <MethodTiles label={words.wrong} methods={others} chosen={method} onChoose={setMethod} />}
        <Field id={reasonId} label={words.reason} problems={problems} isNeeded hint={words.reasonHint}>
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
          <Field id={dateId} label={words.date} problems={problems}>
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
