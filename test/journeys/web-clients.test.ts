// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import type { TestResponse } from '../support/api.ts'
import { drawn, intercept, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { givenInvoiceOver } from '../support/billing.ts'
import {
  givenAppointment,
  givenClient,
  givenConsultation,
  givenPatient,
  givenPhoneNumber,
  species,
} from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

const { clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let vet: TestResponse['body']
let anna: TestResponse['body']
let bella: TestResponse['body']

const everyday: readonly Permission[] = [
  'General: Appointments',
  'General: Patients and clients',
  'Clinical: Consultations',
  'Financial: Invoices',
]
const alert = () => desk.getByRole('alert')
const visitsOf = async (name: string): Promise<readonly TestResponse['body'][]> => {
  const { body } = await caller.get('/consultation/?expose_client&expose_patients')
  return body.results.filter(({ client_data }: TestResponse['body']) => client_data.lastname === name)
}
/** What the browser keeps of forms that are being filled in. It is written behind the page, which does not wait for it. */
const keptForms = (): Promise<string> =>
  desk.evaluate(`(async () => {
    const answer = (request) => new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const { name } = (await indexedDB.databases()).find((one) => one.name.startsWith('fetlock-forms'))
    const database = await answer(indexedDB.open(name))
    const forms = await answer(database.transaction('drafts').objectStore('drafts').getAll())
    database.close()
    return JSON.stringify(forms)
  })()`)
const named = async (lastname: string) => (await caller.get(`/client/?lastname__is=${lastname}`)).body

beforeAll(async () => {
  await givenStaff('Ella', everyday, ['Settings: Users and permissions'])
  vet = await givenStaff('Oskar', [...everyday, 'Clinical: Prescriptions'])
  await givenStaff('Saara', [...everyday, 'Clinical: Prescriptions'])
  await givenStaff('Pekka', ['Settings: Stock'])
  anna = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
  await givenPhoneNumber(caller, anna, { phone_number: '+358 40 555 0142' })
  bella = await givenPatient(caller, { client: anna.url, name: 'Bella', species: species('CAT') })
  desk = await openDesk()
  await signIn(desk, 'Ella')
})

describe('the form for who walks in', () => {
  it('never changes a client who was chosen in an attempt that was refused', async () => {
    await desk.goto(`${address}clients/new/`)
    await desk.getByLabel('Mobile phone').fill('040 555 0142')
    await desk.getByRole('button', { name: 'Use this client' }).click()
    await desk.getByLabel('Veterinarian').selectOption({ label: 'Oskar Lehto' })
    // Somebody archives the animal while the form is open.
    await caller.patch(bella.url, { archived: true })
    await desk.getByRole('button', { name: 'Admit Bella' }).click()
    await alert().getByRole('link').first().waitFor()
    await caller.patch(bella.url, { archived: false })
    await desk.getByRole('button', { name: 'Another client' }).click()
    await desk.getByLabel('Last name').fill('Niemi')
    await desk.getByLabel('Mobile phone').fill('045 300 2211')
    await desk.getByLabel('Name', { exact: true }).fill('Hertta')
    await desk.getByLabel('Species').selectOption({ label: 'Dog' })
    const writes = writesOf(desk)
    await desk.getByRole('button', { name: 'Admit Hertta' }).click()
    await desk.getByText('Hertta admitted').waitFor()
    expect(writes).toEqual(['POST /composite/'])
    expect((await caller.get(anna.url)).body).toMatchObject({ firstname: 'Anna', lastname: 'Koski' })
    expect((await caller.get(bella.url)).body).toMatchObject({ name: 'Bella', client: anna.url })
    expect((await visitsOf('Niemi')).map(({ patients_data: [patient] }) => patient.name)).toEqual(['Hertta'])
  })

  it('tells everything that is wrong at once, and offers as veterinarian who can be one', async () => {
    await desk.goto(`${address}clients/new/`)
    await desk.getByLabel('Last name').waitFor()
    await desk.getByLabel('E-mail').fill('nobody')
    await desk.getByLabel('Mobile phone').fill('12')
    await desk.getByLabel('Microchip').fill('12345')
    await desk.getByRole('button', { name: /^Admit/ }).click()
    await alert().getByRole('link').first().waitFor()
    expect(await alert().getByRole('link').allInnerTexts()).toEqual([
      'Enter a last name, a first name or a company.',
      'Enter a phone number, such as 040 555 0142.',
      'Enter an e-mail address, such as name@example.com.',
      'Enter the name of the animal, or choose one.',
      'Choose the species.',
      expect.stringContaining('Microchips have 15 digits, this one has 5'),
      'Choose the veterinarian.',
    ])
    const vets = desk.getByLabel('Veterinarian').locator('option')
    await expect.poll(() => vets.allInnerTexts()).toEqual(['Choose', 'Oskar Lehto', 'Saara Lehto'])
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'walk-in-all-problems')
    // What remains is odd and not wrong: it was asked once.
    await desk.getByLabel('Last name').fill('Vanha')
    await desk.getByLabel('E-mail').fill('vanha@mail.example')
    await desk.getByLabel('Mobile phone').fill('045 300 2212')
    await desk.getByLabel('Town').fill('Espoo')
    await desk.getByLabel('Name', { exact: true }).fill('Ukko')
    await desk.getByLabel('Species').selectOption({ label: 'Cat' })
    await desk.getByLabel('Breed').locator('option', { hasText: 'Birman' }).first().waitFor({ state: 'attached' })
    const breed = await desk.getByLabel('Breed').locator('option', { hasText: 'Birman' }).first().innerText()
    await desk.getByLabel('Breed').selectOption({ label: breed })
    await desk.getByLabel('Veterinarian').selectOption({ label: 'Saara Lehto' })
    await drawn(desk, 'walk-in-filled')
    await desk.getByRole('button', { name: 'Admit Ukko' }).click()
    await desk.getByText('Ukko admitted').waitFor()
    const [visit] = await visitsOf('Vanha')
    expect(visit.client_data).toMatchObject({ email: 'vanha@mail.example', city: 'Espoo' })
    expect(visit.patients_data).toMatchObject([{ name: 'Ukko', microchip: '12345', breed }])
  })

  it('is there again after a reload and after Back, until it is begun anew', async () => {
    await desk.goto(`${address}clients/new/`)
    await desk.getByLabel('Last name').fill('Aro')
    await desk.getByLabel('Name', { exact: true }).fill('Luna')
    await desk.getByLabel('Species').selectOption({ label: 'Dog' })
    await expect.poll(keptForms).toContain('Luna')
    await desk.reload()
    await desk.getByText('It was kept on this device.').waitFor()
    await expect.poll(() => desk.getByLabel('Name', { exact: true }).inputValue()).toBe('Luna')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'walk-in-kept')
    await desk.getByRole('link', { name: 'Clients', exact: true }).click()
    await desk.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await desk.goBack()
    await expect.poll(() => desk.getByLabel('Last name').inputValue()).toBe('Aro')
    await desk.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => desk.getByLabel('Last name').inputValue()).toBe('')
    await expect.poll(keptForms).not.toContain('Luna')
    await desk.reload()
    await desk.getByLabel('Last name').waitFor()
    expect(await desk.getByLabel('Last name').inputValue()).toBe('')
    expect(await desk.getByText('It was kept on this device.').count()).toBe(0)
  })

  it.each([
    { what: 'the answer', lastname: 'Salo', animal: 'Tassu', isCarriedOut: true },
    { what: 'the request', lastname: 'Harju', animal: 'Musti', isCarriedOut: false },
  ])('registers once although $what is lost, also after a reload', async ({ lastname, animal, isCarriedOut }) => {
    await desk.goto(`${address}clients/new/`)
    await desk.getByLabel('Last name').fill(lastname)
    await desk.getByLabel('First name').fill('Iida')
    await desk.getByLabel('Mobile phone').fill('045 300 2214')
    await desk.getByLabel('Name', { exact: true }).fill(animal)
    await desk.getByLabel('Species').selectOption({ label: 'Cat' })
    await desk.getByLabel('Veterinarian').selectOption({ label: 'Oskar Lehto' })
    await intercept(desk, '**/composite/', async (route) => {
      if (isCarriedOut) await route.fetch()
      await route.abort()
    })
    try {
      await desk.getByRole('button', { name: `Admit ${animal}` }).click()
      await alert().getByText('The service did not answer.').waitFor()
      await desk.getByText('It is not known yet whether this was registered.').waitFor()
      await expect.poll(() => desk.getByLabel('Last name').isDisabled()).toBe(true)
      expect(await violationsOn(desk)).toEqual([])
      await drawn(desk, 'walk-in-unknown')
    } finally {
      await desk.unroute('**/composite/')
    }
    await desk.reload()
    await desk.getByText('It is not known yet whether this was registered.').waitFor()
    await expect.poll(() => desk.getByLabel('Last name').inputValue()).toBe(lastname)
    await desk.getByRole('button', { name: 'Send again' }).click()
    await desk.getByText(`${animal} admitted`).waitFor()
    const { count, results } = await named(lastname)
    expect([count, results[0].phone_numbers.length, results[0].patients.length]).toEqual([1, 1, 1])
    expect((await caller.get(`/patient/?name__is=${animal}`)).body.count).toBe(1)
    expect(await visitsOf(lastname)).toHaveLength(1)
    await desk.goto(`${address}clients/new/`)
    expect(await desk.getByLabel('Last name').inputValue()).toBe('')
  })
})

