import { type BodyOf, list, type QueryOf } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { onBoard } from './consultation.ts'
import { longPages, ofDepartment } from './lists.ts'
import { may } from './me.ts'
import { type Appointment, idOf, type Me, type OnlineBooking } from './records.ts'
import { shows } from './shows.ts'

type Query = QueryOf<'GET', '/appointment/'>

const readAll = (query: Query, signal?: AbortSignal) =>
  Array.fromAsync(list(api, '/appointment/', { query: { ordering: 'start', ...query }, ...(signal && { signal }) }))

/** What a card shows is read with the list, as far as the person may see it. */
const shownTo = (me: Me) => {
  const clients = may(me, 'General: Patients and clients') || undefined
  return {
    expose_client: clients,
    expose_patients: clients,
    expose_consultation: may(me, 'Clinical: Consultations') || undefined,
  }
}

const showsAppointments = (department: number | undefined) =>
  shows<readonly Appointment[]>({
    appointment: ofDepartment(department),
    consultation: (booked) => booked.flatMap(({ url, consultation }) => [url, consultation]),
    client: (booked) => booked.map(({ client }) => client),
    patient: (booked) => booked.flatMap(({ patients }) => patients),
  })

type OfBoard = {
  readonly me: Me
  readonly from: string
  readonly to: string
  readonly department: number | undefined
}

/** Who is booked from one moment to another, for the board. */
export const boardAppointmentsQuery = ({ me, from, to, department }: OfBoard) =>
  queryOptions({
    queryKey: [...onBoard.queryKey, 'appointment', from, department],
    queryFn: ({ signal }) =>
      readAll(
        {
          start__gte: from,
          start__lt: to,
          active__is: true,
          department__is: department?.toString(),
          ...shownTo(me),
          expose_user: true,
          expose_reason: true,
          ...longPages,
        },
        signal,
      ),
    meta: showsAppointments(department),
  })

/** Every appointment that the calendar shows is read again by this. */
export const onCalendar = { queryKey: ['calendar', 'appointment'] } as const

export type CalendarAsked = {
  readonly me: Me
  readonly from: number
  readonly to: number
  readonly department?: number | undefined
  readonly user?: number | undefined
  readonly cancelled: boolean
}

export const calendarAppointmentsQuery = ({ me, from, to, department, user, cancelled }: CalendarAsked) =>
  queryOptions({
    queryKey: [...onCalendar.queryKey, from, to, department, user, cancelled],
    queryFn: ({ signal }) =>
      readAll(
        {
          start__gte: new Date(from).toISOString(),
          start__lt: new Date(to).toISOString(),
          active__is: cancelled ? undefined : true,
          department__is: department?.toString(),
          user__is: user?.toString(),
          ...shownTo(me),
          ...longPages,
        },
        signal,
      ),
    meta: showsAppointments(department),
  })

export const appointmentQuery = (me: Me, id: number) =>
  queryOptions({
    queryKey: [...onCalendar.queryKey, 'one', id],
    queryFn: ({ signal }) => api.get('/appointment/{id}/', { path: { id }, query: shownTo(me), signal }),
    // A form begins with the newest version, not with one that was read for an earlier form.
    gcTime: 0,
    meta: shows({ appointment: `/appointment/${id}/` }),
  })

/** What else is booked for a client from one moment to another. */
export const ofClientQuery = (client: number, from: number, to: number) =>
  queryOptions({
    queryKey: [...onCalendar.queryKey, 'of client', client, from, to],
    queryFn: ({ signal }) =>
      readAll(
        {
          client__is: String(client),
          active__is: true,
          start__gte: new Date(from).toISOString(),
          start__lt: new Date(to).toISOString(),
        },
        signal,
      ),
    meta: shows({ appointment: `/client/${client}/` }),
  })

/** The appointments of a client that are still to come. */
export const comingQuery = (client: number) =>
  queryOptions({
    queryKey: ['appointment', 'coming', client],
    queryFn: ({ signal }) =>
      readAll(
        {
          client__is: String(client),
          active__is: true,
          start__gte: new Date().toISOString(),
          expose_reason: true,
        },
        signal,
      ),
    meta: shows({ appointment: `/client/${client}/` }),
  })

