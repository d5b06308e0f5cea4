import { describe, expect, it } from 'vitest'
import type { Shift } from '../../api/records.ts'
import { dayIn, momentOfTime } from './days.ts'
import { type Busy, cardsOf, clashOf, lanesOf, nearestFree, offHours, workingHours } from './schedule.ts'

const day = dayIn('2027-01-19', 'Europe/Helsinki')
const at = (time: string) => momentOfTime(day, time)
const span = (from: string, to: string) => ({ start: at(from), end: at(to) })
const busy = (id: number, user: number, from: string, to: string, active = true): Busy => ({
  id,
  user,
  active,
  ...span(from, to),
})
const shift = (fields: Partial<Shift>): Shift => ({
  id: 1,
  url: 'https://x/shift/1/',
  user: 'https://x/user/7/',
  department: 'https://x/department/1/',
  weekday: null,
  date: null,
  start: null,
  end: null,
  created: '',
  modified: '',
  ...fields,
})

describe('a clash', () => {
  const all = [busy(1, 7, '13:00', '13:45'), busy(2, 8, '13:00', '14:00'), busy(3, 7, '14:00', '14:30', false)]
  it.each([
    ['the time of another', { id: 9, user: 7, ...span('13:30', '14:00') }, 1],
    ['the moment at which another ends', { id: 9, user: 7, ...span('13:45', '14:15') }, undefined],
    ['a cancelled one', { id: 9, user: 7, ...span('14:00', '14:30') }, undefined],
    ['itself', { id: 1, user: 7, ...span('13:00', '13:45') }, undefined],
    ['somebody else’s', { id: 9, user: 8, ...span('13:45', '14:15') }, 2],
  ])('with %s', (_what, wanted, id) => {
    expect(clashOf(all, wanted)?.id).toBe(id)
  })
})

describe('the nearest free time', () => {
  const working = [span('09:00', '12:00'), span('13:00', '16:00')]
  const question = { busy: [busy(1, 7, '13:00', '13:45')], working, day, earliest: 0 }
  it.each([
    ['is the next one', '13:15', 30, '13:45'],
    ['is the one before, if that is nearer', '12:15', 30, '11:30'],
    ['is before a break that is too short', '12:00', 60, '11:00'],
    ['is within the hours of work', '07:00', 30, '09:00'],
  ])('%s', (_what, from, minutes, expected) => {
    const start = at(from)
    const found = nearestFree(question, { id: 9, user: 7, start, end: start + minutes * 60_000 })
    expect(found?.start).toBe(at(expected))
  })
  it('is not the time that it has already', () => {
    const own = busy(9, 7, '13:45', '14:15')
    const wanted = { id: 9, user: 7, ...span('13:30', '14:00') }
    const others = [...question.busy, own]
    expect(nearestFree({ ...question, busy: others }, wanted)?.start).toBe(at('14:00'))
    expect(nearestFree({ ...question, busy: others }, { ...wanted, end: at('14:15') })?.start).toBe(at('13:45'))
  })
  it('is not in the past, and may not exist', () => {
    const wanted = { id: 9, user: 7, ...span('09:00', '10:00') }
    expect(nearestFree({ ...question, earliest: at('13:00') }, wanted)?.start).toBe(at('13:45'))
    expect(nearestFree({ ...question, earliest: at('16:00') }, wanted)).toBeUndefined()
    expect(nearestFree({ ...question, working: [] }, wanted)).toBeUndefined()
  })
})

describe('hours of work', () => {
  const tuesday = shift({ weekday: 2, start: '08:00', end: '12:00' })
  it('are those of the weekday, joined', () => {
    const more = shift({ weekday: 2, start: '12:00', end: '16:00' })
    expect(workingHours([tuesday, more], 7, day)).toEqual([span('08:00', '16:00')])
    expect(offHours(day, [span('08:00', '16:00')])).toEqual([
      { start: day.start, end: at('08:00') },
      { start: at('16:00'), end: day.end },
    ])
  })
  it('are those of the date, if it has any', () => {
    const dated = shift({ date: '2027-01-19', start: '10:00', end: '11:00' })
    expect(workingHours([tuesday, dated], 7, day)).toEqual([span('10:00', '11:00')])
    expect(workingHours([tuesday, shift({ date: '2027-01-19' })], 7, day)).toEqual([])
  })
  it('are unknown without a shift, and none on another weekday', () => {
    expect(workingHours([tuesday], 8, day)).toBeUndefined()
    expect(workingHours([shift({ weekday: 3, start: '08:00', end: '12:00' })], 7, day)).toEqual([])
    expect(workingHours([tuesday], 7, day, 2)).toBeUndefined()
  })
})

describe('lanes', () => {
  it('put what overlaps side by side, and nothing else', () => {
    const boxes = [
      { top: 0, bottom: 30 },
      { top: 15, bottom: 45 },
      { top: 30, bottom: 60 },
      { top: 60, bottom: 90 },
    ]
    expect(lanesOf(boxes)).toEqual([
      { lane: 0, lanes: 2 },
      { lane: 1, lanes: 2 },
      { lane: 0, lanes: 2 },
      { lane: 0, lanes: 1 },
    ])
  })
})

describe('cards', () => {
  const cards = (before: readonly (readonly [number, number])[], ...ids: readonly number[]) => [
    ...cardsOf(
      new Map(before),
      ids.map((id) => ({ id })),
    ),
  ]

  it('stay with their appointment, and those that are free draw others', () => {
    expect(cards([], 11, 12)).toEqual([
      [11, 0],
      [12, 1],
    ])
    expect(
      cards(
        [
          [11, 0],
          [12, 1],
        ],
        12,
        13,
        14,
      ),
    ).toEqual([
      [12, 1],
      [13, 0],
      [14, 2],
    ])
    expect(
      cards(
        [
          [11, 0],
          [12, 1],
        ],
        21,
        22,
      ),
    ).toEqual([
      [21, 0],
      [22, 1],
    ])
  })
})
