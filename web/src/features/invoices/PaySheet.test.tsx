// @module-tag waits
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { givenApi } from '../../testing/api.ts'
import { givenInvoice, givenMe } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { PaySheet } from './PaySheet.tsx'

const cash = 1

/** An invoice of 100 euros, of which 60 are paid in cash and the rest in cash, too. The service rounds nothing. */
const splitInCash = async () => {
  givenApi({ 'POST /invoicepayment/': ({ body }) => ({ payment_type: cash, paid: (body as { paid: string }).paid }) })
  const { user } = show(<PaySheet invoice={givenInvoice()} onClose={() => {}} />, { me: givenMe() })
  const inCash = async (group: RegExp) =>
    user.click(within(await screen.findByRole('group', { name: group })).getByRole('radio', { name: /Cash/ }))
  await inCash(/^Method/)
  await user.clear(screen.getByLabelText(/^Amount/))
  await user.type(screen.getByLabelText(/^Amount/), '60')
  await user.click(screen.getByRole('button', { name: 'Split into two payments' }))
  await inCash(/^Then/)
  return { user }
}

describe('a payment that is split in cash', () => {
  it('shows each part by its own amount, on the button and in the sums', async () => {
    await splitInCash()
    await screen.findByRole('button', { name: /Take €60.00 in cash and €40.00 in cash/ })
    expect(screen.getByRole('group', { name: 'Then €40.00' })).toBeTruthy()
    const sums = [...document.querySelectorAll('dl div')].map(({ textContent }) => textContent)
    expect(sums).toEqual(expect.arrayContaining(['Cash60.00', 'Cash40.00', 'Left to pay€0.00']))
  })

  it('gives change for both parts', async () => {
    const { user } = await splitInCash()
    await user.type(screen.getByLabelText(/^Received/), '120')
    await waitFor(() => expect(screen.getByText('Change').parentElement?.textContent).toContain('€20.00'))
  })
})
