import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import type { Countersale } from '../../api/records.ts'
import { currentToast, hush } from '../../shared/toasts.ts'
import { isZero, moneyText } from '../../format.ts'
import { answerOf, busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
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
  const { currency } = useMe().organisation
  const queries = useQueryClient()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['sale', sale.id] }), [queries, sale.id])
  const { invoice, refusal } = useInvoice(sale)
  const finalizing = useConfirmedWrite(`sale ${sale.id} finalize`, refresh)
  const paying = useConfirmedWrite(`sale ${sale.id} payment`, refresh)
  const isRunning = useRef(false)

  const finalize = async () => {
    if (sale.invoice !== null) return sale.invoice
    const outcome = await finalizing.submit({
      steps: [{ path: `/countersale/${sale.id}/finalize/`, body: {}, ifModified: sale.modified }],
      said: text.till.finalized(sale.id),
    })
    const { invoice: made } = answerOf<Countersale>(outcome)
    // A row that was removed cannot come back any more.
    if (currentToast()?.undo !== undefined) hush()
    return made
  }

  /** All that is owed, if it is paid in cash, is rounded by the service; a part is what was handed over. */
  const pay = async (payment_type: number, paid: string) => {
    const isRounded = payment_type === cash && paid === invoice?.due_sum
    const taken = isRounded ? invoice.cash_due_sum : paid
    const body = { invoice: await finalize(), payment_type, paid, ...(isRounded ? { round_cash: true } : {}) }
    return answerOf(
      await paying.submit({
        steps: [{ path: '/invoicepayment/', body }],
        said: text.till.taken(moneyText(taken, currency), text.till.methods[payment_type]!),
      }),
    )
  }

  /** Answers whether it was done. Why not is in the state of what was refused. */
  const once = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return false
    isRunning.current = true
    try {
      await work()
      return true
    } catch {
      return false
    } finally {
      isRunning.current = false
    }
  }

  const states = [paying.state, finalizing.state]
  const refused = states.find(({ kind }) => kind === 'refused')
  const busy = states.map(busyOf)
  const state = busy.includes('checking') ? 'checking' : busy.includes('sending') ? 'sending' : 'open'
  return {
    invoice,
    problem: refused?.kind === 'refused' ? messageOf(refused.error) : refusal,
    state,
    /** Whether the sale can have no invoice as it is. */
    isRefused: invoice === undefined && refusal !== undefined,
    isPayable: state === 'open' && invoice !== undefined && !isZero(invoice.due_sum),
    take: (payment_type: number, paid: string) => once(() => pay(payment_type, paid)),
    invoiceOnly: () => once(finalize),
  } as const
}

export type Payment = ReturnType<typeof usePayment>
