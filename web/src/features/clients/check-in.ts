import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { clientKey } from '../../api/client.ts'
import { type Appointment, idOf, type Me } from '../../api/records.ts'
import { dateIn, nextDate, startOfDay } from '../../format.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { admit, type Arriving, withdraw } from '../../shared/admission.ts'
import { useWrite } from '../../shared/use-write.ts'
import { withAnimal } from '../../shared/which-animal.ts'
import { text } from '../../text/en.ts'
import { isVisit } from './present.ts'
import { comingQuery } from './queries.ts'

/** What a client is booked for, from today on, as far as nobody has arrived for it. */
export const useComing = (client: number, me: Me, isAsked = true): readonly Appointment[] | undefined => {
  const { time_zone: timeZone } = me.organisation
  const from = startOfDay(dateIn(new Date(), timeZone), timeZone).toISOString()
  const { data } = useQuery({ ...comingQuery(client, from), enabled: isAsked })
  return data?.filter(({ consultation }) => consultation === null)
}

const namesOf = (appointment: Appointment | undefined) =>
  (appointment?.patients_data ?? []).map((patient) => patient.name).join(', ')

type CheckIn = { readonly appointment: Appointment; readonly animals?: readonly Arriving[] | undefined }

/** Checks in an appointment, says so and offers to take it back. */
export const useCheckInNow = (onDone?: () => unknown) =>
  useWrite({
    send: ({ appointment, animals }: CheckIn, key: string) => admit(appointment, animals, key),
    refresh: ({ appointment: { client } }) => [clientKey(idOf(client ?? '')), ['today'], ['calendar']],
    said: ({ variables }) => text.board.checkedIn(namesOf(variables.appointment)),
    undo: ({ result }) => withdraw(result),
    onDone: () => onDone?.(),
  })

/** The next of today's appointments, with its check-in as a button and a key. */
export const useCheckIn = (client: number, me: Me, isAllowed: boolean) => {
  const { time_zone: timeZone } = me.organisation
  const tomorrow = startOfDay(nextDate(dateIn(new Date(), timeZone)), timeZone)
  const next = useComing(client, me, isAllowed)?.find(isVisit)
  const due = next !== undefined && new Date(next.start) < tomorrow ? next : undefined
  const { write } = useCheckInNow()
  const checkIn = useCallback(
    async () => due && withAnimal(due, (appointment, animals) => write({ appointment, animals })),
    [due, write],
  )
  const title = text.records.actions.checkIn(namesOf(due))
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
