import { PaymentType } from '@fetlock/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '../../shared/payments/bill.ts'
import { coinsQuery } from '../../shared/payments/coins.ts'
import { useSettled } from '../../shared/useSettled.ts'

/** What changes hands when an amount is settled: in cash what it comes to in coins, as the service says. */
export const useTaken = (bill: Bill, method: PaymentType, amount: string | undefined) => {
  const { due_sum, cash_due_sum } = bill.invoice
  const queries = useQueryClient()
  const known = method !== PaymentType.Cash ? amount : amount === due_sum ? cash_due_sum : undefined
  const settled = useSettled(amount)
  const isAsked = known === undefined && amount !== undefined && settled === amount
  const { data, isError } = useQuery({ ...coinsQuery(bill, amount ?? '0.00'), enabled: isAsked })
  return {
    /** Undefined until the service has said it. */
    taken: known ?? (isError ? amount : data),
    /** The same, once it has. Why an amount is refused is said when it is sent. */
    settle: async (asked: string) => known ?? queries.fetchQuery(coinsQuery(bill, asked)).catch(() => asked),
  }
}
