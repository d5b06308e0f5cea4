import { PaymentType } from '@fetlock/sdk'
import { describe, expect, it } from 'vitest'
import type { Countersale } from '../../api/records.ts'
import { givenInvoice } from '../../testing/records.ts'
import { type Bill, billOf, billOfSale, billOfVisit, invoiceIn } from './bill.ts'
import { paymentEntries } from './payment-entries.ts'

const lines = [{ method: PaymentType.Card, amount: '9.00' }]
const invoice = givenInvoice()
const modified = '2026-11-18T10:00:00.000001Z'
const sentFor = ({ making, payable }: Bill) =>
  [...making, ...paymentEntries({ payable, used: [], lines, isRounded: true })].map(
    ({ method, path, body, if_match }) => ({ method, path, body, if_match }),
  )
const paid = { method: 'POST', path: '/invoicepayment/' }
const version = expect.stringMatching(/^"\d+"$/)

describe('what is paid', () => {
  it('is an invoice that there is', () => {
    expect(sentFor(billOf(invoice))).toMatchObject([{ ...paid, body: { invoice: invoice.url } }])
    expect(invoiceIn({}, billOf(invoice).payable.url)).toBe(invoice.url)
  })

  it('is made of a visit as it was shown', () => {
    const bill = billOfVisit({ id: 7, modified }, invoice, (done) => done)
    expect(sentFor(bill)).toMatchObject([
      { method: 'PATCH', path: '/consultation/7/', body: {}, if_match: version },
      { method: 'POST', path: '/consultation/7/update_status/', body: { status: 10 } },
      { ...paid, body: { invoice: { $entry: 'visit', field: 'invoice' } } },
    ])
    expect(invoiceIn({ visit: { invoice: '/invoice/3/' } }, bill.payable.url)).toBe('/invoice/3/')
  })

  it('is made of a sale as it was shown, unless that has its invoice', () => {
    const sale = { id: 5, modified, invoice: null } as Countersale
    expect(sentFor(billOfSale(sale, invoice))).toMatchObject([
      { method: 'PATCH', path: '/countersale/5/', body: {}, if_match: version },
      { method: 'POST', path: '/countersale/5/finalize/' },
      { ...paid, body: { invoice: { $entry: 'sale', field: 'invoice' } } },
    ])
    const made = { ...sale, invoice: invoice.url }
    expect(sentFor(billOfSale(made, invoice))).toMatchObject([{ ...paid, body: { invoice: invoice.url } }])
  })
})
