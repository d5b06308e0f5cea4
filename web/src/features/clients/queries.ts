import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  Appointment,
  Client,
  ClientBalance,
  ClientsOwing,
  Consultation,
  Invoice,
  Message,
  PageOf,
  Reason,
  Shift,
  User,
} from '../../api/records.ts'
import { get } from '../../api/request.ts'
import { searchQuery } from '../../api/search.ts'
import { hereStatuses, statuses } from '../../shared/visit-stages.ts'

export type ClientsAsked = { readonly page: number; readonly archived: boolean; readonly living: boolean }

export const clientsQuery = ({ page, archived, living }: ClientsAsked) =>
  queryOptions({
    queryKey: ['clients', page, archived, living],
    queryFn: ({ signal }) =>
      get<PageOf<Client>>(
        '/client/',
        {
          page,
          page_size: 50,
          ordering: 'sort_name',
          archived__is: archived ? undefined : 'false',
          has_alive_patients__is: living ? 'true' : undefined,
          expose_phone_numbers: true,
          expose_patients: true,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { resources: ['client', 'patient', 'phonenumber'] },
  })

/** What was typed into the box above the list, found as the palette finds it. */
export const foundQuery = (typed: string) =>
  queryOptions({
    ...searchQuery(typed),
    placeholderData: keepPreviousData,
  })

/** Some clients, as the list shows them. */
export const someClientsQuery = (ids: readonly number[], living: boolean) =>
  queryOptions({
    queryKey: ['clients', 'some', ids.toSorted((one, other) => one - other).join(), living],
    queryFn: ({ signal }) =>
      get<PageOf<Client>>(
        '/client/',
        {
          id__in: ids.join(','),
          page_size: ids.length,
          has_alive_patients__is: living ? 'true' : undefined,
          expose_phone_numbers: true,
          expose_patients: true,
        },
        signal,
      ),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    meta: { resources: ['client', 'patient', 'phonenumber'] },
  })

/** What each of some clients owes, by their ids. */
export const owingQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['clients', 'owing', ids.join()],
    queryFn: async ({ signal }) => {
      const { results } = await get<ClientsOwing>('/client/owing/', { client__in: ids.join(',') }, signal)
      return new Map(results.map(({ client, owing }) => [client, owing]))
    },
    enabled: ids.length > 0,
    meta: { resources: ['invoice', 'invoicepayment', 'unallocatedpayment'] },
  })

export const balanceQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id, 'balance'],
    queryFn: ({ signal }) => get<ClientBalance>(`/client/${id}/balance/`, undefined, signal),
    meta: { resources: ['invoice', 'invoicepayment', 'unallocatedpayment'] },
  })

export const invoicesQuery = (id: number, most: number) =>
  queryOptions({
    queryKey: ['client', id, 'invoices', most],
    queryFn: ({ signal }) =>
      get<PageOf<Invoice>>(
        '/invoice/',
        { client__is: id, ordering: '-id', page_size: most, expose_patients: true },
        signal,
      ),
    meta: { resources: ['invoice', 'invoicepayment'] },
  })

/** What can be paid now, oldest first; whether there is more than one is all that is asked. */
export const payableQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id, 'payable'],
    queryFn: ({ signal }) =>
      get<PageOf<Invoice>>(
        '/invoice/',
        { client__is: id, status__is: 3, due_sum__gt: '0', ordering: 'invoice_date', page_size: 1 },
        signal,
      ),
    meta: { resources: ['invoice', 'invoicepayment', 'unallocatedpayment'] },
  })

export const visitsQuery = (id: number, most: number) =>
  queryOptions({
    queryKey: ['client', id, 'visits', most],
    queryFn: ({ signal }) =>
      get<PageOf<Consultation>>(
        '/consultation/',
        {
          client__is: id,
          ordering: '-started',
          page_size: most,
          expose_patients: true,
          expose_reason: true,
          expose_supervising_veterinarian: true,
        },
        signal,
      ),
    meta: { resources: ['consultation'] },
  })

