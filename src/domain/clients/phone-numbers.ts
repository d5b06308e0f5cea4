import { sql } from 'kysely'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import type { PhoneType } from './statuses.ts'

export type NewPhoneNumber = { client: Id<'client'>; phone_number: string; type_code: PhoneType; description?: string }

/** The number in E.164. Without a country code it is one of this country. */
export const toE164 = (phone_number: string, country: string): string => {
  const parsed = parsePhoneNumberFromString(phone_number, {
    defaultCountry: country as CountryCode,
    extract: false,
  })
  if (!parsed?.isValid())
    throw invalid(
      'phone_number',
      `This is not a valid phone number in ${country}. Check the digits, or start with + and the country code.`,
    )
  return parsed.number
}

/** The kind of line that a number in E.164 belongs to; what may be either counts as mobile. */
export const phoneTypeOf = (e164: string): PhoneType =>
  parsePhoneNumberFromString(e164)?.getType() === 'FIXED_LINE' ? 0 : 1

const countryOf = async (tx: Tx, client: number) =>
  (
    await tx
      .selectFrom('client')
      .innerJoin('organisation', 'organisation.organisation', 'client.organisation')
      .select(sql<string>`coalesce(nullif(client.country, ''), organisation.country)`.as('country'))
      .where('client.id', '=', client)
      .executeTakeFirstOrThrow()
  ).country

/** A client's phone number in E.164. */
export const e164For = async (tx: Tx, client: number, phone_number: string) =>
  toE164(phone_number, await countryOf(tx, client))

/** Adds a phone number, as it was sent and in E.164. */
export const addPhoneNumber = async (tx: Tx, _actor: Actor, number: NewPhoneNumber): Promise<Id<'phonenumber'>> => {
  const e164 = await e164For(tx, number.client, number.phone_number)
  const { id } = await tx
    .insertInto('phonenumber')
    .values({ ...number, e164 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touch(tx, 'client', 'id', [number.client])
  return id
}

/** Changes a phone number. */
export const changePhoneNumber = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  changes: Partial<Omit<NewPhoneNumber, 'client'>>,
) => {
  if (Object.keys(changes).length === 0) return
  const { client } = await tx
    .selectFrom('phonenumber')
    .select('client')
    .where('id', '=', id)
    .forNoKeyUpdate()
    // Erased meanwhile, with the client.
    .executeTakeFirstOrThrow(() => recordNotFound('Phone number'))
  const e164 = changes.phone_number && (await e164For(tx, client, changes.phone_number))
  await tx
    .updateTable('phonenumber')
    .set({ ...changes, ...(e164 && { e164 }) })
    .where('id', '=', id)
    .execute()
  await touch(tx, 'client', 'id', [client])
}
