// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../src/domain/identity/users.ts'
import { changePassword } from '../../src/domain/identity/password-links.ts'
import { hashPassword } from '../../src/domain/identity/passwords.ts'
import { useApi, type TestOrganisation } from '../support/api.ts'
import { openChromium } from '../support/chromium.ts'
import { givenClient, givenPatient } from '../support/clinic.ts'

const person = { last_name: 'Vuorela', email: 'helena@example.com' }
const password = 'a long enough password'

const api = await useApi()
let clinic: TestOrganisation
let browser: Awaited<ReturnType<typeof openChromium>>
let page: Page
const consoleErrors: string[] = []

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  const caller = await clinic.caller()
  const owner = await givenClient(caller, { firstname: 'Aino', lastname: 'Koski' })
  await givenPatient(caller, { client: owner.url, name: 'Sleipnir' })
  await givenPatient(caller, { client: owner.url, name: 'Halla' })
  await clinic.within(async (tx) => {
    const group = { name: 'Everything', write: ['General: Patients and clients' as const] }
    const { id } = await tx.insertInto('permissiongroup').values(group).returning('id').executeTakeFirstOrThrow()
    const user = await createUser(tx, undefined, { ...person, permission_groups: [id] })
    await changePassword(tx, user, await hashPassword(password))
  })
  browser = await openChromium()
  page = await browser.context.newPage()
  page.on('pageerror', (problem) => consoleErrors.push(problem.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401')) consoleErrors.push(message.text())
  })
})
afterAll(async () => {
  await browser.close()
})

describe('a person with a browser', () => {
  it('is redirected to sign in and back to the page they opened', async () => {
    await page.goto(`${clinic.base}/patient/`)
    await page.getByRole('link', { name: /sign in/i }).click()
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${clinic.base}/patient/`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Patient')
  })

  it('finds by a filter, follows the link to the record and from there to its owner', async () => {
    await page.getByText('Filters').click()
    await page.locator('input[name="name__icontains"]').fill('sleip')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(`${clinic.base}/patient/?name__icontains=sleip`)
    const found = page.locator('table').first().locator('tbody tr')
    expect(await found.count()).toBe(1)
    await found.first().getByRole('link').first().click()
    await page.waitForURL(/\/patient\/\d+\/$/)
    await page.getByText('Sleipnir').first().waitFor()
    await page.getByRole('link', { name: 'Aino Koski' }).click()
    await page.waitForURL(/\/client\/\d+\/$/)
    await page.getByText('Koski').first().waitFor()
  })

  it('signs in from the landing page, sees the parts of the practice, and signs out', async () => {
    await page.context().clearCookies()
    await page.goto(api.publicUrl)
    await page.getByLabel('Organisation id').fill(String(clinic.id))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${clinic.base}/`)
    expect(await page.textContent('header')).toContain('Vuorela')
    await page.getByRole('heading', { level: 2, name: 'Clients and patients' }).waitFor()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await page.goto(`${clinic.base}/`)
    expect(await page.textContent('main')).toContain('Please sign in')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${clinic.base}/`)
  })

  it('sees which permission is missing', async () => {
    await page.goto(`${clinic.base}/permissiongroup/`)
    expect(await page.textContent('main')).toContain('Settings: Users and permissions (read)')
  })

  it('gets no error in the console', () => {
    expect(consoleErrors.filter((line) => !line.includes('403'))).toEqual([])
  })
})
