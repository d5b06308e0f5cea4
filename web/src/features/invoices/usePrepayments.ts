import { useQuery } from '@tanstack/react-query'
import { idOf, type Invoice, type Prepayment } from '../../api/records.ts'
import { payerQuery, prepaymentsQuery } from '../../shared/payments/queries.ts'

/** The prepayments of whoever pays the invoice. */
export const usePrepayments = (invoice: Invoice): readonly Prepayment[] => {
  const { client, credit_note } = invoice
  const isAsked = client !== null && !credit_note
  const { data: owner } = useQuery({ ...payerQuery(client ?? ''), enabled: isAsked })
  const payer = owner?.invoicing_client ?? client
  const { data } = useQuery({
    ...prepaymentsQuery(payer === null ? 0 : idOf(payer), true),
    enabled: isAsked && owner !== undefined,
  })
  return data?.results ?? []
}
