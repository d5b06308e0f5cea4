import { useEffect } from 'react'
import type { Invoice } from '../../api/records.ts'
import { say } from '../../shared/toasts.ts'
import { moneyText } from '../../format.ts'
import { ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { positive } from './compute-payment.ts'
import { problemsOf } from '../../shared/payments/problems.ts'
import { useAfterwards } from './useAfterwards.ts'

const words = text.payments

export const KeepAsPrepayment = ({ invoice }: { readonly invoice: Invoice }) => {
  const write = useConfirmedWrite(`keep ${invoice.id}`)
  useAfterwards(write, invoice.id, false)
  const { state } = write
  useEffect(() => {
    if (state.kind === 'done') say(state.said)
  }, [state])
  const amount = moneyText(positive(invoice.client_due_sum), invoice.currency)
  const isBusy = busyOf(write.state) !== 'open'
  return (
    <>
      <ProblemSummary problems={problemsOf(write.state)} />
      <button
        type="button"
        className={`button ${form['send']}`}
        aria-busy={isBusy}
        onClick={() =>
          void write.submit({
            steps: [{ path: `/invoice/${invoice.id}/to_prepayment/`, body: {} }],
            said: words.kept(amount),
            amount,
          })
        }
      >
        {write.state.kind === 'checking' ? words.checking(amount) : words.keep(amount)}
      </button>
    </>
  )
}
