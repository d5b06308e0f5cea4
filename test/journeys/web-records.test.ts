// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, messagesStay, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { givenAppointment, givenClient, givenPatient, givenPhoneNumber, species } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

const { clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let other: Page
let anna: TestResponse['body']
let bella: TestResponse['body']
let oskar: TestResponse['body']
let sini: TestResponse['body']

const everyday: readonly Permission[] = [
  'General: Appointments',
  'General: Patients and clients',
  'Clinical: Consultations',
  'Financial: Invoices',
]
const shiftOf = (user: TestResponse['body']) => ({
  user: user.url,
  department: `${clinic.base}/department/${clinic.department}/`,
  start: '00:00',
  end: '23:59',
})
const side = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (place: string, name: string) =>
  desk.getByRole('region', { name: place }).getByRole('listitem').filter({ hasText: name })

beforeAll(async () => {
  await givenStaff('Ella', everyday, ['Custom field settings', 'Settings: Users and permissions'])
  oskar = await givenStaff('Oskar', everyday)
  sini = await givenStaff('Sini', everyday)
  const today = new Date().toISOString().slice(0, 10)
  // The clinic's clock may show another date than UTC.
  for (const by of [-1, 0, 1]) {
    const date = new Date(Date.parse(today) + by * 86_400_000).toISOString().slice(0, 10)
    await caller.post('/shift/', { ...shiftOf(oskar), date })
  }
  anna = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski', email: 'anna@mail.example', city: 'Espoo' })
  await givenPhoneNumber(caller, anna, { phone_number: '+358 40 555 0142' })
  bella = await givenPatient(caller, { client: anna.url, name: 'Bella', species: species('CAT') })
  await givenPatient(caller, { client: anna.url, name: 'Rex' })
  const field = { content_type: 'patient', field_type: 1, name: 'Favourite treat' }
  await caller.post('/custom_fields/', field)
  desk = await openDesk()
  other = await openDesk(tablet)
  await signIn(desk, 'Ella')
})

describe('somebody who walks in', () => {
  it('is registered with the animal and admitted in one form, with keys alone', async () => {
    await desk.getByRole('link', { name: 'Walk-in', exact: true }).waitFor()
    await drawn(desk, 'today-walk-in')
    const uses = await counted(desk)
    const writes = writesOf(desk)
    await desk.keyboard.press('c')
    await desk.getByRole('heading', { level: 1, name: 'New client or walk-in' }).waitFor()
    await expect.poll(() => desk.evaluate('document.activeElement.id')).toBe('new-lastname')
    await desk.keyboard.type('Virtanen')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('Pekka')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('045 700 1122')
    // Past the e-mail address and the company.
    for (let times = 0; times < 3; times++) await desk.keyboard.press('Tab')
    await desk.keyboard.type('Luna')
    await desk.keyboard.press('Tab')
    await desk
      .getByRole('combobox', { name: 'Species' })
      .locator('option', { hasText: 'Rabbit' })
      .first()
      .waitFor({ state: 'attached' })
    await desk.keyboard.type('Rab')
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('2 y 3 m')
    await desk
      .getByLabel('Veterinarian')
      .locator('option:checked', { hasText: 'Oskar Lehto' })
      .waitFor({ state: 'attached' })
    await drawn(desk, 'walk-in')
    await desk.keyboard.press('Enter')
    await card('Arrived', 'Luna').waitFor()
    const { clicks, keys } = await uses()
    expect(clicks).toBe(0)
    expect(keys).toBeLessThanOrEqual(10)
    expect(writes).toEqual(['POST /composite/'])
    const { body: visits } = await caller.get('/consultation/?status__is=0&expose_client&expose_patients')
    expect(visits.results).toHaveLength(1)
    expect(visits.results[0].client_data).toMatchObject({ firstname: 'Pekka', lastname: 'Virtanen' })
    // Who registers is not who treats: the only one on duty is.
    expect(visits.results[0].supervising_veterinarian).toBe(oskar.url)
    expect(visits.results[0].patients_data).toMatchObject([
      { name: 'Luna', species: expect.stringContaining('Rabbit') },
    ])
    expect(visits.results[0].patients_data[0].date_of_birth).toMatch(/^\d{4}-\d\d-\d\d$/)
    const { body: numbers } = await caller.get(`/phonenumber/?client__is=${visits.results[0].client.split('/').at(-2)}`)
    expect(numbers.results).toMatchObject([{ e164: '+358457001122' }])
  })

  it('is asked for what is missing, and nothing is registered twice after a refusal', async () => {
    const weekdays = [1, 2, 3, 4, 5, 6, 7]
    const shifts = await Promise.all(weekdays.map((weekday) => caller.post('/shift/', { ...shiftOf(sini), weekday })))
    await desk.goto(address)
    await desk.getByRole('link', { name: 'Walk-in', exact: true }).click()
    await desk.getByRole('button', { name: /^Admit/ }).click()
    await desk.getByRole('alert').getByText('Enter a last name, a first name or a company.').waitFor()
    await expect.poll(() => desk.title()).toBe('Error: New client or walk-in – Fetlock')
    await expect.poll(() => desk.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'walk-in-problems')
    await desk.getByRole('alert').getByText('Choose the veterinarian.').waitFor()
    const first = desk.getByLabel('Veterinarian').locator('optgroup').first()
    await expect
      .poll(async () => [await first.getAttribute('label'), await first.innerText()])
      .toEqual(['On duty today', expect.stringMatching(/^Oskar Lehto\s*Sini Lehto$/)])
    await desk.getByLabel('Veterinarian').selectOption({ label: 'Sini Lehto' })
    await desk.getByLabel('Last name').fill('Byrne')
    await desk.getByLabel('Mobile phone').fill('12')
    await desk.getByLabel('Name', { exact: true }).fill('Hertta')
    await desk.getByLabel('Species').selectOption({ label: 'Dog' })
    await desk.getByRole('button', { name: /^Admit Hertta/ }).click()
    await desk.getByRole('alert').getByRole('link').waitFor()
    await desk.getByLabel('Mobile phone').fill('045 300 2211')
    await messagesStay(desk)
    await desk.getByRole('button', { name: /^Admit Hertta/ }).click()
    await card('Arrived', 'Hertta').waitFor()
    expect((await caller.get('/client/?lastname__is=Byrne')).body.count).toBe(1)
    expect((await caller.get('/patient/?name__is=Hertta')).body.count).toBe(1)
    await desk.getByRole('button', { name: 'Undo' }).waitFor()
    await desk.keyboard.press('Control+z')
    await expect.poll(() => card('Arrived', 'Hertta').count()).toBe(0)
    for (const { body } of shifts) await caller.delete(body.url)
    await expect.poll(async () => (await caller.get('/consultation/?status__is=0')).body.count).toBe(1)
  })

  it('is recognised by the phone number, however it is written, and taken with one click', async () => {
    await desk.goto(address)
    await desk.getByRole('link', { name: 'Walk-in', exact: true }).click()
    await desk.getByLabel('Last name').fill('Kosky')
    await desk.getByLabel('Mobile phone').fill('040-555 0142')
    await desk.getByText('Koski, Anna already has this phone number.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'walk-in-duplicate')
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Use this client' }).click()
    await expect.poll(() => desk.getByRole('radio', { name: /Bella/ }).isChecked()).toBe(true)
    await desk.getByRole('button', { name: 'Admit Bella' }).click()
    await card('Arrived', 'Bella').waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect((await caller.get('/client/?lastname__is=Kosky')).body.count).toBe(0)
    const { body } = await caller.get(`/consultation/?client__is=${anna.id}&expose_patients`)
    expect(body.results.map((visit: TestResponse['body']) => visit.patients_data[0].name)).toEqual(['Bella'])
  })
})

describe('two desks at one client', () => {
  it('keep both changes where they are of different fields, and say so', async () => {
    await desk.goto(`${address}clients/${anna.id}/`)
    await desk.getByRole('heading', { level: 1, name: 'Koski, Anna' }).waitFor()
    await signIn(other, 'Oskar')
    await other.goto(`${address}clients/${anna.id}/`)
    await other.getByRole('button', { name: 'Edit address' }).click()
    await desk.keyboard.press('e')
    await side(desk, 'Contact').getByLabel('E-mail', { exact: true }).fill('anna.koski@mail.example')
    await other.getByLabel('Town').fill('Turku')
    await side(other, 'Address').getByRole('button', { name: 'Save' }).click()
    await other.getByText('Address saved').waitFor()
    await side(desk, 'Contact').getByRole('button', { name: 'Save' }).click()
    await desk.getByText('Saved. Oskar Lehto changed meanwhile: Town. Both are kept.').waitFor()
    expect((await caller.get(anna.url)).body).toMatchObject({ email: 'anna.koski@mail.example', city: 'Turku' })
    await side(desk, 'Address').getByText('Turku').waitFor()
    await expect.poll(() => desk.evaluate('document.activeElement.innerText')).toContain('Edit')
  })

  it('are asked where both changed the same field', async () => {
    await desk.getByRole('button', { name: 'Edit notes' }).click()
    await other.getByRole('button', { name: 'Edit notes' }).click()
    await side(desk, 'Notes').getByLabel('Warning, shown everywhere').fill('Call first')
    await side(other, 'Notes').getByLabel('Warning, shown everywhere').fill('Pays in cash')
    await side(other, 'Notes').getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await caller.get(anna.url)).body.critical_notes).toBe('Pays in cash')
    await side(desk, 'Notes').getByRole('button', { name: 'Save' }).click()
    await desk.getByText('Oskar Lehto changed this meanwhile').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'client-conflict')
    await side(desk, 'Notes').getByRole('button', { name: 'Save' }).click()
    await desk.getByRole('alert').getByText('choose which to keep').waitFor()
    expect((await caller.get(anna.url)).body.critical_notes).toBe('Pays in cash')
    await side(desk, 'Notes').getByRole('radio', { name: /Both/ }).check()
    await side(desk, 'Notes').getByRole('button', { name: 'Save' }).click()
    await desk.getByText('Notes saved').waitFor()
    expect((await caller.get(anna.url)).body.critical_notes).toBe('Pays in cash\nCall first')
  })

  it('show the client without a violation, also on a tablet, and every change with who made it', async () => {
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'client')
    await other.getByText('Pays in cash').first().waitFor()
    expect(await violationsOn(other)).toEqual([])
    await drawn(other, 'client-tablet')
    await desk.getByRole('link', { name: 'Changes' }).click()
    await desk.getByText('anna@mail.example').waitFor()
    await desk.getByRole('row').filter({ hasText: 'Turku' }).getByText('Oskar Lehto').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'client-changes')
    expect(await other.getByRole('link', { name: 'Changes' }).count()).toBe(0)
    await other.context().close()
  })

  it('take another phone number, and warn of one that somebody has', async () => {
    const pekka = (await caller.get('/client/?lastname__is=Virtanen')).body.results[0]
    await desk.goto(`${address}clients/${pekka.id}/`)
    await desk.getByRole('button', { name: 'Add phone number' }).click()
    await desk.getByLabel('Phone number').fill('0405550142')
    await desk.getByText('Koski, Anna already has this phone number.').waitFor()
    await desk.getByLabel('Phone number').fill('09 123 4567')
    await desk.getByLabel('Kind').selectOption({ label: 'Landline' })
    await side(desk, 'Contact').getByRole('button', { name: 'Save' }).click()
    await desk.getByRole('link', { name: '09 123 4567' }).waitFor()
    const { body } = await caller.get(`/phonenumber/?client__is=${pekka.id}`)
    expect(body.results).toMatchObject([{ type_code: 1 }, { e164: '+35891234567', type_code: 0 }])
  })
})