describe('an animal that is admitted', () => {
  const givenPet = async (name: string) => {
    const owner = await givenClient(caller, { firstname: 'Elli', lastname: `Salmi-${name}` })
    return givenPatient(caller, { client: owner.url, name, species: species('DOG') })
  }
  const idIn = (url: string) => url.split('/').at(-2)!
  const admitFrom = async (pet: TestResponse['body']) => {
    await desk.goto(`${address}patients/${pet.id}/`)
    await desk.getByRole('link', { name: 'Admit' }).click()
    await desk.getByLabel('Veterinarian').selectOption({ label: 'Oskar Lehto' })
  }
  const visits = async (pet: TestResponse['body']) =>
    (await caller.get(`/consultation/?client__is=${idIn(pet.client)}`)).body.results

  it('although it is booked today is checked in for its appointment', async () => {
    const pet = await givenPet('Halla')
    const start = Date.now() + 5 * 60_000
    const booked = await givenAppointment(caller, {
      start: new Date(start).toISOString(),
      end: new Date(start + 900_000).toISOString(),
      department: clinic.url('department', clinic.department),
      client: pet.client,
      patients: [pet.url],
    })
    await admitFrom(pet)
    await desk.getByText(/^Halla is booked today at/).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await desk.keyboard.press('Control+Enter')
    const checkIn = desk.getByRole('button', { name: 'Check in Halla' })
    await desk.locator('button:focus', { hasText: 'Check in Halla' }).waitFor()
    expect(await visits(pet)).toEqual([])
    await checkIn.click()
    await desk.getByText('Halla checked in').waitFor()
    const [visit] = await visits(pet)
    expect((await caller.get(booked.url)).body.consultation).toBe(visit.url)
  })

  it('although it is here already gets a second visit only if somebody wants that', async () => {
    const pet = await givenPet('Routa')
    const here = await givenConsultation(caller, { patients: [pet], supervising_veterinarian: vet.url })
    await caller.post(`/consultation/${here.id}/update_status/`, { status: 0 })
    await admitFrom(pet)
    await desk.getByText('Routa is here already.').waitFor()
    await desk.getByRole('button', { name: 'Admit Routa' }).click()
    const open = desk.getByRole('link', { name: 'Open the visit' })
    await desk.locator('a:focus', { hasText: 'Open the visit' }).waitFor()
    expect(await visits(pet)).toHaveLength(1)
    await desk.getByRole('button', { name: 'Admit a second visit' }).click()
    await desk.getByText('Routa admitted').waitFor()
    expect(await visits(pet)).toHaveLength(2)
    await admitFrom(pet)
    await open.click()
    await desk.waitForURL(/\/visits\/\d+\//)
  })
})

describe('the list of clients', () => {
  it('is ordered by what it shows, with what each owes, and keeps its columns while searching', async () => {
    await givenClient(caller, { firstname: 'Aatu', lastname: 'Aalto', organization_name: 'Kettukallion tila' })
    await givenInvoiceOver(caller, clinic, '12.50', { client: anna.url })
    await desk.goto(`${address}clients/`)
    await desk.getByRole('cell', { name: '€12.50' }).waitFor()
    const names = async () => desk.locator('[data-row]').allInnerTexts()
    expect(await names()).toEqual(
      (await names()).toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
    )
    expect((await names()).indexOf('Kettukallion tila')).toBe((await names()).indexOf('Koski, Anna') - 1)
    const columns = await desk.getByRole('columnheader').allInnerTexts()
    expect(columns).toEqual(['Client', 'Phone', 'Pets', 'Owes'])
    expect(await desk.getByRole('link', { name: 'New client', exact: true }).count()).toBe(1)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'clients')
    await desk.getByRole('searchbox').fill('bella')
    await expect.poll(names).toEqual(['Koski, Anna'])
    expect(await desk.getByRole('columnheader').allInnerTexts()).toEqual(columns)
    // What is owed by those who are shown now is asked for after them.
    await expect.poll(() => desk.getByRole('row').nth(1).innerText()).toContain('€12.50')
    await drawn(desk, 'clients-found')
    await desk.getByRole('searchbox').press('ArrowDown')
    await expect.poll(() => desk.evaluate('document.activeElement.innerText')).toBe('Koski, Anna')
    await desk.getByRole('searchbox').fill('')
    await expect.poll(async () => (await names()).length).toBeGreaterThan(2)
    // Enter at once: what was typed is found first.
    await desk.getByRole('searchbox').fill('salo')
    await desk.getByRole('searchbox').press('Enter')
    await desk.getByRole('heading', { level: 1, name: 'Salo, Iida' }).waitFor()
  })
})

