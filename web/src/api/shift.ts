import { type Entry, entry, type QueryOf, walk, type Weekday } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Shift } from './records.ts'
import { sendEntries } from './send-entries.ts'
import { showsAll } from './shows.ts'

export const shiftsKey = ['shift'] as const

const shiftsQuery = (query: QueryOf<'GET', '/shift/'>) =>
  queryOptions({
    queryKey: [...shiftsKey, query],
    queryFn: ({ signal }) => Array.fromAsync(walk(api, '/shift/', { query: { ...query, ...longPages }, signal })),
    staleTime: 10 * 60_000,
    meta: showsAll('shift'),
  })

/** The shifts of every week. */
export const weeklyShiftsQuery = shiftsQuery({ date__is_null: true })

/** Those of them on the weekday of a date. */
export const weekdayShiftsQuery = (date: string) =>
  shiftsQuery({ date__is_null: true, weekday__is: (new Date(`${date}T00:00:00Z`).getUTCDay() || 7) as Weekday })

/** The shifts of single dates, which replace those of their weekdays. */
export const datedShiftsQuery = (from: string, to: string) => shiftsQuery({ date__gte: from, date__lte: to })

/** Those of one person from a date on, or until another. */
export const datedShiftsOfQuery = (user: number, from: string, to?: string) =>
  shiftsQuery({ user__is: String(user), date__gte: from, date__lte: to })

export type NewShift = Pick<Shift, 'user' | 'department' | 'start' | 'end'> & Partial<Pick<Shift, 'weekday' | 'date'>>
type Times = Pick<Shift, 'start' | 'end'>

/** What becomes of shifts together. */
export type ShiftChanges = {
  readonly add: readonly NewShift[]
  readonly change: readonly { readonly shift: Shift; readonly times: Times }[]
  readonly remove: readonly Shift[]
}

/** As many as one request takes. */
export const maxShiftWrites = 50

/** Writes all of it or nothing, and answers what takes it back. */
export const writeShifts = async ({ add, change, remove }: ShiftChanges, key?: string): Promise<ShiftChanges> => {
  const entries: readonly Entry[] = [
    ...remove.map((shift) =>
      entry(`remove${shift.id}`, 'DELETE', '/shift/{id}/', { path: { id: shift.id }, ifMatch: shift }),
    ),
    ...change.map(({ shift, times }) =>
      entry(`change${shift.id}`, 'PATCH', '/shift/{id}/', { path: { id: shift.id }, body: times, ifMatch: shift }),
    ),
    ...add.map((body, at) => entry(`add${at}`, 'POST', '/shift/', { body })),
  ]
  const answers = await sendEntries(entries, key === undefined ? {} : { key })
  return {
    add: remove.map(({ user, department, weekday, date, start, end }) => ({
      user,
      department,
      weekday,
      date,
      start,
      end,
    })),
    change: change.map(({ shift: { id, start, end } }) => ({
      shift: answers[`change${id}`] as Shift,
      times: { start, end },
    })),
    remove: add.map((_, at) => answers[`add${at}`] as Shift),
  }
}
