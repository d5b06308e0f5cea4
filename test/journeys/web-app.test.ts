// @module-tag browser
// @module-tag waits
// @module-tag timed
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import type { TestResponse } from '../support/api.ts'
import {
  counted,
  drawn,
  goByKeys,
  goToField,
  intercept,
  messagesStay,
  momentOf,
  password,
  tablet,
  timeToRead,
  useClinicApp,
} from '../support/app-journeys.ts'
import { budgetOf, expectWithin, median } from '../support/durations.ts'
import {
  givenAppointment,
  givenClient,
  givenConsultation,
  givenPatient,
  givenPhoneNumber,
  givenWeight,
  species,
} from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

const { address, api, clinic, caller, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let tab: Page
let vet: TestResponse['body']
let tuisku: TestResponse['body']

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const givenBooking = async (name: string, from: number, fields: Record<string, unknown> = {}) => {
  const owner = await givenClient(caller, { firstname: 'Anna', lastname: `Koski-${name}` })
  const patient = await givenPatient(caller, { client: owner.url, name, species: species('CAT'), ...fields })
  return givenAppointment(caller, {
    start: minutesFromNow(from),
    end: minutesFromNow(from + 15),
    department: `${clinic.base}/department/${clinic.department}/`,
    user: vet.url,
    client: owner.url,
    patients: [patient.url],
    complaint: 'Coughs at night',
  })
}

const column = (page: Page, name: string) => page.getByRole('region', { name })
const cardIn = (page: Page, place: string, name: string) =>
  column(page, place).getByRole('listitem').filter({ hasText: name })

beforeAll(async () => {
  const works: Permission[] = ['General: Appointments', 'General: Patients and clients', 'Clinical: Consultations']
  vet = await givenStaff('Helena', works)
  await givenStaff('Maria', works, ['Financial: Invoices'])
  await givenStaff('Otto', ['Clinical: Diagnostic imaging'])
  await givenBooking('Bella', 20)
  await givenBooking('Milo', -12, { critical_notes: 'Penicillin allergy' })
  await givenBooking('Nala', 40)
  const [sulo, luna] = [await givenPatient(caller, { name: 'Sulo' }), await givenPatient(caller, { name: 'Luna' })]
  for (const [patient, statuses] of [
    [sulo, [8]],
    [luna, [8, 6]],
  ] as const) {
    const visit = await givenConsultation(caller, { patients: [patient], supervising_veterinarian: vet.url })
    for (const status of statuses) await caller.post(`/consultation/${visit.id}/update_status/`, { status })
  }
  const stables = await givenClient(caller, {
    organization_name: 'Rantala Stables',
    critical_notes: 'Call before any treatment over €300',
    street_address: 'Rantatie 4',
    city: 'Espoo',
  })
  await givenPhoneNumber(caller, stables, { phone_number: '050 700 1234' })
  tuisku = await givenPatient(caller, { client: stables.url, name: 'Tuisku', species: species('HRS') })
  for (const [weight, days] of [
    ['470', 300],
    ['478', 120],
    ['480', 30],
  ] as const)
    await givenWeight(caller, tuisku, { weight, measured: minutesFromNow(-days * 1440) })
  await givenConsultation(caller, {
    patients: [tuisku],
    supervising_veterinarian: vet.url,
    complaint: 'Coughs at night',
  })
  tab = await openDesk()
})

describe('the Today board', () => {
  it('opens after signing in, with everyone in the column where they are', async () => {
    await signIn(tab, 'maria')
    await cardIn(tab, 'Expected', 'Bella').waitFor()
    await cardIn(tab, 'In progress', 'Sulo').waitFor()
    expect(await cardIn(tab, 'Ready', 'Luna').innerText()).toContain('Gone home, not invoiced')
    const late = await cardIn(tab, 'Expected', 'Milo').innerText()
    expect(late).toMatch(/Late (1[2-9]|[2-5]\d) min/)
    expect(late).toContain('Penicillin allergy')
    await tab.getByText('Live', { exact: true }).waitFor()
    await drawn(tab, 'today-light')
  })

  it('has no accessibility violation', async () => {
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'dark' })
    await drawn(tab, 'today-dark')
    await tab.emulateMedia({ colorScheme: 'light' })
  })

  it('checks in with one click, also on the other screen, and takes it back', async () => {
    const other = await openDesk(tablet)
    await signIn(other, 'helena')
    await cardIn(other, 'Expected', 'Bella').waitFor()
    await other.getByText('Live', { exact: true }).waitFor()
    await messagesStay(tab)
    const uses = await counted(tab)
    await tab.getByRole('button', { name: 'Check in Bella' }).click()
    await cardIn(tab, 'Arrived', 'Bella').waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    // The card moves before the answer; the way back comes with it.
    await tab.getByText('Bella checked in').waitFor()
    const arrived = async () => {
      const { body } = await caller.get('/consultation/?status__is=0&expose_patients')
      return body.results.map((visit: TestResponse['body']) => visit.patients_data[0].name)
    }
    const [there] = await Promise.all([arrived(), cardIn(other, 'Arrived', 'Bella').waitFor()])
    expect(there).toEqual(['Tuisku', 'Bella'])
    await tab.keyboard.press('Control+z')
    await cardIn(tab, 'Expected', 'Bella').waitFor()
    await cardIn(other, 'Expected', 'Bella').waitFor()
    expect(await arrived()).toEqual(['Tuisku'])
    expect(await violationsOn(other)).toEqual([])
    await drawn(other, 'today-tablet')
    await other.context().close()
  })

  it('opens who is expected by the name', async () => {
    await cardIn(tab, 'Expected', 'Bella').getByRole('link', { name: 'Bella' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Bella' }).waitFor()
    await tab.goBack()
    await cardIn(tab, 'Expected', 'Bella').waitFor()
  })

  it('is worked with keys alone', async () => {
    const uses = await counted(tab)
    await tab.keyboard.press('1')
    await tab.keyboard.press('j')
    await tab.keyboard.press('Space')
    await cardIn(tab, 'Arrived', 'Bella').waitFor()
    await tab.getByText('Bella checked in').waitFor()
    await tab.keyboard.press('2')
    await tab.keyboard.press('j')
    await tab.keyboard.press('Space')
    await cardIn(tab, 'In progress', 'Bella').waitFor()
    await tab.getByText('Bella started').waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 6 })
    expect((await caller.get('/consultation/?status__is=8&expose_patients')).body.count).toBe(2)
  })

  it('has every step in the command palette', async () => {
    await tab.keyboard.press('Control+k')
    await tab.getByRole('combobox').fill('ready bel')
    await tab.getByRole('option', { name: /Ready Bella/ }).waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await drawn(tab, 'palette')
    await tab.keyboard.press('Enter')
    await cardIn(tab, 'Ready', 'Bella').waitFor()
    await expect.poll(async () => (await caller.get('/consultation/?status__is=5')).body.count).toBe(1)
  })

  it('shows what another desk changes within a second', async () => {
    const { body } = await caller.get('/consultation/?status__is=8&expose_patients')
    const sulo = body.results.find((visit: TestResponse['body']) => visit.patients_data[0].name === 'Sulo')
    const [times, beside]: [number[], number[]] = [[], []]
    // The first of each warms up.
    for (const [status, place] of Array.from({ length: 6 }, (_, at) =>
      at % 2 === 0 ? [5, 'Ready'] : [8, 'In progress'],
    )) {
      const shown = await momentOf(
        tab,
        `document.querySelector('[aria-label="${place}"]').textContent.includes('Sulo')`,
      )
      await caller.post(`/consultation/${sulo.id}/update_status/`, { status })
      const answered = Date.now()
      times.push((await shown()) - answered)
      beside.push(await timeToRead(tab))
    }
    const [change, reading] = [median(times.slice(1)), median(beside.slice(1))]
    process.stdout.write(
      `a change of another desk: ${change.toFixed(0)} ms; reading the lists of the board: ${reading.toFixed(0)} ms\n`,
    )
    expectWithin(change, budgetOf(1_000, reading))
  })

  it('puts a card back that the service refuses to move, and says why', async () => {
    const { body } = await caller.get('/consultation/?status__is=8&expose_patients')
    const sulo = body.results[0]
    await intercept(tab, '**/update_status/', (route) => route.abort())
    try {
      await tab.getByRole('button', { name: 'Ready Sulo' }).click()
      await tab.getByText('The service did not answer. Check the connection.').waitFor()
    } finally {
      await tab.unroute('**/update_status/')
    }
    await cardIn(tab, 'In progress', 'Sulo').waitFor()
    expect((await caller.get(sulo.url)).body.status).toBe(8)
  })

  it('says so when the connection is gone, and goes on when it is back', async () => {
    await tab.context().setOffline(true)
    try {
      await tab.getByText(/^No connection since/).waitFor()
      await cardIn(tab, 'In progress', 'Sulo').waitFor()
      expect(await violationsOn(tab)).toEqual([])
      await drawn(tab, 'offline')
    } finally {
      await tab.context().setOffline(false)
    }
    await tab.getByText('Live', { exact: true }).waitFor()
  })

  it('keeps what was chosen in its address', async () => {
    await tab.getByRole('button', { name: 'Mine' }).click()
    await tab.waitForURL(/mine=true/)
    await expect.poll(() => cardIn(tab, 'In progress', 'Sulo').count()).toBe(0)
    await tab.reload()
    await tab.getByRole('button', { name: 'Everyone' }).click()
    await cardIn(tab, 'In progress', 'Sulo').waitFor()
  })
})

