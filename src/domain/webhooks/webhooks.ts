import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Timestamp } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import type { Written } from '../../kernel/resource.ts'
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
const unregistered = 'The registration of the wholesaler was deleted.'
/** For how long deliveries are signed with the old secret as well as with the new one. */
export const rotationHours = 24

const requireLongSecret = (secret: string) => {
  if ([...secret].length < shortestSecret)
    throw invalid('secret', `Ensure this field has at least ${shortestSecret} characters.`, 'min_length')
}

/** Makes a webhook. A secret that was not sent is made, and shown in the answer only. */
export const createWebhook = async (tx: Tx, actor: Actor, { secret, ...fields }: NewWebhook): Promise<Written> => {
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
  const held = await tx.selectFrom('webhook').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (held === undefined) throw recordNotFound('Webhook')
  return held
}

const requireActive = <Hook extends { readonly active: boolean; readonly archived: boolean }>(hook: Hook): Hook => {
  if (hook.archived) throw invalid(nonField, 'The webhook is archived. Set archived to false first.')
  if (!hook.active) throw invalid(nonField, 'The webhook is switched off. Set active to true first.')
  return hook
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

const givenUp = (reason: string) => ({ status: failed, lease: null, failure: reason })

const failWaiting = (tx: Tx, webhook: number) =>
  tx
    .updateTable('delivery')
    .set(givenUp('The webhook was archived.'))
    .where('webhook', '=', webhook)
    .where('status', '=', waiting)
    .execute()

/** Gives up what waits for the registration of a wholesaler, which is deleted. */
export const failUnregistered = (tx: Tx, registration: number) =>
  tx
    .updateTable('delivery')
    .set(givenUp(unregistered))
    .where('available_wholesaler', '=', registration)
    .where('status', '=', waiting)
    .execute()

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
  if (archived === true && !before.archived) await failWaiting(tx, id)
  else if (isActive !== wasActive) await holdOrRelease(tx, id, isActive)
}

/** Archives a webhook, unless it is archived already. */
export const archiveWebhook = async (tx: Tx, actor: Actor, id: number) => {
  const { archived } = await holdWebhook(tx, id)
  if (!archived) await changeWebhook(tx, actor, id, { archived: true })
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
  const { content_type, trigger } = requireActive(await holdWebhook(tx, id))
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
  requireActive(await holdWebhook(tx, id))
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

/** Refuses if the registration was deleted. It is locked, so that it is not deleted meanwhile. */
const requireRegistered = async (tx: Tx, registration: number | null) => {
  const found = await tx
    .selectFrom('available_wholesaler')
    .select('removed')
    .where('id', '=', registration ?? 0)
    .forShare()
    .executeTakeFirst()
  if (found?.removed !== false) throw invalid(nonField, unregistered)
}

/** Queues one delivery again, whatever became of it. The receiver knows it by its event_id. */
export const redeliver = async (tx: Tx, _actor: Actor, id: number) => {
  const found = await tx
    .selectFrom('delivery')
    .select(['webhook', 'available_wholesaler'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw recordNotFound('Webhook delivery')
  // The webhook before its deliveries, as when it is changed: locks are taken in one order.
  if (found.webhook !== null) requireActive(await holdWebhook(tx, found.webhook))
  else await requireRegistered(tx, found.available_wholesaler)
  await tx.updateTable('delivery').set(anew).where('id', '=', id).execute()
  return id
}
