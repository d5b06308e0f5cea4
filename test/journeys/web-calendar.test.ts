// @module-tag browser
// @module-tag waits
// @module-tag timed
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import type { TestResponse } from '../support/api.ts'
import {
  counted,
  drawn,
  goByKeys,
  intercept,
  messagesStay,
  tablet,
  useClinicApp,
  whileHeldBack,
} from '../support/app-journeys.ts'
import { budgetOf, expectWithin, median } from '../support/durations.ts'
import {
  givenAppointment,
  givenClient,
  givenDepartment,
  givenPatient,
  givenPhoneNumber,
  givenUser,
  species,
} from '../support/clinic.ts'
import { useWorkerParts } from '../support/deliveries.ts'
import { sendDue, startMailServer } from '../support/messaging.ts'
import { violationsOn } from '../support/web-app.ts'

type Row = TestResponse['body']

const mail = await startMailServer()
afterAll(() => mail.close())
const allowedPrivate = [mail.place]
const { api, clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp({
  allowedPrivate,
})
const parts = useWorkerParts(api, allowedPrivate)

/** A Tuesday that is not today, in winter time: two hours ahead of UTC. */
const date = '2027-01-19'
const at = (time: string) => `${date}T${time}:00+02:00`
const iso = (time: string) => new Date(at(time)).toISOString().replace('.000Z', '.000000Z')
const later = (time: string, minutes: number) => new Date(Date.parse(at(time)) + minutes * 60_000).toISOString()

let desk: Page
let [department, aalto, berg, vaccination]: Row[] = []
let [onni, fanny, rex]: Row[] = []

const card = (page: Page, name: string) => page.locator('[data-entry]', { hasText: name })
const column = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}`) })
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const stored = async ({ id }: Row) => (await caller.get(`/appointment/${id}/`)).body
/** From here on keys go to the field in which a client is looked for. */
const whoIsAsked = (page: Page) =>
  page.getByRole('combobox', { name: 'Client or patient' }).and(page.locator(':focus')).waitFor()
const open = async (page: Page, query: string) => {
  await page.goto(`${address}calendar/?${query}`)
  await page.getByRole('region', { name: 'Calendar' }).waitFor()
}

const givenBooking = (name: string, user: Row, time: string, minutes: number, fields: object = {}) =>
  givenPet(name).then((patient) =>
    givenAppointment(caller, {
      start: at(time),
      end: later(time, minutes),
      department: department.url,
      user: user.url,
      client: patient.client,
      patients: [patient.url],
      complaint: 'Limps',
      ...fields,
    }),
  )
const givenPet = async (name: string) => {
  const owner = await givenClient(caller, { firstname: 'Anna', lastname: `Koski-${name}` })
  return givenPatient(caller, { client: owner.url, name, species: species('DOG') })
}

/** When people work is known, upon which the columns and hours stand where they stay. */
const shiftsAreShown = (page: Page) => column(page, 'Dr Berg').getByText('Off until 09:00').waitFor()

/** The middle of a card, and where a time of a column is. */
const middleOf = async (page: Page, name: string) => {
  const box = (await card(page, name).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, top: box.y, bottom: box.y + box.height }
}
const centreOf = async (page: Page, name: string) => {
  const box = (await column(page, name).boundingBox())!
  return box.x + box.width / 2
}
const hourPixels = 80

beforeAll(async () => {
  department = (await caller.get(`/department/${clinic.department}/`)).body
  await caller.patch(`/settings/department/${department.id}/`, { time_zone: 'Europe/Helsinki' })
  const works: Permission[] = ['General: Appointments', 'General: Patients and clients', 'Clinical: Consultations']
  await givenStaff('Maria', works)
  await givenStaff('Otto', [], ['General: Appointments'])
  aalto = await givenUser(caller, { title: 'Dr', first_name: 'Aino', last_name: 'Aalto' })
  berg = await givenUser(caller, { title: 'Dr', first_name: 'Tor', last_name: 'Berg' })
  for (const [user, start, end] of [
    [aalto, '08:00', '12:00'],
    [aalto, '13:00', '16:00'],
    [berg, '09:00', '17:00'],
  ] as const)
    for (const weekday of [1, 2, 3, 4, 5])
      await caller.post('/shift/', { user: user.url, department: department.url, weekday, start, end })
  vaccination = (await caller.post('/reason/', { name: 'Vaccination', duration: 30 })).body
  await caller.post('/reason/', { name: 'Recheck', duration: 15 })
  onni = await givenBooking('Onni', aalto, '11:30', 30)
  fanny = await givenBooking('Fanny', berg, '13:00', 45, { reason: vaccination.url })
  rex = await givenBooking('Rex', berg, '09:15', 15)
  const bella = await givenPet('Bella')
  await givenPhoneNumber(caller, { url: bella.client }, { phone_number: '050 700 1234' })
  desk = await openDesk()
  await signIn(desk, 'Maria')
})

describe('the calendar', () => {
  it('opens with g c, shows who works when, and has no accessibility violation', async () => {
    await desk.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await goByKeys(desk, ['g', 'c'], '/calendar/')
    await open(desk, `date=${date}`)
    await card(desk, 'Onni').waitFor()
    await expect.poll(() => desk.title()).toBe('Tuesday 19 January 2027 – Fetlock')
    await expect
      .poll(() => column(desk, 'Dr Aalto').innerText())
      .toMatch(/Off until 08:00[\s\S]*Break[\s\S]*Off from 16:00/)
    // The names of the reasons come after the appointments.
    await expect.poll(() => card(desk, 'Fanny').innerText()).toMatch(/Fanny[\s\S]*13:00[\s\S]*Vaccination/)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'calendar-light')
    await desk.keyboard.press('?')
    const help = desk.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.locator('dd .unseen').first().waitFor({ state: 'attached' })
    const keys = await help.locator('dd .unseen').allTextContents()
    expect(keys).toContain('b')
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([])
    await desk.keyboard.press('Escape')
    await expect.poll(() => help.count()).toBe(0)
  })

  it('books a known client with five clicks, in the length of the reason', async () => {
    await messagesStay(desk)
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Book', exact: true }).click()
    await whoIsAsked(desk)
    await desk.keyboard.type('bella')
    await desk.getByRole('option', { name: /^Bella/ }).click()
    await desk.getByRole('radio', { name: 'Vaccination 30 min' }).click()
    await desk.getByText('Next free times').waitFor()
    await desk.getByRole('radio', { name: '08:30 Dr Aalto' }).click()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'book')
    await desk.getByRole('button', { name: 'Book Tue 19 Jan 08:30 Dr Aalto' }).click()
    await toast(desk, 'Bella booked Tue 19 Jan 08:30 Aalto').waitFor()
    const { clicks, keys } = await uses()
    expect(clicks).toBeLessThanOrEqual(5)
    expect(keys).toBe(0)
    await card(desk, 'Bella').waitFor()
    const { body } = await caller.get(`/appointment/?reason__is=${vaccination.id}&user__is=${aalto.id}&expose_patients`)
    expect(body.results).toMatchObject([
      { start: iso('08:30'), duration: 30, type: 1, patients_data: [{ name: 'Bella' }], active: true },
    ])
    await desk.keyboard.press('Control+z')
    await expect.poll(() => card(desk, 'Bella').count()).toBe(0)
    await expect.poll(async () => (await stored(body.results[0])).active).toBe(false)
  })

  it('offers no free time of one day while those of another are still unknown', async () => {
    await open(desk, `date=${date}&book=true`)
    const free = (day: string) => desk.getByRole('group', { name: `Next free times, ${day}` })
    await free('Tue 19 Jan').getByRole('radio').first().waitFor()
    await whileHeldBack(
      desk,
      (request) => /availability.*2027-01-20/.test(request.url()),
      () => desk.getByLabel('Date', { exact: true }).fill('2027-01-20'),
      async () => {
        await expect.poll(() => desk.getByRole('radio', { name: /Dr (Aalto|Berg)$/ }).count()).toBe(0)
      },
    )
    await free('Wed 20 Jan').getByRole('radio').first().waitFor()
    await open(desk, `date=${date}`)
    await card(desk, 'Fanny').waitFor()
    await shiftsAreShown(desk)
  })

  it('books somebody who is on no record, where one clicked, as a preliminary booking', async () => {
    const x = await centreOf(desk, 'Dr Berg')
    const { top } = await middleOf(desk, 'Fanny')
    await desk.mouse.click(x, top - hourPixels + 5)
    await whoIsAsked(desk)
    await desk.keyboard.type('Virtanen 040 123')
    await desk.getByRole('option', { name: 'Book “Virtanen 040 123” without a record' }).click()
    await desk.getByRole('button', { name: 'Book Tue 19 Jan 12:00 Dr Berg' }).click()
    await card(desk, 'Virtanen').waitFor()
    const { body } = await caller.get('/appointment/?type__is=7')
    expect(body.results).toMatchObject([
      { notes: 'Virtanen 040 123', client: null, start: iso('12:00'), user: berg.url },
    ])
  })

  it('is given its client afterwards, and loses them again by Undo', async () => {
    const [booked] = (await caller.get('/appointment/?type__is=7')).body.results
    await card(desk, 'Virtanen').click()
    await desk.getByRole('menuitem', { name: 'Choose the client…' }).click()
    await desk.getByRole('complementary', { name: 'Who comes?' }).getByText('Virtanen 040 123').waitFor()
    await desk.getByRole('combobox', { name: 'Client or patient' }).fill('0507001234')
    await desk.getByRole('option', { name: /Koski-Bella/ }).click()
    await expect.poll(() => desk.getByRole('checkbox', { name: 'Bella' }).isChecked()).toBe(true)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'who-comes')
    await desk.getByRole('button', { name: 'Set the client' }).click()
    await toast(desk, 'Tue 19 Jan 12:00 Berg is for Bella now').waitFor()
    const read = async () => (await caller.get(`${booked.url}?expose_patients`)).body
    expect(await read()).toMatchObject({ type: 1, patients_data: [{ name: 'Bella' }], start: iso('12:00') })
    await card(desk, 'Bella').waitFor()
    await desk.keyboard.press('Control+z')
    await card(desk, 'Virtanen').waitFor()
    await expect.poll(read).toMatchObject({ type: 7, client: null, patients_data: [] })
  })

  it('says what is missing, where it is missing', async () => {
    await desk.keyboard.press('b')
    await whoIsAsked(desk)
    await desk.keyboard.press('Enter')
    await desk.getByRole('alert').filter({ hasText: 'Choose a client or a patient.' }).waitFor()
    await expect.poll(() => desk.title()).toMatch(/^Error: /)
    expect(await violationsOn(desk)).toEqual([])
    await desk.keyboard.press('Escape')
    await expect.poll(() => desk.getByRole('complementary').count()).toBe(0)
  })
})

describe('an appointment', () => {
  it('is moved by one drag of the mouse, and back by Undo', async () => {
    const { x, y } = await middleOf(desk, 'Rex')
    const uses = await counted(desk)
    await desk.mouse.move(x, y)
    await desk.mouse.down()
    await desk.mouse.move(x, y + 20)
    await desk.mouse.move(x, y + hourPixels, { steps: 4 })
    await desk.mouse.up()
    await toast(desk, 'Rex 09:15 Berg → 10:15 Berg').waitFor()
    expect((await uses()).clicks).toBe(1)
    expect(await stored(rex)).toMatchObject({ start: iso('10:15'), end: iso('10:30'), user: berg.url })
    await desk.keyboard.press('Control+z')
    await expect.poll(async () => (await stored(rex)).start).toBe(iso('09:15'))
    await expect.poll(() => card(desk, 'Rex').innerText()).toContain('09:15')
  })

  it('is made longer by its lower edge', async () => {
    const { x, bottom } = await middleOf(desk, 'Rex')
    await desk.mouse.move(x, bottom - 2)
    await desk.mouse.down()
    await desk.mouse.move(x, bottom + 8)
    await desk.mouse.move(x, bottom + 20, { steps: 3 })
    await desk.mouse.up()
    await toast(desk, 'Rex 09:15–09:30 → 09:15–09:45').waitFor()
    expect(await stored(rex)).toMatchObject({ start: iso('09:15'), end: iso('09:45') })
  })

  it('is moved with four keys', async () => {
    await card(desk, 'Rex').focus()
    const uses = await counted(desk)
    for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Enter']) await desk.keyboard.press(key)
    await toast(desk, 'Rex 09:15 Berg → 09:45 Berg').waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 4 })
    expect(await stored(rex)).toMatchObject({ start: iso('09:45'), end: iso('10:15') })
    await card(desk, 'Rex').focus()
    for (const key of ['m', 'ArrowLeft', 'Escape']) await desk.keyboard.press(key)
    expect((await stored(rex)).user).toBe(berg.url)
  })

  it('is moved without dragging, by a form, and another desk sees it', async () => {
    const other = await openDesk(tablet)
    await signIn(other, 'Maria')
    await open(other, `date=${date}`)
    await card(other, 'Rex').waitFor()
    await other.getByText('Live', { exact: true }).waitFor()
    await card(desk, 'Rex').dblclick()
    await desk.getByRole('menu').waitFor()
    // The menu lies beside the appointment: the second click pressed none of its entries.
    const isBeside = async () => {
      const [menu, pointer] = [(await desk.getByRole('menu').boundingBox())!, await middleOf(desk, 'Rex')]
      return pointer.x < menu.x || pointer.x > menu.x + menu.width
    }
    await expect.poll(isBeside).toBe(true)
    expect(await desk.getByRole('complementary').count()).toBe(0)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'menu')
    await desk.getByRole('menuitem', { name: 'Move…' }).click()
    // Its own half hour counts as free, so that it can also be moved by a quarter of an hour.
    const free = desk.getByRole('group', { name: 'Next free times, Tue 19 Jan' })
    await free.getByRole('radio', { name: '09:30 Dr Berg' }).click()
    await desk.getByRole('button', { name: 'Move to Tue 19 Jan 09:30 Dr Berg' }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'move')
    await desk.getByLabel('Time', { exact: true }).fill('10:30')
    await desk.getByRole('combobox', { name: 'With' }).selectOption({ label: 'Dr Aalto' })
    await desk.getByRole('button', { name: 'Move to Tue 19 Jan 10:30 Dr Aalto' }).click()
    await toast(desk, 'Rex 09:45 Berg → 10:30 Aalto').waitFor()
    expect(await stored(rex)).toMatchObject({ start: iso('10:30'), end: iso('11:00'), user: aalto.url })
    await expect.poll(() => column(other, 'Dr Aalto').innerText()).toContain('Rex')
    await drawn(other, 'calendar-tablet')

    // The other desk moves it with a finger that rests first.
    const { x, y, top, bottom } = await middleOf(other, 'Rex')
    const half = bottom - top + 2
    const touch = await other.context().newCDPSession(other)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', toY = y) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: toY }] })
    await finger('touchStart')
    await other.locator('[data-holding="true"]').waitFor()
    for (const part of [0.5, 1, 2, 3]) await finger('touchMove', y - part * half)
    await finger('touchEnd')
    await toast(other, 'Rex 10:30 Aalto → 09:00 Aalto').waitFor()
    expect(await stored(rex)).toMatchObject({ start: iso('09:00'), end: iso('09:30'), user: aalto.url })
    expect(await violationsOn(other)).toEqual([])
    await expect.poll(() => card(desk, 'Rex').innerText()).toContain('09:00')
    await other.context().close()
  })

  it('is cancelled and booked again', async () => {
    await card(desk, 'Rex').click()
    await desk.getByRole('menuitem', { name: 'Cancel appointment…' }).click()
    await desk.getByRole('button', { name: 'Cancel the appointment' }).click()
    await toast(desk, 'Rex Tue 19 Jan 09:00 Aalto cancelled').waitFor()
    await expect.poll(() => card(desk, 'Rex').count()).toBe(0)
    expect((await stored(rex)).active).toBe(false)
    // The box shows what the address says, which follows the click.
    const cancelled = desk.getByLabel('Cancelled')
    await cancelled.click()
    await expect.poll(() => cancelled.isChecked()).toBe(true)
    await card(desk, 'Rex').click()
    await desk.getByRole('menuitem', { name: 'Book again' }).click()
    await expect.poll(async () => (await stored(rex)).active).toBe(true)
    await cancelled.click()
    await expect.poll(() => cancelled.isChecked()).toBe(false)
    await card(desk, 'Rex').waitFor()
  })
})

describe('a clash', () => {
  it('is refused while dragging, with the other appointment and the nearest free time', async () => {
    const from = await middleOf(desk, 'Onni')
    const to = { x: await centreOf(desk, 'Dr Berg'), y: (await middleOf(desk, 'Fanny')).top + 42 }
    await desk.mouse.move(from.x, from.y)
    await desk.mouse.down()
    await desk.mouse.move(from.x, from.y + 10)
    await desk.mouse.move(to.x, to.y, { steps: 4 })
    await desk.getByText('Dr Berg is with Fanny until 13:45').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'clash-light')
    await desk.mouse.up()
    await toast(desk, 'Dr Berg is with Fanny until 13:45. Onni stays at 11:30.').waitFor()
    expect(await stored(onni)).toMatchObject({ start: iso('11:30'), user: aalto.url })
    await desk.getByRole('button', { name: 'Take 13:45 Berg' }).click()
    await toast(desk, 'Onni 11:30 Aalto → 13:45 Berg').waitFor()
    expect(await stored(onni)).toMatchObject({ start: iso('13:45'), user: berg.url })
  })

  it('that only the service knows returns the card, and names the other as well', async () => {
    const ward = await givenDepartment(caller, { name: 'Ward' })
    await givenBooking('Helmi', berg, '15:00', 30, { department: ward.url })
    await open(desk, `date=${date}&department=${department.id}`)
    await shiftsAreShown(desk)
    const { x, y } = await middleOf(desk, 'Fanny')
    expect(await card(desk, 'Helmi').count()).toBe(0)
    await desk.mouse.move(x, y)
    await desk.mouse.down()
    await desk.mouse.move(x, y + 10)
    await desk.mouse.move(x, y + 2 * hourPixels, { steps: 4 })
    await desk.mouse.up()
    await toast(desk, 'Dr Berg is with Helmi until 15:30. Fanny stays at 13:00.').waitFor()
    await desk.getByRole('button', { name: 'Take 15:30 Berg' }).waitFor()
    await expect.poll(() => card(desk, 'Fanny').innerText()).toContain('13:00')
    expect(await stored(fanny)).toMatchObject({ start: iso('13:00') })
  })

  it('of two desks that move the same appointment overwrites nothing unasked', async () => {
    await open(desk, `date=${date}&department=${department.id}`)
    await card(desk, 'Fanny').waitFor()
    // Somebody else moves it, and this desk does not hear of it before it moves it as well.
    await intercept(desk, '**/appointment/?*', (route) => route.abort())
    try {
      await caller.patch(fanny.url, { start: at('14:30'), end: at('15:00') })
      await card(desk, 'Fanny').focus()
      for (const key of ['m', 'ArrowUp', 'ArrowUp', 'Enter']) await desk.keyboard.press(key)
      await toast(desk, 'changed Fanny, now at Tue 19 Jan 14:30 Berg.').waitFor()
      expect(await stored(fanny)).toMatchObject({ start: iso('14:30') })
    } finally {
      await desk.unroute('**/appointment/?*')
    }
    await desk.getByRole('button', { name: 'Move anyway' }).click()
    await expect.poll(async () => (await stored(fanny)).start).toBe(iso('12:30'))
  })
})

describe('the client', () => {
  const email = 'anna.koski@example.com'
  /** What the mail server got since the last time, once the worker has sent what is due. */
  const mailed = async () => {
    const before = mail.to(email).length
    await expect.poll(() => sendDue(parts, clinic)).toBeGreaterThan(0)
    return mail.to(email).slice(before)
  }

  it('gets a mail when a confirmation is sent, and when told of a new time', async () => {
    await caller.patch('/settings/messaging/', {
      smtp_host: mail.host,
      smtp_port: mail.port,
      mail_from: 'clinic@example.com',
    })
    const owner = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski', email })
    const misu = await givenPatient(caller, { client: owner.url, name: 'Misu', species: species('CAT') })
    await givenBooking('Misu', aalto, '15:00', 15, { client: owner.url, patients: [misu.url] })
    await open(desk, `date=${date}`)
    await messagesStay(desk)
    await card(desk, 'Misu').click()
    await desk.getByRole('menuitem', { name: 'Send confirmation' }).click()
    await toast(desk, 'Confirmation by e-mail').waitFor()
    const [confirmed, ...more] = await mailed()
    expect(confirmed!.text).toMatch(/19 January 2027, 15\.00\s+Misu/)
    expect(more).toEqual([])

    await card(desk, 'Misu').focus()
    for (const key of ['m', 'ArrowDown', 'Enter']) await desk.keyboard.press(key)
    await toast(desk, 'Misu 15:00 Aalto → 15:15 Aalto').getByRole('button', { name: 'Tell the client' }).click()
    expect((await mailed()).map(({ text }) => text)).toEqual([expect.stringContaining('15.15')])

    await card(desk, 'Misu').click()
    await desk.getByRole('menuitem', { name: 'Move…' }).click()
    await desk.getByLabel('Time', { exact: true }).fill('15:30')
    await desk.getByLabel('Tell the client the new time').check()
    await desk.getByRole('button', { name: 'Move to Tue 19 Jan 15:30 Dr Aalto' }).click()
    await toast(desk, 'Misu 15:15 Aalto → 15:30 Aalto. Confirmation by e-mail').waitFor()
    expect((await mailed()).map(({ text }) => text)).toEqual([expect.stringContaining('15.30')])
    await desk.keyboard.press('Control+z')
    await expect.poll(() => card(desk, 'Misu').innerText()).toContain('15:15')
  })

  it('who wants no mail gets none, and the desk is told', async () => {
    const owner = await givenClient(caller, { lastname: 'Niemi', email: 'niemi@example.com', no_email: true })
    const hilla = await givenPatient(caller, { client: owner.url, name: 'Hilla', species: species('CAT') })
    await givenBooking('Hilla', aalto, '14:00', 15, { client: owner.url, patients: [hilla.url] })
    await card(desk, 'Hilla').click()
    await desk.getByRole('menuitem', { name: 'Send confirmation' }).click()
    await desk.getByText('No confirmation was sent. The client wants no e-mail.').waitFor()
    await sendDue(parts, clinic)
    expect(mail.to('niemi@example.com')).toEqual([])
  })
})

describe('days and weeks', () => {
  it('are turned with keys and kept in the address', async () => {
    await open(desk, `date=${date}`)
    await card(desk, 'Onni').waitFor()
    const title = (name: string | RegExp) => desk.getByRole('heading', { level: 1, name }).waitFor()
    await desk.keyboard.press('ArrowRight')
    await title('Wednesday 20 January 2027')
    await desk.waitForURL(/date=2027-01-20/)
    await desk.keyboard.press('ArrowLeft')
    await title('Tuesday 19 January 2027')
    await desk.keyboard.press('u')
    await column(desk, String(department.name)).waitFor()
    await card(desk, 'Onni').waitFor()
    await desk.keyboard.press('w')
    await title(/18\s*–\s*24 Jan 2027/)
    await card(desk, 'Onni').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'week')
    await desk.keyboard.press('d')
    await column(desk, String(department.name)).waitFor()
    await desk.keyboard.press('u')
    await column(desk, 'Dr Aalto').waitFor()
    await desk.keyboard.press('t')
    await expect.poll(() => new URL(desk.url()).search).toBe('')
  })

  it('check in whoever comes today', async () => {
    const [now, hour] = [Date.now(), 3_600_000]
    const start = now - (now % hour)
    const today = await givenBooking('Nala', aalto, '08:00', 15, {
      start: new Date(start).toISOString(),
      end: new Date(start + hour / 2).toISOString(),
    })
    await open(desk, '')
    await card(desk, 'Nala').click()
    await desk.getByRole('menuitem', { name: 'Check in' }).click()
    await toast(desk, 'Nala checked in').waitFor()
    const { consultation } = await stored(today)
    expect((await caller.get(consultation)).body.status).toBe(0)
    await expect.poll(() => card(desk, 'Nala').getAttribute('data-stage')).toBe('arrived')
  })

  it('draw the days on which the clocks change as they are', async () => {
    const early = await givenBooking('Sulo', aalto, '09:00', 30, {
      start: '2027-03-28T06:00:00Z',
      end: '2027-03-28T06:30:00Z',
    })
    await open(desk, 'date=2027-03-28')
    await card(desk, 'Sulo').waitFor()
    const hours = async () =>
      (await desk.evaluate(
        `[...document.querySelectorAll('[class*=gutter] > span')].map((hour) => hour.textContent)`,
      )) as string[]
    expect((await hours()).slice(1, 5)).toEqual(['01:00', '02:00', '04:00', '05:00'])
    expect(await hours()).toHaveLength(23)
    const label = (await desk.getByText('09:00', { exact: true }).first().boundingBox())!
    const { x, y, top } = await middleOf(desk, 'Sulo')
    expect(Math.abs(label.y + label.height / 2 - top)).toBeLessThan(3)
    await drawn(desk, 'clocks-forward')
    await desk.mouse.move(x, y)
    await desk.mouse.down()
    await desk.mouse.move(x, y + 10)
    await desk.mouse.move(x, y + hourPixels, { steps: 3 })
    await desk.mouse.up()
    await toast(desk, 'Sulo 09:00 Aalto → 10:00 Aalto').waitFor()
    expect((await stored(early)).start).toBe('2027-03-28T07:00:00.000000Z')
    await open(desk, 'date=2027-10-31')
    await desk.getByText('04:00', { exact: true }).first().waitFor()
    expect((await hours()).slice(2, 6)).toEqual(['02:00', '03:00', '03:00', '04:00'])
  })
})

describe('somebody who may only read', () => {
  it('can neither book nor move', async () => {
    const other = await openDesk()
    await signIn(other, 'Otto')
    await open(other, `date=${date}`)
    await other.locator('[data-entry]').first().waitFor()
    expect(await other.getByRole('button', { name: 'Book', exact: true }).count()).toBe(0)
    await other.locator('[data-entry]').first().focus()
    await other.keyboard.press('m')
    expect(await other.locator('[data-holding="true"]').count()).toBe(0)
    await other.context().close()
  })
})

describe('the next day', () => {
  const perPerson = 20
  /** Presses a key and waits until other cards are drawn; laid out in the frame in which they are first seen. */
  const turn = (key: string) => `new Promise((resolve) => {
    const before = document.querySelector('[data-entry]').dataset.entry
    const start = performance.now()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))
    const look = () => {
      const cards = document.querySelectorAll('[data-entry]')
      if (cards.length < 240 || cards[0].dataset.entry === before) return requestAnimationFrame(look)
      cards[239].getBoundingClientRect()
      resolve(performance.now() - start)
    }
    requestAnimationFrame(look)
  })`
  /** As many boxes with as much text, written as text and laid out in the next frame. */
  const calibrate = `new Promise((resolve) => {
    const box = (at) => '<div style="position:absolute;overflow:hidden;left:' + (at % 12) * 100 + 'px;top:' + Math.floor(at / 12) * 30 +
      'px;width:90px;height:28px"><span><b>Name ' + at + '</b> 09:00</span><span>Vaccination</span></div>'
    document.body.innerHTML = ''
    const start = performance.now()
    document.body.innerHTML = Array.from({ length: 240 }, (_, at) => box(at)).join('')
    requestAnimationFrame(() => {
      document.body.lastElementChild.getBoundingClientRect()
      resolve(performance.now() - start)
    })
  })`

  it('with 12 people and 20 appointments each is drawn at once', async () => {
    const pets = [await givenPet('Kirppu'), await givenPet('Pörri'), await givenPet('Hilppa')]
    // No card of one day shows what the same card of the other does.
    const days = ['2027-02-02T06:00:00Z', '2027-02-03T06:15:00Z']
    const people: Row[] = []
    for (let index = 0; index < 12; index++) people.push(await givenUser(caller))
    await clinic.within(async (tx) => {
      const rows = days.flatMap((day, dayAt) =>
        people.flatMap(({ id: user }, person) =>
          Array.from({ length: perPerson }, (_, slot) => {
            const start = Date.parse(day) + slot * 30 * 60_000
            const pet = pets[(dayAt + person + slot) % pets.length]!
            return {
              start: new Date(start).toISOString(),
              end: new Date(start + 30 * 60_000).toISOString(),
              department: clinic.department,
              type: 1,
              user,
              client: Number(pet.client.split('/').at(-2)),
            }
          }),
        ),
      )
      const made = await tx.insertInto('appointment').values(rows).returning(['id', 'client']).execute()
      const petOf = new Map(pets.map(({ id, client }) => [Number(client.split('/').at(-2)), id]))
      await tx
        .insertInto('appointment_patient')
        .values(made.map(({ id, client }) => ({ appointment: id, patient: petOf.get(client!)! })))
        .execute()
    })
    await open(desk, 'date=2027-02-02')
    await expect.poll(() => desk.locator('[data-entry]').count()).toBe(240)
    await desk.locator('[data-entry]').first().focus()
    const blank = await desk.context().newPage()
    const [turns, pages]: [number[], number[]] = [[], []]
    // The first of each warms up.
    for (let round = 0; round < 6; round++) {
      await desk.bringToFront()
      turns.push(await desk.evaluate(turn(round % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')))
      await blank.bringToFront()
      pages.push(await blank.evaluate(calibrate))
    }
    await blank.close()
    const [next, calibration] = [median(turns.slice(1)), median(pages.slice(1))]
    process.stdout.write(
      `next day of 12 × 20: ${next.toFixed(0)} ms, a static page of 240 boxes: ${calibration.toFixed(0)} ms, ratio ${(next / calibration).toFixed(1)}\n`,
    )
    expectWithin(next, budgetOf(50, calibration, 15))
    expect(await desk.evaluate('document.activeElement === document.body')).toBe(true)
    await drawn(desk, 'full')
  })

  it('and nothing went wrong in any page', () => {
    expect(consoleErrors).toEqual([])
  })
})
