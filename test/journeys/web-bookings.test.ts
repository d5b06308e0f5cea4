// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient, TestResponse } from '../support/api.ts'
import {
  counted,
  drawn,
  goByKeys,
  goToField,
  messagesStay,
  tablet,
  useClinicApp,
  writesOf,
} from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenClient, givenPatient, givenPhoneNumber, species } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const department = clinic.url('department', clinic.department)
const receptionist = ['General: Appointments', 'General: Patients and clients'] as const
const dayMs = 86_400_000

let vet: Body
let site: ApiClient
let number = 0

beforeAll(async () => {
  vet = await givenStaff('Veera', ['Clinical: Consultations'])
  await givenStaff('Riikka', receptionist)
  await givenStaff('Otto', receptionist)
  await givenStaff('Lasse', [], receptionist)
  for (const weekday of [1, 2, 3, 4, 5, 6, 7])
    await done(caller.post('/shift/', { user: vet.url, department, weekday, start: '08:00', end: '18:00' }))
  site = await clinic.caller({ write: ['General: Appointments'] })
})
// What waits from another test is no longer there.
beforeEach(async () => {
  number++
  for (const { url } of (await done(caller.get('/onlinebookingclient/?status__is=0&page_size=100'))).results)
    await done(caller.post(`${url}decline/`, { reason: 'From another test' }))
})

type Guest = { readonly pets?: readonly Body[]; readonly complaint?: string; readonly [field: string]: unknown }

/** A booking as a website makes it: a free time is booked, then who comes is said, then with which animals. */
const givenBooked = async ({
  pets = [{ name: 'Bella', species: species('CAT') }],
  complaint = '',
  ...guest
}: Guest) => {
  const day = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10)
  const free = await done(
    site.get(`/appointment/availability/?department__is=${clinic.department}&date=${day}&duration=30`),
  )
  const appointment = await done(site.post('/appointment/', { ...free.results[0], department, type: 2, complaint }))
  const booking = await done(site.post('/onlinebookingclient/', { appointment: appointment.url, ...guest }))
  for (const pet of pets) await done(site.post('/onlinebookingpatient/', { onlinebookingclient: booking.url, ...pet }))
  return { booking, appointment }
}

const givenAnna = async () => {
  const lastname = `Koski${number}`
  const email = `anna.${number}@mail.example`
  const client = await givenClient(caller, { firstname: 'Anna', lastname, email, street_address: 'Rantatie 4 B' })
  const phone = `040 555 ${String(1000 + number)}`
  await givenPhoneNumber(caller, client, { phone_number: phone })
  const bella = await givenPatient(caller, { client: client.url, name: 'Bella', species: species('CAT') })
  return { client, lastname, email, phone, bella }
}

const openInbox = async (page: Page, name: string) => {
  await signIn(page, name)
  await goByKeys(page, ['g', 'b'], '/bookings/')
  await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor()
  await messagesStay(page)
}
const inRail = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookings' })
const rows = (page: Page) => page.getByRole('navigation', { name: 'Online bookings' }).getByRole('link')
const stored = async ({ url }: Body): Promise<Body> => done(caller.get(url))

