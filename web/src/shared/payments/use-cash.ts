import { useQueries, useQueryClient } from '@tanstack/react-query'
import { positive } from '../cash.ts'
import type { Bill } from './bill.ts'
import { coinsQuery } from './coins.ts'

/** What sums come to in coins. What is owed is known already; the others the service is asked for. */
export const useCash = (bill: Bill, sums: readonly string[]) => {
  const queries = useQueryClient()
  const { due_sum, cash_due_sum } = bill.invoice
  const knownOf = (sum: string) => (sum === positive(due_sum) ? positive(cash_due_sum) : undefined)
  const unknown = sums.filter((sum) => knownOf(sum) === undefined)
  const asked = useQueries({ queries: unknown.map((sum) => coinsQuery(bill, sum)) })
  /** Why a sum is refused is said when it is sent. */
  const cashOf = (sum: string) => {
    const answer = asked[unknown.indexOf(sum)]
    return knownOf(sum) ?? (answer?.isError === true ? sum : answer?.data)
  }
  const settle = async () => {
    const found = await Promise.all(
      sums.map(async (sum) => knownOf(sum) ?? queries.fetchQuery(coinsQuery(bill, sum)).catch(() => sum)),
    )
    return (sum: string) => found[sums.indexOf(sum)]
  }
  return { cashOf, settle }
}
