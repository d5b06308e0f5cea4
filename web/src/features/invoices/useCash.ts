import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '../../api/records.ts'
import { positive } from './compute-payment.ts'
import { cashQuery } from './queries.ts'

/** What sums come to in coins. What is owed is known already; the others the service is asked for. */
export const useCash = (invoice: Invoice, sums: readonly string[]) => {
  const queries = useQueryClient()
  const knownOf = (sum: string) => (sum === positive(invoice.due_sum) ? positive(invoice.cash_due_sum) : undefined)
  const unknown = sums.filter((sum) => knownOf(sum) === undefined)
  const asked = useQueries({ queries: unknown.map((sum) => cashQuery(invoice, sum)) })
  /** Why a sum is refused is said when it is sent. */
  const cashOf = (sum: string) => {
    const answer = asked[unknown.indexOf(sum)]
    return knownOf(sum) ?? (answer?.isError === true ? sum : answer?.data)
  }
  const settle = async () => {
    const found = await Promise.all(
      sums.map(async (sum) => knownOf(sum) ?? queries.fetchQuery(cashQuery(invoice, sum)).catch(() => sum)),
    )
    return (sum: string) => found[sums.indexOf(sum)]
  }
  return { cashOf, settle }
}
