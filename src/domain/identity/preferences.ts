import { sql } from 'kysely'
import { readInOrganisation, type Reader, type Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, InvalidValue } from '../../kernel/errors.ts'
import { isObject, literalOf } from '../../kernel/json.ts'

export const maxPreferences = 100
const maxValue = 8_000
const nameFits = /^[A-Za-z0-9_.:-]{1,63}$/

const requireStorable = (text: string) => {
  if (text.includes('\0')) throw new InvalidValue('Null characters are not allowed.', 'null_characters_not_allowed')
  if (!text.isWellFormed()) throw new InvalidValue('Not valid Unicode text.')
  return JSON.stringify(text)
}

/** A number as it was written, or as a float has it where it was written with an exponent. */
const numberText = (literal: string) => {
  if (/^-?\d{1,30}(\.\d{1,30})?$/.test(literal)) return literal
  const number = Number(literal)
  if (!Number.isFinite(number)) throw new InvalidValue('This number is too large.', 'max_value')
  return JSON.stringify(number)
}

/** JSON text that PostgreSQL takes and gives back unchanged. */
const jsonText = (value: unknown): string => {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return requireStorable(value)
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, inner]) => `${requireStorable(name)}:${jsonText(inner)}`)
      .join(',')}}`
  return numberText(literalOf(value)!)
}

/** Preferences as they are sent: JSON text by name, null for those to be forgotten. */
export type SentPreferences = Readonly<Record<string, string | null>>

export const parsePreferences = (input: unknown): SentPreferences => {
  if (!isObject(input)) throw new InvalidValue('Expected an object of names and values.', 'not_an_object')
  const entries = Object.entries(input).map(([name, value]): [string, string | null] => {
    if (!nameFits.test(name))
      throw new InvalidValue(
        `"${name.slice(0, 63)}" is no name for a preference. Use up to 63 letters, digits and _ . : -`,
      )
    if (value === null) return [name, null]
    const text = jsonText(value)
    if (text.length > maxValue)
      throw new InvalidValue(`"${name}" has more than ${maxValue} characters as JSON.`, 'max_length')
    return [name, text]
  })
  return Object.fromEntries(entries)
}

/** SQL for a user's preferences as one JSON object. */
export const preferencesOf = (
  user: string,
) => `(select coalesce(json_object_agg(f.name, f.value order by f.name), '{}'::json)
  from user_preference f where f.organisation = t.o and f."user" = ${user})`

export const readPreferences = async (read: Reader, { organisation, user }: Actor): Promise<string> => {
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    organisation,
    `select json_build_object('preferences', ${preferencesOf('$2::bigint')})::text as body`,
    [user],
  )
  return found!.body
}

/** Changes the preferences that are sent and leaves the others; a null forgets one. */
export const changePreferences = async (tx: Tx, { user }: Actor, sent: SentPreferences) => {
  const [names, texts] = [Object.keys(sent), Object.values(sent)]
  // Two requests of one person come one after the other, so that both see how many there are.
  await tx.selectFrom('user').select('id').where('id', '=', user).forNoKeyUpdate().execute()
  await sql`delete from user_preference where "user" = ${user} and name = any(${names}::text[])`.execute(tx)
  await sql`insert into user_preference ("user", name, value)
    select ${user}::bigint, s.name, s.value::jsonb from unnest(${names}::text[], ${texts}::text[]) s (name, value)
    where s.value is not null`.execute(tx)
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from user_preference where "user" = ${user}`.execute(tx)
  if (rows[0]!.many > maxPreferences)
    throw invalid(
      'preferences',
      `There would be ${rows[0]!.many} preferences, and ${maxPreferences} are allowed. Remove some by sending null.`,
      'max_items',
    )
}
