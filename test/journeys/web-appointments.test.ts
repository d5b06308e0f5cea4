// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import type { TestResponse } from '../support/api.ts'
import { drawn, tablet, useClinicApp } from '../support/app-journeys.ts'
import {
  givenAppointment,
  givenClient,
  givenDepartment,
  givenOnlineClient,
  givenOnlinePatient,
  givenPatient,
  givenPhoneNumber,
  givenUser,
  species,
} from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Row = TestResponse['body']

const { clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()

/** A Tuesday that is not today, in winter time: two hours ahead of UTC. */
const date = '2027-01-19'
const at = (time: string) => `${date}T${time}:00+02:00`
const iso = (time: string) => new Date(at(time)).toISOString().replace('.000Z', '.000000Z')
const later = (time: string, minutes: number) => new Date(Date.parse(at(time)) + minutes * 60_000).toISOString()

let desk: Page
let [hospital, branch, aalto, okoye, virta, salo, vaccination, recheck]: Row[] = []

const card = (page: Page, name: string) => page.locator('[data-entry]', { hasText: name })
const column = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}`) })
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const stored = async ({ id }: Row) => (await caller.get(`/appointment/${id}/`)).body
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(({ id, name, tagName }) => id || name || tagName)(document.activeElement)`)
/** From here on keys go to the field in which a client is looked for. */
const whoIsAsked = (page: Page) => page.locator('[role=combobox]:focus').waitFor()
const open = async (page: Page, query: string) => {
  await page.goto(`${address}calendar/?${query}`)
  await page.getByRole('region', { name: 'Calendar' }).waitFor()
}
/** When and where people work is known, upon which the columns stand where they stay. */
const shiftsAreShown = (page: Page) => page.getByText('City Branch', { exact: true }).first().waitFor()
const choose = async (page: Page, name: string, offer: string) => {
  await card(page, name).click()
  await page.getByRole('menuitem', { name: offer }).click()
}
const drag = async (page: Page, name: string, to: string) => {
  const from = (await card(page, name).boundingBox())!
  const onto = (await column(page, to).boundingBox())!
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 8)
  await page.mouse.move(onto.x + onto.width / 2, y, { steps: 4 })
  await page.mouse.up()
}

const givenPet = async (name: string, more: readonly string[] = []) => {
  const owner = await givenClient(caller, { firstname: 'Anna', lastname: `Niemi-${name}` })
  await givenPhoneNumber(caller, owner, { phone_number: '050 700 1234' })
  const pets = []
  for (const one of [name, ...more])
    pets.push(await givenPatient(caller, { client: owner.url, name: one, species: species('DOG') }))
  return pets[0]!
}
const givenBooking = async (name: string, user: Row, time: string, minutes: number, fields: object = {}) => {
  const patient = await givenPet(name)
  return givenAppointment(caller, {
    start: at(time),
    end: later(time, minutes),
    department: hospital.url,
    user: user.url,
    client: patient.client,
    patients: [patient.url],
    complaint: 'Limps',
    ...fields,
  })
}

beforeAll(async () => {
  hospital = (await caller.get(`/department/${clinic.department}/`)).body
  await caller.patch(`/settings/department/${hospital.id}/`, { time_zone: 'Europe/Helsinki' })
  branch = await givenDepartment(caller, { name: 'City Branch' })
  await caller.patch(`/settings/department/${branch.id}/`, { time_zone: 'Europe/Helsinki' })
  const works: Permission[] = ['General: Appointments', 'General: Patients and clients', 'Clinical: Consultations']
  await givenStaff('Maria', works)
  const vet = (last_name: string) => givenUser(caller, { title: 'Dr', first_name: 'Aino', last_name })
  aalto = await vet('Aalto')
  okoye = await vet('Okoye')
  virta = await vet('Virta')
  salo = await vet('Salo')
  for (const [user, department, start, end] of [
    [aalto, hospital, '08:00', '16:00'],
    [okoye, branch, '08:00', '16:00'],
    [virta, hospital, '08:00', '12:00'],
    [virta, branch, '12:00', '16:00'],
  ] as const)
    for (const weekday of [1, 2, 3, 4, 5])
      await caller.post('/shift/', { user: user.url, department: department.url, weekday, start, end })
  vaccination = (await caller.post('/reason/', { name: 'Vaccination', duration: 30 })).body
  recheck = (await caller.post('/reason/', { name: 'Recheck', duration: 15 })).body
  desk = await openDesk()
  await signIn(desk, 'Maria')
})

