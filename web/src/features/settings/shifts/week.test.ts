import { afterEach, describe, expect, it } from 'vitest'
import type { Shift } from '../../../api/records.ts'
import { setCountry } from '../../../format.ts'
import { givenShift } from '../../../testing/shifts.ts'
import { hoursText } from './hours-text.ts'
import {
  changed,
  copiedWeek,
  countOf,
  datesFrom,
  daysIn,
  dateChanges,
  dayOf,
  endedLeave,
  leaveChanges,
  likelyHours,
  noChanges,
  totalOf,
  uncovered,
  weeklyChanges,
  weekOf,
  workplacesOf,
} from './week.ts'

const base = 'https://clinic.example/1/api/0.1'
const [aino, veera] = [`${base}/user/1/`, `${base}/user/2/`]
const [hospital, branch] = [`${base}/department/1/`, `${base}/department/2/`]
const place = { user: aino, department: hospital }

let number = 0
const shift = (fields: Partial<Shift>) => givenShift(++number, { ...place, ...fields })
const weekly = (weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7, start = '08:00', end = '16:00') => shift({ weekday, start, end })
const on = (date: string, start: string, end: string) => shift({ date, start, end })
const off = (date: string) => shift({ date })
const week = () => ([1, 2, 3, 4, 5] as const).map((weekday) => weekly(weekday))

afterEach(() => setCountry(''))

describe('a week', () => {
  it.each([
    ['2026-11-19', '2026-11-16', '2026-11-22'],
    ['2026-11-22', '2026-11-16', '2026-11-22'],
    ['2027-01-01', '2026-12-28', '2027-01-03'],
    ['2026-12-31', '2026-12-28', '2027-01-03'],
    ['2027-03-28', '2027-03-22', '2027-03-28'],
  ])('of %s goes from %s to %s', (date, monday, sunday) => {
    const dates = weekOf(date)
    expect([dates.length, dates[0], dates.at(-1)]).toEqual([7, monday, sunday])
  })

  it('has each day once where the clocks change', () => {
    expect(datesFrom('2027-10-30', '2027-11-01')).toEqual(['2027-10-30', '2027-10-31', '2027-11-01'])
    expect(datesFrom('2026-11-17', '2026-11-16')).toEqual([])
  })
})

describe('a day', () => {
  it('has the shifts of its weekday, in order', () => {
    const shifts = [weekly(1, '12:00', '16:00'), weekly(1, '08:00', '11:00'), weekly(2)]
    expect(dayOf(shifts, place, '2026-11-16').hours).toEqual([
      { start: '08:00', end: '11:00' },
      { start: '12:00', end: '16:00' },
    ])
  })

  it('has its own instead, in its department alone, and of that person alone', () => {
    const shifts = [...week(), on('2026-11-16', '10:00', '18:00')]
    expect(dayOf(shifts, place, '2026-11-16')).toMatchObject({
      hours: [{ start: '10:00', end: '18:00' }],
      usual: [{ start: '08:00', end: '16:00' }],
      isLeave: false,
    })
    expect(dayOf(shifts, { ...place, department: branch }, '2026-11-16').hours).toEqual([])
    expect(dayOf(shifts, { ...place, user: veera }, '2026-11-16').hours).toEqual([])
  })

  it('is leave with a date that has no times', () => {
    const shifts = [...week(), off('2026-11-16')]
    expect(dayOf(shifts, place, '2026-11-16')).toMatchObject({ hours: [], isLeave: true })
    expect(dayOf(shifts, place, '2026-11-21')).toMatchObject({ hours: [], isLeave: false })
  })

  it('counts to the hours of the week, and what overlaps once', () => {
    const shifts = [
      ...week(),
      off('2026-11-17'),
      on('2026-11-18', '08:00', '12:00'),
      on('2026-11-18', '11:30', '15:15'),
    ]
    const days = weekOf('2026-11-16').map((date) => dayOf(shifts, place, date))
    expect(totalOf(days)).toBe('31.25')
    expect(totalOf([])).toBe('0')
  })

  it.each([
    ['FI', '8–16:30'],
    ['US', '8 AM–4:30 PM'],
  ])('is written as in %s', (country, written) => {
    setCountry(country)
    expect(hoursText({ start: '08:00', end: '16:30' }).replaceAll('\u202f', ' ')).toBe(written)
  })
})

