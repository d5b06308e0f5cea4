import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CalendarSearch } from './search.ts'

type Changes = Partial<CalendarSearch> | ((before: CalendarSearch) => Partial<CalendarSearch>)

/** Changes what the address says, in the same step of the history unless told otherwise. */
export const useSetSearch = () => {
  const navigate = useNavigate({ from: '/calendar' })
  return useCallback(
    (changes: Changes, replace = true) =>
      void navigate({
        search: (before) => ({ ...before, ...(typeof changes === 'function' ? changes(before) : changes) }),
        replace,
      }),
    [navigate],
  )
}
export type SetSearch = ReturnType<typeof useSetSearch>
