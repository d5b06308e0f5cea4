import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bookingsKey } from '../../api/bookingcount.ts'
import { onCalendar } from '../../api/appointment.ts'
import { clientKey, clientsKey } from '../../api/client.ts'
import { onBoard } from '../../api/consultation.ts'
import { may, useMe } from '../../api/me.ts'
import {
  createBooked,
  type Link,
  linkBooking,
  type Suggestion,
  uncreateBooked,
  unlinkBooking,
} from '../../api/onlinebooking.ts'
import { livingOf } from '../../api/patient.ts'
import { type Client, nameOfClient, type OnlineBooking } from '../../api/records.ts'
import { useWrite } from '../../shared/use-write.ts'
import { bookings as text } from '../../text/bookings.ts'
import { bookerOf } from './booked.ts'
import { compare, type ComparedField, isOffered, likelyPatient, takenOf } from './compare.ts'

type Animal = NonNullable<OnlineBooking['patients_data']>[number]

/** What every decision changes: the bookings, and the calendar and the board that show them. */
export const decided = () => [bookingsKey, onCalendar.queryKey, onBoard.queryKey, clientsKey]

/** Whether somebody may decide about bookings. */
export const useMayDecide = () => {
  const me = useMe()
  return may(me, 'General: Appointments', 'write') && may(me, 'General: Patients and clients', 'write')
}

/** After a decision the next booking is open. */
export const useShowNext = () => {
  const navigate = useNavigate({ from: '/bookings' })
  return () =>
    void navigate({ search: (before) => ({ ...before, booking: undefined, client: undefined }), replace: true })
}

/** What linking a booking to a client does: which patients the animals are, and what is taken from the booking. */
export const useLinking = (booking: OnlineBooking, client: Client | undefined, suggestion: Suggestion | undefined) => {
  const mayWrite = useMayDecide()
  const showNext = useShowNext()
  const [patients, setPatients] = useState<Readonly<Record<string, string | null>>>({})
  const [taken, setTaken] = useState<ReadonlySet<ComparedField>>(new Set())
  const linking = useWrite({
    send: linkBooking,
    refresh: ({ client: { id } }: Link) => [...decided(), clientKey(id)],
    said: ({ variables }) => text.linked(bookerOf(variables.booking), nameOfClient(variables.client)),
    undo: ({ variables, result }) => unlinkBooking(variables, result),
    onDone: showNext,
  })
  const creating = useWrite({
    send: createBooked,
    refresh: decided,
    said: ({ variables }) => text.created(bookerOf(variables)),
    undo: ({ variables, result }) => uncreateBooked(variables, result.client!),
    onDone: showNext,
  })
  const patientOf = (animal: Animal) =>
    animal.url in patients
      ? patients[animal.url]!
      : client === undefined
        ? null
        : (likelyPatient(animal, livingOf(client), suggestion)?.url ?? null)
  const isBusy = linking.isBusy || creating.isBusy
  return {
    mayWrite,
    taken,
    take: (field: ComparedField, isTaken: boolean) =>
      setTaken((before) => {
        const next = new Set(before)
        if (isTaken) next.add(field)
        else next.delete(field)
        return next
      }),
    patientOf,
    choosePatient: (animal: string, patient: string | null) =>
      setPatients((before) => ({ ...before, [animal]: patient })),
    isLinking: linking.isBusy,
    isCreating: creating.isBusy,
    link: () => {
      if (client === undefined || isBusy) return
      const offered = new Set(
        compare(booking, client)
          .filter(isOffered)
          .map(({ field }) => field),
      )
      void linking.write({
        booking,
        client,
        patients: (booking.patients_data ?? []).map((animal) => ({
          onlinebookingpatient: animal.url,
          patient: patientOf(animal),
        })),
        taken: takenOf(booking, client, taken.intersection(offered)),
      })
    },
    create: () => {
      if (!isBusy) void creating.write(booking)
    },
  }
}

export type Linking = ReturnType<typeof useLinking>
