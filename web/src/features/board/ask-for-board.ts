import type { QueryClient } from '@tanstack/react-query'
import { boardAppointmentsQuery } from '../../api/appointment.ts'
import { closedVisitsQuery, openVisitsQuery } from '../../api/consultation.ts'
import { may } from '../../api/me.ts'
import type { Me } from '../../api/records.ts'
import { dateIn, nextDate, startOfDay } from '../../format.ts'

/** What a board is asked for: a day of the clinic, and the department whose board it is. */
export const askedOfDay = (me: Me, date: string, department: number | undefined) => {
  const zone = me.organisation.time_zone
  return {
    me,
    department,
    from: startOfDay(date, zone).toISOString(),
    to: startOfDay(nextDate(date), zone).toISOString(),
  }
}

/** Asks for what the board will show before there is a board. */
export const askForBoard = (client: QueryClient, me: Me, department: number | undefined) => {
  const asked = askedOfDay(me, dateIn(new Date(), me.organisation.time_zone), department)
  if (may(me, 'General: Appointments')) void client.prefetchQuery(boardAppointmentsQuery(asked))
  if (!may(me, 'Clinical: Consultations')) return
  void client.prefetchQuery(openVisitsQuery(asked))
  void client.prefetchQuery(closedVisitsQuery(asked))
}
