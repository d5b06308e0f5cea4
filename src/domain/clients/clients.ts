import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id, Timestamp } from '../../kernel/fields.ts'
import { changeValues, createValues, type SentValue } from '../customfields/values.ts'
import type { Language } from '../organisation/languages.ts'
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
  language?: Language | null
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
    throw invalid(nonField, 'Send at least one of firstname, lastname and organization_name.', 'required')
}

const channels = ['email', 'sms', 'post'] as const

/**
 * Sets `answered_at` to now unless it is sent. It is one time for all channels, so it stays while an earlier answer of
 * another channel is still in force.
 */
const withAnswerTime = (preferences: Preferences, now: Date, before: Preferences = {}): Preferences => {
  const isAnswered = channels.some((question) => preferences[question] != null)
  const hasEarlierAnswer = channels.some((question) => !(question in preferences) && before[question] != null)
  if (!isAnswered || (hasEarlierAnswer && before.answered_at != null)) return preferences
  return { answered_at: now.toISOString().replace('Z', '000Z'), ...preferences }
}

/** The country of the organisation. */
export const organisationCountry = async (tx: Tx) =>
  (await tx.selectFrom('organisation').select('country').executeTakeFirstOrThrow()).country

/** Registers a client. The country defaults to the organisation's; custom fields start at their defaults. */
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
    ...withAnswerTime(communication_preferences, actor.now),
  }
  const { id } = await tx
    .insertInto('client')
    .values({
      ...client,
      country: client.country || (await organisationCountry(tx)),
      ...(preferences && { communication_preferences: JSON.stringify(preferences) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await createValues(tx, 'client', [{ id, sent: fields_rel }])
  return id
}

/** Changes a client; of the communication preferences and custom fields only those that are sent. */
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
    throw invalid('invoicing_client', 'A client cannot be its own invoicing client. Send null, or another client.')
  await changeValues(tx, 'client', id, fields_rel)
  const preferences =
    communication_preferences &&
    JSON.stringify(withAnswerTime(communication_preferences, actor.now, answered as Preferences))
  if (Object.keys(changes).length === 0 && !preferences) return
  await tx
    .updateTable('client')
    .set({
      ...changes,
      ...(changes.country === '' && { country: await organisationCountry(tx) }),
      ...(preferences && {
        communication_preferences: sql<string>`communication_preferences || ${preferences}::jsonb`,
      }),
    })
    .where('id', '=', id)
    .execute()
}
