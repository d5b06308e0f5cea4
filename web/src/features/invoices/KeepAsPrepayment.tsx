import { useEffect } from 'react'
import { toPrepaymentEntry } from '../../api/invoice.ts'
import type { Invoice } from '../../api/records.ts'
import { showToast } from '../../shared/toasts.ts'
import { moneyText } from '../../format.ts'
import { positive } from '../../shared/cash.ts'
import { ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { problemsOf } from '../../shared/payments/problems.ts'
import { useAfterwards } from '../../shared/payments/use-afterwards.ts'

export const KeepAsPrepayment = ({ invoice }: { readonly invoice: Invoice }) => {
  const write = useConfirmedWrite(`keep ${invoice.id}`)
  useAfterwards(write)
  const { state } = write
  useEffect(() => {
    if (state.kind === 'done') showToast(state.said)
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
            entries: [toPrepaymentEntry(invoice.id)],
            said: text.payments.kept(amount),
            amount,
          })
        }
      >
        {write.state.kind === 'checking' ? text.payments.checking(amount) : text.payments.keep(amount)}
      </button>
    </>
  )
}
