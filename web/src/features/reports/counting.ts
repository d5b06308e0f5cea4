import { PaymentType } from '@fetlock/sdk'
import type { Counted } from '../../api/accountingreport.ts'
import type { AccountingReport } from '../../api/records.ts'
import { isZero } from '../../format.ts'
import { typedAmount } from '../../shared/cash.ts'

/** What the books and the count say of one method, as a report has it. */
export type Taking = AccountingReport['totals_by_payment_type'][number]

type ByMethod = Partial<Readonly<Record<PaymentType, string>>>

/** What somebody has typed: amounts and sentences by method. */
export type Draft = {
  readonly amounts: ByMethod
  readonly explanations: ByMethod
}

/** Whether something was typed that is an amount. Nothing found is a count too: 0. */
export const isCounted = ({ amounts }: Draft, method: PaymentType) => typedAmount(amounts[method] ?? '') !== undefined

const explanationOf = ({ explanations }: Draft, method: PaymentType) => (explanations[method] ?? '').trim()
export const isExplained = (draft: Draft, method: PaymentType) => explanationOf(draft, method) !== ''

/** The methods for which something was typed, amount or not. */
const typedMethods = ({ amounts }: Draft): readonly PaymentType[] =>
  Object.values(PaymentType).filter((method) => (amounts[method] ?? '').trim() !== '')

/** What was counted, as the API takes it, with the sentences that explain it. */
export const countedIn = (draft: Draft): readonly Counted[] =>
  typedMethods(draft).flatMap((payment_type) => {
    const amount = typedAmount(draft.amounts[payment_type] ?? '')
    if (amount === undefined) return []
    const explanation = explanationOf(draft, payment_type)
    return [{ payment_type, amount, ...(explanation !== '' && { explanation }) }]
  })

/** The takings whose count differs from the books. */
export const differing = (takings: readonly Taking[], draft: Draft) =>
  takings.filter(
    ({ payment_type, difference }) => isCounted(draft, payment_type) && difference !== null && !isZero(difference),
  )

/** What stands in the way of closing, by method. */
export const faultsIn = (draft: Draft, takings: readonly Taking[]) => {
  const typed = typedMethods(draft)
  const expected = takings.find(({ payment_type }) => payment_type === PaymentType.Cash)?.total ?? '0'
  return {
    isCashUncounted: !isZero(expected) && !typed.includes(PaymentType.Cash),
    notAmounts: typed.filter((method) => !isCounted(draft, method)),
    unexplained: differing(takings, draft)
      .map(({ payment_type }) => payment_type)
      .filter((method) => !isExplained(draft, method)),
  }
}
