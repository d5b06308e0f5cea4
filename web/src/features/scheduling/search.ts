import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CalendarSearch, FrameSearch } from '../../router.tsx'
import { isDate, isMoment } from '../../shared/dates.ts'

const numbers = [
  'department',
  'user',
  'move',
  'edit',
  'cancel',
  'who',
  'minutes',
  'with',
  'place',
  'client',
  'patient',
] as const

const positive = (value: unknown) => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** What an address says, without what cannot be read: somebody typed it, or it is older than the app. */
export const readSearch = (search: Readonly<Record<string, unknown>>): CalendarSearch & FrameSearch => ({
  date: isDate(search['date']) ? search['date'] : undefined,
  view: search['view'] === 'week' ? 'week' : undefined,
  by: search['by'] === 'department' ? 'department' : undefined,
  cancelled: search['cancelled'] === true ? true : undefined,
  book: search['book'] === true ? true : undefined,
  at: isMoment(search['at']) ? search['at'] : undefined,
  ...Object.fromEntries(numbers.map((name) => [name, positive(search[name])])),
})

/** The router hands on what it did not check; a page that believes it breaks. */
export const useCalendarSearch = () => {
  const search = useSearch({ from: '/calendar' })
  return useMemo(() => readSearch(search), [search])
}
