import { useQuery } from '@tanstack/react-query'
import { clientQuery } from '../../api/client.ts'
import { idOf, type Invoice, type Prepayment } from '../../api/records.ts'
import { prepaymentsQuery } from '../../api/unallocatedpayment.ts'

/** The prepayments of whoever pays the invoice. */
export const usePrepayments = (invoice: Invoice): readonly Prepayment[] => {
  const { client, credit_note } = invoice
  const isAsked = client !== null && !credit_note
  const { data: owner } = useQuery({ ...clientQuery(client === null ? 0 : idOf(client)), enabled: isAsked })
  const payer = owner?.invoicing_client ?? client
  const { data } = useQuery({
    ...prepaymentsQuery(payer === null ? 0 : idOf(payer), true),
    enabled: isAsked && owner !== undefined,
  })
  return data ?? []
}