describe('the department of an appointment', () => {
  it('is the one in which the vet works then, when it is dropped with another vet', async () => {
    const rex = await givenBooking('Rex', aalto, '09:00', 30)
    await open(desk, `date=${date}`)
    await card(desk, 'Rex').waitFor()
    await shiftsAreShown(desk)
    await drag(desk, 'Rex', 'Dr Okoye')
    await toast(desk, 'Rex 09:00 Aalto → 09:00 Okoye, City Branch').waitFor()
    expect(await stored(rex)).toMatchObject({ user: okoye.url, department: branch.url, start: iso('09:00') })
    await desk.keyboard.press('Control+z')
    await expect.poll(async () => (await stored(rex)).department).toBe(hospital.url)
  })

  it('follows the hour, where somebody works at two', async () => {
    const milo = await givenBooking('Milo', virta, '11:30', 15)
    await open(desk, `date=${date}`)
    await shiftsAreShown(desk)
    await card(desk, 'Milo').focus()
    for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Enter']) await desk.keyboard.press(key)
    await toast(desk, 'Milo 11:30 Virta → 12:00 Virta, City Branch').waitFor()
    expect(await stored(milo)).toMatchObject({ department: branch.url, start: iso('12:00') })
  })

  it('is asked for where nobody has said when the vet works', async () => {
    const otso = await givenBooking('Otso', aalto, '10:00', 30)
    await open(desk, `date=${date}`)
    await card(desk, 'Otso').waitFor()
    // Whoever has no shifts is shown as soon as something is booked with them.
    await givenBooking('Salon', salo, '08:00', 15)
    await column(desk, 'Dr Salo').waitFor()
    await shiftsAreShown(desk)
    await drag(desk, 'Otso', 'Dr Salo')
    const form = panel(desk, 'Move Otso')
    await form.getByText('It is not known where Dr Salo works then.').waitFor()
    await expect.poll(() => focused(desk)).toBe('field-department')
    expect(await stored(otso)).toMatchObject({ user: aalto.url, department: hospital.url })
    await desk.keyboard.press('Enter')
    await form.getByRole('alert').filter({ hasText: 'Choose the department.' }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'move-asks')
    await form.getByRole('combobox', { name: 'Department' }).selectOption({ label: 'City Branch' })
    await form.getByRole('button', { name: 'Move to Tue 19 Jan 10:00 Dr Salo' }).click()
    await toast(desk, 'Otso 10:00 Aalto → 10:00 Salo, City Branch').waitFor()
    expect(await stored(otso)).toMatchObject({ user: salo.url, department: branch.url })
  })

  it('and the free times are those of the vet who is chosen in the form', async () => {
    await givenPet('Bella')
    await open(desk, `date=${date}&book=true`)
    const form = panel(desk, 'Book an appointment')
    await form.getByRole('combobox', { name: 'With' }).selectOption({ label: 'Dr Okoye' })
    const times = form.getByRole('group', { name: 'Next free times, Tue 19 Jan' }).getByRole('radio')
    await form
      .getByRole('radio', { name: /Dr Okoye/ })
      .first()
      .waitFor()
    await expect.poll(() => form.getByRole('radio', { name: /Dr Aalto/ }).count()).toBe(0)
    await expect.poll(() => times.count()).toBeGreaterThan(3)
    await expect.poll(() => form.getByRole('combobox', { name: 'Department' }).inputValue()).toBe(String(branch.id))
    await form.getByRole('combobox', { name: 'With' }).selectOption({ label: 'Dr Aalto' })
    await expect.poll(() => form.getByRole('combobox', { name: 'Department' }).inputValue()).toBe(String(hospital.id))
    await form
      .getByRole('radio', { name: /Dr Aalto/ })
      .first()
      .waitFor()
    await expect.poll(() => form.getByRole('radio', { name: /Dr Okoye/ }).count()).toBe(0)
    await form.getByRole('combobox', { name: 'With' }).selectOption({ label: 'Dr Virta' })
    await form.getByRole('radio', { name: '12:15 Dr Virta' }).click()
    await expect.poll(() => form.getByRole('combobox', { name: 'Department' }).inputValue()).toBe(String(branch.id))
  })
})