type Between = {
  readonly me: Me
  readonly from: string
  /** Without it, all that are still to come. */
  readonly to?: string | undefined
  readonly user?: number | undefined
  readonly department?: number | undefined
}

/** What is booked with somebody, or in a department, from one moment to another. */
export const bookedBetweenQuery = ({ me, from, to, user, department }: Between) =>
  queryOptions({
    queryKey: ['appointment', 'between', from, to, user, department],
    queryFn: ({ signal }) =>
      readAll(
        {
          start__gte: from,
          start__lt: to,
          active__is: true,
          user__is: user?.toString(),
          department__is: department?.toString(),
          ...shownTo(me),
          expose_reason: true,
          ...longPages,
        },
        signal,
      ),
    meta: shows({ appointment: true }),
  })

/** The active appointments of a person that may reach into a time. */
export const readAppointmentsAround = (me: Me, user: number, start: number, end: number) =>
  readAll({
    user__is: String(user),
    active__is: true,
    start__gte: new Date(start - 24 * 60 * 60_000).toISOString(),
    start__lt: new Date(end).toISOString(),
    ...shownTo(me),
  })

/** When somebody is free, in milliseconds, and where. */
export type FreeTime = {
  readonly start: number
  readonly end: number
  readonly user: number
  readonly department: number
}

type FreeAsked = {
  readonly department: number
  readonly date: string
  readonly reason?: number | undefined
  readonly minutes?: number | undefined
  /** The appointment that is being moved, whose own time counts as free. */
  readonly moving?: number | undefined
}

/** The free times of a department on a day, in whatever length they were asked for. */
export const freeTimesKey = (department: number, date: string) => ['calendar', 'free', department, date] as const

export const freeTimesQuery = ({ department, date, reason, minutes, moving }: FreeAsked) =>
  queryOptions({
    queryKey: [...freeTimesKey(department, date), reason, minutes, moving],
    queryFn: async ({ signal }): Promise<readonly FreeTime[]> => {
      const query = {
        department__is: String(department),
        date,
        reason__is: reason?.toString(),
        duration: minutes,
        moving__is: moving?.toString(),
      }
      const { results } = await api.get('/appointment/availability/', { query, signal })
      return results.map(({ user, start, end }) => ({
        user: idOf(user),
        start: Date.parse(start),
        end: Date.parse(end),
        department,
      }))
    },
    staleTime: 10_000,
    meta: shows({ appointment: true, shift: `/department/${department}/`, reason: true }),
  })

/** Who booked an appointment online; null where that is not known. */
export const onlineBookingQuery = (appointment: number) =>
  queryOptions({
    queryKey: ['calendar', 'online booking', appointment],
    queryFn: async ({ signal }) => {
      const query = { appointment__is: String(appointment), expose_patients: true } as const
      return (await api.get('/onlinebookingclient/', { query, signal })).results[0] ?? null
    },
    meta: shows<OnlineBooking | null>({
      onlinebookingclient: `/appointment/${appointment}/`,
      onlinebookingpatient: (booking) => booking?.url,
    }),
  })

export type NewAppointment = BodyOf<'POST', '/appointment/'>
export const createAppointment = (body: NewAppointment, key: string) => api.post('/appointment/', { body, key })

export const readAppointment = ({ id }: Appointment) => api.get('/appointment/{id}/', { path: { id } })
export type AppointmentChange = Partial<
  Pick<
    Appointment,
    'start' | 'end' | 'user' | 'department' | 'active' | 'cancellation_reason' | 'client' | 'patients' | 'type'
  >
>
export const patchAppointment = ({ id, modified }: Appointment, body: AppointmentChange, key?: string) =>
  api.patch('/appointment/{id}/', { path: { id }, body, ifMatch: modified, key })

/** Confirms this version of an appointment to its client. */
export const sendConfirmation = ({ id, request_hash }: Appointment, key?: string) =>
  api.post('/appointment/{id}/send_appointment_confirmation/', { path: { id }, body: { request_hash }, key })
