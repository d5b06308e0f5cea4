// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { InvoiceRow } from '../../api/records.ts'
import { givenApi } from '../../testing/api.ts'
import { givenInvoice, givenMe } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { RefundSheet } from './RefundSheet.tsx'

const row = (id: number, sum: string) =>
  ({ id, url: `https://clinic.example/api/0.1/invoicerow/${id}/`, name: `Row ${id}`, sum_total: sum }) as InvoiceRow
const invoice = givenInvoice({
  invoice_date: '2026-11-16',
  related_credit_notes: [],
  invoice_row_data: [row(1, '10.00'), row(2, '20.00'), row(3, '70.00')],
})
const noteOf = (amount: string) => givenInvoice({ id: 4, total_with_vat: amount, due_sum: amount })
const button = () => screen.getByRole('button', { name: /^Refund/ })

it('names and sends what is ticked, once it is known what that comes to', async () => {
  const second = Promise.withResolvers<object>()
  const api = givenApi({
    'POST /invoice/3/partial_refund/': ({ headers, body }) => {
      const { length } = (body as { invoice_rows: readonly unknown[] }).invoice_rows
      return headers.has('prefer') && length === 2 ? second.promise : noteOf(length === 1 ? '-10.00' : '-30.00')
    },
  })
  const made: number[] = []
  const { user } = show(<RefundSheet invoice={invoice} onClose={() => {}} onMade={(id) => made.push(id)} />, {
    me: givenMe(),
  })
  const sent = () => api.writes().flatMap(({ headers, body }) => (headers.has('prefer') ? [] : [body]))
  await user.click(screen.getByRole('checkbox', { name: 'Row 1' }))
  await waitFor(() => expect(button().textContent).toContain('€10.00'))
  await user.click(screen.getByRole('checkbox', { name: 'Row 2' }))
  expect(button().textContent).not.toContain('€')
  await user.click(button())
  expect(sent()).toEqual([])
  second.resolve(noteOf('-30.00'))
  await waitFor(() => expect(button().textContent).toContain('€30.00'))
  await user.click(button())
  await waitFor(() => expect(made).toEqual([4]))
  expect(sent()).toMatchObject([{ invoice_rows: [{}, {}] }])
})
