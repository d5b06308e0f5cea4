import { list, type MessageChannel, type MessageKind, MessageStatus, type QueryOf } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { clientAddress, clientKey } from './client.ts'
import { nextPage } from './lists.ts'
import { idOf } from './records.ts'
import { shows, showsAll } from './shows.ts'

/** What was written to a client, the newest first. */
export const messagesQuery = (client: number) =>
  infiniteQueryOptions({
    queryKey: [...clientKey(client), 'messages'],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/message/', { query: { client__is: String(client), ordering: '-id', page }, signal }),
    ...nextPage,
    meta: shows({ message: clientAddress(client) }),
  })

/** What became of messages, as people ask for it. */
const statusesOf = {
  all: [],
  waiting: [MessageStatus.Queued, MessageStatus.Sending],
  sent: [MessageStatus.Sent],
  held: [MessageStatus.Held],
  failed: [MessageStatus.Failed, MessageStatus.Unknown],
} as const satisfies Readonly<Record<string, readonly MessageStatus[]>>
export type MessageView = keyof typeof statusesOf
export const messageViews = Object.keys(statusesOf) as readonly MessageView[]

export type MessagesAsked = {
  readonly view: MessageView
  readonly kind: MessageKind | undefined
  readonly channel: MessageChannel | undefined
  /** From the first moment of a day, and before the first of another. */
  readonly from: string | undefined
  readonly before: string | undefined
}

const queryOfLog = ({ view, kind, channel, from, before }: MessagesAsked): QueryOf<'GET', '/message/'> => ({
  ...(statusesOf[view].length > 0 && { status__in: statusesOf[view] }),
  kind__is: kind,
  channel__is: channel,
  created__gte: from,
  created__lt: before,
  ordering: '-id',
})

/** The clients of a page of messages, by their addresses. */
const clientsAt = async (urls: readonly string[], signal: AbortSignal) => {
  const ids = [...new Set(urls)].map(idOf)
  const clients =
    ids.length === 0 ? [] : await Array.fromAsync(list(api, '/client/', { query: { id__in: ids }, signal }))
  return new Map(clients.map((client) => [client.url, client]))
}

/** What was written to all clients, the newest first. */
export const messageLogQuery = (asked: MessagesAsked) =>
  infiniteQueryOptions({
    queryKey: ['message', 'log', asked],
    queryFn: async ({ signal, pageParam: page }) => {
      const found = await api.get('/message/', { query: { ...queryOfLog(asked), page }, signal })
      const urls = found.results.flatMap(({ client }) => client ?? [])
      return { ...found, clients: await clientsAt(urls, signal) }
    },
    ...nextPage,
    placeholderData: keepPreviousData,
    meta: showsAll('message', 'client'),
  })

/** How many there are of each outcome. */
export const messageCountsQuery = ({ view: _view, ...asked }: MessagesAsked) =>
  queryOptions({
    queryKey: ['message', 'counts', asked],
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        messageViews.map(async (view) => {
          const query = { ...queryOfLog({ ...asked, view }), page_size: 1 }
          return [view, (await api.get('/message/', { query, signal })).count] as const
        }),
      )
      return Object.fromEntries(counts) as Readonly<Record<MessageView, number>>
    },
    placeholderData: keepPreviousData,
    meta: showsAll('message'),
  })
