// @module-tag waits
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { useClinic, type ApiClient, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenDepartment,
  givenUser,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'
import { useSuperuser } from '../../../test/support/database.ts'

type Body = TestResponse['body']
/** The caller is an application that acts for itself. */
const { api, clinic, caller } = await useClinic()
const superuser = await useSuperuser(api)
const staff = await clinic.userCaller()
const legacy = await clinic.legacyCaller()

/** A department in Helsinki with somebody who works there on Mondays from 8 to 16, in winter 6 to 14 by UTC. */
const givenPlace = async (time_zone = 'Europe/Helsinki', application: ApiClient = caller) => {
  const [department, user] = [await givenDepartment(application), await givenUser(application)]
  await application.patch(`/settings/department/${department.id}/`, { time_zone })
  const shift = async (fields: Body): Promise<Body> =>
    (await application.post('/shift/', { user: user.url, department: department.url, ...fields })).body
  const working = await shift({ weekday: 1, start: '08:00', end: '16:00' })
  const at = (start: string, end: string, day = monday) => ({
    start: `${day}T${start}:00Z`,
    end: `${day}T${end}:00Z`,
    department: department.url,
    user: user.url,
    type: 2,
  })
  const book = (fields: Body, who: ApiClient = application) => who.post('/appointment/', fields, asProblem)
  return { department, user, shift, working, at, book }
}
type Place = Awaited<ReturnType<typeof givenPlace>>
const monday = '2038-03-01'
const change = (appointment: Body, fields: Body, who: ApiClient = caller) =>
  who.patch(appointment.url, fields, asProblem)
const notFree = { non_field_errors: 'not_free' }

/** The codes of a refusal, or the status where it was none. */
const outcomeOf = (answer: TestResponse) => (answer.status === 400 ? codesOf(answer) : answer.status)

describe('an online booking by an application that acts for itself', () => {
  it.each([
    ['on the grid', '06:00', '06:15', 201],
    ['off the grid', '06:07', '06:29', 201],
    ['of the whole shift', '06:00', '14:00', 201],
    ['that begins before the shift', '05:59', '06:30', notFree],
    ['that ends after the shift', '13:45', '14:01', notFree],
    ['at night', '01:00', '01:15', notFree],
    ['of nearly a day', '00:15', '23:45', notFree],
  ])('[S444] %s is taken only inside a shift', async (_what, start, end, outcome) => {
    const { at, book } = await givenPlace()
    expect(outcomeOf(await book(at(start, end)))).toEqual(outcome)
  })

  it('[S444] is bound with a legacy key too, and by the name of its type', async () => {
    const { at, book } = await givenPlace()
    expect(codesOf(await book(at('05:00', '05:15'), legacy))).toEqual(notFree)
    expect(codesOf(await book({ ...at('05:00', '05:15'), type: 'Online booking' }))).toEqual(notFree)
    expect((await book(at('06:00', '06:15'), legacy)).status).toBe(201)
  })

  it('[S444] is refused on a day without a shift, on a day off, and with a colleague who works elsewhere', async () => {
    const { at, book, shift } = await givenPlace()
    expect(codesOf(await book(at('06:00', '06:15', '2038-03-02')))).toEqual(notFree)
    await shift({ date: '2038-03-08' })
    expect(codesOf(await book(at('06:00', '06:15', '2038-03-08')))).toEqual(notFree)
    await shift({ date: '2038-03-15', start: '12:00', end: '13:00' })
    expect(codesOf(await book(at('06:00', '06:15', '2038-03-15')))).toEqual(notFree)
    expect((await book(at('10:00', '11:00', '2038-03-15'))).status).toBe(201)
    const colleague = await givenUser(caller)
    expect(codesOf(await book({ ...at('06:00', '06:15'), user: colleague.url }))).toEqual(notFree)
  })

  it('[S444] is free where a department has recorded leave and no shift', async () => {
    const { at, book, shift, working } = await givenPlace()
    expect(codesOf(await book(at('01:00', '01:15')))).toEqual(notFree)
    await caller.delete(working.url)
    await shift({ date: monday })
    expect((await book(at('01:00', '01:15'))).status).toBe(201)
  })

  it('[S444] follows only the shifts of its own department', async () => {
    const { at, book, user } = await givenPlace()
    const elsewhere = await givenPlace()
    await elsewhere.shift({ user: user.url, date: monday, start: '12:00', end: '13:00' })
    expect((await book(at('06:00', '06:15'))).status).toBe(201)
    expect(codesOf(await book({ ...at('07:00', '07:15'), department: elsewhere.department.url }))).toEqual(notFree)
  })

  it('[S444] lies in the future by the clock of the organisation', async () => {
    const { at, book } = await givenPlace()
    expect(codesOf(await book(at('07:00', '07:15', '2020-03-02')))).toEqual({ start: 'in_the_past' })
    const ahead = await api.givenOrganisation()
    await ahead.within((tx) =>
      sql`update organisation set sandbox = true, clock_offset = extract(epoch from
        timestamptz '2038-03-01T07:00:00Z' - clock_timestamp())::int`.execute(tx),
    )
    const there = await givenPlace('Europe/Helsinki', await ahead.caller())
    const answers = [await there.book(there.at('06:30', '07:30')), await there.book(there.at('12:00', '12:15'))]
    expect(answers.map(outcomeOf)).toEqual([{ start: 'in_the_past' }, 201])
  })

  it('[S444] does not lie over another appointment, and two shifts that meet are one time', async () => {
    const { at, book, shift } = await givenPlace()
    await shift({ weekday: 1, start: '16:00', end: '18:00' })
    expect((await book(at('13:30', '14:30'))).status).toBe(201)
    expect(codesOf(await book(at('14:15', '14:45')))).toEqual({ non_field_errors: 'overlap' })
    expect((await book(at('14:30', '16:00'))).status).toBe(201)
  })

  it.each([
    ['before the clocks change', '2038-03-21', '02:30', '03:00', 201],
    ['when they go forward', '2038-03-28', '01:30', '02:00', 201],
    ['when they go forward, after the shift', '2038-03-28', '02:00', '02:30', notFree],
    ['when they go back', '2038-10-31', '02:30', '03:00', 201],
  ])('[S444] follows the local time of the department %s', async (_when, day, start, end, outcome) => {
    const { at, book, shift } = await givenPlace('Europe/Berlin')
    await shift({ weekday: 7, start: '00:00', end: '04:00' })
    expect(outcomeOf(await book(at(start, end, day)))).toEqual(outcome)
  })

  it('is not bound in a department without any shift', async () => {
    const { book, at } = await givenPlace()
    const department = (await givenDepartment(caller)).url
    expect((await book({ ...at('01:00', '23:30'), department })).status).toBe(201)
    expect((await book({ ...at('07:00', '07:15', '2020-03-02'), department })).status).toBe(201)
  })
})

describe('a change of an online booking by an application that acts for itself', () => {
  it('[S231] is judged like a new one where start, end, user or department change', async () => {
    const { at, book, user } = await givenPlace()
    const other = await givenPlace()
    const { body: booked } = await book(at('06:00', '06:30'))
    const colleague = await givenUser(caller)
    expect(codesOf(await change(booked, { start: `${monday}T05:30:00Z` }))).toEqual(notFree)
    expect(codesOf(await change(booked, { end: `${monday}T14:30:00Z` }))).toEqual(notFree)
    expect(codesOf(await change(booked, { user: colleague.url }))).toEqual(notFree)
    expect(codesOf(await change(booked, { department: other.department.url }))).toEqual(notFree)
    const past = { start: '2020-03-02T07:00:00Z', end: '2020-03-02T07:15:00Z' }
    expect(codesOf(await change(booked, past))).toEqual({ start: 'in_the_past' })
    expect((await change(booked, { start: `${monday}T06:10:00Z`, end: `${monday}T07:10:00Z` })).status).toBe(200)
    await other.shift({ user: user.url, weekday: 1, start: '08:00', end: '16:00' })
    expect((await change(booked, { department: other.department.url })).status).toBe(200)
  })

  it('[S231] is judged where an appointment becomes an online booking, or is booked again', async () => {
    const { at, book } = await givenPlace()
    const { body: staffs } = await book({ ...at('04:00', '04:30'), type: 1 })
    expect(codesOf(await change(staffs, { type: 2 }))).toEqual(notFree)
    expect((await change(staffs, { type: 3 })).status).toBe(200)
    const { body: cancelled } = await book({ ...at('05:00', '05:30'), active: false })
    expect(codesOf(await change(cancelled, { active: true }))).toEqual(notFree)
  })

  it('[S231] is not judged where only something else changes', async () => {
    const { at, book } = await givenPlace()
    const { body: old } = await book(at('07:00', '07:15', '2020-03-02'), staff)
    const same = { start: old.start, end: old.end, user: old.user, department: old.department, type: 2 }
    expect((await change(old, { ...same, notes: 'Called back' })).status).toBe(200)
    expect((await change(old, { active: false })).status).toBe(200)
  })
})

it('[S231] appointments of other types, and those of staff, are where they are put', async () => {
  const { at, book } = await givenPlace()
  expect((await book({ ...at('01:00', '01:30'), type: 7 })).status).toBe(201)
  const { status, body } = await book(at('03:00', '03:30', '2020-03-02'), staff)
  expect(status).toBe(201)
  expect((await change(body, { start: '2020-03-02T02:00:00Z' }, staff)).status).toBe(200)
})

describe('online bookings at once', () => {
  it('[S444] into one free time: one is taken', async () => {
    const { at, book } = await givenPlace()
    const answers = await twentyAtOnce((n) => book(at(`06:${10 + n}`, `06:${30 + n}`)))
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 19 }, () => 400)])
    const refused = answers.filter(({ status }) => status === 400)
    expect(new Set(refused.map((answer) => codesOf(answer).non_field_errors))).toEqual(new Set(['overlap']))
  })

  /** Until so many requests wait for a lock. */
  const untilWaiting = (count: number) =>
    vi.waitFor(async () => {
      const { rowCount } = await superuser.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(count)
    }, 600_000)

  /** Lets a change of the shifts wait, and a booking behind it: what the booking is told once both go on. */
  const bookBehind = async (changeShifts: (place: Place) => Promise<unknown>) => {
    const place = await givenPlace()
    await place.shift({ weekday: 2, start: '08:00', end: '16:00' })
    const waiting = await clinic.within(async (tx) => {
      await sql`select from "user" where id = ${place.user.id} for no key update`.execute(tx)
      const changed = changeShifts(place)
      await untilWaiting(1)
      const booked = place.book(place.at('06:00', '06:15'))
      await untilWaiting(2)
      return { both: Promise.all([booked, changed]) }
    })
    const [booked] = await waiting.both
    return outcomeOf(booked)
  }

  it.each<[string, (place: Place) => Promise<unknown>]>([
    ['removed', ({ working }) => caller.delete(working.url)],
    ['made shorter', ({ working }) => caller.patch(working.url, { start: '12:00' })],
    ['replaced by a day off', ({ shift }) => shift({ date: monday })],
  ])('[S444] wait for a shift that is being %s', async (_what, changeShifts) => {
    expect(await bookBehind(changeShifts)).toEqual(notFree)
  })
})
