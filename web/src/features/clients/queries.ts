import { ConsultationStatus, InvoiceStatus, list } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { clientAddress, clientKey } from '../../api/client.ts'
import { nextPage } from '../../api/lists.ts'
import type { Invoice } from '../../api/records.ts'
import { searchQuery } from '../../api/search.ts'
import { shows } from '../../api/shows.ts'

/** What was typed into the box above the list, found as the palette finds it. */
export const foundQuery = (typed: string) => queryOptions({ ...searchQuery(typed), placeholderData: keepPreviousData })

type Pages<T> = { readonly pages: readonly { readonly results: readonly T[] }[] }
const urlsIn = ({ pages }: Pages<{ readonly url: string }>) =>
  pages.flatMap(({ results }) => results.map(({ url }) => url))

/** The invoices of a client, the newest first. */
export const invoicesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...clientKey(id), 'invoices'],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/invoice/', {
        query: { client__is: String(id), ordering: '-id', expose_patients: true, page },
        signal,
      }),
    ...nextPage,
    meta: shows<Pages<Invoice>>({ invoice: clientAddress(id), invoicepayment: urlsIn }),
  })

/** What can be paid now, oldest first; whether there is more than one is all that is asked. */
export const payableQuery = (id: number) =>
  queryOptions({
    queryKey: [...clientKey(id), 'payable'],
    queryFn: ({ signal }) =>
      api.get('/invoice/', {
        query: {
          client__is: String(id),
          status__is: InvoiceStatus.Finalized,
          due_sum__gt: '0',
          ordering: 'invoice_date',
          page_size: 1,
        },
        signal,
      }),
    meta: shows({ invoice: clientAddress(id), invoicepayment: true, unallocatedpayment: clientAddress(id) }),
  })

/** The visits of a client, the newest first. */
export const visitsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...clientKey(id), 'visits'],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/consultation/', {
        query: {
          client__is: String(id),
          ordering: '-started',
          expose_patients: true,
          expose_reason: true,
          expose_supervising_veterinarian: true,
          page,
        },
        signal,
      }),
    ...nextPage,
    meta: shows({ consultation: clientAddress(id) }),
  })

const { Admitted, InProgress, ReadyForDischarge, Draft } = ConsultationStatus

/** The visits of a client that are prepared, or for which somebody is here. */
export const openVisitsQuery = (id: number) =>
  queryOptions({
    queryKey: [...clientKey(id), 'open visits'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/consultation/', {
          query: { client__is: String(id), status__in: [Admitted, InProgress, ReadyForDischarge, Draft] },
          signal,
        }),
      ),
    meta: shows({ consultation: clientAddress(id) }),
  })

/** What a client is booked for from a moment on. */
export const comingQuery = (id: number, from: string) =>
  queryOptions({
    queryKey: [...clientKey(id), 'appointments', from],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/appointment/', {
          query: {
            client__is: String(id),
            start__gte: from,
            active__is: true,
            ordering: 'start',
            expose_patients: true,
            expose_reason: true,
          },
          signal,
        }),
      ),
    meta: shows({ appointment: clientAddress(id), consultation: clientAddress(id) }),
  })
