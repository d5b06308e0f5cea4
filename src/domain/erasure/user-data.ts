import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { endMailedLinks } from '../identity/mails.ts'
import { endAllAccess } from '../identity/sessions.ts'
import { containing } from './erased-client.ts'

/** What an erased member of staff is called, once nothing needs the name; the database knows it too. */
export const userName = 'Erased user'

/** What is erased of a member of staff, in the words of the list that is shown. Its values are part of the contract. */
export const erasedUserKinds = [
  'user',
  'second_factors',
  'preferences',
  'email_changes',
  'mails',
  'messages',
  'orders',
  'stored_answers',
  'audit_values',
] as const
export type ErasedUserKind = (typeof erasedUserKinds)[number]

type Names = {
  readonly current: string
  /** Names as they were before. */
  readonly former: readonly string[]
}
export type ErasedUser = {
  readonly id: number
  readonly now: Date
  readonly names: Names
  /** Addresses and numbers that the person has and had, and nobody else. */
  readonly contacts: readonly string[]
  readonly keepsName: boolean
}

const count = async (tx: Tx, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0n)

/** Collects, before anything is erased, by what the rest of it is found: former names are in the audit trail. */
export const identifyUser = async (
  tx: Tx,
  { id, now, keepsName }: Pick<ErasedUser, 'id' | 'now' | 'keepsName'>,
): Promise<ErasedUser> => {
  const { rows } = await sql<Names & { contacts: string[] }>`
    with told (field, value) as (
      select field, value from "user" u, lateral jsonb_each_text(to_jsonb(u)) as each (field, value) where u.id = ${id}
      union
      select change.key, side.value from auditevent e, jsonb_each(e.changes) as change (key, value),
        lateral (values (change.value ->> 'from'), (change.value ->> 'to')) as side (value)
        where e.organisation = organisation() and e.resource = 'user' and e.record = ${id}
          and jsonb_typeof(change.value) = 'object')
    select
      (select trim(first_name || ' ' || last_name) from "user" where id = ${id}) as current,
      array(select distinct trim(given.value || ' ' || family.value) from told given, told family
        where given.field = 'first_name' and given.value is not null
          and family.field = 'last_name' and family.value <> '') as former,
      array(select distinct value from told where length(value) > 4 and field in ('email', 'phone') and not exists (
        select from "user" other where other.id <> ${id} and (lower(other.email) = lower(told.value) or other.phone = told.value)))
        as contacts`.execute(tx)
  const { current, former, contacts } = rows[0]!
  // What the name that may stay has in it is no other name.
  return { id, now, keepsName, contacts, names: { current, former: former.filter((name) => !current.includes(name)) } }
}

/** SQL of a column in which each of these texts is replaced, the longest first. */
const replacing = (column: string, texts: readonly string[], instead: string) =>
  texts
    .toSorted((one, other) => other.length - one.length)
    .reduce<RawBuilder<unknown>>((value, text) => sql`replace(${value}, ${text}, ${instead})`, sql.ref(column))

