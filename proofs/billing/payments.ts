import type { Random } from '../../src/demo/random.ts'
import { cents, idIn, keep, money, recent, type Bill, type Known, type Makers, type Shown } from './known.ts'

const paymentTypes = [0, 1, 1, 1, 2, 4, 5, 7, 9, 10, 11, 15]
const claim = 15

/** Mostly what is owed or a part of it; now and then more than that, or the wrong way round. */
const anyAmount = (random: Random, { due, isNote }: Bill) => {
  const sign = isNote ? -1 : 1
  const owed = Math.abs(due)
  if (owed === 0) return sign * random.int(1, 5)
  const draw = random.next()
  if (draw < 0.5) return due
  if (draw < 0.88) return sign * random.int(1, owed)
  return draw < 0.96 ? due + sign * random.int(1, 500) : -sign * random.int(1, owed)
}

/** What makes an amount payable in coins, and now and then something else. */
const anyRounding = (random: Random, { due }: Bill, step: number) => {
  if (step === 0 || random.chance(0.4)) return random.int(1, Math.max(1, step)) * (random.chance(0.5) ? 1 : -1)
  const rest = ((due % step) + step) % step
  return (rest * 2 > step ? rest - step : rest) || 1
}

/** Often just between two coins. */
const anyExact = (random: Random, bill: Bill, step: number) => {
  const [sign, owed] = [bill.isNote ? -1 : 1, Math.abs(bill.due)]
  const half = step / 2 + step * random.int(0, Math.max(0, Math.floor(owed / Math.max(1, step)) - 1))
  const isHalf = step > 0 && step % 2 === 0 && half <= owed && random.chance(bill.isNote ? 0.8 : 0.4)
  return isHalf ? sign * half : anyAmount(random, bill)
}

const payment = (
  { urlOf, anyMoment, payments }: Known,
  random: Random,
  bill: Bill,
  payment_type: number,
  amount: number,
) => ({
  method: 'POST' as const,
  path: '/invoicepayment/',
  body: {
    invoice: urlOf('invoice', bill.id),
    payment_type,
    paid: money(amount),
    ...(random.chance(0.25) && { date_added: anyMoment(random, bill.department) }),
  },
  learn: ({ id, paid }: Shown) => {
    bill.due -= cents(paid)
    keep(payments, { id, bill, cents: cents(paid) })
  },
})

/** Of what two pay, often just what is owed by the one who does. */
const anyShare = (random: Random, bill: Bill, payment_type: number) => {
  const own = payment_type === claim ? bill.due - bill.clientDue : bill.clientDue
  return bill.isShared && own !== 0 && random.chance(0.6) ? own : anyAmount(random, bill)
}