describe('the form', () => {
  it('is filled in with keys alone: a name, Enter, Enter', async () => {
    const pet = await givenPet('Hertta', ['Ruska'])
    await open(desk, `date=${date}`)
    await desk.keyboard.press('b')
    await whoIsAsked(desk)
    await desk.keyboard.type('hertta')
    await desk.keyboard.press('Enter')
    // The next field: which of the client's animals, of which the one that was looked for is chosen.
    await expect.poll(() => desk.evaluate(`document.activeElement.closest('label')?.textContent`)).toBe('Hertta')
    await desk.getByRole('radio', { name: 'Recheck 15 min' }).waitFor()
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Space')
    await expect.poll(() => desk.getByRole('radio', { name: 'Recheck 15 min' }).isChecked()).toBe(true)
    // The time is what is free first, once that is known.
    await desk.getByRole('button', { name: /^Book Tue 19 Jan/ }).waitFor()
    await desk.keyboard.press('Enter')
    await toast(desk, 'Hertta booked Tue 19 Jan').waitFor()
    const { body } = await caller.get(`/appointment/?client__is=${pet.client.split('/').at(-2)}`)
    expect(body.results).toMatchObject([{ patients: [pet.url], reason: recheck.url }])
  })

  it('keeps the focus when somebody without a record is booked, and Escape closes it from anywhere', async () => {
    await open(desk, `date=${date}`)
    await desk.keyboard.press('b')
    await whoIsAsked(desk)
    await desk.keyboard.type('Zetterlund')
    await desk.keyboard.press('Enter')
    await expect.poll(() => focused(desk)).toBe('field-caller')
    await desk.getByRole('heading', { name: 'Book an appointment' }).click()
    await desk.keyboard.press('Escape')
    await expect.poll(() => desk.getByRole('complementary').count()).toBe(0)
  })

  it('opens with the focus in it when an appointment is moved', async () => {
    await givenBooking('Pulla', aalto, '14:00', 30)
    await open(desk, `date=${date}`)
    await choose(desk, 'Pulla', 'Move…')
    await panel(desk, 'Move Pulla').waitFor()
    await expect.poll(() => focused(desk)).toBe('field-date')
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('1430')
    await desk.keyboard.press('Enter')
    await toast(desk, 'Pulla 14:00 Aalto → 14:30 Aalto').waitFor()
  })

  it('asks once before it books without an animal and without a reason', async () => {
    const pet = await givenPet('Sisu', ['Nuppu'])
    const client = pet.client.split('/').at(-2)
    await open(desk, `date=${date}&book=true&client=${client}&at=${encodeURIComponent(at('13:00'))}&with=${aalto.id}`)
    const form = panel(desk, 'Book an appointment')
    await form.getByRole('checkbox', { name: 'Nuppu' }).waitFor()
    await form.getByRole('radio', { name: 'Recheck 15 min' }).waitFor()
    await form.getByRole('button', { name: 'Book Tue 19 Jan 13:00 Dr Aalto' }).click()
    await form.getByText('No animal is chosen. No reason is chosen.').waitFor()
    expect((await caller.get(`/appointment/?client__is=${client}`)).body.count).toBe(0)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'book-asks')
    await form.getByRole('button', { name: 'Book anyway, Tue 19 Jan 13:00 Dr Aalto' }).click()
    await toast(desk, 'Niemi-Sisu, Anna booked Tue 19 Jan 13:00 Aalto').waitFor()
    expect((await caller.get(`/appointment/?client__is=${client}`)).body.results).toMatchObject([
      { patients: [], reason: null },
    ])
  })

  it('says that the animal is booked elsewhere on that day', async () => {
    const tilda = await givenBooking('Tilda', okoye, '10:20', 20, { department: branch.url })
    const client = tilda.client.split('/').at(-2)
    await open(
      desk,
      `date=${date}&department=${hospital.id}&book=true&client=${client}&at=${encodeURIComponent(at('11:00'))}&with=${aalto.id}`,
    )
    await panel(desk, 'Book an appointment').getByText('Tilda is booked Tue 19 Jan 10:20 with Dr Okoye.').waitFor()
  })

  it('takes times and dates as people type them, and shows them with 24 hours', async () => {
    const other = await openDesk({ locale: 'en-US' })
    await signIn(other, 'Maria')
    await open(other, `date=${date}&book=true&with=${aalto.id}`)
    const [time, day] = [other.getByLabel('Time', { exact: true }), other.getByLabel('Date', { exact: true })]
    for (const [typed, shown] of [
      ['1430', '14:30'],
      ['9.45', '09:45'],
      ['1515', '15:15'],
      ['930', '09:30'],
    ] as const) {
      await time.fill(typed)
      await time.press('Tab')
      await expect.poll(() => time.inputValue()).toBe(shown)
    }
    await time.fill('later')
    await time.press('Tab')
    await other.getByText('Enter a time, such as 09:30.').waitFor()
    await time.fill('10:00')
    await day.fill('20.1.2027')
    await day.press('Tab')
    await expect.poll(() => new URL(other.url()).searchParams.get('date')).toBe('2027-01-20')
    await expect.poll(() => new URL(other.url()).searchParams.get('at')).toBe('2027-01-20T08:00:00.000Z')
    await other.context().close()
  })
})