describe('an online booking of somebody who is on record', () => {
  it('is linked in one click, and another desk sees it vanish', async () => {
    const anna = await givenAnna()
    const { booking, appointment } = await givenBooked({
      first_name: 'Anna',
      last_name: anna.lastname,
      email: anna.email,
      phone_number: anna.phone,
      street_address: 'Rantatie 4 B 12',
      pets: [{ name: 'Bela', species: species('CAT'), notes: 'Same cough as in October.' }],
      complaint: 'Can we come early?',
    })
    const [desk, other] = [await openDesk(), await openDesk()]
    await Promise.all([openInbox(desk, 'Riikka'), openInbox(other, 'Otto')])
    const link = desk.getByRole('button', { name: `Link to ${anna.lastname}, Anna` })
    await link.waitFor()
    await other.getByRole('button', { name: `Link to ${anna.lastname}, Anna` }).waitFor()
    await expect.poll(() => inRail(other).textContent()).toBe('Bookings1')
    await desk.getByRole('row', { name: /^E-mail .* Same$/ }).waitFor()
    await desk.getByRole('row', { name: /^Phone .* Same$/ }).waitFor()
    await desk.getByRole('row', { name: /^Pet Bela, cat .* Similar$/ }).waitFor()
    await desk.getByText('Same cough as in October.').waitFor()
    expect(await desk.getByLabel('Which patient Bela is').inputValue()).toBe(anna.bella.url)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'bookings-sure')

    const writes = writesOf(desk)
    const linking = await counted(desk)
    await link.click()
    await desk.getByText(`Anna ${anna.lastname} linked to ${anna.lastname}, Anna`).waitFor()
    expect(await linking()).toEqual({ clicks: 1, keys: 0 })
    expect(writes).toEqual([`POST /onlinebookingclient/${booking.id}/link/`])
    await desk.getByText('No booking waits.').waitFor()
    await other.getByText('No booking waits.').waitFor()
    await expect.poll(() => inRail(other).textContent()).toBe('Bookings')
    expect(await stored(booking)).toMatchObject({ status: 1, client: anna.client.url })
    expect(await stored(appointment)).toMatchObject({ client: anna.client.url, patients: [anna.bella.url] })
    // What is not taken stays as it is on record.
    expect((await stored(anna.client)).street_address).toBe('Rantatie 4 B')

    await desk.getByRole('button', { name: 'Undo' }).click()
    await desk.getByText('Undone').waitFor()
    await rows(other).first().waitFor()
    expect(await stored(booking)).toMatchObject({ status: 0, client: null })
    expect(await stored(appointment)).toMatchObject({ client: null, patients: [] })
    await link.waitFor()
    const byKey = await counted(desk)
    await desk.keyboard.press('Enter')
    await desk.getByText('No booking waits.').waitFor()
    expect(await byKey()).toEqual({ clicks: 0, keys: 1 })
    expect((await stored(booking)).status).toBe(1)
    expect(await violationsOn(desk)).toEqual([])
    expect(consoleErrors).toEqual([])
    await Promise.all([desk.context().close(), other.context().close()])
  })

  it('brings what is taken over field by field in the same request, and Undo takes all of it back', async () => {
    const anna = await givenAnna()
    const { booking, appointment } = await givenBooked({
      first_name: 'Anna',
      last_name: anna.lastname,
      email: anna.email,
      phone_number: '+358 45 812 3377',
      street_address: 'Satamakatu 1',
      pets: [
        { name: 'Bella', species: species('CAT') },
        { name: 'Nero', species: species('DOG') },
      ],
    })
    const desk = await openDesk(tablet)
    await openInbox(desk, 'Riikka')
    await desk.getByRole('group', { name: 'Phone on linking' }).getByRole('button', { name: 'Take theirs' }).tap()
    await desk.getByRole('group', { name: 'Address on linking' }).getByRole('button', { name: 'Take theirs' }).tap()
    expect(await desk.getByLabel('Which patient Nero is').inputValue()).toBe('')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'bookings-differences')
    const writes = writesOf(desk)
    await desk.getByRole('button', { name: `Link to ${anna.lastname}, Anna` }).tap()
    await desk.getByText(`Anna ${anna.lastname} linked to ${anna.lastname}, Anna`).waitFor()
    expect(writes).toEqual(['POST /composite/'])
    const after = await stored(anna.client)
    expect(after).toMatchObject({ street_address: 'Satamakatu 1', email: anna.email })
    expect((await done(caller.get(after.phone_numbers[0]))).phone_number).toBe('+358 45 812 3377')
    const [bella, nero] = (await stored(appointment)).patients
    expect(bella).toBe(anna.bella.url)
    expect(await done(caller.get(nero))).toMatchObject({ name: 'Nero', client: anna.client.url, archived: false })

    await desk.getByRole('button', { name: 'Undo' }).tap()
    await desk.getByText('Undone').waitFor()
    await rows(desk).first().waitFor()
    expect(await stored(booking)).toMatchObject({ status: 0, client: null })
    expect((await stored(anna.client)).street_address).toBe('Rantatie 4 B')
    expect((await done(caller.get(after.phone_numbers[0]))).phone_number).toBe(anna.phone)
    expect((await done(caller.get(nero))).archived).toBe(true)
    await desk.context().close()
  })

  it('is compared with others who may have made it, and with whoever is found', async () => {
    const anna = await givenAnna()
    const cousin = await givenClient(caller, { firstname: 'Annika', lastname: anna.lastname, email: anna.email })
    const stranger = await givenClient(caller, { firstname: 'Sirkka', lastname: `Vieras${number}` })
    const { booking } = await givenBooked({ first_name: 'A', last_name: anna.lastname, email: anna.email })
    const desk = await openDesk()
    await openInbox(desk, 'Riikka')
    await desk.getByRole('button', { name: `Compare Annika ${anna.lastname}` }).click()
    await desk.getByRole('button', { name: `Link to ${anna.lastname}, Annika` }).waitFor()
    await goToField(desk, '/', '[role=combobox]')
    await desk.keyboard.type(`Vieras${number}`)
    await desk.getByRole('option', { name: /Vieras/ }).waitFor()
    await desk.keyboard.press('Enter')
    const link = desk.getByRole('button', { name: `Link to Vieras${number}, Sirkka` })
    await link.waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'bookings-searched')
    await link.click()
    await desk.getByText(`linked to Vieras${number}, Sirkka`).waitFor()
    expect(await stored(booking)).toMatchObject({ status: 1, client: stranger.url })
    expect((await stored(cousin)).archived).toBe(false)
    await desk.context().close()
  })
})

