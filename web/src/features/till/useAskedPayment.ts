import { PaymentType } from '@fetlock/sdk'
import { useEffect, useState } from 'react'
import { isZero } from '../../format.ts'
import type { Payment } from './usePayment.ts'
import type { TillSale } from './useSale.ts'

/**
 * Payment by card, which may be asked for while items are being added: it is remembered, and taken over the new sum once
 * all of them are saved. If one of them is not, nothing is taken.
 */
export const useAskedPayment = (payment: Payment, { isBusy, failures, waiting }: TillSale) => {
  const { invoice, state, isRefused } = payment
  /** How many scans had failed when it was asked for. */
  const [asked, setAsked] = useState<number>()
  const isOpen = state === 'open' && waiting.length === 0 && !isRefused && !isZero(invoice?.due_sum ?? '1')
  const isReady = payment.isPayable && isOpen && !isBusy
  const isStopped = asked !== undefined && (asked !== failures || !isOpen)
  useEffect(() => {
    if (asked === undefined || !(isStopped || isReady)) return
    setAsked(undefined)
    if (!isStopped) void payment.take(PaymentType.Card, invoice!.due_sum, invoice!.due_sum)
  }, [asked, isStopped, isReady, payment, invoice])
  return {
    isOpen,
    isAsked: asked !== undefined && !isReady && !isStopped,
    ask: () => setAsked(failures),
  }
}
