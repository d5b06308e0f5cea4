import { describe, expect, it } from 'vitest'
import type { Shift } from '../../../api/records.ts'
import { givenShift, hospital, veera } from '../../../testing/shifts.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { beginDay, changesOf, type DayDraft, problemsIn, withAnother, withKind } from './day-draft.ts'
import { countOf } from './week.ts'

const place = { user: veera.url, department: hospital.url }
const date = '2026-11-16'
const shift = (fields: Partial<Shift>) => givenShift(1, fields)
const monday = shift({ weekday: 1, start: '08:00', end: '16:00' })
const open = (...shifts: readonly Shift[]) => ({ shifts, place, date })
const draft = (...rows: readonly (readonly [start: string, end: string])[]): DayDraft => ({
  kind: 'own',
  rows: rows.map(([start, end], key) => ({ start, end, key })),
  weekdays: [1],
})
const { day: words } = settingsText.shifts

describe('a day that is opened', () => {
  it('is as it is: usual, with shifts of its own, or leave', () => {
    expect(beginDay(open(monday)).kind).toBe('usual')
    expect(beginDay(open(monday, shift({ date, start: '10:00', end: '18:00' })))).toMatchObject({
      kind: 'own',
      rows: [{ start: '10:00', end: '18:00' }],
    })
    expect(beginDay(open(monday, shift({ date }))).kind).toBe('leave')
  })

  it('offers a shift where there is none, which is saved for this day', () => {
    const begun = beginDay(open())
    expect(begun).toMatchObject({ kind: 'own', rows: [{ start: '08:00', end: '16:00' }], weekdays: [1] })
    expect(changesOf(begun, open()).add).toEqual([{ ...place, date, start: '08:00', end: '16:00' }])
  })

  it('changes nothing until something else is said', () => {
    expect(countOf(changesOf(beginDay(open(monday)), open(monday)))).toBe(0)
    const weekly = withKind(beginDay(open(monday)), 'weekly', open(monday))
    expect(countOf(changesOf(weekly, open(monday)))).toBe(0)
    expect(changesOf({ ...weekly, weekdays: [1, 2] }, open(monday)).add).toEqual([
      { ...place, weekday: 2, start: '08:00', end: '16:00' },
    ])
  })
})

describe('what is wrong with shifts', () => {
  it.each([
    [draft(['08:00', '12:00'], ['12:00', '16:00']), {}],
    [draft(), {}],
    [draft(['', '12:00']), { 'shift-from-0': words.needTime }],
    [draft(['08:00', '08:00']), { 'shift-to-0': words.backwards }],
    [draft(['08:00', '12:00'], ['11:45', '16:00']), { 'shift-from-1': words.overlapping }],
    [withAnother(draft(['08:00', '12:00'])), { 'shift-from-1': words.needTime, 'shift-to-1': words.needTime }],
    [{ ...draft(['08:00', '12:00']), kind: 'weekly', weekdays: [] } as const, { 'shift-weekdays': words.needWeekday }],
    [{ ...draft(['', '']), kind: 'leave' } as const, {}],
  ])('%# is said at its field', (typed, problems) => {
    expect(problemsIn(typed)).toEqual(problems)
  })
})
