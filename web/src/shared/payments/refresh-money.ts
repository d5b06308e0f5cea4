import type { QueryClient } from '@tanstack/react-query'

/** With what the keys of queries begin that show money. */
const shown = ['invoice', 'invoicepayment', 'unallocatedpayment', 'countersale', 'accountingreport', 'client']

/** Reads again whatever shows money, once this tab has moved some: the event stream does not tell a tab its own writes. */
export const refreshMoney = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey: [head] }) => shown.includes(String(head)) })
