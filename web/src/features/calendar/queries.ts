import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { may } from '../../api/me.ts'
import { type Appointment, idOf, type Me, type OnlineBooking, type PageOf } from '../../api/records.ts'
import type { Reason, Shift } from '../../api/records.ts'
import { get, post, type Query } from '../../api/request.ts'
import { searchQuery } from '../../api/search.ts'
import type { Span } from './schedule.ts'

const rowsOfAPage = 250

/** All records of a list: most fit on its first page. */
const readAll = async <T>(path: string, query: Query, signal: AbortSignal): Promise<readonly T[]> => {
  const rows: T[] = []
  for (let page = 1; ; page++) {
    const { results, next } = await get<PageOf<T>>(path, { ...query, page, page_size: rowsOfAPage }, signal)
    rows.push(...results)
    if (next === null) return rows
  }
}

/** What a card shows is read with the list, as far as the person may see it. */
const seen = (me: Me) => {
  const clients = may(me, 'General: Patients and clients')
  return {
    expose_client: clients,
    expose_patients: clients,
    expose_consultation: may(me, 'Clinical: Consultations'),
  }
}

export type Asked = {
  readonly me: Me
  readonly from: number
  readonly to: number
  readonly department?: number | undefined
  readonly user?: number | undefined
  readonly cancelled: boolean
}

export const onCalendar = { queryKey: ['calendar', 'appointment'] }

export const appointmentsQuery = ({ me, from, to, department, user, cancelled }: Asked) =>
  queryOptions({
    queryKey: [...onCalendar.queryKey, from, to, department, user, cancelled],
    queryFn: ({ signal }) =>
      readAll<Appointment>(
        '/appointment/',
        {
          start__gte: new Date(from).toISOString(),
          start__lt: new Date(to).toISOString(),
          active__is: cancelled ? undefined : 'true',
          department__is: department,
          user__is: user,
          ...seen(me),
          ordering: 'start',
        },
        signal,
      ),
    meta: { resources: ['appointment', 'consultation', 'client', 'patient'] },
  })

export const weeklyShiftsQuery = queryOptions({
  queryKey: ['calendar', 'shift', 'weekly'],
  queryFn: ({ signal }) => readAll<Shift>('/shift/', { date__is_null: 'true' }, signal),
  staleTime: 10 * 60_000,
  meta: { resources: ['shift'] },
})

/** The shifts of single dates, which replace those of their weekdays. */
export const datedShiftsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['calendar', 'shift', from, to],
    queryFn: ({ signal }) => readAll<Shift>('/shift/', { date__gte: from, date__lte: to }, signal),
    staleTime: 10 * 60_000,
    meta: { resources: ['shift'] },
  })

export const reasonsQuery = queryOptions({
  queryKey: ['reason'],
  queryFn: ({ signal }) => readAll<Reason>('/reason/', { archived__is: 'false', ordering: 'name' }, signal),
  staleTime: 10 * 60_000,
  meta: { resources: ['reason'] },
})

type Slot = { readonly user: string; readonly start: string; readonly end: string }
/** When somebody is free, and where. */
export type FreeTime = Span & { readonly user: number; readonly department: number }

type FreeAsked = {
  readonly department: number
  readonly date: string
  readonly reason?: number | undefined
  readonly minutes?: number | undefined
  /** The appointment that is being moved, whose own time counts as free. */
  readonly moving?: number | undefined
}

export const freeTimesQuery = ({ department, date, reason, minutes, moving }: FreeAsked) =>
  queryOptions({
    queryKey: ['calendar', 'free', department, date, reason, minutes, moving],
    queryFn: async ({ signal }): Promise<readonly FreeTime[]> => {
      const { results } = await get<{ results: readonly Slot[] }>(
        '/appointment/availability/',
        { department__is: department, date, reason__is: reason, duration: minutes, moving__is: moving },
        signal,
      )
      return results.map(({ user, start, end }) => ({
        user: idOf(user),
        start: Date.parse(start),
        end: Date.parse(end),
        department,
      }))
    },
    staleTime: 10_000,
    meta: { resources: ['appointment', 'shift', 'reason'] },
  })

export const whoQuery = (typed: string) =>
  queryOptions({
    ...searchQuery(typed),
    placeholderData: keepPreviousData,
  })

export const appointmentQuery = (me: Me, id: number) =>
  queryOptions({
    queryKey: [...onCalendar.queryKey, 'one', id],
    queryFn: ({ signal }) => get<Appointment>(`/appointment/${id}/`, seen(me), signal),
    // A form begins with the newest version, not with one that was read for an earlier form.
    gcTime: 0,
    meta: { resources: ['appointment'] },
  })

/** Who booked an appointment online; null where that is not known. */
export const onlineBookingQuery = (appointment: number) =>
  queryOptions({
    queryKey: ['calendar', 'online booking', appointment],
    queryFn: async ({ signal }) => {
      const query = { appointment__is: appointment, expose_patients: true }
      const { results } = await get<PageOf<OnlineBooking>>('/onlinebookingclient/', query, signal)
      return results[0] ?? null
    },
    meta: { resources: ['onlinebookingclient', 'onlinebookingpatient'] },
  })

/** What else is booked for a client from one moment to another. */
export const ofClientQuery = (client: number, from: number, to: number) =>
  queryOptions({
    queryKey: [...onCalendar.queryKey, 'of client', client, from, to],
    queryFn: ({ signal }) =>
      readAll<Appointment>(
        '/appointment/',
        {
          client__is: client,
          active__is: 'true',
          start__gte: new Date(from).toISOString(),
          start__lt: new Date(to).toISOString(),
          ordering: 'start',
        },
        signal,
      ),
    meta: { resources: ['appointment'] },
  })

/** The active appointments of a person that may reach into a time. */
export const readAppointmentsAround = (me: Me, user: number, start: number, end: number) =>
  get<PageOf<Appointment>>('/appointment/', {
    user__is: user,
    active__is: 'true',
    start__gte: new Date(start - 24 * 60 * 60_000).toISOString(),
    start__lt: new Date(end).toISOString(),
    ...seen(me),
    ordering: 'start',
    page_size: rowsOfAPage,
  })

export type NewAppointment = Pick<Appointment, 'start' | 'end' | 'department' | 'type' | 'user'> &
  Partial<Pick<Appointment, 'reason' | 'complaint' | 'client' | 'patients' | 'notes'>>
export const createAppointment = (appointment: NewAppointment, idempotencyKey: string) =>
  post<Appointment>('/appointment/', appointment, { idempotencyKey })

type Sent = 'queued' | 'not_asked' | (string & {})
/** Confirms this version of an appointment to its client. */
export const sendConfirmation = ({ id, request_hash }: Appointment) =>
  post<{ readonly email: Sent; readonly sms: Sent }>(`/appointment/${id}/send_appointment_confirmation/`, {
    request_hash,
  })
