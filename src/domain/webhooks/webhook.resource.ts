import { type Field, optional, optionalOrNull, readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { archived, created, modified } from '../../kernel/record-fields.ts'
import { action, actionWithResult, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, integer, text, timestamp } from '../../kernel/values.ts'
import { isFailing } from './statuses.ts'
import { contentTypes, triggers } from './triggers.ts'
import {
  archiveWebhook,
  changeWebhook,
  createWebhook,
  recoverDeliveries,
  retireSecret,
  rotationHours,
  testWebhook,
} from './webhooks.ts'

/** How many of its deliveries somebody has to look at. */
const failing: Field<number, { readOnly: true; about: string }> = {
  ...integer({
    ...readOnly,
    min: 0,
    about:
      'How many of its deliveries were given up, or wait after an attempt that failed. It follows the deliveries, without a new `modified`.',
  }),
  select: (_column, at) =>
    `(select count(*) from delivery d where d.organisation = ${at.organisation} and d.webhook = ${at.row}.id and ${isFailing('d')})`,
}

export const webhook = defineResource({
  name: 'webhook',
  path: 'hook/webhook',
  title: 'Webhook',
  about:
    'An address of yours that the service posts to when something happens in the clinic. Each delivery is signed, retried until it is taken, and shown in `hook/queue`.',
  permission: 'Settings: Integration settings',
  fields: {
    name: text(127, { ...optional, about: 'What staff know it by, such as the system behind it.' }),
    trigger: choice(triggers, { about: 'What it is told of. For several, make several webhooks.' }),
    url: text(2000, {
      about:
        'Where deliveries are posted: `https`, a public host, no user name or password. What the host resolves to is checked again at every delivery. This is not the address of the record itself, which is `hook/webhook/<id>/`.',
    }),
    content_type: choice(contentTypes, {
      ...optional,
      about:
        'How the body is written; 2 unless sent. A form has the id of the record, `service_id` and `service_url`; JSON also has `event_id`, `trigger` and `occurred_at`.',
    }),
    department: ref('department', {
      ...optionalOrNull,
      about:
        'Only records of this department are told of; clients, patients and their phone numbers by their home department. Null for all.',
    }),
    active: boolean({
      ...optional,
      about:
        'False: nothing new is queued, and what is queued waits until it is true again. True unless sent. An answer of 410 switches it off.',
    }),
    disabled_reason: text(255, {
      ...readOnly,
      about: 'Why the service itself has switched it off. Empty if it has not.',
    }),
    secret: text(128, {
      optional: true,
      writeOnly: true,
      verbatim: true,
      about: `What deliveries are signed with: the HMAC key in UTF-8, 16 to 128 characters. Made by the service and shown once if it is not sent. After a new one is sent, deliveries carry a signature by each of the two for ${rotationHours} hours.`,
    }),
    previous_secret_until: timestamp({
      ...readOnlyOrNull,
      about: 'Until when deliveries are signed with the replaced secret as well. Null if none was replaced.',
    }),
    failing,
    archived,
    created,
    modified,
  },
  filters: {
    trigger: ['is', 'in'],
    department: ['is'],
    active: ['is'],
    archived: ['is', 'is_not'],
    modified: ['gte'],
  },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    stepUp: true,
    reveals: ['secret'],
    run: createWebhook,
    about:
      'It is told of what happens from now on. If no `secret` is sent, only this answer shows the one that was made.',
  },
  patch: {
    rate: 300,
    stepUp: true,
    run: changeWebhook,
    about: 'A new address or secret applies to the next attempt, also of what is queued already.',
  },
  remove: {
    rate: 300,
    run: archiveWebhook,
    about: 'What is still queued for it is given up, and stays in `hook/queue`.',
  },
  detailActions: {
    test: actionWithResult({
      summary: 'Send a test delivery to a webhook',
      about:
        'Queues a signed delivery that has `test` instead of the id of a record. Follow it at the address in the answer.',
      rate: 300,
      body: {},
      result: { delivery: ref('delivery', { about: 'The queued delivery, which shows what became of it.' }) },
      run: testWebhook,
    }),
    recover: actionWithResult({
      sentAlone: 'writes_many',
      summary: 'Queue the failed deliveries of a webhook again',
      about:
        'For when a receiver is back: everything since a moment that was given up, or failed and waits for its next attempt, is due at once with the same `event_id` and body.',
      rate: 300,
      body: {
        since: timestamp({ about: 'Deliveries that were queued before this moment are left as they are.' }),
      },
      result: { recovered: integer({ min: 0, about: 'How many deliveries were queued again.' }) },
      run: recoverDeliveries,
    }),
    retire_secret: action({
      summary: 'Stop signing with the replaced secret of a webhook',
      about: 'From the next attempt on deliveries have one signature. Refused if no replaced secret is in use.',
      rate: 300,
      body: {},
      run: retireSecret,
    }),
  },
})
