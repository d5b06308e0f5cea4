import { useSearch } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import type { Column, Entry } from './columns.ts'
import type { Place } from './hold-places.ts'
import { minuteMs } from './schedule.ts'
import type { CalendarSearch } from './search.ts'
import { noForm } from './useForm.ts'
import type { Placing } from './usePlacing.ts'
import type { SetSearch } from './useSetSearch.ts'

type Known = {
  readonly columns: readonly Column[]
  readonly placing: Pick<Placing, 'placeFor' | 'place'>
  readonly set: SetSearch
}

/** An appointment that is dropped is moved, and a time that is clicked is booked. What is not known yet is asked in a form. */
export const usePicking = ({ columns, placing: { placeFor, place }, set }: Known) => {
  const search = useSearch({ from: '/calendar' })
  const onDrop = useCallback(
    (entry: Entry, { column, start, end }: Place) => {
      const minutes = (end - start) / minuteMs
      const user = columns[column]?.user ?? entry.user
      const isResized = start === entry.start && user === entry.user
      const department = columns[column]?.department ?? (isResized ? entry.department : placeFor(entry, user, start))
      if (department !== undefined) return place(entry, { start, minutes, user, department })
      const at = new Date(start).toISOString()
      return set({ ...noForm, move: entry.id, at, with: user, minutes }, false)
    },
    [columns, placeFor, place, set],
  )
  const bookAt = useCallback(
    (changes: Partial<CalendarSearch>) =>
      set(
        { book: true, move: undefined, edit: undefined, cancel: undefined, who: undefined, ...changes },
        search.book === true,
      ),
    [set, search.book],
  )
  const menuClosedAt = useRef(0)
  const onPick = useCallback(
    ({ column, start, end }: { column: number; start: number; end?: number }) => {
      // The click that closes the menu is not meant for what lies below it.
      if (performance.now() - menuClosedAt.current < 300) return
      const { user, department } = columns[column]!
      const time = {
        at: new Date(start).toISOString(),
        ...(user === undefined ? {} : { with: user }),
        place: department,
      }
      if ((search.move ?? search.edit) !== undefined) set(time)
      else bookAt({ ...time, minutes: end === undefined ? undefined : (end - start) / minuteMs })
    },
    [columns, search.move, search.edit, set, bookAt],
  )
  const ignoreClick = () => {
    menuClosedAt.current = performance.now()
  }
  return { onDrop, onPick, bookAt, ignoreClick }
}
