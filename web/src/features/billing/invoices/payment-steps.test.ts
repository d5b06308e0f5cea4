import { describe, expect, it } from 'vitest'
import type { Prepayment } from '../../../api/records.ts'
import { isCashRounded, methodsFor, paymentSteps, sumOf, usedOf } from './payment-steps.ts'

const invoice = { url: '/invoice/1/', credit_note: false }
const prepaid = (id: number, unused_amount: string) => ({ id, url: `/unallocatedpayment/${id}/`, unused_amount })

describe('a payment', () => {
  it('is one request for each part, prepayments first', () => {
    const used = usedOf([prepaid(2, '30.00'), prepaid(1, '20.00')] as Prepayment[], '44.20')
    expect(used.map(({ amount }) => amount)).toEqual(['20.00', '24.20'])
    expect(sumOf(used.map(({ amount }) => amount))).toBe('44.20')
    expect(paymentSteps({ invoice, used, lines: [{ method: 0, amount: '40.00' }], coin: undefined })).toEqual([
      { path: '/unallocatedpayment/1/apply/', body: { invoice: invoice.url, amount: '20.00' } },
      { path: '/unallocatedpayment/2/apply/', body: { invoice: invoice.url, amount: '24.20' } },
      { path: '/invoicepayment/', body: { invoice: invoice.url, payment_type: 0, paid: '40.00' } },
    ])
  })

  it('rounds cash before it is taken, and only cash', () => {
    const lines = [
      { method: 0, amount: '10.01' },
      { method: 1, amount: '84.23' },
    ]
    const amounts = (coin: string | undefined, credit_note = false) =>
      paymentSteps({ invoice: { ...invoice, credit_note }, used: [], lines, coin }).map(({ body }) => {
        const { payment_type, paid } = body as { payment_type: number; paid: string }
        return [payment_type, paid]
      })
    expect(amounts('0.05')).toEqual([
      [0, '10.01'],
      [3, '-0.02'],
      [1, '84.25'],
    ])
    expect(amounts(undefined)).toEqual([
      [0, '10.01'],
      [1, '84.23'],
    ])
    expect(amounts('0.05', true)).toEqual([
      [0, '-10.01'],
      [3, '0.02'],
      [1, '-84.25'],
    ])
  })

  it('offers the methods that the user takes most often first', () => {
    expect(methodsFor(undefined).slice(0, 3)).toEqual([0, 1, 2])
    expect(methodsFor({ 7: 3, 1: 9 }).slice(0, 3)).toEqual([1, 7, 0])
  })

  it('rounds cash where shops do', () => {
    expect(isCashRounded('FI', 'EUR')).toBe(true)
    expect(isCashRounded('DE', 'EUR')).toBe(false)
    expect(isCashRounded('SE', 'SEK')).toBe(true)
    expect(isCashRounded('GB', 'GBP')).toBe(false)
  })
})
