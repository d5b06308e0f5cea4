import { PaymentType } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import type { InvoicePayment } from '../../api/records.ts'
import { sendEntries } from '../../api/send-entries.ts'
import { positive } from '../cash.ts'
import type { Bill } from './bill.ts'
import { paymentEntry } from './payment-entries.ts'

/** Where an amount is less than half a coin, there is a rounding and no cash. */
const coinsIn = ({ payment_type, paid }: InvoicePayment) =>
  payment_type === PaymentType.Cash ? positive(paid) : '0.00'

/** What an amount that is to be settled in cash comes to in coins: the service rounds, and records nothing yet. */
export const coinsQuery = ({ name, version, payable, making }: Bill, amount: string) =>
  queryOptions({
    queryKey: ['coins', name, version, amount],
    queryFn: async ({ signal }) => {
      const payment = paymentEntry('payment', payable, { method: PaymentType.Cash, amount }, true)
      const answers = await sendEntries([...making, payment], { dryRun: true, signal })
      return coinsIn(answers['payment'] as InvoicePayment)
    },
    staleTime: Infinity,
    retry: false,
  })
