import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { failUnregistered } from '../webhooks/webhooks.ts'
import { requirePublicAddress } from '../organisation/public-address.ts'
import { notYours } from './ownership.ts'

export type NewRegistration = {
  name: string
  email?: string | null
  register_number?: string | null
  webhook_callback_url: string
  verification_salt: string
}

const shortestSalt = 16

const requireLongSalt = (salt: string) => {
  if ([...salt].length < shortestSalt)
    throw invalid('verification_salt', `Ensure this field has at least ${shortestSalt} characters.`, 'min_length')
}

/** Events say null for an empty text, so null is taken for one. */
const withoutNulls = <T extends Partial<NewRegistration>>({ email, register_number, ...rest }: T) => ({
  ...rest,
  ...(email === undefined ? {} : { email: email ?? '' }),
  ...(register_number === undefined ? {} : { register_number: register_number ?? '' }),
})

/** Refuses other applications than the one that created the registration, which may have been deleted meanwhile. */
export const requireOwnRegistration = async (tx: Tx, actor: Actor, id: number) => {
  const found = await tx
    .selectFrom('available_wholesaler')
    .select('application')
    .where('id', '=', id)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (found === undefined) throw recordNotFound('Available wholesaler')
  if (found.application !== actor.application) throw notYours()
}

/** Registers a wholesaler. The registration belongs to the application of the token. */
export const registerWholesaler = async (
  tx: Tx,
  actor: Actor,
  registration: NewRegistration,
): Promise<Id<'available_wholesaler'>> => {
  if (actor.application === null) throw notYours()
  requireLongSalt(registration.verification_salt)
  requirePublicAddress(actor, 'webhook_callback_url', registration.webhook_callback_url)
  const { id } = await tx
    .insertInto('available_wholesaler')
    .values({
      ...withoutNulls(registration),
      application: actor.application,
      verification_salt: actor.seal(registration.verification_salt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a registration; a new address or salt takes effect for the next delivery. */
export const changeRegistration = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { verification_salt, ...sent }: Partial<NewRegistration>,
) => {
  const changes = withoutNulls(sent)
  if (verification_salt !== undefined) requireLongSalt(verification_salt)
  if (changes.webhook_callback_url !== undefined)
    requirePublicAddress(actor, 'webhook_callback_url', changes.webhook_callback_url)
  const sealed = verification_salt === undefined ? {} : { verification_salt: actor.seal(verification_salt) }
  if (Object.keys({ ...changes, ...sealed }).length > 0)
    await tx
      .updateTable('available_wholesaler')
      .set({ ...changes, ...sealed })
      .where('id', '=', id)
      .execute()
}

const requireUnconnected = async (tx: Tx, registration: number) => {
  const connected = await tx
    .selectFrom('wholesaler')
    .select('name')
    .where('available_wholesaler', '=', registration)
    .where('archived', '=', false)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (connected !== undefined)
    throw invalid(
      nonField,
      `The clinic’s wholesaler “${connected.name}” is connected to this registration. Ask the clinic to archive it, then delete this one.`,
      'connected',
    )
}

/** Deletes a registration: it is hidden, and kept for the wholesalers and deliveries that name it. What is queued for it is given up. */
export const removeRegistration = async (tx: Tx, _actor: Actor, id: number) => {
  // Waits for whoever is connecting a wholesaler to it. What is queued after this is given up by the worker.
  const { removed } = await tx
    .selectFrom('available_wholesaler')
    .select('removed')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (removed) throw recordNotFound('Available wholesaler')
  await requireUnconnected(tx, id)
  await tx.updateTable('available_wholesaler').set({ removed: true }).where('id', '=', id).execute()
  await failUnregistered(tx, id)
}
