import { describe, expect, it } from 'vitest'
import type { Prepayment } from '../../api/records.ts'
import { sumOf } from '../cash.ts'
import { methodsFor, paymentSteps, usedOf } from './payment-steps.ts'

const invoice = { url: '/invoice/1/', credit_note: false }
const prepaid = (id: number, unused_amount: string) => ({ id, url: `/unallocatedpayment/${id}/`, unused_amount })

describe('a payment', () => {
  it('is one request for each part, prepayments first', () => {
    const used = usedOf([prepaid(2, '30.00'), prepaid(1, '20.00')] as Prepayment[], '44.20')
    expect(used.map(({ amount }) => amount)).toEqual(['20.00', '24.20'])
    expect(sumOf(used.map(({ amount }) => amount))).toBe('44.20')
    expect(paymentSteps({ invoice, used, lines: [{ method: 0, amount: '40.00' }], isRounded: true })).toEqual([
      { path: '/unallocatedpayment/1/apply/', body: { invoice: invoice.url, amount: '20.00' } },
      { path: '/unallocatedpayment/2/apply/', body: { invoice: invoice.url, amount: '24.20' } },
      { path: '/invoicepayment/', body: { invoice: invoice.url, payment_type: 0, paid: '40.00' } },
    ])
  })

  it('asks the service to round cash, and only cash', () => {
    const lines = [
      { method: 0, amount: '10.01' },
      { method: 1, amount: '84.23' },
    ]
    const sent = (isRounded: boolean, credit_note = false) =>
      paymentSteps({ invoice: { ...invoice, credit_note }, used: [], lines, isRounded }).map(({ body }) => {
        const { payment_type, paid, round_cash } = body as Readonly<Record<string, unknown>>
        return [payment_type, paid, round_cash]
      })
    expect(sent(true)).toEqual([
      [0, '10.01', undefined],
      [1, '84.23', true],
    ])
    expect(sent(false)).toEqual([
      [0, '10.01', undefined],
      [1, '84.23', undefined],
    ])
    expect(sent(true, true)).toEqual([
      [0, '-10.01', undefined],
      [1, '-84.23', true],
    ])
  })

  it('leaves card and cash in their places, however often others are taken', () => {
    expect(methodsFor(undefined).slice(0, 3)).toEqual([0, 1, 2])
    expect(methodsFor({ 7: 3, 1: 9 }).slice(0, 3)).toEqual([0, 1, 7])
  })
})