describe('the page of a client', () => {
  it('adds a phone number once, although its answer is lost', async () => {
    const liisa = await givenClient(caller, { lastname: 'Kerran' })
    await desk.goto(`${address}clients/${liisa.id}/`)
    await desk.getByRole('button', { name: 'Add phone number' }).click()
    await desk.getByLabel('Phone number').fill('045 300 2213')
    await intercept(desk, '**/phonenumber/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const save = desk.getByRole('region', { name: 'Contact' }).getByRole('button', { name: 'Save' })
    try {
      await save.click()
      await desk.getByText('The service did not answer.').first().waitFor()
    } finally {
      await desk.unroute('**/phonenumber/')
    }
    await save.click()
    await desk.getByText('Phone number saved').waitFor()
    expect((await caller.get(`/phonenumber/?client__is=${liisa.id}`)).body.count).toBe(1)
  })

  it('says in its button what is paid, and counts what its tabs have', async () => {
    await desk.goto(`${address}clients/${anna.id}/`)
    await desk.getByRole('link', { name: /^Pay €12.50 for invoice/ }).waitFor()
    await desk.getByRole('link', { name: 'Invoices 1' }).waitFor()
    const tabs = desk.getByRole('navigation', { name: 'Parts of the record' })
    expect((await tabs.getByRole('link').allInnerTexts()).at(-1)).toContain('Prepayments')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'client')
  })

  it('offers to use a prepayment only where something is owed', async () => {
    const matti = await givenClient(caller, { lastname: 'Ennakko' })
    const department = clinic.url('department', clinic.department)
    await caller.post('/unallocatedpayment/', { client: matti.url, department, payment_type: 0, paid: '20.00' })
    await desk.goto(`${address}clients/${matti.id}/prepayments/`)
    await desk.getByRole('button', { name: /^Refund/ }).waitFor()
    await expect.poll(() => desk.getByRole('button', { name: /^Use/ }).count()).toBe(0)
    await givenInvoiceOver(caller, clinic, '5.00', { client: matti.url })
    await desk.getByRole('button', { name: /^Use/ }).waitFor()
  })
})

