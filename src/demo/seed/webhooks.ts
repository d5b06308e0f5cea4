import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { newSecret } from '../../domain/identity/secrets.ts'
import { bodyOf, eventIdOf, serviceOf } from '../../domain/webhooks/make-deliveries.ts'
import { delivered, failed, waiting, type DeliveryStatus } from '../../domain/webhooks/statuses.ts'
import { triggers, type Trigger } from '../../domain/webhooks/triggers.ts'
import { createWebhook } from '../../domain/webhooks/webhooks.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Timestamp } from '../../kernel/fields.ts'
import { basePath } from '../../kernel/links.ts'

const failureOf = (status: number) =>
  `The receiver answered ${status}. Only a status of 2xx means that it has taken the delivery.`

/** How an attempt at a delivery went. */
type Outcome = {
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly last_status_code?: number
  readonly last_answer?: string
  readonly failure?: string
}

type DemoHook = {
  readonly name: string
  readonly url: string
  readonly trigger: Trigger
  readonly idName: string
  readonly table: 'invoice' | 'client' | 'diagnosticimaging_worklist'
  readonly disabled_reason?: string
  /** For the records of the table that were created last, the latest first. */
  readonly log: readonly Outcome[]
}

const taken: Outcome = { status: delivered, attempts: 1, last_status_code: 200, last_answer: '{"stored":true}' }
const held: Outcome = { status: waiting, attempts: 0 }

/** All are switched off, so that nothing is posted until somebody wants it: what is due waits. */
const demoHooks: readonly DemoHook[] = [
  {
    name: 'Bookkeeping',
    url: 'https://books.example.com/fetlock',
    trigger: 9,
    idName: 'invoice_id',
    table: 'invoice',
    log: [
      held,
      {
        status: waiting,
        attempts: 3,
        last_status_code: 503,
        last_answer: 'Closed for the end of the month.',
        failure: failureOf(503),
      },
      taken,
      taken,
      { ...taken, attempts: 2 },
      {
        status: failed,
        attempts: 11,
        last_status_code: 422,
        last_answer: 'Unknown account 3990',
        failure: failureOf(422),
      },
      taken,
      taken,
    ],
  },
  {
    name: 'X-ray room',
    url: 'https://imaging.example.com/worklist',
    trigger: 6,
    idName: 'diagnosticimagingworklist_id',
    table: 'diagnosticimaging_worklist',
    disabled_reason: 'The receiver answered 410: it is gone. Set active to true to try again.',
    log: [
      held,
      held,
      {
        status: failed,
        attempts: 1,
        last_status_code: 410,
        failure: failureOf(410),
      },
      taken,
    ],
  },
  {
    name: 'Newsletter',
    url: 'https://letters.example.com/clients',
    trigger: 1,
    idName: 'client_id',
    table: 'client',
    log: [{ status: failed, attempts: 11, failure: 'The certificate has expired.' }, taken],
  },
]

const minute = 60_000
/** Between two deliveries of a webhook. */
const hours = 3
/** Since when the clinic has its webhooks. */
const daysBack = 20

/** An attempt a minute; all went as the last did, except for one that was taken in the end. */
const logAttempts = async (tx: Tx, delivery: number, outcome: Outcome, created: Date) => {
  if (outcome.attempts === 0) return
  const isLast = (at: number) => at === outcome.attempts - 1
  const attempts = Array.from({ length: outcome.attempts }, (_, at) => ({
    delivery,
    occurred: new Date(created.valueOf() + (at + 1) * minute),
    milliseconds: 180 + ((delivery * 37 + at * 53) % 200),
    ...(outcome.status === delivered && !isLast(at)
      ? { status_code: 502, answer: '', failure: failureOf(502) }
      : {
          status_code: outcome.last_status_code ?? null,
          answer: outcome.last_answer ?? '',
          failure: outcome.failure ?? '',
        }),
  }))
  await tx.insertInto('delivery_attempt').values(attempts).execute()
}

const logDelivery = async (
  tx: Tx,
  { organisation, now }: Actor,
  hook: DemoHook & { readonly id: number },
  { record, outcome, at }: { readonly record: number; readonly outcome: Outcome; readonly at: number },
) => {
  const { idName, trigger } = hook
  const created = new Date(now.valueOf() - (at + 1) * hours * 60 * minute)
  const occurred: Timestamp = created.toISOString().replace('Z', '000Z')
  const eventId = eventIdOf(organisation, { trigger }, { record, occurred })
  const last = outcome.attempts === 0 ? null : new Date(created.valueOf() + outcome.attempts * minute)
  const { id } = await tx
    .insertInto('delivery')
    .values({
      ...outcome,
      webhook: hook.id,
      trigger,
      event: triggers[trigger],
      event_id: eventId,
      content_type: 2,
      body: bodyOf(
        2,
        { [idName]: record, ...serviceOf(organisation, `https://fetlock.example${basePath(organisation)}`) },
        { event_id: eventId, trigger, occurred_at: occurred },
      ),
      due: sql<Date>`'infinity'`,
      created,
      last_attempt: last,
      delivered: outcome.status === delivered ? last : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await logAttempts(tx, id, outcome, created)
}

/** Gives the clinic webhooks with a log of delivered, waiting and failed deliveries. */
export const seedWebhooks = async (tx: Tx, actor: Actor) => {
  const created = new Date(actor.now.valueOf() - daysBack * 24 * 60 * minute)
  for (const hook of demoHooks) {
    const { name, url, trigger, table, disabled_reason = '', log } = hook
    const id = (await createWebhook(tx, actor, { name, url, trigger, active: false, secret: newSecret() })) as number
    await tx.updateTable('webhook').set({ disabled_reason, created }).where('id', '=', id).execute()
    const records = await tx
      .selectFrom(table)
      .select('id')
      .$if(table === 'invoice', (query) => query.where(sql`invoice_number`, 'is not', null))
      .orderBy('id', 'desc')
      .limit(log.length)
      .execute()
    const entries = records.map((record, at) => ({ record: record.id, outcome: log[at]!, at }))
    for (const entry of entries.toReversed()) await logDelivery(tx, actor, { ...hook, id }, entry)
  }
}