describe('an online booking of a stranger', () => {
  it('becomes a client with their animals in one click, and Undo archives them', async () => {
    const { booking, appointment } = await givenBooked({
      first_name: 'Mikko',
      last_name: `Ranta${number}`,
      email: `mikko.${number}@mail.example`,
      phone_number: '044 812 0001',
      pets: [{ name: 'Nelli', species: species('DOG') }],
    })
    const desk = await openDesk()
    await openInbox(desk, 'Riikka')
    const create = desk.getByRole('button', { name: 'Create both' })
    await create.waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'bookings-stranger')
    const writes = writesOf(desk)
    const creating = await counted(desk)
    await create.click()
    await desk.getByText(`Mikko Ranta${number} is a client now`).waitFor()
    expect(await creating()).toEqual({ clicks: 1, keys: 0 })
    expect(writes).toEqual([`POST /onlinebookingclient/${booking.id}/create_client/`])
    const { status, client } = await stored(booking)
    expect(status).toBe(2)
    const registered = await done(caller.get(client))
    expect(registered).toMatchObject({ firstname: 'Mikko', lastname: `Ranta${number}` })
    expect((await stored(appointment)).patients).toEqual(registered.patients)
    await desk.getByRole('button', { name: 'Undo' }).click()
    await desk.getByText('Undone').waitFor()
    await create.waitFor()
    expect((await stored(booking)).status).toBe(0)
    expect((await done(caller.get(client))).archived).toBe(true)
    expect((await done(caller.get(registered.patients[0]))).archived).toBe(true)
    await desk.context().close()
  })

  it('is reached, opened and decided by keys', async () => {
    const given = (name: string) =>
      givenBooked({ first_name: name, last_name: `Key${number}`, email: `${name}.${number}@mail.example` })
    const first = await given('Aada')
    const second = await given('Bertta')
    const desk = await openDesk()
    await openInbox(desk, 'Riikka')
    await rows(desk).nth(1).waitFor()
    const byKeys = await counted(desk)
    await desk.keyboard.press('j')
    await desk.keyboard.press('j')
    await rows(desk).nth(1).and(desk.locator(':focus')).waitFor()
    await desk.keyboard.press('Enter')
    await desk.locator('button:focus', { hasText: 'Create both' }).waitFor()
    await desk.keyboard.press('Enter')
    await desk.getByText(`Bertta Key${number} is a client now`).waitFor()
    expect(await byKeys()).toEqual({ clicks: 0, keys: 4 })
    expect([(await stored(first.booking)).status, (await stored(second.booking)).status]).toEqual([0, 2])
    await desk.context().close()
  })

  it('is declined with a reason, its owner told at once, and taken back', async () => {
    const { booking, appointment } = await givenBooked({
      first_name: 'Jussi',
      last_name: `Hevonen${number}`,
      email: `jussi.${number}@mail.example`,
    })
    await done(caller.patch('/settings/messaging/', { smtp_host: 'smtp.example.com', mail_from: 'clinic@example.com' }))
    const desk = await openDesk()
    await openInbox(desk, 'Riikka')
    const writes = writesOf(desk)
    const declining = await counted(desk)
    await desk.getByRole('button', { name: 'Decline…' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel(`Tell the owner: jussi.${number}@mail.example`).waitFor()
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await dialog.getByRole('alert').getByText('Say why.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    expect(writes).toEqual([])
    await dialog.getByLabel('Reason').fill('We do not treat horses.')
    await drawn(desk, 'bookings-decline')
    await dialog.getByLabel('Reason').press('Enter')
    await desk.getByText(`Jussi Hevonen${number}: declined, and the message is on its way`).waitFor()
    expect(await declining()).toEqual({ clicks: 2, keys: 1 })
    expect(writes).toEqual(['POST /composite/'])
    expect(await stored(booking)).toMatchObject({ status: 3, decline_reason: 'We do not treat horses.' })
    expect(await stored(appointment)).toMatchObject({ active: false, cancellation_reason: 'We do not treat horses.' })
    const sent = await done(caller.get(`/message/?appointment__is=${appointment.id}`))
    expect(sent.results).toMatchObject([{ kind: 5, channel: 1, status: 1 }])

    await desk.getByRole('button', { name: 'Declined' }).click()
    await desk.getByText('We do not treat horses.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'bookings-declined')
    await desk.getByRole('button', { name: 'Take back' }).click()
    await desk.getByText('Back among those that wait').waitFor()
    expect(await stored(appointment)).toMatchObject({ active: true, cancellation_reason: '' })
    expect((await stored(booking)).status).toBe(0)
    expect(consoleErrors).toEqual([])
    await desk.context().close()
  })

  it('is not told where there is no server, and whoever declines is told how to reach them', async () => {
    await done(caller.patch('/settings/messaging/', { smtp_host: '' }))
    const { booking } = await givenBooked({
      first_name: 'Kaisa',
      last_name: `Y${number}`,
      phone_number: '044 812 0002',
    })
    const desk = await openDesk()
    await openInbox(desk, 'Riikka')
    await desk.getByRole('button', { name: 'Decline…' }).click()
    await desk.getByRole('dialog').getByText('Reach them: 044 812 0002.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await desk.getByRole('dialog').getByLabel('Reason').fill('Closed')
    await desk.getByRole('dialog').getByLabel('Reason').press('Enter')
    await desk.getByText(`Kaisa Y${number}: declined`).waitFor()
    await desk.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored(booking)).status).toBe(0)
    await desk.context().close()
  })
})

describe('somebody who may not match bookings', () => {
  it('sees them and decides nothing', async () => {
    await givenBooked({ first_name: 'Mikko', last_name: `Luku${number}`, phone_number: '044 812 0003' })
    const desk = await openDesk()
    await openInbox(desk, 'Lasse')
    await desk.getByText('You may look at bookings.').waitFor()
    await desk.getByText('044 812 0003').waitFor()
    expect(await desk.getByRole('button', { name: 'Create both' }).count()).toBe(0)
    expect(await desk.getByRole('button', { name: 'Decline…' }).count()).toBe(0)
    expect(await violationsOn(desk)).toEqual([])
    await desk.context().close()
  })
})