describe('the page of a patient', () => {
  it('asks once about an odd microchip, and finds words in its history', async () => {
    await desk.goto(`${address}patients/${bella.id}/`)
    await desk.getByRole('button', { name: 'Edit identification' }).click()
    const marks = desk.getByRole('region', { name: 'Identification' })
    await marks.getByLabel('Microchip').fill('98511')
    await marks.getByRole('button', { name: 'Save' }).click()
    await marks.getByRole('alert').getByText('this one has 5 characters').waitFor()
    expect((await caller.get(bella.url)).body.microchip).toBeNull()
    await marks.getByRole('button', { name: 'Save' }).click()
    await desk.getByText('Identification saved').waitFor()
    expect((await caller.get(bella.url)).body.microchip).toBe('98511')
    await caller.post(`/patient/${bella.id}/weight/`, { weight: '4.2' })
    const timeline = desk.getByRole('region', { name: 'Timeline' })
    await timeline.getByText(/^Weight 4.2/).waitFor()
    await desk.getByLabel('Find in text').fill('otitis')
    await desk.getByText('“otitis” is in no entry.').waitFor()
    expect(await timeline.getByText(/^Weight 4.2/).count()).toBe(0)
    await desk.getByLabel('Find in text').fill('weight')
    await timeline.getByText(/^Weight 4.2/).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'patient-find')
  })
})