describe('an appointment', () => {
  it('is edited in the panel in which it was booked', async () => {
    const booked = await givenBooking('Fanny', aalto, '12:00', 30)
    const momo = await givenPet('Momo')
    await open(desk, `date=${date}`)
    await choose(desk, 'Fanny', 'Edit…')
    const form = panel(desk, 'Edit Fanny')
    await form.getByRole('radio', { name: 'Vaccination 30 min' }).click()
    await form.getByLabel('What is wrong').fill('Limps on the left hind leg')
    await form.getByLabel('Note for staff').fill('Bites')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'edit')
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(desk, 'Fanny saved').waitFor()
    await expect.poll(() => form.count()).toBe(0)
    expect(await stored(booked)).toMatchObject({
      reason: vaccination.url,
      complaint: 'Limps on the left hind leg',
      notes: 'Bites',
      start: iso('12:00'),
      end: iso('12:30'),
    })
    await choose(desk, 'Fanny', 'Edit…')
    await form.getByRole('button', { name: 'Change' }).click()
    await whoIsAsked(desk)
    await desk.keyboard.type('momo')
    await desk.getByRole('option', { name: /^Momo/ }).click()
    await form.getByRole('combobox', { name: 'With' }).selectOption({ label: 'Dr Okoye' })
    await form.getByLabel('Time', { exact: true }).fill('12:15')
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(desk, 'Momo saved').waitFor()
    expect(await stored(booked)).toMatchObject({
      client: momo.client,
      patients: [momo.url],
      user: okoye.url,
      department: branch.url,
      start: iso('12:15'),
      reason: vaccination.url,
    })
  })

  it('of another department than the one that is shown names whom it is with', async () => {
    const booked = await givenBooking('Halti', okoye, '15:00', 30, { department: branch.url })
    await open(desk, `date=${date}&department=${hospital.id}&edit=${booked.id}`)
    const form = panel(desk, 'Edit Halti')
    const person = form.getByRole('combobox', { name: 'With' })
    await expect.poll(() => person.inputValue()).toBe(String(okoye.id))
    await form.getByLabel('Note for staff').fill('Bites')
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(desk, 'Halti saved').waitFor()
    expect(await stored(booked)).toMatchObject({ notes: 'Bites', user: okoye.url, department: branch.url })
  })

  it('that somebody else edited meanwhile is merged, and what both changed is asked about', async () => {
    const booked = await givenBooking('Roope', aalto, '15:00', 15)
    await open(desk, `date=${date}`)
    await choose(desk, 'Roope', 'Edit…')
    const form = panel(desk, 'Edit Roope')
    const wrong = form.getByLabel('What is wrong')
    await wrong.fill('Coughs')
    await caller.patch(booked.url, { notes: 'Called twice' })
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(desk, 'Roope saved').waitFor()
    await expect.poll(() => form.count()).toBe(0)
    expect(await stored(booked)).toMatchObject({ complaint: 'Coughs', notes: 'Called twice' })
    await choose(desk, 'Roope', 'Edit…')
    await wrong.fill('Coughs at night')
    await caller.patch(booked.url, { complaint: 'Vomits' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('What is wrong: Vomits').waitFor()
    expect(await stored(booked)).toMatchObject({ complaint: 'Vomits' })
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'edit-conflict')
    await form.getByRole('button', { name: 'Save mine' }).click()
    await expect.poll(() => form.count()).toBe(0)
    expect(await stored(booked)).toMatchObject({ complaint: 'Coughs at night', notes: 'Called twice' })
  })

  it('is cancelled with a reason, and the client can be told', async () => {
    const booked = await givenBooking('Viljo', okoye, '14:00', 15, { department: branch.url })
    await open(desk, `date=${date}`)
    await choose(desk, 'Viljo', 'Cancel appointment…')
    const form = panel(desk, 'Cancel Viljo')
    await expect.poll(() => focused(desk)).toBe('field-reason')
    await form.getByText('Limps, Tue 19 Jan 14:00 Okoye').waitFor()
    await form.getByRole('link', { name: '050 700 1234' }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'cancel')
    await desk.keyboard.type('The owner is ill')
    await desk.keyboard.press('Enter')
    await toast(desk, 'Viljo Tue 19 Jan 14:00 Okoye cancelled').waitFor()
    expect(await stored(booked)).toMatchObject({ active: false, cancellation_reason: 'The owner is ill' })
    await desk.keyboard.press('Control+z')
    await expect.poll(async () => (await stored(booked)).active).toBe(true)
    expect((await stored(booked)).cancellation_reason).toBe('')
  })

  it('that was booked online says by whom, and finds that client at once', async () => {
    const kaisla = await givenClient(caller, { firstname: 'Kaisla', lastname: 'Harju' })
    await givenPhoneNumber(caller, kaisla, { phone_number: '044 812 3377' })
    const nero = await givenPatient(caller, { client: kaisla.url, name: 'Nero', species: species('CAT') })
    const appointment = await givenAppointment(caller, {
      start: '2027-01-21T10:00:00+02:00',
      end: '2027-01-21T10:30:00+02:00',
      type: 2,
      department: hospital.url,
      user: aalto.url,
      notes: 'Harju, coughs',
    })
    const booking = await givenOnlineClient(caller, {
      appointment: appointment.url,
      first_name: 'Kaisla',
      last_name: 'Harju',
      phone_number: '+358 44 812 3377',
      email: 'kaisla@example.com',
    })
    await givenOnlinePatient(caller, booking, { name: 'Nero', species: species('CAT') })
    const said = /^Booked online by Kaisla Harju, .*812.*3377, kaisla@example\.com, Nero \(Cat\)$/
    await open(desk, 'date=2027-01-21')
    await card(desk, 'Harju, coughs').click()
    await desk.getByRole('menu').getByText(said).waitFor()
    await desk.getByRole('menuitem', { name: 'Edit…' }).click()
    await panel(desk, 'Edit No client yet').getByText(said).waitFor()
    await desk.keyboard.press('Escape')
    await expect.poll(() => desk.getByRole('complementary').count()).toBe(0)
    await choose(desk, 'Harju, coughs', 'Choose the client…')
    const form = panel(desk, 'Who comes?')
    await form.getByText(said).waitFor()
    await form.getByRole('option', { name: /Harju/ }).click()
    await expect.poll(() => form.getByRole('checkbox', { name: 'Nero' }).isChecked()).toBe(true)
    expect(await violationsOn(desk)).toEqual([])
    await form.getByRole('button', { name: 'Set the client' }).click()
    await toast(desk, 'is for Nero now').waitFor()
    expect(await stored(appointment)).toMatchObject({ client: kaisla.url, patients: [nero.url] })
  })

  it('is not left with changes that are not saved, unless somebody says so', async () => {
    const day = '2027-01-22'
    const booked = await givenBooking('Otso', aalto, '09:00', 30, {
      start: `${day}T09:00:00+02:00`,
      end: `${day}T09:30:00+02:00`,
    })
    await givenBooking('Pihla', aalto, '10:00', 30, {
      start: `${day}T10:00:00+02:00`,
      end: `${day}T10:30:00+02:00`,
    })
    await open(desk, `date=${day}`)
    await choose(desk, 'Otso', 'Edit…')
    const form = panel(desk, 'Edit Otso')
    const wrong = form.getByLabel('What is wrong')
    await wrong.fill('Limps since Monday')
    const question = desk.getByRole('dialog', { name: 'Discard your changes to Otso?' })
    await wrong.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => question.count()).toBe(0)
    await choose(desk, 'Pihla', 'Edit…')
    await question.waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await desk.keyboard.press('Escape')
    await expect.poll(() => question.count()).toBe(0)
    expect(await wrong.inputValue()).toBe('Limps since Monday')
    await wrong.press('Control+Enter')
    await toast(desk, 'Otso saved').waitFor()
    await expect.poll(() => form.count()).toBe(0)
    expect(await stored(booked)).toMatchObject({ complaint: 'Limps since Monday' })
    await choose(desk, 'Otso', 'Edit…')
    await wrong.fill('Better')
    await choose(desk, 'Pihla', 'Edit…')
    await question.getByRole('button', { name: 'Discard' }).click()
    await panel(desk, 'Edit Pihla').waitFor()
    await desk.keyboard.press('Escape')
    await expect.poll(() => desk.getByRole('complementary').count()).toBe(0)
    expect(await stored(booked)).toMatchObject({ complaint: 'Limps since Monday' })
  })

  it('takes an animal by Enter, where it is asked who comes', async () => {
    const pet = await givenPet('Usko', ['Toivo'])
    const booked = await givenAppointment(caller, {
      start: '2027-01-25T09:00:00+02:00',
      end: '2027-01-25T09:30:00+02:00',
      type: 7,
      department: hospital.url,
      user: aalto.url,
      notes: 'Called at nine',
    })
    await open(desk, 'date=2027-01-25')
    await choose(desk, 'Called at nine', 'Choose the client…')
    await whoIsAsked(desk)
    await desk.keyboard.type('niemi-usko')
    await desk.keyboard.press('Enter')
    const animals = panel(desk, 'Who comes?').getByRole('checkbox')
    await animals.first().waitFor()
    await animals.first().press('Enter')
    await expect.poll(() => animals.first().isChecked()).toBe(true)
    await desk.keyboard.press('Enter')
    await toast(desk, 'is for').waitFor()
    const { patients, client } = await stored(booked)
    expect([client, patients.length]).toEqual([pet.client, 1])
  })

  it('leaves the focus where it was booked, and where it was cancelled', async () => {
    const pet = await givenPet('Tyyne')
    const client = pet.client.split('/').at(-2)
    const time = encodeURIComponent('2027-01-26T09:00:00+02:00')
    await open(desk, 'date=2027-01-26')
    await open(desk, `date=2027-01-26&book=true&client=${client}&at=${time}&with=${aalto.id}&place=${hospital.id}`)
    const form = panel(desk, 'Book an appointment')
    await form.getByRole('checkbox', { name: 'Tyyne' }).waitFor()
    await form.getByRole('radio', { name: 'Recheck 15 min' }).click()
    await form.getByRole('button', { name: /^Book Tue 26 Jan 09:00/ }).click()
    await desk.locator('[data-entry]:focus', { hasText: 'Tyyne' }).waitFor()
    await choose(desk, 'Tyyne', 'Cancel appointment…')
    await panel(desk, 'Cancel Tyyne').waitFor()
    await expect.poll(() => focused(desk)).toBe('field-reason')
    await desk.keyboard.press('Enter')
    await toast(desk, 'cancelled').waitFor()
    await expect.poll(() => card(desk, 'Tyyne').count()).toBe(0)
    await expect.poll(() => desk.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(/^Dr Aalto/)
  })

  it('to which nobody came is marked in its menu', async () => {
    const start = Date.now() - 30 * 60_000
    const booked = await givenBooking('Nala', aalto, '08:00', 15, {
      start: new Date(start).toISOString(),
      end: new Date(start + 15 * 60_000).toISOString(),
    })
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Helsinki' }).format(start)
    await open(desk, `date=${day}`)
    await choose(desk, 'Nala', 'Did not come')
    await toast(desk, 'Nala did not come').waitFor()
    expect(await stored(booked)).toMatchObject({ active: false, cancellation_reason: 'Did not come' })
  })

  it('of somebody who is on no record is named the same everywhere, and no sentence is made of a remark', async () => {
    await givenAppointment(caller, {
      start: at('08:30'),
      end: at('09:30'),
      department: branch.url,
      user: okoye.url,
      type: 5,
      notes: 'Called, and will call again with the name of the animal.',
    })
    await givenBooking('Sulo', okoye, '13:00', 30, { department: branch.url })
    await open(desk, `date=${date}`)
    await card(desk, 'No client yet').filter({ hasText: 'Called, and will call again' }).waitFor()
    await choose(desk, 'Sulo', 'Move…')
    await desk.getByLabel('Time', { exact: true }).fill('09:00')
    await panel(desk, 'Move Sulo').getByText('Dr Okoye is booked until 09:30.').waitFor()
    await desk.keyboard.press('Escape')
    await expect.poll(() => desk.getByRole('complementary').count()).toBe(0)
    await card(desk, 'Sulo').focus()
    await desk.keyboard.press('m')
    for (let step = 0; step < 16; step++) await desk.keyboard.press('ArrowUp')
    const callout = desk.locator('[class*=_callout_]').filter({ hasText: 'Dr Okoye is booked until 09:30' })
    await callout.getByText('Sulo 13:00 → 09:00. Dropping here returns the card to 13:00.').waitFor()
    const { x, width } = (await callout.boundingBox())!
    for (const part of await callout.locator('button, p, strong').all()) {
      const box = (await part.boundingBox())!
      expect(box.x + box.width).toBeLessThanOrEqual(x + width)
    }
    await drawn(desk, 'clash')
    await desk.keyboard.press('Escape')
  })
})

