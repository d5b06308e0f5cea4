import type { Invoice } from '../../api/records.ts'
import { moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import type { ComputedPayment } from './compute-payment.ts'

const words = text.payments

type Said = { readonly label: string; readonly said: string }

export const sayIn = (invoice: Invoice, { parts, used }: ComputedPayment): Said => {
  const money = (amount: string | undefined) => (amount === undefined ? '…' : moneyText(amount, invoice.currency))
  const paidBy = ({ method, taken }: (typeof parts)[number]) => `${money(taken)} ${text.payments.by[method]}`
  const [first, second] = parts
  const named = (done: string) => words.said(done, numberOf(invoice))
  if (first === undefined) return { label: words.usePrepaid(money(used)), said: named(words.usedPrepaid(money(used))) }
  if (second !== undefined)
    return {
      label: words.takeTwo(paidBy(first), paidBy(second)),
      said: named(words.takenTwo(paidBy(first), paidBy(second))),
    }
  const [amount, by] = [money(first.taken), text.payments.by[first.method]!]
  return invoice.credit_note
    ? { label: words.giveBack(amount, by), said: named(words.given(amount, by)) }
    : { label: words.take(amount, by), said: named(words.taken(amount, by)) }
}
