import { useQuery, useQueryClient } from '@tanstack/react-query'
import { may } from '../../api/me.ts'
import type { Appointment, Client, Consultation, Me, Patient } from '../../api/records.ts'
import { dateIn, nextDate, startOfDay } from '../../format.ts'
import { presentOf } from './present.ts'
import { comingQuery, openVisitsQuery } from './queries.ts'

/** What an animal has today already, as it is known, and `read` as it is now. */
export const usePresent = (me: Me, client: Client | undefined, animal: Patient | undefined) => {
  const queries = useQueryClient()
  const { time_zone: timeZone } = me.organisation
  const today = dateIn(new Date(), timeZone)
  const tomorrow = startOfDay(nextDate(today), timeZone)
  const id = client?.id ?? 0
  const isAsked = client !== undefined && animal !== undefined && may(me, 'Clinical: Consultations', 'write')
  const mayRead = isAsked && may(me, 'General: Appointments')
  const asking = {
    visits: openVisitsQuery(id),
    coming: comingQuery(id, startOfDay(today, timeZone).toISOString()),
  }
  const visits = useQuery({ ...asking.visits, enabled: isAsked })
  const coming = useQuery({ ...asking.coming, enabled: mayRead })
  const among = (open: readonly Consultation[], booked: readonly Appointment[]) =>
    animal &&
    presentOf(
      animal.url,
      open,
      booked.filter(({ start }) => new Date(start) < tomorrow),
    )
  return {
    present: isAsked ? among(visits.data ?? [], coming.data ?? []) : undefined,
    read: async () => {
      if (!isAsked) return undefined
      const [open, booked] = await Promise.all([
        queries.fetchQuery({ ...asking.visits, staleTime: 0 }),
        mayRead ? queries.fetchQuery({ ...asking.coming, staleTime: 0 }) : undefined,
      ])
      return among(open, booked ?? [])
    },
  }
}
