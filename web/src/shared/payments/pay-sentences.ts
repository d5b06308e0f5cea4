import { moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import type { Bill } from './bill.ts'
import type { ComputedPayment } from './compute-payment.ts'

/** What the button does, and what is said of it once it is done. */
type Said = { readonly label: string; readonly done: string }

export const sayIn = ({ invoice, making }: Bill, { parts, used }: ComputedPayment): Said => {
  const labels = making.length === 0 ? text.payments : text.payments.finalizing
  const money = (amount: string | undefined) => (amount === undefined ? '…' : moneyText(amount, invoice.currency))
  const paidBy = ({ method, taken }: (typeof parts)[number]) =>
    text.payments.part(money(taken), text.payments.by[method])
  const [first, second] = parts
  if (first === undefined)
    return { label: labels.usePrepaid(money(used)), done: text.payments.usedPrepaid(money(used)) }
  if (second !== undefined)
    return {
      label: labels.takeTwo(paidBy(first), paidBy(second)),
      done: text.payments.takenTwo(paidBy(first), paidBy(second)),
    }
  const [amount, by] = [money(first.taken), text.payments.by[first.method]]
  return invoice.credit_note
    ? { label: text.payments.giveBack(amount, by), done: text.payments.given(amount, by) }
    : { label: labels.take(amount, by), done: text.payments.taken(amount, by) }
}
