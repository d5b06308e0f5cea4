import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Appointment, Me } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { say, sayProblem } from '../../shared/toasts.ts'
import { dateIn, nextDate, startOfDay } from '../../format.ts'
import { admit, withdraw } from '../../shared/admission.ts'
import { withAnimal } from '../../shared/which-animal.ts'
import { text } from '../../text/en.ts'
import { isVisit } from './present.ts'
import { comingQuery } from './queries.ts'

/** What a client is booked for, from today on, as far as nobody has arrived for it. */
export const useComing = (client: number, me: Me, isAsked = true): readonly Appointment[] | undefined => {
  const { time_zone: timeZone } = me.organisation
  const from = startOfDay(dateIn(new Date(), timeZone), timeZone).toISOString()
  const { data } = useQuery({ ...comingQuery(client, from), enabled: isAsked })
  return data?.results.filter(({ consultation }) => consultation === null)
}

const namesOf = (appointment: Appointment | undefined) =>
  (appointment?.patients_data ?? []).map((patient) => patient.name).join(', ')

/** Checks in an appointment, says so and offers to take it back. Answers whether it was done. */
export const checkInNow = async (queries: QueryClient, appointment: Appointment, animals?: readonly string[]) => {
  const refresh = () =>
    Promise.all(['client', 'today', 'calendar'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  try {
    const visit = await admit(appointment, animals)
    say(text.board.checkedIn(namesOf(appointment)), {
      undo: async () => {
        await withdraw(visit)
        await refresh()
      },
    })
    return true
  } catch (error) {
    sayProblem(error)
    return false
  } finally {
    await refresh()
  }
}

/** The next of today's appointments, with its check-in as a button and a key. */
export const useCheckIn = (client: number, me: Me, isAllowed: boolean) => {
  const queries = useQueryClient()
  const { time_zone: timeZone } = me.organisation
  const tomorrow = startOfDay(nextDate(dateIn(new Date(), timeZone)), timeZone)
  const next = useComing(client, me, isAllowed)?.find(isVisit)
  const due = next !== undefined && new Date(next.start) < tomorrow ? next : undefined
  const name = namesOf(due)
  const checkIn = useCallback(
    async () => due && withAnimal(due, (...named) => checkInNow(queries, ...named)),
    [due, queries],
  )
  const title = text.records.actions.checkIn(name)
  useActions(
    useMemo(
      (): readonly Action[] =>
        due === undefined ? [] : [{ id: 'check in', title, group: 'here', keys: 'i', run: () => void checkIn() }],
      [due, title, checkIn],
    ),
  )
  return due === undefined ? undefined : { title, checkIn }
}
export type Arrival = ReturnType<typeof useCheckIn>
