import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Timestamp } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import type { Revealed } from '../../kernel/resource.ts'
import { newSecret } from '../identity/secrets.ts'
import { requirePublicAddress } from '../organisation/public-address.ts'
import { bodyOf, serviceOf } from './make-deliveries.ts'
import { failed, waiting } from './statuses.ts'
import type { ContentType, Trigger } from './triggers.ts'

type NewWebhook = {
  name?: string
  trigger: Trigger
  url: string
  content_type?: ContentType
  department?: number | null
  active?: boolean
  secret?: string
}

const shortestSecret = 16
/** For how long deliveries are signed with the old secret as well as with the new one. */
export const rotationHours = 24

const requireLongSecret = (secret: string) => {
  if ([...secret].length < shortestSecret)
    throw invalid('secret', `Ensure this field has at least ${shortestSecret} characters.`, 'min_length')
}

/** Makes a webhook. A secret that was not sent is made, and shown in the answer only. */
export const createWebhook = async (
  tx: Tx,
  actor: Actor,
  { secret, ...fields }: NewWebhook,
): Promise<number | Revealed> => {
  requirePublicAddress(actor, 'url', fields.url)
  if (secret !== undefined) requireLongSecret(secret)
  const made = newSecret()
  const { id } = await tx
    .insertInto('webhook')
    .values({ ...fields, secret: actor.seal(secret ?? made) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return secret === undefined ? { id, revealed: { secret: made } } : id
}

const holdWebhook = async (tx: Tx, id: number) => {
  const held = await tx.selectFrom('webhook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (held === undefined) throw recordNotFound('Webhook')
  return held
}

/** Deliveries of a webhook that is switched off wait until it is switched on again. */
const holdOrRelease = (tx: Tx, webhook: number, isActive: boolean) =>
  tx
    .updateTable('delivery')
    .set({ due: isActive ? sql<Date>`now()` : sql<Date>`'infinity'` })
    .where('webhook', '=', webhook)
    .where('status', '=', waiting)
    .where('due', isActive ? '=' : '<', sql<Date>`'infinity'`)
    .execute()

export const failWaiting = (tx: Tx, to: { webhook: number } | { available_wholesaler: number }, reason: string) => {
  const [column, id] =
    'webhook' in to ? (['webhook', to.webhook] as const) : (['available_wholesaler', to.available_wholesaler] as const)
  return tx
    .updateTable('delivery')
    .set({ status: failed, lease: null, failure: reason })
    .where(column, '=', id)
    .where('status', '=', waiting)
    .execute()
}

/** Changes a webhook. The secret that it replaces signs along for a day, so that the receiver can change over. */
export const changeWebhook = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { secret, archived, ...changes }: Partial<NewWebhook> & { archived?: boolean },
) => {
  if (changes.url !== undefined) requirePublicAddress(actor, 'url', changes.url)
  if (secret !== undefined) requireLongSecret(secret)
  const before = await holdWebhook(tx, id)
  const isActive = (changes.active ?? before.active) && !(archived ?? before.archived)
  const wasActive = before.active && !before.archived
  await tx
    .updateTable('webhook')
    .set({
      ...changes,
      archived: archived ?? before.archived,
      ...(changes.active === true ? { disabled_reason: '' } : {}),
      ...(secret === undefined
        ? {}
        : {
            secret: actor.seal(secret),
            previous_secret: before.secret,
            previous_secret_until: sql<Date>`now() + make_interval(hours => ${rotationHours})`,
          }),
    })
    .where('id', '=', id)
    .execute()
  if (archived === true && !before.archived) await failWaiting(tx, { webhook: id }, 'The webhook was archived.')
  else if (isActive !== wasActive) await holdOrRelease(tx, id, isActive)
}

/** Ends the time in which deliveries are signed with the replaced secret as well. */
export const retireSecret = async (tx: Tx, _actor: Actor, id: number) => {
  const { previous_secret } = await holdWebhook(tx, id)
  if (previous_secret === null) throw invalid(nonField, 'There is no replaced secret that is still in use.')
  await tx
    .updateTable('webhook')
    .set({ previous_secret: null, previous_secret_until: null })
    .where('id', '=', id)
    .execute()
  return id
}

/** Queues a delivery that tells of nothing, to try out the receiver. */
export const testWebhook = async (tx: Tx, actor: Actor, id: number) => {
  const { active, archived, content_type, trigger } = await holdWebhook(tx, id)
  if (!active || archived) throw invalid(nonField, 'The webhook is switched off. Set active to true first.')
  const eventId = randomUUID()
  const delivery = await tx
    .insertInto('delivery')
    .values({
      webhook: id,
      trigger,
      event: 'Test',
      event_id: eventId,
      content_type,
      body: bodyOf(
        content_type as ContentType,
        { test: true, ...serviceOf(actor.organisation, actor.baseUrl) },
        { event_id: eventId, trigger, occurred_at: actor.now.toISOString().replace('Z', '000Z') },
      ),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { delivery: delivery.id }
}

/** From the beginning again, and outside the order: neither waiting for others nor letting them wait. */
const anew = {
  status: waiting,
  attempts: 0,
  due: sql<Date>`now()`,
  lease: null,
  delivered: null,
  order_key: null,
  after_created_of: null,
}

/** Queues again everything that has failed since a moment: given up, or waiting for another attempt. */
export const recoverDeliveries = async (tx: Tx, _actor: Actor, id: number, { since }: { since: Timestamp }) => {
  const { active, archived } = await holdWebhook(tx, id)
  if (!active || archived) throw invalid(nonField, 'The webhook is switched off. Set active to true first.')
  const { numUpdatedRows } = await tx
    .updateTable('delivery')
    .set(anew)
    .where('webhook', '=', id)
    .where('created', '>=', sql<Date>`${since}::timestamptz`)
    .where((row) =>
      row.or([row('status', '=', failed), row.and([row('status', '=', waiting), row('failure', '<>', '')])]),
    )
    .executeTakeFirst()
  return { recovered: Number(numUpdatedRows) }
}

/** Queues one delivery again, whatever became of it. The receiver knows it by its event_id. */
export const redeliver = async (tx: Tx, _actor: Actor, id: number) => {
  const { webhook } = await tx
    .selectFrom('delivery')
    .select(['webhook'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (webhook !== null) {
    const { active, archived } = await holdWebhook(tx, webhook)
    if (!active || archived) throw invalid(nonField, 'The webhook is switched off. Set active to true first.')
  }
  await tx.updateTable('delivery').set(anew).where('id', '=', id).execute()
  return id
}
