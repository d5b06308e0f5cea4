import { PaymentType } from '@fetlock/sdk'
import type { Invoice, Prepayment } from '../../api/records.ts'
import { isZero, moneyText } from '../../format.ts'
import { cashProblem, centsOf, leftOf, positive, sumOf, typedAmount } from '../cash.ts'
import type { Problems } from '../problems.tsx'
import { text } from '../../text/en.ts'
import { type Line, usedOf } from './payment-entries.ts'

export const [amountId, receivedId] = ['pay-amount', 'pay-received'] as const

/** What somebody has typed and chosen. */
export type Draft = {
  readonly typed: string
  readonly method: PaymentType
  /** How the rest is paid, where the payment is split. */
  readonly second: PaymentType | undefined
  readonly received: string
  readonly isUsed: boolean
  readonly isRounded: boolean
}

/** A part of the payment; `taken` is what changes hands, once the service has said what its coins come to. */
type Part = Line & { readonly taken: string | undefined }

/** What the client owes or gets; what is left is the other payer's. */
export const clientDueOf = ({ client_due_sum, due_sum }: Pick<Invoice, 'client_due_sum' | 'due_sum'>) =>
  positive(isZero(client_due_sum) ? due_sum : client_due_sum)

/** What is to be paid as the form stands, or what is wrong with it. */
export type ComputedPayment = {
  readonly used: string
  /** How much of each prepayment. */
  readonly usedOfEach: ReturnType<typeof usedOf>
  /** What is left to take in money once the prepayment is used. */
  readonly toTake: string
  readonly parts: readonly Part[]
  readonly amount: string
  /** All that changes hands in cash. */
  readonly inCash: string | undefined
  readonly problems: Problems
}

/** What an amount comes to in coins, as the service says; undefined until it has. */
export type CashOf = (amount: string) => string | undefined

const difference = (one: string | undefined, other: string | undefined) =>
  one === undefined || other === undefined ? undefined : leftOf(one, other)

/**
 * What changes hands for each part. All cash of an invoice is rounded together, so a part in cash is what it adds to the
 * cash before it.
 */
const takenOf = (lines: readonly Line[], cashOf: CashOf): readonly Part[] => {
  let before = '0.00'
  return lines.map((line) => {
    if (line.method !== PaymentType.Cash) return { ...line, taken: line.amount }
    const after = sumOf([before, line.amount])
    const taken = difference(cashOf(after), isZero(before) ? before : cashOf(before))
    before = after
    return { ...line, taken }
  })
}

/** The sums that the coins are asked for: of the first part in cash, and of all of them. */
export const cashAsked = (parts: readonly Line[]): readonly string[] => {
  const inCash = parts.filter(({ method }) => method === PaymentType.Cash).map(({ amount }) => amount)
  return inCash.map((_, index) => sumOf(inCash.slice(0, index + 1))).filter((amount) => !isZero(amount))
}

export const computePayment = (
  draft: Draft,
  due: string,
  prepayments: readonly Prepayment[],
  cashOf: CashOf,
): ComputedPayment => {
  const usedOfEach = draft.isUsed ? usedOf(prepayments, due) : []
  const used = sumOf(usedOfEach.map(({ amount }) => amount))
  const toTake = leftOf(due, used)
  const typed = typedAmount(draft.typed)
  const amount = typed ?? '0.00'
  const isOver = centsOf(amount) > centsOf(toTake)
  const rest = isOver ? '0.00' : leftOf(toTake, amount)
  const second = isZero(rest) ? undefined : draft.second
  const lines = isZero(toTake)
    ? []
    : [{ method: draft.method, amount }, ...(second === undefined ? [] : [{ method: second, amount: rest }])]
  const problem = isZero(toTake)
    ? undefined
    : typed === undefined
      ? text.payments.notAnAmount
      : isZero(amount)
        ? text.payments.zero
        : isOver
          ? text.payments.tooMuch(toTake)
          : undefined
  const parts = takenOf(lines, draft.isRounded && problem === undefined ? cashOf : (exact) => exact)
  const taken = parts.filter(({ method }) => method === PaymentType.Cash).map((part) => part.taken)
  return {
    used,
    usedOfEach,
    toTake,
    parts,
    amount,
    inCash: taken.length === 0 || taken.includes(undefined) ? undefined : sumOf(taken.map((one) => one!)),
    problems: problem === undefined ? {} : { [amountId]: problem },
  }
}

/** What is wrong with a payment: with its amount, or else with the cash that was handed over for it, if that was typed. */
export const problemsIn = (
  { problems, inCash }: Pick<ComputedPayment, 'problems' | 'inCash'>,
  { received }: Pick<Draft, 'received'>,
  currency: string,
): Problems => {
  if (problems[amountId] !== undefined || inCash === undefined || received.trim() === '') return problems
  const problem = cashProblem(received, inCash)
  if (problem === undefined) return problems
  return {
    ...problems,
    [receivedId]: problem === 'tooLittle' ? text.payments.atLeast(moneyText(inCash, currency)) : text.payments[problem],
  }
}

/** The draft with another method. The insurer's part goes with the insurer: another method is the client's again. */
export const withMethod = (
  draft: Draft,
  method: PaymentType,
  { due_sum, client_due_sum, credit_note }: Pick<Invoice, 'due_sum' | 'client_due_sum' | 'credit_note'>,
  clientDue: string,
): Draft => {
  const insured = leftOf(due_sum, client_due_sum)
  if (credit_note || isZero(insured)) return { ...draft, method }
  if (method === PaymentType.InsuranceClaim) return { ...draft, method, typed: insured }
  const isInsured = draft.method === PaymentType.InsuranceClaim && draft.typed === insured
  return { ...draft, method, ...(isInsured ? { typed: clientDue } : {}) }
}