describe('other shifts on a day', () => {
  const date = '2026-11-16'
  const wanted = (shifts: readonly Shift[], what: Parameters<typeof dateChanges>[3]) =>
    dateChanges(dayOf(shifts, place, date), place, date, what)

  it('are added beside those of every week, which stay', () => {
    expect(wanted(week(), [{ start: '10:00', end: '18:00' }])).toEqual({
      ...noChanges,
      add: [{ ...place, date, start: '10:00', end: '18:00' }],
    })
  })

  it('change as few records as possible', () => {
    const [morning, noon, evening] = [
      on(date, '08:00', '11:00'),
      on(date, '12:00', '14:00'),
      on(date, '15:00', '20:00'),
    ]
    const changes = wanted(
      [morning, noon, evening],
      [
        { start: '08:00', end: '11:00' },
        { start: '15:00', end: '18:00' },
      ],
    )
    expect(changes).toEqual({
      add: [],
      change: [{ shift: noon, times: { start: '15:00', end: '18:00' } }],
      remove: [evening],
    })
  })

  it('are none if nothing differs', () => {
    expect(countOf(wanted([on(date, '08:00', '11:00')], [{ start: '08:00', end: '11:00' }]))).toBe(0)
    expect(countOf(wanted([...week(), off(date)], 'leave'))).toBe(0)
    expect(countOf(wanted(week(), 'usual'))).toBe(0)
  })

  it('become leave, and come back', () => {
    const shifts = [on(date, '08:00', '11:00'), on(date, '12:00', '14:00')]
    expect(wanted(shifts, 'leave')).toEqual({
      add: [],
      change: [{ shift: shifts[0], times: { start: null, end: null } }],
      remove: [shifts[1]],
    })
    expect(wanted([...week(), off(date)], 'usual').remove).toHaveLength(1)
  })

  it('are a day off if none is left, where every week has one; nothing elsewhere', () => {
    expect(wanted(week(), []).add).toEqual([{ ...place, date, start: null, end: null }])
    expect(wanted([on(date, '08:00', '11:00')], [])).toMatchObject({ add: [], change: [], remove: [{ date }] })
  })

  it('begin with the hours that somebody has already', () => {
    expect(likelyHours([], place)).toEqual({ start: '08:00', end: '16:00' })
    expect(likelyHours([shift({ user: veera, weekday: 1, start: '09:00', end: '17:00' })], place).start).toBe('09:00')
    expect(
      likelyHours(
        [weekly(1, '07:00', '15:00'), shift({ user: veera, weekday: 1, start: '06:00', end: '17:00' })],
        place,
      ).start,
    ).toBe('07:00')
  })
})

describe('shifts of every week', () => {
  it('are the same on all weekdays that are chosen', () => {
    const shifts = [weekly(1), weekly(2, '10:00', '18:00'), on('2026-11-18', '08:00', '09:00')]
    const changes = weeklyChanges(shifts, place, [1, 2, 3], [{ start: '08:00', end: '16:00' }])
    expect(changes).toEqual({
      add: [{ ...place, weekday: 3, start: '08:00', end: '16:00' }],
      change: [{ shift: shifts[1], times: { start: '08:00', end: '16:00' } }],
      remove: [],
    })
    expect(weeklyChanges(shifts, place, [1], []).remove).toEqual([shifts[0]])
  })
})

describe('leave over several days', () => {
  const days = (shifts: readonly Shift[], from: string, to: string, places = [place]) =>
    leaveChanges(shifts, places, datesFrom(from, to))

  it('is each day, across the new year, but those that are free anyway', () => {
    const changes = days(week(), '2026-12-30', '2027-01-05')
    expect(changes.add.map(({ date }) => date)).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-04',
      '2027-01-05',
    ])
    expect(changes.add.every(({ start, end }) => start === null && end === null)).toBe(true)
  })

  it('takes the place of shifts of single days, also on a weekday without any', () => {
    const saturday = on('2026-11-21', '09:00', '15:00')
    const changes = days([...week(), saturday, off('2026-11-20')], '2026-11-19', '2026-11-22')
    expect(changes.add.map(({ date }) => date)).toEqual(['2026-11-19'])
    expect(changes.change).toEqual([{ shift: saturday, times: { start: null, end: null } }])
    expect(daysIn(changes)).toBe(2)
  })

  it('is every day of somebody who is planned day by day', () => {
    expect(days([on('2026-11-10', '08:00', '16:00')], '2026-11-19', '2026-11-22').add).toHaveLength(4)
  })

  it('holds in each department where somebody works', () => {
    const shifts = [...week(), shift({ department: branch, weekday: 4, start: '17:00', end: '20:00' })]
    expect(workplacesOf(shifts, place)).toEqual([hospital, branch])
    expect(workplacesOf(shifts, { user: veera, department: branch })).toEqual([branch])
    const places = workplacesOf(shifts, place).map((department) => ({ user: aino, department }))
    const changes = days(shifts, '2026-11-19', '2026-11-20', places)
    expect(changes.add.map(({ department, date }) => [department, date])).toEqual([
      [hospital, '2026-11-19'],
      [hospital, '2026-11-20'],
      [branch, '2026-11-19'],
    ])
    expect(daysIn(changes)).toBe(2)
  })

  it('is taken back day by day, and other shifts stay', () => {
    const shifts = [...week(), off('2026-11-19'), off('2026-11-23'), on('2026-11-20', '10:00', '12:00')]
    const changes = endedLeave(shifts, [place], datesFrom('2026-11-19', '2026-11-22'))
    expect(changes).toEqual({ ...noChanges, remove: [shifts[5]] })
  })
})