describe('the date', () => {
  it('is chosen in a month, six weeks on, with the mouse or with keys', async () => {
    await open(desk, `date=${date}`)
    await desk.getByRole('button', { name: /^Tuesday 19 January 2027/ }).click()
    const dialog = desk.getByRole('dialog', { name: 'Choose a date' })
    await dialog.getByText('January 2027').waitFor()
    const focusedDay = () => desk.evaluate('document.activeElement.getAttribute("aria-label")')
    await expect.poll(focusedDay).toBe('Tuesday 19 January 2027')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'month')
    await dialog.getByRole('button', { name: 'Next month' }).click()
    await dialog.getByRole('button', { name: 'Next month' }).click()
    await dialog.getByRole('button', { name: 'Tuesday 2 March 2027' }).click()
    await desk.getByRole('heading', { level: 1, name: 'Tuesday 2 March 2027' }).waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    await desk.getByRole('button', { name: /^Tuesday 2 March 2027/ }).press('Enter')
    await dialog.waitFor()
    await expect.poll(focusedDay).toBe('Tuesday 2 March 2027')
    for (const key of ['PageDown', 'ArrowDown', 'ArrowLeft', 'Home', 'Enter']) await desk.keyboard.press(key)
    // A month and a week on, a day back, and the Monday of that week.
    await desk.getByRole('heading', { level: 1, name: 'Monday 5 April 2027' }).waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    await desk.getByRole('button', { name: /^Monday 5 April 2027/ }).press('Enter')
    await dialog.waitFor()
    await expect.poll(focusedDay).toBe('Monday 5 April 2027')
    await desk.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => desk.evaluate('document.activeElement.textContent')).toContain('Monday 5 April 2027')
  })

  it('of an address that cannot be read is today', async () => {
    for (const query of ['date=banana', 'date=2027-99-99', 'date=2027-02-30', 'book=true&at=foo', 'view=year&user=x']) {
      await open(desk, query)
      await desk.getByText('Fetlock could not be loaded').waitFor({ state: 'hidden' })
      await column(desk, query.startsWith('view') ? 'Dr Aalto' : 'Dr Okoye').waitFor()
    }
  })
})

