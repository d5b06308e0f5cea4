import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { addDays } from '../../format.ts'
import type { SetSearch } from './useSetSearch.ts'

type Props = {
  readonly date: string
  readonly today: string
  readonly isWeek: boolean
  readonly set: SetSearch
}

/** Goes to other days and weeks. */
export const useDays = ({ date, today, isWeek, set }: Props) => {
  const { book } = useSearch({ from: '/calendar' })
  // A time that was chosen for a new appointment was one of the day that is left.
  const goTo = useCallback(
    (day: string) => set({ date: day === today ? undefined : day, ...(book ? { at: undefined } : {}) }, false),
    [set, today, book],
  )
  const step = useCallback((by: 1 | -1) => goTo(addDays(date, by * (isWeek ? 7 : 1))), [goTo, date, isWeek])
  const goToday = useCallback(() => goTo(today), [goTo, today])
  return { goTo, step, goToday }
}