describe('a week that is copied', () => {
  const next = (shifts: readonly Shift[]) => copiedWeek(shifts, place, weekOf('2026-12-28'))

  it('brings shifts of single days into the next year', () => {
    const shifts = [...week(), on('2026-12-28', '10:00', '18:00'), on('2027-01-02', '09:00', '15:00')]
    expect(next(shifts).add).toEqual([
      { ...place, date: '2027-01-04', start: '10:00', end: '18:00' },
      { ...place, date: '2027-01-09', start: '09:00', end: '15:00' },
    ])
  })

  it('brings neither shifts of every week nor leave', () => {
    expect(countOf(next([...week(), off('2026-12-28')]))).toBe(0)
    expect(countOf(next([...week(), on('2026-12-28', '08:00', '16:00')]))).toBe(0)
  })

  it('leaves a day that is planned, or leave, as it is', () => {
    const busy = on('2026-12-28', '10:00', '18:00')
    expect(countOf(next([busy, on('2027-01-04', '12:00', '14:00')]))).toBe(0)
    expect(countOf(next([busy, off('2027-01-04')]))).toBe(0)
  })
})

describe('what is booked', () => {
  const zone = 'Europe/Helsinki'
  const booked = (start: string, end: string, of = place) => ({ start, end, ...of })
  const shorter = (shifts: readonly Shift[], date: string, end: string) =>
    dateChanges(dayOf(shifts, place, date), place, date, [{ start: '08:00', end }])

  it('is reported where it was inside the shifts and is no more, by the clock of the department', () => {
    const shifts = week()
    const [early, late, later] = [
      booked('2026-11-16T06:00:00Z', '2026-11-16T06:30:00Z'),
      booked('2026-11-16T13:30:00Z', '2026-11-16T14:00:00Z'),
      booked('2026-11-16T14:00:00Z', '2026-11-16T14:30:00Z'),
    ]
    const changes = shorter(shifts, '2026-11-16', '15:00')
    expect(uncovered([early, late, later], shifts, changes, zone)).toEqual([late])
    expect(uncovered([early, late, later], shifts, changes, 'Europe/London')).toEqual([])
    expect(uncovered([{ ...late, user: veera }], shifts, changes, zone)).toEqual([])
  })

  it('keeps to the clock when it changes', () => {
    const shifts = [weekly(7)]
    const summer = booked('2027-03-28T12:30:00Z', '2027-03-28T13:00:00Z')
    const winter = booked('2027-10-31T13:30:00Z', '2027-10-31T14:00:00Z')
    expect(uncovered([summer], shifts, shorter(shifts, '2027-03-28', '15:30'), zone)).toEqual([summer])
    expect(uncovered([winter], shifts, shorter(shifts, '2027-10-31', '15:30'), zone)).toEqual([winter])
    expect(uncovered([summer], shifts, shorter(shifts, '2027-03-28', '16:00'), zone)).toEqual([])
  })

  it('may lie in two shifts that meet', () => {
    const shifts = [on('2026-11-16', '08:00', '12:00'), on('2026-11-16', '12:00', '16:00')]
    const noon = booked('2026-11-16T09:45:00Z', '2026-11-16T10:15:00Z')
    const same = dateChanges(dayOf(shifts, place, '2026-11-16'), place, '2026-11-16', [
      { start: '08:00', end: '16:00' },
    ])
    expect(uncovered([noon], shifts, same, zone)).toEqual([])
    expect(uncovered([noon], shifts, { ...noChanges, remove: [shifts[1]!] }, zone)).toEqual([noon])
  })

  it('is not looked at where a single day has shifts of its own', () => {
    const shifts = [weekly(1), on('2026-11-16', '08:00', '16:00')]
    const [own, usual] = [
      booked('2026-11-16T08:00:00Z', '2026-11-16T08:30:00Z'),
      booked('2026-11-23T08:00:00Z', '2026-11-23T08:30:00Z'),
    ]
    expect(uncovered([own, usual], shifts, weeklyChanges(shifts, place, [1], []), zone)).toEqual([usual])
  })

  it('is judged by the shifts as they will be', () => {
    const shifts = week()
    const after = changed(shifts, {
      ...noChanges,
      add: [{ ...place, date: '2026-11-21', start: '09:00', end: '12:00' }],
    })
    expect(dayOf(after, place, '2026-11-21').hours).toEqual([{ start: '09:00', end: '12:00' }])
  })
})
