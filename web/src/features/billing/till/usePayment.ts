import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { messageOf } from '../../../api/problem.ts'
import type { Countersale, InvoicePayment } from '../../../api/records.ts'
import { isZero } from '../../../format.ts'
import { useMoneyWrite } from '../../../shared/use-money-write.ts'
import { previewQuery } from './queries.ts'

export const [card, cash] = [0, 1] as const

/** The invoice of the sale: as it will be until the sale is finalized, and then as it is. */
const useInvoice = (sale: Countersale) => {
  const hasRows = sale.countersale_items.length > 0
  const preview = useQuery({ ...previewQuery(sale), enabled: !sale.finalized && hasRows })
  const invoice = (sale.finalized ? sale.invoice_data : preview.data?.invoice_data) ?? undefined
  return { invoice, refusal: preview.error === null ? undefined : messageOf(preview.error) }
}

/** Finalizes the sale and records its payment, each once, however often it is asked for. */
export const usePayment = (sale: Countersale) => {
  const queries = useQueryClient()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['sale', sale.id] }), [queries, sale.id])
  const { invoice, refusal } = useInvoice(sale)
  const finalizing = useMoneyWrite(`sale ${sale.id} finalize`, refresh)
  const paying = useMoneyWrite(`sale ${sale.id} payment`, refresh)
  const [problem, setProblem] = useState<string>()
  const isRunning = useRef(false)

  const finalize = async () =>
    sale.invoice ??
    (
      await finalizing.run<Countersale>({
        path: `/countersale/${sale.id}/finalize/`,
        body: {},
        ifModified: sale.modified,
      })
    ).invoice

  /** Answers whether it was done. */
  const once = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return false
    isRunning.current = true
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(messageOf(error))
      return false
    } finally {
      isRunning.current = false
    }
  }

  const state = [finalizing.state, paying.state].includes('checking')
    ? 'checking'
    : finalizing.state === 'busy' || paying.state === 'busy'
      ? 'busy'
      : 'idle'
  return {
    invoice,
    problem: problem ?? refusal,
    state,
    isPayable: state === 'idle' && invoice !== undefined && !isZero(invoice.due_sum),
    take: (payment_type: number, paid: string) =>
      once(async () =>
        paying.run<InvoicePayment>({
          path: '/invoicepayment/',
          body: { invoice: await finalize(), payment_type, paid },
        }),
      ),
    invoiceOnly: () => once(finalize),
  } as const
}

export type Payment = ReturnType<typeof usePayment>
