// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { counted, drawn, intercept, messagesStay, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done, givenInvoiceOver } from '../support/billing.ts'
import { linesOf } from '../support/pdf.ts'
import { asPng, pngOf } from '../support/png.ts'
import { violationsOn } from '../support/web-app.ts'

const { clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const organisation = () => done(caller.get(`/organisation/${clinic.id}/`))
const department = () => done(caller.get(`/department/${clinic.department}/`))
const settings = () => done(caller.get(`/settings/department/${clinic.department}/`))
let desk: Page
let name: string

beforeAll(async () => {
  await givenStaff('Riikka', ['Settings: Departments', 'Financial: Invoices', 'General: Patients and clients'])
  await givenStaff('Venla', ['Financial: Invoices'], ['Settings: Departments'])
  name = (await department()).name
  desk = await openDesk()
  await signIn(desk, 'Riikka')
})

const open = async (page: Page, tab: string) => {
  await page.goto(`${address}settings/clinic/`)
  await page.getByRole('link', { name: tab, exact: true }).click()
  await page.getByRole('heading', { name: 'As it prints' }).waitFor()
}
const save = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  // The message may be of what was saved before.
  await page.getByRole('button', { name: button }).waitFor({ state: 'detached' })
}

describe('the settings of the clinic', () => {
  it('are typed, shown as they print, and saved together', async () => {
    await desk.goto(`${address}settings/`)
    await desk.getByRole('heading', { level: 1, name: 'Clinic' }).waitFor()
    const uses = await counted(desk)
    await desk.getByLabel('Street').fill('Satamakuja 4')
    await desk.getByLabel('Postal code').fill('00160')
    await desk.getByLabel('Town').fill('Helsinki')
    await desk.getByLabel('VAT number').fill('FI12345671')
    await desk.getByText('Satamakuja 4, 00160 Helsinki').waitFor()
    await desk.getByText('4 changes not saved.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'settings-clinic-typed')
    const writes = writesOf(desk)
    await save(desk, 'Save 4 changes')
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    expect(writes).toEqual([`PATCH /organisation/${clinic.id}/`])
    expect(await organisation()).toMatchObject({
      street_address: 'Satamakuja 4',
      zip_code: '00160',
      city: 'Helsinki',
      vat_number: 'FI12345671',
    })
    expect(await desk.getByText('not saved').count()).toBe(0)
  })

  it('say at the field what the service refuses, and keep what was typed', async () => {
    await open(desk, name)
    const before = await settings()
    await desk.getByLabel('IBAN').fill('FI21 1234 5600 0007 86')
    await desk.getByLabel('Town').fill('Turku')
    await desk.getByRole('button', { name: 'Save 2 changes' }).click()
    await desk.getByRole('alert').getByText('Enter a valid IBAN').waitFor()
    expect(await desk.getByLabel('IBAN').getAttribute('aria-invalid')).toBe('true')
    expect(await violationsOn(desk)).toEqual([])
    // Both or neither: the department is as it was, too.
    expect(await settings()).toEqual(before)
    expect((await department()).city).not.toBe('Turku')
    await desk.getByLabel('IBAN').fill('FI21 1234 5600 0007 85')
    await save(desk, 'Save 2 changes')
    expect((await settings()).iban).toBe('FI2112345600000785')
    expect((await department()).city).toBe('Turku')
  })

  it('close periods by themselves, and say what is closed and when the next one is', async () => {
    await done(caller.patch(`/settings/department/${clinic.department}/`, { financial_period_lock_date: '2026-02-01' }))
    await open(desk, name)
    await desk.getByText(/^Everything before 1 Feb(ruary)?( 2026)? is closed\.$/).waitFor()
    await desk.getByText('The lock moves only when you move it.').waitFor()
    await desk.getByLabel('Automatically, on day').check()
    await desk.getByLabel('Day of the month').fill('5')
    await desk.getByText(/The next automatic lock is on .+ and closes .+\./).waitFor()
    expect(await desk.getByLabel('Closed before').getAttribute('readonly')).not.toBeNull()
    await desk.getByLabel('Day of the month').fill('40')
    await desk.getByRole('button', { name: 'Save 2 changes' }).click()
    await desk.getByRole('alert').getByText('Enter a day from 1 to 31.').waitFor()
    await desk.getByLabel('Day of the month').fill('5')
    await save(desk, 'Save 2 changes')
    expect(await settings()).toMatchObject({
      automatic_financial_period_lock_enabled: true,
      automatic_financial_period_lock_monthday: 5,
      financial_period_lock_date: '2026-02-01',
    })
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'settings-department-lock')
    await desk.getByLabel('By hand').check()
    await save(desk, 'Save 1 change')
  })

  it('print the logo and the remark on the next invoice', async () => {
    await open(desk, 'Whole clinic')
    await desk
      .getByLabel('Picture of the logo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf({ width: 1_500, height: 600 }) })
    await desk.getByRole('img', { name: 'Your logo' }).waitFor()
    // What is larger than it prints is made smaller before it is sent.
    const { bytes } = await caller.get('/settings/logo/')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([900, 360])
    await open(desk, name)
    await desk.getByLabel('Remark at the foot').fill('Emergencies 0600 555 099')
    await desk.getByLabel('Invoice series').fill('HEL')
    await desk.getByText('Numbers such as HEL-1').waitFor()
    await save(desk, 'Save 2 changes')
    const invoice = await givenInvoiceOver(caller, clinic, '24.00')
    const paper = linesOf((await caller.get(`/invoice/${invoice.id}/pdf/`)).bytes).join('\n')
    expect(paper).toContain('Emergencies 0600 555 099')
    expect(paper).toContain('HEL-1')
    await desk.goto(`${address}invoices/${invoice.id}/`)
    const sheet = desk.locator('body > main article').first()
    await sheet.getByText('Emergencies 0600 555 099').waitFor({ state: 'attached' })
    await desk.waitForFunction("document.querySelector('body > main article img')?.naturalWidth === 900")
  })

  it('lose the logo, and get it back by Undo', async () => {
    await done(caller.put('/settings/logo/', asPng(pngOf({ width: 300, height: 120 }))))
    await open(desk, 'Whole clinic')
    await desk.getByRole('img', { name: 'Your logo' }).waitFor()
    const { logo } = await organisation()
    await messagesStay(desk)
    await desk.getByRole('button', { name: 'Remove' }).click()
    await desk.getByText('No logo yet.').waitFor()
    expect((await organisation()).logo).toBeNull()
    await desk.getByRole('button', { name: 'Undo' }).click()
    await desk.getByRole('img', { name: 'Your logo' }).waitFor()
    expect((await organisation()).logo).toBe(logo)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'settings-clinic-logo')
  })

  it('keep what was typed when somebody else was first, and show what it is now', async () => {
    await open(desk, 'Whole clinic')
    await desk.getByLabel('Phone').fill('09 555 0120')
    // While it is being sent: a page that had heard of it before would save upon it.
    const own = `**/organisation/${clinic.id}/`
    await intercept(desk, own, async (route) => {
      if (route.request().method() === 'PATCH')
        await done(caller.patch(`/organisation/${clinic.id}/`, { phone: '09 555 9999' }))
      return route.fallback()
    })
    await desk.getByRole('button', { name: 'Save 1 change' }).click()
    await desk.getByRole('alert').getByText('Somebody else has changed this meanwhile.').waitFor()
    await desk.unroute(own)
    await desk.getByText('was 09 555 9999').waitFor()
    expect(await desk.getByLabel('Phone').inputValue()).toBe('09 555 0120')
    await save(desk, 'Save 1 change')
    expect((await organisation()).phone).toBe('09 555 0120')
  })

  it('ask before what was typed is left behind', async () => {
    await open(desk, 'Whole clinic')
    await desk.getByLabel('Register number').fill('1234567-8')
    await desk.getByRole('link', { name, exact: true }).click()
    const question = desk.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await question.getByRole('button', { name: 'Stay here' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await desk.getByLabel('Register number').inputValue()).toBe('1234567-8')
    await desk.getByRole('link', { name, exact: true }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await desk.getByRole('heading', { name: 'Period lock' }).waitFor()
    expect((await organisation()).register_number).toBe('')
  })

  it('get another department, whose page opens', async () => {
    await open(desk, 'Whole clinic')
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'New department' }).click()
    await desk.getByRole('dialog').getByLabel('Name').fill('Horses')
    await desk.keyboard.press('Enter')
    await desk.getByRole('heading', { name: 'Period lock' }).waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 1 })
    const parts = desk.getByRole('navigation', { name: 'The clinic and its departments' })
    await expect.poll(() => parts.locator('[aria-current]').allInnerTexts()).toEqual(['Horses'])
    expect((await done(caller.get('/department/?name__icontains=Horses'))).count).toBe(1)
  })

  it('can be read and not typed by whoever may only see them, and are absent for others', async () => {
    const other = await openDesk()
    await signIn(other, 'Venla')
    await open(other, 'Whole clinic')
    expect(await other.getByLabel('Street').isDisabled()).toBe(true)
    expect(await other.getByRole('button', { name: 'New department' }).count()).toBe(0)
    expect(await other.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    expect(await violationsOn(other)).toEqual([])
    expect(consoleErrors).toEqual([])
  })
})