describe('who changed this', () => {
  const dialog = () => desk.getByRole('dialog', { name: 'Who changed this?' })

  it('is one click away from an invoice and a visit', async () => {
    const invoice = (await caller.get(`/invoice/?client__is=${anna.id}`)).body.results[0]
    await caller.patch(invoice.url, { remarks: 'Call before' })
    await desk.goto(`${address}invoices/${invoice.id}/`)
    await desk.getByRole('button', { name: 'Who changed this?' }).click()
    await dialog().getByText('Created').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'invoice-changes')
    await desk.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
    const [visit] = await visitsOf('Salo')
    await caller.patch(visit.url, { complaint: 'Coughs at night' })
    await desk.goto(`${address}visits/${visit.id}/`)
    await desk.getByRole('button', { name: 'Who changed this?' }).click()
    await dialog().getByText('Coughs at night').waitFor()
    await drawn(desk, 'visit-changes')
    await desk.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => dialog().count()).toBe(0)
  })

  it('is in the menu of an appointment, which offers to write to nobody until mail is set up', async () => {
    const start = new Date(Date.now() + 3_600_000)
    await givenAppointment(caller, {
      start: start.toISOString(),
      end: new Date(start.getTime() + 900_000).toISOString(),
      department: clinic.url('department', clinic.department),
      user: vet.url,
      client: anna.url,
      patients: [bella.url],
    })
    await desk.goto(`${address}calendar/`)
    await desk.locator('[data-entry]', { hasText: 'Bella' }).first().click()
    await desk.getByRole('menuitem', { name: 'Move…' }).waitFor()
    expect(await desk.getByRole('menuitem', { name: 'Send confirmation' }).count()).toBe(0)
    await desk.getByRole('menuitem', { name: 'Who changed this?' }).click()
    await dialog().getByText('Created').waitFor()
    await dialog().getByText('Animals: – → Bella').waitFor()
    await desk.keyboard.press('Escape')
  })
})

describe('an invoice', () => {
  it('is offered for sending once mail is set up', async () => {
    const invoice = (await caller.get(`/invoice/?client__is=${anna.id}`)).body.results[0]
    const offered = async () => {
      await desk.goto(`${address}invoices/${invoice.id}/`)
      await desk.getByRole('button', { name: 'More' }).click()
      await desk.getByRole('menuitem', { name: 'Receipt' }).waitFor()
      return desk.getByRole('menuitem', { name: 'Send by e-mail' }).count()
    }
    expect(await offered()).toBe(0)
    await caller.patch('/settings/messaging/', { smtp_host: 'mail.example.com', mail_from: 'clinic@example.com' })
    expect(await offered()).toBe(1)
  })

  it('leaves no error in the console', () => expect(consoleErrors).toEqual([]))
})