describe('a week', () => {
  it('has one line of controls and shows the names whole', async () => {
    await givenBooking('Bartholomew', aalto, '08:00', 15)
    await open(desk, `date=${date}&view=week&user=${aalto.id}`)
    await card(desk, 'Bartholomew').waitFor()
    const top = (await desk
      .locator('[class*=_top_]')
      .filter({ has: desk.getByRole('heading', { level: 1 }) })
      .boundingBox())!
    expect(top.height).toBeLessThan(64)
    const isCut = await card(desk, 'Bartholomew')
      .locator('strong')
      .evaluate(
        (name) =>
          (name as unknown as { scrollWidth: number; clientWidth: number }).scrollWidth >
          (name as unknown as { clientWidth: number }).clientWidth + 1,
      )
    expect(isCut).toBe(false)
    await drawn(desk, 'week')
  })
})

describe('on a tablet and in the dark', () => {
  it('the panels are as complete', async () => {
    const other = await openDesk({ ...tablet, viewport: { width: 1024, height: 768 } })
    await signIn(other, 'Maria')
    await open(other, `date=${date}&book=true`)
    await panel(other, 'Book an appointment').waitFor()
    expect(await violationsOn(other)).toEqual([])
    await other.emulateMedia({ colorScheme: 'dark' })
    await drawn(other, 'book-tablet-dark')
    await other.getByRole('button', { name: 'Choose in a month' }).click()
    await other.getByRole('dialog', { name: 'Choose a date' }).getByText('January 2027').waitFor()
    expect(await violationsOn(other)).toEqual([])
    await other.emulateMedia({ colorScheme: 'dark' })
    await drawn(other, 'month-tablet-dark')
    await other.context().close()
  })

  it('and nothing went wrong in any page', () => {
    expect(consoleErrors).toEqual([])
  })
})
