import { Weekday } from '@fetlock/sdk'
import type { Shift } from '../../../api/records.ts'
import type { ShiftChanges } from '../../../api/shift.ts'
import { weekdayOf } from '../../../shared/dates.ts'
import type { Problems } from '../../../shared/problems.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { dateChanges, dayOf, type Hours, likelyHours, type Place, weeklyChanges } from './week.ts'

/** What is said of a day: what every week has, other shifts, leave, or another week from now on. */
export type Kind = 'usual' | 'own' | 'leave' | 'weekly'

/** A shift in the form. Its number stays with it when another one is removed. */
export type Row = Hours & { readonly key: number }

export type DayDraft = { readonly kind: Kind; readonly rows: readonly Row[]; readonly weekdays: readonly Weekday[] }

/** The day that is open, with all shifts that are known. */
export type OpenDay = { readonly shifts: readonly Shift[]; readonly place: Place; readonly date: string }

const rowsOf = (hours: readonly Hours[]) => hours.map((one, key): Row => ({ ...one, key }))

const hoursFor = (kind: Kind, { shifts, place, date }: OpenDay) => {
  const { hours, usual } = dayOf(shifts, place, date)
  return kind === 'weekly' ? usual : hours
}

const rowsFor = (kind: Kind, open: OpenDay) => {
  const found = hoursFor(kind, open)
  return rowsOf(found.length > 0 ? found : [likelyHours(open.shifts, open.place)])
}

export const beginDay = (open: OpenDay): DayDraft => {
  const { dated, weekly, isLeave } = dayOf(open.shifts, open.place, open.date)
  const kind = isLeave ? 'leave' : dated.length > 0 || weekly.length === 0 ? 'own' : 'usual'
  return { kind, rows: rowsFor(kind, open), weekdays: [weekdayOf(open.date) as Weekday] }
}

export const withKind = (draft: DayDraft, kind: Kind, open: OpenDay): DayDraft => ({
  ...draft,
  kind,
  rows: rowsFor(kind, open),
})

/** After somebody else has changed the day: times that were not typed are theirs, if there are as many shifts as before. */
export const withTheirs = (draft: DayDraft, before: OpenDay, now: OpenDay): DayDraft => {
  const [began, theirs] = [hoursFor(draft.kind, before), hoursFor(draft.kind, now)]
  if (began.length !== theirs.length) return draft
  const timeIn = (row: Row, name: keyof Hours) =>
    row[name] === began[row.key]?.[name] ? theirs[row.key]![name] : row[name]
  return { ...draft, rows: draft.rows.map((row) => ({ ...row, start: timeIn(row, 'start'), end: timeIn(row, 'end') })) }
}

export const withAnother = ({ rows, ...draft }: DayDraft): DayDraft => ({
  ...draft,
  rows: [...rows, { start: '', end: '', key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }],
})

export const hasRows = ({ kind }: DayDraft) => kind === 'own' || kind === 'weekly'

export const fieldId = (name: 'from' | 'to', key: number) => `shift-${name}-${key}`
export const weekdaysId = 'shift-weekdays'

const overlapping = ({ start, end }: Row, others: readonly Row[]) =>
  others.some((other) => start < other.end && other.start < end)

/** What is wrong, by the id of the field. */
export const problemsIn = (draft: DayDraft): Problems => {
  if (!hasRows(draft)) return {}
  const words = settingsText.shifts.day
  const found = draft.rows.flatMap((row, at) => {
    const [from, to] = [fieldId('from', row.key), fieldId('to', row.key)]
    const missing = [...(row.start === '' ? [from] : []), ...(row.end === '' ? [to] : [])]
    if (missing.length > 0) return missing.map((id) => [id, words.needTime])
    if (row.end <= row.start) return [[to, words.backwards]]
    return overlapping(row, draft.rows.slice(0, at)) ? [[from, words.overlapping]] : []
  })
  const isNever = draft.kind === 'weekly' && draft.weekdays.length === 0
  return Object.fromEntries([...found, ...(isNever ? [[weekdaysId, words.needWeekday]] : [])])
}

export const changesOf = ({ kind, rows, weekdays }: DayDraft, { shifts, place, date }: OpenDay): ShiftChanges => {
  const hours = rows.map(({ start, end }) => ({ start, end }))
  if (kind === 'weekly') return weeklyChanges(shifts, place, weekdays, hours)
  return dateChanges(dayOf(shifts, place, date), place, date, kind === 'own' ? hours : kind)
}
