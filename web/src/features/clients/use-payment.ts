import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { moneyText } from '../../format.ts'
import { clientText } from '../../text/client.ts'
import { payableQuery } from './queries.ts'
import { numberOf } from '../../shared/invoice-number.ts'

/** One unpaid invoice is paid at once; several are listed first, each with its own button. From the list, the oldest is. */
export const usePayment = (id: number, isAllowed: boolean, isListed: boolean) => {
  const { data } = useQuery({ ...payableQuery(id), enabled: isAllowed })
  return useMemo(() => {
    const first = data?.results[0]
    if (data === undefined || first === undefined) return undefined
    if (data.count > 1 && !isListed)
      return {
        title: clientText.pay,
        link: { to: '/clients/$id/', params: { id: String(id) }, search: { tab: 'invoices' } },
      } as const
    return {
      title: clientText.payInvoice(numberOf(first), moneyText(first.due_sum, first.currency)),
      link: { to: '/invoices/$id/', params: { id: String(first.id) }, search: { pay: true } },
    } as const
  }, [data, id, isListed])
}
export type Payment = ReturnType<typeof usePayment>
