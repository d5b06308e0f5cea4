// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '../../src/domain/identity/permissions.ts'
import type { TestResponse } from '../support/api.ts'
import { counted, useClinicApp } from '../support/app-journeys.ts'
import { done, givenInvoiceOver, pay } from '../support/billing.ts'
import { givenClient, givenConsultation, givenPatient } from '../support/clinic.ts'

type Body = TestResponse['body']

const { address, caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()

let desk: Page
let anna: Body
let rex: Body
let visit: Body
let owing: Body
let paid: Body

const invoiceLink = ({ invoice_number }: Body) => desk.getByRole('link', { name: String(invoice_number), exact: true })
const goTo = (name: string) =>
  desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

/** A page that is not to be counted on the way to. */
const openPage = async (path: string, heading: string | RegExp) => {
  await desk.goto(`${address}${path}`)
  await desk.getByRole('heading', { level: 1, name: heading }).waitFor()
}

beforeAll(async () => {
  await givenStaff('Riikka', permissions)
  anna = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
  rex = await givenPatient(caller, { client: anna.url, name: 'Rex' })
  visit = await givenConsultation(caller, { patients: [rex] })
  owing = await givenInvoiceOver(caller, clinic, '84.20', { client: anna.url })
  paid = await givenInvoiceOver(caller, clinic, '10.00', { client: anna.url })
  await done(pay(caller, paid, '10.00'))
  desk = await openDesk()
  await signIn(desk, 'Riikka')
})

describe('a manager', () => {
  it('sees the takings of today without a click', async () => {
    const uses = await counted(desk)
    await desk.getByRole('link', { name: '€10.00 taken today' }).waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 0 })
  })

  it('has the list of what is unpaid with one click', async () => {
    await openPage('', 'Today')
    const uses = await counted(desk)
    await goTo('Invoices')
    await invoiceLink(owing).waitFor()
    expect(await invoiceLink(paid).count()).toBe(0)
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
  })

  it('learns who changed a record with one click, from a client, an animal, a visit and an invoice', async () => {
    for (const { url } of [anna, rex]) await done(caller.patch(url, { remarks: 'Call before' }))
    for (const [path, title] of [
      [`clients/${anna.id}/`, 'Koski, Anna'],
      [`patients/${rex.id}/`, 'Rex'],
    ] as const) {
      await openPage(path, title)
      const uses = await counted(desk)
      await desk.getByRole('link', { name: 'Changes', exact: true }).click()
      await desk.getByRole('table').getByText('Call before').waitFor()
      expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    }
    for (const path of [`visits/${visit.id}/`, `invoices/${owing.id}/`]) {
      await desk.goto(`${address}${path}`)
      const button = desk.getByRole('button', { name: 'Who changed this?' })
      await button.waitFor()
      const uses = await counted(desk)
      await button.click()
      await desk.getByRole('dialog', { name: 'Who changed this?' }).getByText('Created').first().waitFor()
      expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    }
  })

  it('locks a period with two clicks and the date', async () => {
    await openPage(`settings/clinic/?of=${clinic.department}`, 'Clinic')
    const field = desk.getByLabel('Closed before')
    await field.waitFor()
    const uses = await counted(desk)
    await field.click()
    await desk.keyboard.type('1.2.2026')
    await desk.getByRole('button', { name: 'Save 1 change' }).click()
    await desk.getByText('Saved', { exact: true }).waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    const settings = await done(caller.get(`/settings/department/${clinic.department}/`))
    expect(settings.financial_period_lock_date).toBe('2026-02-01')
  })

  it('sees the month before by account and by VAT with two clicks, and this one with one', async () => {
    await openPage('', 'Today')
    const uses = await counted(desk)
    await goTo('Reports')
    await desk.getByRole('table', { name: 'Sales by VAT rate' }).waitFor()
    await desk.getByRole('table', { name: 'Sales and VAT by account' }).waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    await desk.getByRole('button', { name: 'Previous month' }).click()
    await desk.waitForURL(/month=\d{4}-\d{2}/)
    await expect.poll(() => desk.getByText('Nothing was invoiced in this period.').count()).toBe(2)
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
  })

  it('leaves nothing in the console', () => expect(consoleErrors).toEqual([]))
})
