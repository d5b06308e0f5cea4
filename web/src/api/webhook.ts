import { type BodyOf, list, type QueryOf, type Schemas, type WebhookTrigger } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages, nextPage } from './lists.ts'
import { idOf } from './records.ts'

export type Webhook = Schemas['Webhook']
/** A secret that the service has made is in the answer that made it, and nowhere else. */
export type MadeWebhook = Webhook & { readonly secret?: string | undefined }
export type Delivery = Schemas['WebhookDelivery']
export type Attempt = Schemas['DeliveryAttempt']

export const webhookKey = ['webhook'] as const
export const deliveryKey = ['delivery'] as const

/** The event stream does not tell of deliveries: whoever looks at them reads them again. */
const refetchInterval = 5_000

/** All of them, archived ones too. */
export const webhooksQuery = queryOptions({
  queryKey: [...webhookKey, 'all'],
  queryFn: ({ signal }) => Array.fromAsync(list(api, '/hook/webhook/', { query: longPages, signal })),
  refetchInterval,
})

/** What became of deliveries, as people ask for it. */
const filterOf = {
  all: {},
  failing: { failing__is: true },
  waiting: { status__is: 0, failing__is: false },
  delivered: { status__is: 1 },
} as const satisfies Readonly<Record<string, QueryOf<'GET', '/hook/queue/'>>>
export type DeliveryView = keyof typeof filterOf
export const deliveryViews = Object.keys(filterOf) as readonly DeliveryView[]

export type DeliveriesAsked = {
  readonly view: DeliveryView
  /** Without one, those of all webhooks and wholesalers. */
  readonly webhook: string | undefined
  readonly trigger: WebhookTrigger | undefined
  readonly since: string | undefined
}

const queryOf = ({ view, webhook, trigger, since }: DeliveriesAsked): QueryOf<'GET', '/hook/queue/'> => ({
  ...filterOf[view],
  webhook__is: webhook,
  trigger__is: trigger,
  created__gte: since,
})

/** What was or will be posted, the newest first. */
export const deliveriesQuery = (asked: DeliveriesAsked) =>
  infiniteQueryOptions({
    queryKey: [...deliveryKey, 'list', asked],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/hook/queue/', { query: { ...queryOf(asked), ordering: '-id', page }, signal }),
    ...nextPage,
    placeholderData: keepPreviousData,
    refetchInterval,
  })

/** How many there are of each outcome. */
export const deliveryCountsQuery = ({ view: _view, ...asked }: DeliveriesAsked) =>
  queryOptions({
    queryKey: [...deliveryKey, 'counts', asked],
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        deliveryViews.map(async (view) => {
          const query = { ...queryOf({ ...asked, view }), page_size: 1 }
          return [view, (await api.get('/hook/queue/', { query, signal })).count] as const
        }),
      )
      return Object.fromEntries(counts) as Readonly<Record<DeliveryView, number>>
    },
    placeholderData: keepPreviousData,
    refetchInterval,
  })

/** Each time a delivery was posted, the first time first. They are read again after another one. */
export const attemptsQuery = ({ url, last_attempt }: Delivery) =>
  queryOptions({
    queryKey: [...deliveryKey, 'attempts', url, last_attempt],
    queryFn: ({ signal }) =>
      Array.fromAsync(list(api, '/hook/attempt/', { query: { delivery__is: url, ...longPages }, signal })),
    placeholderData: keepPreviousData,
  })

export const addWebhook = (body: BodyOf<'POST', '/hook/webhook/'>, key: string): Promise<MadeWebhook> =>
  api.post('/hook/webhook/', { body, key })

type WebhookChange = NonNullable<BodyOf<'PATCH', '/hook/webhook/{id}/'>>
export const changeWebhook = ({ id, modified }: Webhook, body: WebhookChange, key?: string) =>
  api.patch('/hook/webhook/{id}/', { path: { id }, body, ifMatch: modified, key })
/** Another secret, or whether it is in use: that overwrites nothing that somebody else has typed. */
export const setWebhook = ({ id }: Webhook, body: Pick<WebhookChange, 'secret' | 'archived'>, key: string) =>
  api.patch('/hook/webhook/{id}/', { path: { id }, body, key })
export const readWebhook = ({ id }: Webhook) => api.get('/hook/webhook/{id}/', { path: { id } })

/** From now on deliveries are signed with the newer secret alone. */
export const retireSecret = ({ id }: Webhook, key: string) =>
  api.post('/hook/webhook/{id}/retire_secret/', { path: { id }, key })

/** Queues a delivery that tells of nothing, and answers which it is. */
export const sendTest = async ({ id }: Webhook, key: string) =>
  idOf((await api.post('/hook/webhook/{id}/test/', { path: { id }, key })).delivery)

/** Queues everything again that has failed since a moment, and answers how much that was. */
export const recoverDeliveries = async ({ id }: Webhook, since: string, key: string) =>
  (await api.post('/hook/webhook/{id}/recover/', { path: { id }, body: { since }, key })).recovered

export const redeliver = ({ id }: Delivery, key: string) =>
  api.post('/hook/queue/{id}/redeliver/', { path: { id }, key })
