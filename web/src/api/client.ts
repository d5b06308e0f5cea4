import { type BodyOf, list } from '@fetlock/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { readInGroups } from './lists.ts'
import type { Client } from './records.ts'
import { shows } from './shows.ts'

export const clientAddress = (id: number) => `/client/${id}/`

/** Everything that is shown of a client is read again by this. */
export const clientKey = (id: number) => ['client', id] as const
/** The same of every list of clients. */
export const clientsKey = ['clients'] as const

/** A client is shown with their phone numbers and animals. */
const whole = { expose_phone_numbers: true, expose_patients: true } as const

const showsClients = shows<{ readonly results: readonly Client[] }>({
  client: true,
  patient: ({ results }) => results.map(({ url }) => url),
  phonenumber: ({ results }) => results.map(({ url }) => url),
})

export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: clientKey(id),
    queryFn: ({ signal }) => api.get('/client/{id}/', { path: { id }, query: whole, signal }),
    meta: shows({ client: clientAddress(id), patient: clientAddress(id), phonenumber: clientAddress(id) }),
  })

export type ClientsAsked = { readonly page: number; readonly archived: boolean; readonly living: boolean }

export const clientsQuery = ({ page, archived, living }: ClientsAsked) =>
  queryOptions({
    queryKey: [...clientsKey, page, archived, living],
    queryFn: ({ signal }) =>
      api.get('/client/', {
        query: {
          page,
          page_size: 50,
          ordering: 'sort_name',
          archived__is: archived ? undefined : false,
          has_alive_patients__is: living || undefined,
          ...whole,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: showsClients,
  })

/** Some clients, as the list shows them. */
export const someClientsQuery = (ids: readonly number[], living: boolean) =>
  queryOptions({
    queryKey: [...clientsKey, 'some', ids.toSorted((one, other) => one - other).join(), living],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/client/', {
          query: { id__in: ids, has_alive_patients__is: living || undefined, ...whole },
          signal,
        }),
      ),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    meta: shows<readonly Client[]>({
      client: ids.map(clientAddress),
      patient: ids.map(clientAddress),
      phonenumber: ids.map(clientAddress),
    }),
  })

/** How to reach some clients, however many. */
export const contactsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...clientsKey, 'contacts', ids.toSorted((one, other) => one - other).join()],
    queryFn: ({ signal }) =>
      readInGroups(ids, (group) =>
        Array.fromAsync(list(api, '/client/', { query: { id__in: group, expose_phone_numbers: true }, signal })),
      ),
    enabled: ids.length > 0,
    meta: shows<readonly Client[]>({ client: ids.map(clientAddress), phonenumber: ids.map(clientAddress) }),
  })

/** What each of some clients owes, by their ids. */
export const owingQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...clientsKey, 'owing', ids.join()],
    queryFn: async ({ signal }) => {
      const { results } = await api.get('/client/owing/', { query: { client__in: ids }, signal })
      return new Map(results.map(({ client, owing }) => [client, owing]))
    },
    enabled: ids.length > 0,
    meta: shows({
      invoice: ids.map(clientAddress),
      invoicepayment: true,
      unallocatedpayment: ids.map(clientAddress),
    }),
  })

export const readBalance = (id: number, signal?: AbortSignal) =>
  api.get('/client/{id}/balance/', { path: { id }, signal })

/** What a client owes and has prepaid. */
export const balanceQuery = (id: number) =>
  queryOptions({
    queryKey: [...clientKey(id), 'balance'],
    queryFn: ({ signal }) => readBalance(id, signal),
    meta: shows({ invoice: clientAddress(id), invoicepayment: true, unallocatedpayment: clientAddress(id) }),
  })

/** The last digits of a phone number: the same with and without the country, however it is written. */
const lastDigits = (typed: string) => typed.replace(/\D/g, '').slice(-8)
const minDigits = 6
const maxShown = 3

type Same = { readonly phone: string } | { readonly email: string }

/** Clients who are reached at the same number or address: the first few, for a warning. */
export const sameContactQuery = (typed: Same) => {
  const digits = 'phone' in typed ? lastDigits(typed.phone) : ''
  const email = 'email' in typed ? typed.email.trim() : ''
  return queryOptions({
    queryKey: [...clientsKey, 'same', digits, email],
    queryFn: ({ signal }) =>
      api.get('/client/', {
        query: {
          ...('phone' in typed ? { phonenumbers__icontains: digits } : { email__is: email }),
          archived__is: false,
          expose_patients: true,
          page_size: maxShown,
        },
        signal,
      }),
    enabled: digits.length >= minDigits || /.@./.test(email),
    meta: showsClients,
  })
}

type ClientChange = NonNullable<BodyOf<'PATCH', '/client/{id}/'>>
export const changeClient = (client: Client, body: ClientChange, key?: string) =>
  api.patch('/client/{id}/', { path: { id: client.id }, body, ifMatch: client, key })
