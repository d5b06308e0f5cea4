import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id, Timestamp } from '../../kernel/fields.ts'
import { changeValues, startValues, type SentValue } from '../customfields/values.ts'
import type { CustomerType } from './statuses.ts'

export type Preferences = {
  readonly email?: boolean | null
  readonly sms?: boolean | null
  readonly post?: boolean | null
  readonly answered_at?: Timestamp | null
}

export type NewClient = {
  title?: string
  firstname?: string
  lastname?: string
  organization_name?: string
  email?: string
  country?: string
  customer_type?: CustomerType
  vat_number?: string
  register_number?: string
  id_number?: string
  home_department?: Id<'department'> | null
  due_date_delay?: number | null
  street_address?: string
  street_address_2?: string
  zip_code?: string
  city?: string
  state?: string
  remarks?: string
  critical_notes?: string
  invoicing_client?: Id<'client'> | null
  no_sms?: boolean
  no_email?: boolean
  communication_preferences?: Preferences
  tags_rel?: string[]
  fields_rel?: SentValue[]
  archived?: boolean
}

const requireName = ({ firstname = '', lastname = '', organization_name = '' }: NewClient) => {
  if (`${firstname}${lastname}${organization_name}`.trim() === '')
    throw invalid(nonField, 'Give at least one of firstname, lastname and organization_name.', 'required')
}

const questions = ['email', 'sms', 'post'] as const

/**
 * Answers are dated by when they were given; the moment they reach us unless the caller knows better. One date stands for
 * all, so new answers do not make others younger that stand.
 */
const dated = (preferences: Preferences, now: Date, before: Preferences = {}): Preferences => {
  const isAnswered = questions.some((question) => preferences[question] != null)
  const stands = questions.some((question) => !(question in preferences) && before[question] != null)
  if (!isAnswered || (stands && before.answered_at != null)) return preferences
  return { answered_at: now.toISOString().replace('Z', '000Z'), ...preferences }
}

/** The country the organisation is in. */
export const ownCountry = async (tx: Tx) =>
  (await tx.selectFrom('organisation').select('country').executeTakeFirstOrThrow()).country

/** Registers an owner. The country is the organisation's own unless another is given; custom fields start at their defaults. */
export const registerClient = async (
  tx: Tx,
  actor: Actor,
  { communication_preferences, fields_rel, ...client }: NewClient,
): Promise<Id<'client'>> => {
  requireName(client)
  const preferences = communication_preferences && {
    email: null,
    sms: null,
    post: null,
    answered_at: null,
    ...dated(communication_preferences, actor.now),
  }
  const { id } = await tx
    .insertInto('client')
    .values({
      ...client,
      country: client.country || (await ownCountry(tx)),
      ...(preferences && { communication_preferences: JSON.stringify(preferences) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await startValues(tx, 'client', [{ id, sent: fields_rel }])
  return id
}

/** Changes an owner's details; of the communication preferences and custom fields only those that are sent. */
export const changeClient = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { communication_preferences, fields_rel = [], ...changes }: NewClient,
) => {
  const { communication_preferences: answered, ...before } = await tx
    .selectFrom('client')
    .select(['firstname', 'lastname', 'organization_name', 'communication_preferences'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  requireName({ ...before, ...changes })
  if (changes.invoicing_client === id)
    throw invalid('invoicing_client', 'A client is invoiced itself when this is null; name another client.')
  await changeValues(tx, 'client', id, fields_rel)
  const preferences =
    communication_preferences && JSON.stringify(dated(communication_preferences, actor.now, answered as Preferences))
  if (Object.keys(changes).length === 0 && !preferences) return
  await tx
    .updateTable('client')
    .set({
      ...changes,
      ...(changes.country === '' && { country: await ownCountry(tx) }),
      ...(preferences && {
        communication_preferences: sql<string>`communication_preferences || ${preferences}::jsonb`,
      }),
    })
    .where('id', '=', id)
    .execute()
}

/** Says that a client's record shows something new although none of its own columns changed. */
export const moveClients = async (tx: Tx, ids: readonly number[]) => {
  await tx
    .updateTable('client')
    .set({ modified: sql<Date>`modified` })
    .where('id', 'in', [...new Set(ids)])
    .execute()
}