describe('somebody without the permissions', () => {
  it('sees which are missing', async () => {
    const page = await openDesk({ viewport: { width: 390, height: 844 } })
    await signIn(page, 'otto')
    await page.getByRole('heading', { level: 1, name: 'Welcome, Otto' }).waitFor()
    await page.goto(`${api.publicUrl}/${clinic.id}/clients/`)
    await page.getByText('General: Patients and clients').waitFor()
    expect(await violationsOn(page)).toEqual([])
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow)).toBe(0)
    await page.context().close()
  })
})

describe('clients and patients', () => {
  it('are not said to be missing while nobody knows, and are offered to be registered if they are', async () => {
    const seen = Promise.withResolvers<void>()
    await intercept(tab, '**/search/?*', async (route) => {
      await seen.promise
      await route.fulfill({ status: 503, body: '' })
    })
    try {
      await tab.keyboard.press('Control+k')
      await tab.getByRole('combobox').fill('050 700')
      await tab.getByText('Searching…').waitFor()
      seen.resolve()
      await tab.getByText('Search failed. Check your connection and try again.').waitFor()
      expect(await tab.getByText('Nothing found').count()).toBe(0)
      expect(await violationsOn(tab)).toEqual([])
      await drawn(tab, 'palette-failed')
    } finally {
      seen.resolve()
      await tab.unroute('**/search/?*')
    }
    await tab.getByRole('button', { name: 'Retry' }).click()
    await tab.getByRole('option', { name: /Rantala Stables/ }).waitFor()
    await tab.getByRole('combobox').fill('Kokonen')
    await tab.getByText('Nothing found for “Kokonen”.').waitFor()
    await tab.getByRole('option', { name: 'Create client “Kokonen”' }).click()
    await expect.poll(() => tab.getByLabel('Last name').inputValue()).toBe('Kokonen')
    await tab.goBack()
    await cardIn(tab, 'In progress', 'Sulo').waitFor()
  })

  it('are found as one types, by a phone number too, and opened with Enter', async () => {
    await tab.keyboard.press('Control+k')
    await tab.getByRole('combobox').fill('050 700')
    await tab.getByRole('option', { name: /Rantala Stables/ }).waitFor()
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { level: 1, name: 'Rantala Stables' }).waitFor()
    await expect.poll(() => tab.title()).toBe('Rantala Stables – Fetlock')
    await expect.poll(() => tab.getByRole('main').innerText()).toContain('Call before any treatment')
    expect(await violationsOn(tab)).toEqual([])
    await drawn(tab, 'client')
  })

  it('show an animal with its history, and take its weight with three keys', async () => {
    await tab.getByRole('link', { name: 'Tuisku' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Tuisku' }).waitFor()
    await expect.poll(() => tab.evaluate('document.activeElement.tagName')).toBe('H1')
    await tab.getByText('Coughs at night').waitFor()
    await goToField(tab, 'w')
    await tab.keyboard.type('482,5')
    await tab.keyboard.press('Enter')
    await tab.getByText('Tuisku weighs 482.5 kg').waitFor()
    expect((await caller.get(tuisku.url)).body.weight).toBe('482.500')
    // The next is compared with it.
    await tab.getByRole('region', { name: 'Weight' }).getByText('482.5 kg', { exact: true }).waitFor()
    await goToField(tab, 'w')
    await tab.keyboard.type('48')
    await tab.keyboard.press('Enter')
    await tab.getByText('That is 10 times less than the last weight, 482.5 kg.').waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await drawn(tab, 'patient')
    await tab.keyboard.press('Escape')
    expect((await caller.get(`/patient/${tuisku.id}/weight/`)).body.count).toBe(4)
  })

  it('are listed, with what was typed in the address', async () => {
    await tab.goto(address)
    await tab.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await goByKeys(tab, ['g', 'l'], '/clients/')
    await tab.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await tab.getByRole('link', { name: 'Rantala Stables' }).waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await drawn(tab, 'clients')
    await goToField(tab, '/')
    await tab.keyboard.type('tuisku')
    await tab.waitForURL(/q=tuisku/)
    await expect.poll(() => tab.getByRole('row').count()).toBe(2)
    await tab.getByRole('link', { name: 'Tuisku' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Tuisku' }).waitFor()
    await tab.goto(`${api.publicUrl}/${clinic.id}/clients/999999/`)
    await tab.getByText('It does not exist, or you do not have access.').waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.goto(`${api.publicUrl}/${clinic.id}/`)
    await cardIn(tab, 'In progress', 'Sulo').waitFor()
  })
})

describe('the frame', () => {
  it('shows every key of the page', async () => {
    await tab.keyboard.press('?')
    await tab.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.keyboard.press('Escape')
    await expect.poll(() => tab.getByRole('heading', { name: 'Keyboard shortcuts' }).count()).toBe(0)
  })

  const lockAll = () =>
    clinic.within((tx) =>
      tx
        .updateTable('session')
        .set({ locked: new Date().toISOString() } as never)
        .execute(),
    )

  it('covers every tab without a click once the service has locked the session, and opens all with one', async () => {
    const behind = await tab.context().newPage()
    await behind.goto(`${api.publicUrl}/${clinic.id}/`)
    await cardIn(behind, 'In progress', 'Sulo').waitFor()
    await behind.getByText('Live', { exact: true }).waitFor()
    await lockAll()
    // The stream looks at its session when it is woken, or else every 15 seconds.
    await givenClient(caller, { firstname: 'Anna' })
    for (const page of [tab, behind]) {
      await page.getByRole('heading', { name: 'Maria Lehto' }).waitFor()
      expect(await cardIn(page, 'In progress', 'Sulo').count()).toBe(0)
    }
    await behind.getByLabel('Password').fill(password)
    await behind.getByRole('button', { name: 'Unlock' }).click()
    for (const page of [behind, tab]) await cardIn(page, 'In progress', 'Sulo').waitFor()
    await tab.getByText('Live', { exact: true }).waitFor()
    await behind.close()
  })

  it('locks over the page, and opens again with the password', async () => {
    await lockAll()
    await tab.getByRole('heading', { name: 'Maria Lehto' }).waitFor()
    expect(await cardIn(tab, 'In progress', 'Sulo').count()).toBe(0)
    expect(await violationsOn(tab)).toEqual([])
    await drawn(tab, 'locked')
    await tab.getByLabel('Password').fill('not the password')
    await tab.getByRole('button', { name: 'Unlock' }).click()
    await tab.getByText('The password is wrong.').waitFor()
    await tab.getByLabel('Password').fill(password)
    await tab.getByRole('button', { name: 'Unlock' }).click()
    await cardIn(tab, 'In progress', 'Sulo').waitFor()
    await tab.getByRole('button', { name: 'Ready Sulo' }).click()
    await cardIn(tab, 'Ready', 'Sulo').waitFor()
  })

  it('comes as files that may be kept, with a page that may not', async () => {
    const page = await fetch(`${api.publicUrl}/${clinic.id}/`)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; " +
        `connect-src 'self' ${new URL(api.options.store.endpoint).origin}; ` +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    const html = await page.text()
    const [script] = /\/\d+\/app\/index-[\w-]+\.js/.exec(html) ?? []
    const file = await fetch(`${api.publicUrl}${script}`, { headers: { 'accept-encoding': 'br' } })
    expect(file.status).toBe(200)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('content-encoding')).toBe('br')
    expect((await fetch(`${api.publicUrl}/${clinic.id}/app/..%2findex.html`)).status).toBe(404)
    expect((await fetch(`${api.publicUrl}/${clinic.id}/app/other.js`)).status).toBe(404)
    expect((await fetch(`${api.publicUrl}/${clinic.id}/nothing/`)).status).toBe(404)
  })

  it('never shows a token to scripts, and has no error in the console', async () => {
    const kept = await tab.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])')
    expect(kept).not.toMatch(/token|fetlock_session/i)
    expect(kept).toMatch(/^\["",/)
    expect(consoleErrors).toEqual([])
  })
})
