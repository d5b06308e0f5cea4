import { isZero } from '../../format.ts'
import { typedAmount } from '../../shared/cash.ts'
import type { Counted } from './queries.ts'

/** What the books and the count say of one method, as a report has it. */
export type Taking = {
  readonly payment_type: number
  readonly total: string
  readonly counted: string | null
  readonly difference: string | null
  readonly explanation: string | null
}

/** What somebody has typed: amounts and sentences by method. */
export type Draft = {
  readonly amounts: Readonly<Record<number, string>>
  readonly explanations: Readonly<Record<number, string>>
}

export const [card, cash] = [0, 1] as const

/** Whether something was typed that is an amount. Nothing found is a count too: 0. */
export const isCounted = ({ amounts }: Draft, method: number) => typedAmount(amounts[method] ?? '') !== undefined

const explanationOf = ({ explanations }: Draft, method: number) => (explanations[method] ?? '').trim()
export const isExplained = (draft: Draft, method: number) => explanationOf(draft, method) !== ''

/** What was counted, as the API takes it, with the sentences that explain it. */
export const countedIn = (draft: Draft): readonly Counted[] =>
  Object.entries(draft.amounts).flatMap(([key, typed]) => {
    const [payment_type, amount] = [Number(key), typedAmount(typed)]
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
  const typed = Object.entries(draft.amounts)
    .filter(([, amount]) => amount.trim() !== '')
    .map(([method]) => Number(method))
  const expected = takings.find(({ payment_type }) => payment_type === cash)?.total ?? '0'
  return {
    isCashUncounted: !isZero(expected) && !typed.includes(cash),
    notAmounts: typed.filter((method) => !isCounted(draft, method)),
    unexplained: differing(takings, draft)
      .map(({ payment_type }) => payment_type)
      .filter((method) => !isExplained(draft, method)),
  }
}
