import { InvoiceStatus } from '@fetlock/sdk'
import { expect, test } from 'vitest'
import { stateOf } from './invoice-state.ts'

const invoice: Parameters<typeof stateOf>[0] = {
  status: InvoiceStatus.Finalized,
  credit_note: false,
  due_sum: '84.20',
  total_with_vat: '118.40',
  invoice_due_date: '2026-11-30',
}
const on = (changes: Partial<Parameters<typeof stateOf>[0]>) => stateOf({ ...invoice, ...changes }, '2026-11-16')

test('an invoice is where somebody at the desk says it is', () => {
  expect(on({})).toBe('partPaid')
  expect(on({ due_sum: '118.40' })).toBe('toPay')
  expect(on({ invoice_due_date: '2026-11-15' })).toBe('overdue')
  expect(on({ invoice_due_date: '2026-11-16' })).toBe('partPaid')
  expect(on({ due_sum: '0.00' })).toBe('paid')
  expect(on({ status: InvoiceStatus.Draft })).toBe('draft')
  expect(on({ status: InvoiceStatus.Voided, due_sum: '0.00' })).toBe('voided')
  expect(on({ credit_note: true, due_sum: '-5.00' })).toBe('toPayOut')
  expect(on({ credit_note: true, due_sum: '0.00' })).toBe('settled')
})
