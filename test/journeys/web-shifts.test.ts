// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { permissions } from '../../src/domain/identity/permissions.ts'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, intercept, messagesStay, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenAppointment, givenClient, givenDepartment, givenPatient } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'
import { offsetOf } from '../../web/src/format.ts'

type Body = TestResponse['body']

const { address, caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const hospital = clinic.url('department', clinic.department)
const timeZone: string = (await done(caller.get(hospital))).time_zone
const dayMs = 86_400_000
let number = 0

/** Each test has a week of its own next year, and the one after. */
const nextMonday = () => {
  const first = Date.UTC(new Date().getUTCFullYear() + 1, 1, 1)
  const monday = first + ((8 - (new Date(first).getUTCDay() || 7)) % 7) * dayMs
  return new Date(monday + number * 14 * dayMs).toISOString().slice(0, 10)
}
const after = (date: string, days: number) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

let manager: string
let vet: Body
let name: string
let monday: string
beforeEach(async () => {
  number++
  manager = `Riikka${number}`
  const { url } = await givenStaff(manager, permissions)
  await done(caller.patch(url, { home_department: hospital }))
  vet = await givenStaff(`Veera${number}`, ['Clinical: Consultations'])
  name = `Veera${number} Lehto`
  monday = nextMonday()
})

const cell = (page: Page, day: string) => page.getByRole('button', { name: new RegExp(`^${name}, ${day} `) })
const sheet = (page: Page, title: string) => page.getByRole('complementary', { name: title })
const shiftsOf = async (user: Body): Promise<readonly Body[]> =>
  (await done(caller.get(`/shift/?user__is=${user.id}&page_size=100`))).results
const told = (shifts: readonly Body[]) =>
  shifts
    .map(({ weekday, date, start, end }) => `${weekday ?? date} ${start ?? 'off'}${end === null ? '' : `–${end}`}`)
    .toSorted()

const givenWeek = async (department = hospital) => {
  for (const weekday of [1, 2, 3, 4, 5])
    await done(caller.post('/shift/', { user: vet.url, department, weekday, start: '08:00', end: '16:00' }))
}

/** The moment of an hour by the clock of the clinic. */
const at = (date: string, hour: number) => {
  const wall = Date.parse(date) + hour * 3_600_000
  return new Date(wall - offsetOf(wall, timeZone))
}

const givenBooked = async (date: string, hour: number, patientName: string, department = hospital) => {
  const client = await givenClient(caller, { lastname: 'Koski' })
  const patient = await givenPatient(caller, { client: client.url, name: patientName })
  const start = at(date, hour)
  return givenAppointment(caller, {
    start: start.toISOString(),
    end: new Date(start.getTime() + 30 * 60_000).toISOString(),
    department,
    user: vet.url,
    client: client.url,
    patients: [patient.url],
  })
}

describe('a manager', () => {
  it('plans every week of a vet, another day, and copies it to the next week', async () => {
    const page = await openDesk()
    await signIn(page, manager)
    const writes = writesOf(page)

    const going = await counted(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Shifts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shifts' }).waitFor()
    const range = page.getByRole('button', { name: 'Choose another week' })
    const thisWeek = await range.textContent()
    await cell(page, 'Mon').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'shifts-first')
    await page.getByRole('button', { name: 'Next week', exact: true }).click()
    await expect.poll(() => range.textContent()).not.toBe(thisWeek)
    await page.getByRole('button', { name: 'This week' }).click()
    await expect.poll(() => range.textContent()).toBe(thisWeek)
    expect(await going()).toEqual({ clicks: 4, keys: 0 })

    await page.goto(`${address}settings/shifts/?date=${monday}`)
    await cell(page, 'Mon').waitFor()
    const planning = await counted(page)
    await cell(page, 'Mon').click()
    await sheet(page, name).getByLabel('Change every Monday').click()
    for (const weekday of ['Tue', 'Wed', 'Thu', 'Fri'])
      await sheet(page, name).getByLabel(weekday, { exact: true }).click()
    await sheet(page, name).getByLabel('Shift 1 to').fill('15.30')
    await sheet(page, name).getByLabel('Shift 1 to').blur()
    await sheet(page, name).getByText('Nothing that is booked is concerned.').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'shifts-every-week')
    await sheet(page, name).getByLabel('Shift 1 to').press('Enter')
    await page.getByText(`Shifts of every week of ${name} saved`).waitFor()
    expect(await planning()).toEqual({ clicks: 6, keys: 1 })
    expect(told(await shiftsOf(vet))).toEqual([1, 2, 3, 4, 5].map((weekday) => `${weekday} 08:00–15:30`))
    await page.getByRole('button', { name: new RegExp(`^${name}, Tue .*: 8–15:30$`) }).waitFor()

    const changing = await counted(page)
    await cell(page, 'Tue').click()
    await sheet(page, name).getByLabel('Other shifts on this day only').click()
    await sheet(page, name).getByLabel('Shift 1 from').fill('10')
    await sheet(page, name).getByLabel('Shift 1 to').fill('18')
    await sheet(page, name).getByText('Nothing that is booked is concerned.').waitFor()
    await sheet(page, name).getByLabel('Shift 1 to').press('Enter')
    await page.getByRole('button', { name: new RegExp(`^${name}, Tue .*: 10–18, only on this day$`) }).waitFor()
    expect(await changing()).toEqual({ clicks: 2, keys: 1 })
    expect(told(await shiftsOf(vet))).toContain(`${after(monday, 1)} 10:00–18:00`)
    await drawn(page, 'shifts-week')

    await messagesStay(page)
    const copying = await counted(page)
    await page.getByRole('button', { name: 'Copy to next week…' }).click()
    await page.getByLabel(`${name}, 1 shift`).waitFor()
    await page.getByText('Nothing that is booked is concerned.').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'shifts-copy')
    await page.getByRole('button', { name: 'Copy 1 shift' }).click()
    await page.getByText(/^1 shift copied to week/).waitFor()
    expect(await copying()).toEqual({ clicks: 2, keys: 0 })
    expect(told(await shiftsOf(vet))).toContain(`${after(monday, 8)} 10:00–18:00`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => told(await shiftsOf(vet))).not.toContain(`${after(monday, 8)} 10:00–18:00`)
    await page.getByRole('button', { name: new RegExp(`^${name}, Tue .*: 8–15:30$`) }).waitFor()

    expect(writes.map((write) => write.replace(/\d+/, '<id>'))).toEqual([
      'POST /composite/',
      'POST /shift/',
      'POST /shift/',
      'DELETE /shift/<id>/',
    ])
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })

  it('records leave over what is booked, sees what that is, and takes it back', async () => {
    await givenWeek()
    const booked = [await givenBooked(after(monday, 2), 10, 'Bella'), await givenBooked(after(monday, 4), 9, 'Otso')]
    const page = await openDesk()
    await signIn(page, manager)
    await page.goto(`${address}settings/shifts/?date=${monday}`)
    await cell(page, 'Wed').waitFor()
    const writes = writesOf(page)

    const leaving = await counted(page)
    await cell(page, 'Wed').click()
    await sheet(page, name).getByLabel('Leave on this day').click()
    await sheet(page, name).getByText('1 appointment is booked in this time').waitFor()
    await sheet(page, name).getByText('Bella (Koski)').waitFor()
    await sheet(page, name).getByRole('button', { name: 'Leave over several days…' }).click()
    const record = sheet(page, 'Record leave')
    await record.locator('#leave-to:focus').waitFor()
    await page.keyboard.type(after(monday, 6))
    await record.getByText('2 appointments are booked in this time').waitFor()
    await record.getByText('Otso (Koski)').waitFor()
    await record.getByText(/^3 days of leave/).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'shifts-leave')
    expect(writes).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: new RegExp(`^${name}, Fri .*: Leave$`) }).waitFor()
    expect(await leaving()).toEqual({ clicks: 3, keys: 1 })
    const off = [2, 3, 4].map((days) => `${after(monday, days)} off`)
    expect(told(await shiftsOf(vet)).filter((shift) => shift.endsWith('off'))).toEqual(off)
    for (const { url } of booked) expect((await done(caller.get(url))).active).toBe(true)
    await page.getByRole('button', { name: new RegExp(`^${name}, Sat .*: no shift$`) }).waitFor()
    await drawn(page, 'shifts-on-leave')

    const back = await counted(page)
    await cell(page, 'Thu').click()
    await sheet(page, name).getByRole('button', { name: 'Leave over several days…' }).click()
    await record.locator('#leave-to:focus').waitFor()
    await page.keyboard.type(after(monday, 6))
    await record.getByRole('button', { name: 'Take back 2 days of leave' }).click()
    await page.getByRole('button', { name: new RegExp(`^${name}, Fri .*: 8–16$`) }).waitFor()
    expect(await back()).toEqual({ clicks: 3, keys: 0 })
    expect(told(await shiftsOf(vet)).filter((shift) => shift.endsWith('off'))).toEqual(off.slice(0, 1))
    expect(writes).toEqual(['POST /composite/', 'POST /composite/'])
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })

  it('is told what a shorter shift leaves outside, this day and every week, and what cannot be', async () => {
    await givenWeek()
    await givenBooked(after(monday, 1), 15, 'Sulo')
    await givenBooked(after(monday, 8), 15, 'Nala')
    const page = await openDesk()
    await signIn(page, manager)
    await page.goto(`${address}settings/shifts/?date=${monday}`)
    const writes = writesOf(page)
    await cell(page, 'Tue').click()
    const day = sheet(page, name)
    await day.getByLabel('Other shifts on this day only').click()
    await day.getByLabel('Shift 1 to').fill('7')
    await day.getByLabel('Shift 1 to').press('Enter')
    await day.getByRole('alert').getByText('A shift ends after it begins, on the same day.').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await day.getByLabel('Shift 1 to').fill('14')
    await day.getByLabel('Shift 1 to').blur()
    await day.getByText('1 appointment is booked and would be outside the shifts').waitFor()
    await day.getByText('Sulo (Koski)').waitFor()
    await day.getByLabel('Change every Tuesday').click()
    await day.getByLabel('Shift 1 to').fill('14')
    await day.getByLabel('Shift 1 to').blur()
    await day.getByText('2 appointments are booked and would be outside the shifts').waitFor()
    await day.getByText('Nala (Koski)').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'shifts-outside')
    await day.getByLabel('Shift 1 to').press('Enter')
    await page.getByRole('button', { name: new RegExp(`^${name}, Tue .*: 8–14$`) }).waitFor()
    expect(writes.map((write) => write.replace(/\d+/, '<id>'))).toEqual(['PATCH /shift/<id>/'])
    expect(told(await shiftsOf(vet))).toContain('2 08:00–14:00')
    await page.context().close()
  })

  it('plans in two departments, and leave holds in both', async () => {
    const branch = await givenDepartment(caller, { name: `Harbour branch ${number}` })
    await givenWeek()
    await done(
      caller.post('/shift/', { user: vet.url, department: branch.url, weekday: 4, start: '17:00', end: '20:00' }),
    )
    const page = await openDesk(tablet)
    await signIn(page, manager)
    await page.goto(`${address}settings/shifts/?date=${monday}&department=${clinic.department}`)
    await cell(page, 'Thu').waitFor()
    const writes = writesOf(page)
    await page.getByRole('button', { name: 'Record leave' }).tap()
    const record = sheet(page, 'Record leave')
    await record.getByLabel('Who').selectOption(name)
    await record.getByLabel('From').fill(after(monday, 3))
    await record.getByLabel('To and including').fill(after(monday, 4))
    await record.getByText(`Harbour branch ${number}`).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'shifts-two-places')
    await record.getByRole('button', { name: 'Record 2 days of leave' }).tap()
    await page.getByRole('button', { name: new RegExp(`^${name}, Fri .*: Leave$`) }).waitFor()
    expect(writes).toEqual(['POST /composite/'])
    const off = (await shiftsOf(vet)).filter(({ start }) => start === null)
    const [thursday, friday] = [after(monday, 3), after(monday, 4)]
    expect(new Set(off.map(({ department, date }) => `${department} ${date}`))).toEqual(
      new Set([`${branch.url} ${thursday}`, `${hospital} ${thursday}`, `${hospital} ${friday}`]),
    )
    expect(off).toHaveLength(3)
    await page.getByLabel('Department', { exact: true }).selectOption(`Harbour branch ${number}`)
    await page.getByRole('button', { name: new RegExp(`^${name}, Thu .*: Leave$`) }).waitFor()
    await page.getByRole('button', { name: new RegExp(`^${name}, Fri .*: no shift$`) }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'shifts-tablet')
    await page.context().close()
  })

  it('whose day somebody else has changed meanwhile is told so, and sees it as it is', async () => {
    await givenWeek()
    const page = await openDesk()
    await signIn(page, manager)
    await page.goto(`${address}settings/shifts/?date=${monday}`)
    await cell(page, 'Mon').click()
    const day = sheet(page, name)
    await day.getByLabel('Change every Monday').click()
    const [first] = await shiftsOf(vet)
    let isLate = false
    await intercept(page, '**/shift/*/', async (route) => {
      if (route.request().method() === 'PATCH' && !isLate) {
        isLate = true
        await caller.patch(first!.url, { start: '09:00' })
      }
      await route.fallback()
    })
    await day.getByLabel('Shift 1 to').fill('17')
    await day.getByLabel('Shift 1 to').blur()
    await day.getByText('Nothing that is booked is concerned.').waitFor()
    await day.getByLabel('Shift 1 to').press('Enter')
    await page.getByText('Changed on another device').waitFor()
    await page.getByRole('button', { name: new RegExp(`^${name}, Mon .*: 9–16$`) }).waitFor()
    expect(told(await shiftsOf(vet))).toContain('1 09:00–16:00')
    await page.context().close()
  })
})

describe('somebody else', () => {
  it('who may read sees the week and changes nothing; who may not is told what is needed', async () => {
    await givenWeek()
    await givenStaff(`Oskar${number}`, [], ['Settings: Departments'])
    await givenStaff(`Ilkka${number}`, ['General: Appointments'])
    const page = await openDesk()
    await signIn(page, `Oskar${number}`)
    await page.goto(`${address}settings/shifts/?date=${monday}&department=${clinic.department}&leave=true`)
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('8–16').first().waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Record leave' }).count()).toBe(0)
    expect(await page.getByRole('complementary').count()).toBe(0)
    expect(await violationsOn(page)).toEqual([])
    await page.context().close()
    const other = await openDesk()
    await signIn(other, `Ilkka${number}`)
    await other.goto(`${address}settings/shifts/`)
    await other.getByText('This page needs the permission Settings: Departments.').waitFor()
    await other.context().close()
  })
})