const changesAny = (columns: readonly string[], texts: readonly string[], instead: string) => ({
  set: sql.join(columns.map((column) => sql`${sql.ref(column)} = ${replacing(column, texts, instead)}`)),
  where: sql`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} <> ${replacing(column, texts, instead)}`),
    sql` or `,
  )})`,
})

/** Messages about appointments, in which a clinic may have said with whom. */
const eraseInMessages = (tx: Tx, user: number, names: readonly string[]) => {
  const { set, where } = changesAny(['subject', 'text'], names, userName)
  return count(
    tx,
    sql`update client_message set ${set}
      where appointment in (select id from appointment where "user" = ${user}) and ${where}`,
  )
}

/** As JSON writes a text, without the quotation marks. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** What wholesalers were told of whoever ordered. */
const eraseInOrders = async (tx: Tx, user: number, texts: readonly string[]) => {
  const names = texts.map(inJson)
  const answered = changesAny(['answer'], names, userName)
  await sql`update delivery_attempt set ${answered.set}
    where exists (select from "order" where purchaser = ${user}) and ${answered.where} and delivery in (
      select id from delivery where available_wholesaler is not null)`.execute(tx)
  const { set, where } = changesAny(['body', 'last_answer'], names, userName)
  return count(
    tx,
    sql`update delivery set ${set}
      where available_wholesaler is not null and exists (select from "order" where purchaser = ${user}) and ${where}`,
  )
}

/** Answers that show the user, and those with an address or number. */
export const eraseAnswers = async (tx: Tx, user: number, contacts: readonly string[] = []) => {
  // Under the organisation's lock: an answer with the person in it was stored before, and is found, or is read later.
  await sql`select stamp_of_transaction()`.execute(tx)
  return count(
    tx,
    sql`update idempotency_key set body = null where body ilike any(${contacts.map(containing)}::text[])
      or (body like ${containing(`/user/${user}/"`)} and body ~ ${`"url" ?: ?"[^"]*/user/${user}/"`})`,
  )
}

const withoutName = sql`first_name = '', last_name = ${userName}, title = ''`

/** Erases the name wherever it was copied to; answers how many had one. */
const eraseCopiedName = async (tx: Tx, user: number): Promise<number> => {
  const { rows } = await sql<{ readonly name: string }>`
    select trim(first_name || ' ' || last_name) as name from "user" where id = ${user} and last_name <> ${userName}`.execute(
    tx,
  )
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return 0
  await eraseInMessages(tx, user, names)
  await eraseInOrders(tx, user, names)
  return names.length
}

/** Erases the name that was kept; answers how many had one. */
export const eraseName = async (tx: Tx, user: number): Promise<number> => {
  const erased = await eraseCopiedName(tx, user)
  if (erased > 0) await sql`update "user" set ${withoutName} where id = ${user}`.execute(tx)
  return erased
}

type Step = {
  readonly kind: ErasedUserKind
  /** Erases, and answers how many there were. */
  readonly erase: (tx: Tx, user: ErasedUser) => Promise<number>
}
const counted =
  (statement: (user: ErasedUser) => RawBuilder<unknown>): Step['erase'] =>
  (tx, user) =>
    count(tx, statement(user))

/** Whoever left has no access any more; after a restore they may. What such access has left goes too. */
export const endAccess = async (tx: Tx, id: number) => {
  await endAllAccess(tx, id)
  await endMailedLinks(tx, id)
  await sql`delete from recovery_code where "user" = ${id}`.execute(tx)
  await sql`delete from passkey_challenge where "user" = ${id}`.execute(tx)
  await sql`delete from pending_sign_in where "user" = ${id}`.execute(tx)
}

/** Every step, in the order in which they are taken; last what needs the organisation's lock. */
export const userSteps: readonly Step[] = [
  { kind: 'second_factors', erase: counted(({ id }) => sql`delete from second_factor where "user" = ${id}`) },
  { kind: 'preferences', erase: counted(({ id }) => sql`delete from user_preference where "user" = ${id}`) },
  { kind: 'mails', erase: counted(({ id }) => sql`delete from message where "user" = ${id}`) },
  {
    kind: 'email_changes',
    erase: counted(
      ({ id }) => sql`update email_change set old_email = '', new_email = ''
        where "user" = ${id} and (old_email <> '' or new_email <> '')`,
    ),
  },
  { kind: 'messages', erase: (tx, { id, names }) => eraseInMessages(tx, id, names.former) },
  {
    kind: 'orders',
    erase: (tx, { id, names, contacts }) => eraseInOrders(tx, id, [...contacts, ...names.former]),
  },
  {
    kind: 'user',
    erase: async (tx, { id, now, keepsName }) => {
      if (!keepsName) await eraseCopiedName(tx, id)
      return count(
        tx,
        sql`update "user" set email = '', phone = '', initials = '', password_hash = null, is_active = false,
          erased = ${now}${keepsName ? sql`` : sql`, ${withoutName}`} where id = ${id}`,
      )
    },
  },
  { kind: 'stored_answers', erase: (tx, { id, contacts }) => eraseAnswers(tx, id, contacts) },
]
