import { PaymentType, ref } from '@fetlock/sdk'
import { describe, expect, it } from 'vitest'
import type { Prepayment } from '../../api/records.ts'
import { sumOf } from '../cash.ts'
import { methodsFor } from './methods.ts'
import { paymentEntries, usedOf } from './payment-entries.ts'
import { finalizeSaleEntries } from './sale-entries.ts'

const { Card, Cash, BankPayment, MobilePayment } = PaymentType
const invoice = { url: '/invoice/1/', credit_note: false }
const prepaid = (id: number, unused_amount: string) => ({ id, unused_amount }) as Prepayment

describe('a payment', () => {
  it('has an entry for each part, prepayments first', () => {
    const used = usedOf([prepaid(2, '30.00'), prepaid(1, '20.00')], '44.20')
    expect(used.map(({ amount }) => amount)).toEqual(['20.00', '24.20'])
    expect(sumOf(used.map(({ amount }) => amount))).toBe('44.20')
    const lines = [{ method: Card, amount: '40.00' }]
    const sent = paymentEntries({ payable: invoice, used, lines, isRounded: true })
    expect(sent.map(({ name, path, body }) => [name, path, body])).toEqual([
      ['prepaid1', '/unallocatedpayment/1/apply/', { invoice: invoice.url, amount: '20.00' }],
      ['prepaid2', '/unallocatedpayment/2/apply/', { invoice: invoice.url, amount: '24.20' }],
      ['payment1', '/invoicepayment/', { invoice: invoice.url, payment_type: Card, paid: '40.00' }],
    ])
  })

  it('fits into one request, however many prepayments there are', () => {
    const many = Array.from({ length: 60 }, (_, at) => prepaid(at + 1, '1.00'))
    const used = usedOf(many, '60.00')
    const lines = [
      { method: Card, amount: '10.00' },
      { method: Cash, amount: '10.00' },
    ]
    expect(sumOf(used.map(({ amount }) => amount))).toBe('40.00')
    expect(paymentEntries({ payable: invoice, used, lines, isRounded: true }).length).toBeLessThanOrEqual(50)
  })

  it('pays what an earlier entry makes', () => {
    const [, finalizing] = finalizeSaleEntries({ id: 5, modified: '2026-11-18T10:00:00.000001Z' })
    const payable = { url: ref(finalizing, 'invoice'), credit_note: false }
    const [payment] = paymentEntries({ payable, used: [], lines: [{ method: Card, amount: '9.00' }], isRounded: true })
    expect(payment?.body).toEqual({ invoice: { $entry: 'sale', field: 'invoice' }, payment_type: Card, paid: '9.00' })
  })

  it('asks the service to round cash, and only cash', () => {
    const lines = [
      { method: Card, amount: '10.01' },
      { method: Cash, amount: '84.23' },
    ]
    const sent = (isRounded: boolean, credit_note = false) =>
      paymentEntries({ payable: { ...invoice, credit_note }, used: [], lines, isRounded }).map(({ body }) => {
        const { payment_type, paid, round_cash } = body as Readonly<Record<string, unknown>>
        return [payment_type, paid, round_cash]
      })
    expect(sent(true)).toEqual([
      [Card, '10.01', undefined],
      [Cash, '84.23', true],
    ])
    expect(sent(false)).toEqual([
      [Card, '10.01', undefined],
      [Cash, '84.23', undefined],
    ])
    expect(sent(true, true)).toEqual([
      [Card, '-10.01', undefined],
      [Cash, '-84.23', true],
    ])
  })

  it('leaves card and cash in their places, however often others are taken', () => {
    expect(methodsFor({}).slice(0, 3)).toEqual([Card, Cash, BankPayment])
    expect(methodsFor({ [MobilePayment]: 3, [Cash]: 9 }).slice(0, 3)).toEqual([Card, Cash, MobilePayment])
  })
})