/** The visits of a client that are prepared, or for which somebody is here. */
export const openVisitsQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id, 'visits', 'open'],
    queryFn: ({ signal }) =>
      get<PageOf<Consultation>>(
        '/consultation/',
        { client__is: id, status__in: [...hereStatuses, statuses.draft].join(','), page_size: 50 },
        signal,
      ),
    meta: { resources: ['consultation'] },
  })

export const comingQuery = (id: number, from: string) =>
  queryOptions({
    queryKey: ['client', id, 'appointments', from],
    queryFn: ({ signal }) =>
      get<PageOf<Appointment>>(
        '/appointment/',
        {
          client__is: id,
          start__gte: from,
          active__is: 'true',
          ordering: 'start',
          page_size: 5,
          expose_patients: true,
          expose_reason: true,
        },
        signal,
      ),
    meta: { resources: ['appointment', 'consultation'] },
  })

export const reasonsQuery = queryOptions({
  queryKey: ['reasons'],
  queryFn: ({ signal }) =>
    get<PageOf<Reason>>('/reason/', { archived__is: 'false', ordering: 'name', page_size: 200 }, signal),
  staleTime: 10 * 60_000,
  meta: { resources: ['reason'] },
})

const shiftsQuery = (name: string, query: Readonly<Record<string, string | number>>) =>
  queryOptions({
    queryKey: ['shift', name, query],
    queryFn: ({ signal }) => get<PageOf<Shift>>('/shift/', { ...query, page_size: 1000 }, signal),
    staleTime: 10 * 60_000,
    meta: { resources: ['shift'] },
  })

/** The shifts of every week on the weekday of a date. */
export const weeklyShiftsQuery = (date: string) =>
  shiftsQuery('weekly', { weekday__is: new Date(`${date}T00:00:00Z`).getUTCDay() || 7, date__is_null: 'true' })
export const datedShiftsQuery = (date: string) => shiftsQuery('dated', { date__is: date })

type Clinical = 'Clinical: Consultations' | 'Clinical: Prescriptions'

/** Staff who may do a kind of clinical work. */
export const clinicalStaffQuery = (permission: Clinical) =>
  queryOptions({
    queryKey: ['user', 'may write', permission],
    queryFn: ({ signal }) =>
      get<PageOf<User>>(
        '/user/',
        { may_write__is: permission, is_active__is: 'true', is_virtual__is: 'false', page_size: 500 },
        signal,
      ),
    staleTime: 10 * 60_000,
    meta: { resources: ['user'] },
  })

export const messagesQuery = (client: number) =>
  queryOptions({
    queryKey: ['client', client, 'messages'],
    queryFn: ({ signal }) =>
      get<PageOf<Message>>('/message/', { client__is: client, ordering: '-id', page_size: 100 }, signal),
    meta: { resources: ['client_message'] },
  })

/** The last digits of a phone number: the same with and without the country, however it is written. */
export const lastDigits = (typed: string) => typed.replace(/\D/g, '').slice(-8)
const fewestDigits = 6

type Same = { readonly phone: string } | { readonly email: string }

/** Clients who are reached at the same number or address. */
export const sameContactQuery = (typed: Same) => {
  const digits = 'phone' in typed ? lastDigits(typed.phone) : ''
  const email = 'email' in typed ? typed.email.trim() : ''
  return queryOptions({
    queryKey: ['clients', 'same', digits, email],
    queryFn: ({ signal }) =>
      get<PageOf<Client>>(
        '/client/',
        {
          ...('phone' in typed ? { phonenumbers__icontains: digits } : { email__is: email }),
          archived__is: 'false',
          expose_patients: true,
          page_size: 3,
        },
        signal,
      ),
    enabled: digits.length >= fewestDigits || /.@./.test(email),
    meta: { resources: ['client', 'phonenumber'] },
  })
}