describe('an animal', () => {
  it('is edited where it stands, with its custom fields', async () => {
    await desk.goto(`${address}patients/${bella.id}/`)
    await desk.getByRole('button', { name: 'Edit animal' }).click()
    await side(desk, 'Animal').getByLabel('Sex').selectOption('Female, neutered')
    await side(desk, 'Animal').getByLabel('Born').fill('soon')
    await side(desk, 'Animal').getByRole('button', { name: 'Save' }).click()
    await desk.getByRole('alert').getByText('Enter a date such as').waitFor()
    await side(desk, 'Animal').getByLabel('Born').fill('12.3.2022')
    await side(desk, 'Animal').getByRole('button', { name: 'Save' }).click()
    await desk.getByText('Animal saved').waitFor()
    expect((await caller.get(bella.url)).body).toMatchObject({
      gender: 'Female, neutered',
      date_of_birth: '2022-03-12',
    })
    await desk.getByRole('link', { name: 'Fields' }).click()
    await desk.getByRole('button', { name: 'Edit custom fields' }).click()
    await desk.getByLabel('Favourite treat').fill('Dried fish')
    await side(desk, 'Custom fields').getByRole('button', { name: 'Save' }).click()
    await desk.getByText('Custom fields saved').waitFor()
    expect((await caller.get(bella.url)).body.fields_rel).toMatchObject([
      { label: 'Favourite treat', value: 'Dried fish' },
    ])
    expect(await violationsOn(desk)).toEqual([])
  })

  it('has files, which are sent, listed and opened', async () => {
    await desk.getByRole('link', { name: 'Files' }).click()
    await desk.getByText('No file yet.').waitFor()
    const chooser = desk.locator('input[type="file"]')
    await chooser.setInputFiles({ name: 'letter.exe', mimeType: 'application/x-dosexec', buffer: Buffer.from('MZ') })
    await desk.getByRole('alert').getByText('This type of file cannot be kept.').waitFor()
    await chooser.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear owner\n') })
    await desk.getByText('letter.txt added').waitFor()
    const { body } = await caller.get(`/attachment/?patient__is=${bella.id}`)
    expect(body.results).toMatchObject([{ name: 'letter.txt', size: 11, uploaded: expect.any(String) }])
    const [opened] = await Promise.all([
      desk.context().waitForEvent('request', (request) => request.url().includes('letter.txt')),
      desk.getByRole('button', { name: 'Open letter.txt' }).click(),
    ])
    expect(await (await fetch(opened.url())).text()).toBe('Dear owner\n')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'patient-files')
  })

  it('loses a file only when asked twice', async () => {
    await desk.getByRole('button', { name: 'Delete letter.txt' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Delete letter.txt?' })
    await dialog.waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'patient-file-delete')
    // The key that is pressed by habit keeps it.
    await desk.keyboard.press('Enter')
    await expect.poll(() => dialog.count()).toBe(0)
    expect((await caller.get(`/attachment/?patient__is=${bella.id}`)).body.count).toBe(1)
    await desk.getByRole('button', { name: 'Delete letter.txt' }).click()
    await dialog.getByRole('button', { name: 'Delete file' }).click()
    await desk.getByText('letter.txt deleted').waitFor()
    await desk.getByText('No file yet.').waitFor()
    expect((await caller.get(`/attachment/?patient__is=${bella.id}`)).body.count).toBe(0)
    await expect.poll(() => desk.evaluate('document.activeElement.id')).toBe('content')
  })

  it('that has died is marked so, its appointments are offered for cancelling, and it can be taken back', async () => {
    const appointment = await givenAppointment(caller, {
      start: new Date(Date.now() + 86_400_000).toISOString(),
      end: new Date(Date.now() + 87_300_000).toISOString(),
      department: `${clinic.base}/department/${clinic.department}/`,
      client: anna.url,
      patients: [bella.url],
    })
    await desk.goto(`${address}patients/${bella.id}/`)
    await desk.getByRole('button', { name: 'More' }).click()
    await desk.getByRole('menuitem', { name: 'Mark as deceased' }).click()
    await desk.getByLabel('Cause, or how').fill('Old age')
    expect(await violationsOn(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Mark as deceased' }).click()
    await desk.getByText('Bella died on').waitFor()
    expect((await caller.get(bella.url)).body).toMatchObject({ reason_of_death: 'Old age' })
    const writes = writesOf(desk)
    await desk.getByRole('button', { name: 'Cancel it' }).click()
    await desk.getByText('Appointment cancelled').waitFor()
    expect(writes).toEqual(['POST /composite/'])
    expect((await caller.get(appointment.url)).body.active).toBe(false)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'patient-deceased')
    await desk.getByRole('button', { name: 'More' }).click()
    await desk.getByRole('menuitem', { name: 'Not deceased' }).click()
    await expect.poll(() => desk.getByText('Bella died on').count()).toBe(0)
    await expect.poll(async () => (await caller.get(bella.url)).body.deceased).toBeNull()
    await drawn(desk, 'patient')
  })
})

describe('a client who is archived', () => {
  it('is asked about while money is prepaid, and can be taken back at once', async () => {
    const department = `${clinic.base}/department/${clinic.department}/`
    const paid = { client: anna.url, department, payment_type: 0, paid: '20.00' }
    expect((await caller.post('/unallocatedpayment/', paid)).status).toBe(201)
    await desk.goto(`${address}clients/${anna.id}/`)
    await desk.getByRole('button', { name: 'More' }).click()
    await desk.getByRole('menuitem', { name: 'Archive' }).click()
    await desk.getByText('€20.00 are prepaid and not used.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'client-archive')
    expect((await caller.get(anna.url)).body.archived).toBe(false)
    await desk.getByRole('button', { name: 'Archive anyway' }).click()
    await desk.getByText('Archived', { exact: true }).waitFor()
    expect((await caller.get(anna.url)).body.archived).toBe(true)
    await desk.getByRole('button', { name: 'Undo' }).waitFor()
    await desk.keyboard.press('Control+z')
    await expect.poll(async () => (await caller.get(anna.url)).body.archived).toBe(false)
  })

  it('leaves no error in the console', () => expect(consoleErrors).toEqual([]))
})
