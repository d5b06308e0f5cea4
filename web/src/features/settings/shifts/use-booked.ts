import { useQuery } from '@tanstack/react-query'
import { bookedBetweenQuery } from '../../../api/appointment.ts'
import { may, useMe } from '../../../api/me.ts'
import type { Appointment } from '../../../api/records.ts'
import { addDays, startOfDay } from '../../../format.ts'
import { useNow } from '../../../shared/useNow.ts'

type Asked = {
  readonly from: string
  /** The last day; without it, all that is still to come. */
  readonly to?: string | undefined
  readonly timeZone: string
  readonly user?: number | undefined
  readonly department?: number | undefined
  /** Nothing is said of what takes nobody's time away. */
  readonly isAsked: boolean
  /** Whether it is read before it is asked for, to be known by then. */
  readonly isEarly?: boolean
}

/** What is booked and still to come: nothing can be saved before it is known, unless the person may not see it at all. */
export const useBooked = ({ from, to, timeZone, user, department, isAsked, isEarly = false }: Asked) => {
  const me = useMe()
  const now = useNow()
  const isSeen = may(me, 'General: Appointments')
  const { data, error, refetch } = useQuery({
    ...bookedBetweenQuery({
      me,
      from: startOfDay(from, timeZone).toISOString(),
      to: to === undefined ? undefined : startOfDay(addDays(to, 1), timeZone).toISOString(),
      user,
      department,
    }),
    enabled: (isAsked || isEarly) && isSeen,
  })
  const booked: readonly Appointment[] = (data ?? []).filter(({ end }) => Date.parse(end) > now)
  const isKnown = !isAsked || !isSeen || data !== undefined
  return { booked, isAsked, isSeen, isKnown, error, refetch: async (): Promise<unknown> => isSeen && refetch() }
}

export type Booked = ReturnType<typeof useBooked>