/** What is paid, taken back and paid ahead. */
export const paying = (known: Known) => {
  const { clinic, urlOf, payments, prepayments, read, anyMoment, refreshed, anyDepartment } = known
  return {
    pay: async (random) => {
      const bill = await refreshed(random)
      const isClaim = bill?.isShared && random.chance(bill.isNote ? 0.3 : 0.6)
      const type = isClaim ? claim : random.pick(paymentTypes)
      return (
        bill && {
          ...payment(known, random, bill, type, anyShare(random, bill, type)),
          refusals: [
            'paid more_than_owed',
            'paid wrong_sign',
            'paid zero',
            'invoice not_finalized',
            'date_added locked',
          ],
        }
      )
    },
    round: async (random) => {
      const bill = await refreshed(random)
      return (
        bill && {
          ...payment(known, random, bill, 3, anyRounding(random, bill, clinic.cashStep)),
          refusals: ['paid rounding', 'paid more_than_owed', 'invoice not_finalized', 'date_added locked'],
        }
      )
    },
    'pay in coins': async (random) => {
      const notes = random.chance(0.4) ? known.bills.filter(({ isNote, due }) => isNote && due !== 0) : []
      const bill = notes.length > 0 ? recent(random, notes) : await refreshed(random)
      if (bill === undefined) return undefined
      const amount = anyExact(random, bill, clinic.cashStep)
      const { body, ...step } = payment(known, random, bill, 1, amount)
      return {
        ...step,
        body: { ...body, round_cash: true },
        learn: ({ id, rounding: rounded }) => {
          bill.due -= amount
          keep(payments, { id, bill, cents: amount })
          if (typeof rounded === 'string') keep(payments, { id: idIn(rounded), bill, cents: 0 })
        },
        refusals: ['paid more_than_owed', 'paid wrong_sign', 'paid zero', 'invoice not_finalized', 'date_added locked'],
      }
    },
    'pay by prepayment type': async (random) => {
      const bill = await refreshed(random)
      const refusals = ['payment_type invalid_choice']
      return bill && { ...payment(known, random, bill, 8, anyAmount(random, bill)), refusals, isWrong: true }
    },
    'cancel payment': (random, number) => {
      const applied = random.chance(0.3) ? payments.filter(({ isApplied }) => isApplied) : []
      const paid = recent(random, applied.length > 0 ? applied : payments)
      return (
        paid && {
          method: 'POST',
          path: `/invoicepayment/${paid.id}/cancel_payment/`,
          body: { info: `Mistake ${number}`, cancel_date: anyMoment(random, paid.bill.department) },
          refusals: ['cancelled', 'cancellation', 'set_off', 'still_needed', 'rounding']
            .map((code) => `non_field_errors ${code}`)
            .concat('cancel_date locked'),
          isOnce: true,
          learn: ({ id }) => {
            paid.bill.due += paid.cents
            keep(payments, { id, bill: paid.bill, cents: -paid.cents })
          },
        }
      )
    },
    'take prepayment': (random) => {
      const [client, department] = [urlOf('client', random.pick(clinic.owners).id), anyDepartment(random)]
      return {
        method: 'POST',
        path: '/unallocatedpayment/',
        body: { client, department, payment_type: random.pick([0, 1, 2]), paid: money(random.int(100, 60_000)) },
        refusals: [],
        learn: ({ id, paid }) => keep(prepayments, { id, client, department, left: cents(paid) }),
      }
    },
    'apply prepayment': async (random) => {
      const bill = await refreshed(random)
      const ofClient = prepayments.filter(({ client }) => client === bill?.client)
      const ahead = recent(random, ofClient.length > 0 ? ofClient : prepayments)
      if (bill === undefined || ahead === undefined) return undefined
      const most = random.pick([Math.abs(bill.due), ahead.left, Math.min(Math.abs(bill.due), ahead.left)])
      const amount = Math.max(1, random.chance(0.5) ? most : random.int(1, most + 10))
      return {
        method: 'POST',
        path: `/unallocatedpayment/${ahead.id}/apply/`,
        body: { invoice: urlOf('invoice', bill.id), amount: money(amount) },
        refusals: [
          'amount more_than_owed',
          'amount more_than_unused',
          'invoice not_finalized',
          'invoice wrong_client',
          'invoice credit_note',
          'non_field_errors refund',
        ],
        learn: async () => {
          bill.due -= amount
          ahead.left -= amount
          const { invoice_payment } = await read(`/invoice/${bill.id}/`)
          const id = idIn((invoice_payment as string[]).at(-1))
          if (!payments.some((one) => one.id === id)) keep(payments, { id, bill, cents: amount, isApplied: true })
        },
      }
    },
    'refund prepayment': (random) => {
      const original = recent(random, prepayments)
      if (original === undefined) return undefined
      const { id, client, department, left } = original
      const amount = random.chance(0.4) ? Math.max(1, left) : random.int(1, Math.max(1, left) + 50)
      return {
        method: 'POST',
        path: '/unallocatedpayment/',
        body: { client, department, payment_type: 1, paid: money(-amount), refunds: urlOf('unallocatedpayment', id) },
        refusals: ['paid more_than_unused'],
        learn: () => void (original.left -= amount),
      }
    },
  } satisfies Makers
}
