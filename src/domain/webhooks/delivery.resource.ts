import { parseBody } from '../../kernel/body.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { readOnly, readOnlyOrNull, type Field, type Timestamp } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created } from '../../kernel/record-fields.ts'
import { action, defineResource, type ExtraFilter } from '../../kernel/resource.ts'
import { boolean, choice, integer, text, timestamp } from '../../kernel/values.ts'
import { requireSandbox } from '../organisation/require-sandbox.ts'
import { registrationLink } from './registration-link.ts'
import { failNextDeliveries } from './sandbox-failures.ts'
import { deliveryStatuses, isFailing } from './statuses.ts'
import { contentTypes, triggers } from './triggers.ts'
import { redeliver } from './webhooks.ts'

/** Null where no attempt is to come: taken, given up, or the webhook is switched off. */
const nextAttempt: Field<Timestamp, { readOnly: true; nullable: true; about: string }> = {
  ...timestamp({
    ...readOnlyOrNull,
    about: 'When the next attempt is due. Null if none is: it was taken or given up, or its webhook is switched off.',
  }),
  select: (column, at) =>
    `case when ${at.row}.status = 0 and isfinite(${column}) then ${timestamp().select(column, at)} end`,
}

/** Those that somebody has to look at, which the index delivery_failing has. */
const failing: ExtraFilter = {
  value: boolean({ about: 'Whether it was given up, or waits after an attempt that failed.' }),
  condition: (is) => (is ? isFailing('r') : `not (${isFailing('r')})`),
}

export const delivery = defineResource({
  name: 'delivery',
  path: 'hook/queue',
  title: 'Webhook delivery',
  plural: 'webhook deliveries',
  about:
    'One event for one address: what was or will be posted, and how that went. Those that were taken are kept for 30 days, those that failed until they are queued again.',
  permission: 'Settings: Integration settings',
  fields: {
    webhook: ref('webhook', { ...readOnlyOrNull, about: 'The webhook it is for. Null: it is for a wholesaler.' }),
    available_wholesaler: registrationLink({
      ...readOnlyOrNull,
      about: 'The registration of the wholesaler it is for. Null: it is for a webhook, or the registration is gone.',
    }),
    trigger: choice(triggers, { ...readOnlyOrNull, about: 'What it tells of. Null for events of wholesalers.' }),
    event: text(63, { ...readOnly, about: 'The trigger in words, “Test”, or the name of a wholesaler’s event.' }),
    event_id: text(36, {
      ...readOnly,
      about:
        'Identifies the event in every attempt, as `webhook-id` and in JSON bodies. Two deliveries of one event to two webhooks share it.',
    }),
    content_type: choice(contentTypes, { ...readOnly, about: 'How `body` is written.' }),
    body: text(1_000_000, {
      ...readOnly,
      about:
        'What is posted, the same in every attempt. It holds no secret: `customer_password` and `error_report_url` of wholesalers’ events are null here, and filled in when it is posted.',
    }),
    status: choice(deliveryStatuses, {
      ...readOnly,
      about: 'Whether it still waits (for its first or another attempt), was taken, or was given up.',
    }),
    attempts: integer({ ...readOnly, min: 0, about: 'How often it was posted since it was last queued.' }),
    due: nextAttempt,
    last_attempt: timestamp({ ...readOnlyOrNull, about: 'When it was last posted. Null before the first time.' }),
    last_status_code: integer({
      ...readOnlyOrNull,
      min: 0,
      about: 'The HTTP status of the last answer. Null if there was none.',
    }),
    last_answer: text(500, {
      ...readOnly,
      about: 'The beginning of the last answer, as text. Not kept where a secret was posted.',
    }),
    failure: text(500, { ...readOnly, about: 'Why the last attempt failed, and what to do. Empty if it did not.' }),
    delivered: timestamp({ ...readOnlyOrNull, about: 'When it was taken: answered with a status of 2xx.' }),
    created,
  },
  filters: {
    webhook: ['is'],
    available_wholesaler: ['is'],
    trigger: ['is'],
    event_id: ['is'],
    status: ['is'],
    created: ['gte', 'lt'],
  },
  extraFilters: { failing__is: failing },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  detailActions: {
    redeliver: action({
      summary: 'Queue a webhook delivery again',
      about:
        'Whatever became of it, it is due at once, with the same `event_id` and body and outside any order. Refused while its webhook is switched off.',
      rate: 300,
      body: {},
      run: redeliver,
    }),
  },
})

const maxFailures = 1000
const failures = {
  count: integer({
    min: 0,
    max: maxFailures,
    about: 'How many of the next attempts fail, of whichever webhooks and wholesalers they are. 0: none any more.',
  }),
}

/** Plays a receiver that is down. */
export const sandboxFailures = endpoint({
  name: 'sandbox.fail_deliveries',
  method: 'POST',
  path: '/sandbox/fail_deliveries/',
  title: delivery.title,
  summary: 'Simulate a receiver that refuses deliveries',
  about:
    'For trying what happens when webhooks fail: so many of the next attempts are recorded as failed without being posted, and are retried as usual. It replaces what an earlier call left. Exists in sandboxes only; anywhere else it is answered with 404.',
  permission: 'Settings: Integration settings',
  rate: 300,
  body: failures,
  answers: {
    200: {
      type: 'object',
      description: 'What is played from now on.',
      properties: {
        count: {
          type: 'integer',
          minimum: 0,
          maximum: maxFailures,
          description: 'How many of the next attempts will fail.',
        },
      },
      required: ['count'],
      additionalProperties: false,
    },
  },
  run: async (tx, _actor, call) => {
    await requireSandbox(tx)
    const { count } = parseBody(failures, await call.body(), 'create', call.links)
    await failNextDeliveries(tx, count)
    return { status: 200, body: JSON.stringify({ count }) }
  },
})
