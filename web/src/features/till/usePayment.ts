import type { PaymentType } from '@fetlock/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saleInvoiceQuery } from '../../api/countersale.ts'
import { useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import type { Countersale } from '../../api/records.ts'
import { isZero, moneyText } from '../../format.ts'
import type { Write } from '../../shared/confirmed-writes.ts'
import { billOfSale } from '../../shared/payments/bill.ts'
import { paymentEntry } from '../../shared/payments/payment-entries.ts'
import { finalizeSaleEntries } from '../../shared/payments/sale-entries.ts'
import { refreshMoney } from '../../shared/payments/refresh-money.ts'
import { currentToast, dismissToast } from '../../shared/toasts.ts'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { tillText } from '../../text/till.ts'

/** The invoice of the sale: as it will be until the sale is finalized, and then as it is. */
const useInvoice = (sale: Countersale) => {
  const hasRows = sale.countersale_items.length > 0
  const preview = useQuery({ ...saleInvoiceQuery(sale), enabled: !sale.finalized && hasRows })
  const invoice = (sale.finalized ? sale.invoice_data : preview.data?.invoice_data) ?? undefined
  return { invoice, refusal: preview.error === null ? undefined : messageOf(preview.error) }
}

/** Finalizes the sale and records its payment, as one request and once, however often it is asked for. */
export const usePayment = (sale: Countersale) => {
  const { currency } = useMe().organisation
  const queries = useQueryClient()
  const { invoice, refusal } = useInvoice(sale)
  const { state, submit } = useConfirmedWrite(`sale ${sale.id}`, () => refreshMoney(queries))

  /** Returns whether it was done. Why not is in the state. */
  const send = async (write: Write) => {
    const { kind } = await submit(write)
    // A row that was removed cannot come back any more.
    if (kind === 'done' && currentToast()?.undo !== undefined) dismissToast()
    return kind === 'done'
  }

  /** Settles an amount; cash is rounded by the service, whether it is all that is owed or a part. */
  const take = async (method: PaymentType, amount: string, taken: string) => {
    if (invoice === undefined) return false
    const { making, payable } = billOfSale(sale, invoice)
    return send({
      entries: [...making, paymentEntry('payment', payable, { method, amount }, true)],
      said: text.payments.taken(moneyText(taken, currency), text.payments.by[method]),
      amount: moneyText(taken, currency),
    })
  }

  const busy = busyOf(state)
  return {
    invoice,
    problem: state.kind === 'refused' ? messageOf(state.error) : refusal,
    state: busy,
    /** Whether the sale can have no invoice as it is. */
    isRefused: invoice === undefined && refusal !== undefined,
    isPayable: busy === 'open' && invoice !== undefined && !isZero(invoice.due_sum),
    take,
    /** Finalizes the sale, to be paid later. */
    invoiceOnly: () => send({ entries: finalizeSaleEntries(sale), said: tillText.finalized(sale.id) }),
  } as const
}

export type Payment = ReturnType<typeof usePayment>
