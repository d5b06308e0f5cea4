import { type BodyOf, list, type QueryOf, walk } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages, nextPage } from './lists.ts'
import { recallsKey } from './recall-key.ts'
import { type Client, idOf, type PhoneNumber, type Recall } from './records.ts'
import { showsAll } from './shows.ts'

type Filters = QueryOf<'GET', '/recall/'>

/** Which recalls are shown. Whoever is deceased or archived is in none of them. */
const filtersOf = {
  due: {},
  unwritten: { written__is: false },
  call: { held__is: true, booked__is: false, called__is_null: true },
  booked: { booked__is: true },
} as const satisfies Readonly<Record<string, Filters>>
export type RecallView = keyof typeof filtersOf
export const recallViews = Object.keys(filtersOf) as readonly RecallView[]

export type RecallsAsked = {
  readonly view: RecallView
  /** The last day, included. */
  readonly until: string
  readonly item: number | undefined
  readonly department: number | undefined
  /** Whether appointments may be read. */
  readonly booked: boolean
}

const queryOf = ({ view, until, item, department, booked }: RecallsAsked): Filters =>
  ({
    open__is: true,
    due__lte: until,
    item__is: item?.toString(),
    department__is: department?.toString(),
    ...filtersOf[view],
    ordering: 'due',
    expose_patient: true,
    expose_client: true,
    expose_item: true,
    expose_message: true,
    expose_appointment: booked || undefined,
  }) satisfies Filters

/** What a row of the list follows: the recall, its message, who is concerned and what is booked. */
const ofRecalls = showsAll('recall', 'message', 'client', 'patient', 'appointment')

export const recallsQuery = (asked: RecallsAsked) =>
  infiniteQueryOptions({
    queryKey: [...recallsKey, 'list', asked],
    queryFn: ({ signal, pageParam: page }) => api.get('/recall/', { query: { ...queryOf(asked), page }, signal }),
    ...nextPage,
    placeholderData: keepPreviousData,
    meta: ofRecalls,
  })

/** How many there are in each view. */
export const recallCountsQuery = ({ view: _view, ...asked }: RecallsAsked) =>
  queryOptions({
    queryKey: [...recallsKey, 'counts', asked],
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        recallViews.map(async (view) => {
          const query = { ...queryOf({ ...asked, view, booked: false }), page_size: 1 }
          return [view, (await api.get('/recall/', { query, signal })).count] as const
        }),
      )
      return Object.fromEntries(counts) as Readonly<Record<RecallView, number>>
    },
    placeholderData: keepPreviousData,
    meta: ofRecalls,
  })

/** Phone numbers of clients, by the address of the client. */
const readPhones = async (clients: readonly string[], signal: AbortSignal) => {
  const ids = [...new Set(clients)].map(idOf)
  const byClient = new Map<string, PhoneNumber[]>()
  const atOnce = 100
  for (let at = 0; at < ids.length; at += atOnce) {
    const query = { client__in: ids.slice(at, at + atOnce), ...longPages }
    for await (const phone of walk(api, '/phonenumber/', { query, signal }))
      byClient.set(phone.client, [...(byClient.get(phone.client) ?? []), phone])
  }
  return byClient
}

export const phonesQuery = (clients: readonly string[]) =>
  queryOptions({
    queryKey: ['phonenumber', 'of', [...new Set(clients)].toSorted().join()],
    queryFn: ({ signal }) => readPhones(clients, signal),
    enabled: clients.length > 0,
    placeholderData: keepPreviousData,
    meta: showsAll('phonenumber'),
  })

export type Call = {
  readonly recall: Recall
  readonly client: Client
  readonly phones: readonly PhoneNumber[]
}

/** Everybody who is to be called, with their numbers, for paper. */
export const callListQuery = (asked: RecallsAsked) =>
  queryOptions({
    queryKey: [...recallsKey, 'call list', asked],
    queryFn: async ({ signal }): Promise<readonly Call[]> => {
      const query = { ...queryOf({ ...asked, view: 'call', booked: false }), ...longPages }
      const recalls = await Array.fromAsync(walk(api, '/recall/', { query, signal }))
      const phones = await readPhones(
        recalls.map(({ client }) => client),
        signal,
      )
      return recalls.flatMap((recall) =>
        recall.client_data == null
          ? []
          : [{ recall, client: recall.client_data, phones: phones.get(recall.client) ?? [] }],
      )
    },
    staleTime: 0,
  })

/** The vaccines, which are what is due. */
export const vaccinesQuery = queryOptions({
  queryKey: ['item', 'vaccines'],
  queryFn: ({ signal }) =>
    Array.fromAsync(list(api, '/item/', { query: { is_vaccine__is: true, ordering: 'name', ...longPages }, signal })),
  staleTime: 10 * 60_000,
  meta: showsAll('item'),
})

/** For which reason an item is used: by the address of the item, the first reason that has it. */
export const reasonsByItemQuery = queryOptions({
  queryKey: ['reason_item', 'by item'],
  queryFn: async ({ signal }) => {
    const found = new Map<string, number>()
    for await (const { item, reason } of walk(api, '/reason_item/', { query: longPages, signal }))
      if (!found.has(item)) found.set(item, idOf(reason))
    return found
  },
  staleTime: 10 * 60_000,
  meta: showsAll('reason_item'),
})

type RecallChange = NonNullable<BodyOf<'PATCH', '/recall/{id}/'>>
export const changeRecall = (
  { recall, body }: { readonly recall: Pick<Recall, 'id'>; readonly body: RecallChange },
  key?: string,
) => api.patch('/recall/{id}/', { path: { id: recall.id }, body, key })

/** When an animal is to be vaccinated again: a recall for each vaccination that has to be repeated. */
export const readRecalls = (patient: string, signal?: AbortSignal) =>
  Array.fromAsync(list(api, '/recall/', { query: { patient__is: patient, ...longPages }, signal }))
