import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** What an erased client is called; the database knows it too. */
export const clientName = 'Erased client'

/** SQL of what is left of whoever pays an invoice. */
export const erasedPayer = sql`payer_name = ${clientName}, payer_organization_name = '', payer_vat_number = '',
  payer_register_number = '', payer_street_address = '', payer_street_address_2 = '', payer_zip_code = '',
  payer_city = '', payer_state = '', alternative_payer_name = null`

/** By what texts of others are recognised that repeat something of a client. */
type Spoken = {
  /** Addresses and numbers that are no other client's. */
  readonly ownAddresses: readonly string[]
  readonly ownNumbers: readonly string[]
  readonly phoneNumbers: readonly number[]
  /** For LIKE: what a text has in it. */
  readonly patterns: readonly string[]
  /** The same as regular expressions, which find no longer address or number of somebody else that ends or begins so. */
  readonly whole: readonly string[]
  readonly answers: readonly string[]
}

/** SQL: an online booking that is linked to nobody, from an address or number that is the client's and nobody else's. */
export const cameFrom = ({ ownAddresses, ownNumbers }: Spoken) => sql<boolean>`(client is null
  and (lower(email) = any(${ownAddresses}::text[]) or e164 = any(${ownNumbers}::text[])))`

export type ErasedClient = {
  readonly id: number
  readonly now: Date
  /** What the system before called the client. */
  readonly references: readonly string[]
  readonly spoken: Spoken
  /** The keys of the files that were erased, as they are. */
  readonly files: string[]
  /** The online bookings that were erased, as they are: linked to the client, or recognised as theirs. */
  readonly bookings: number[]
}

/** For LIKE: what a text has in it. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** A line break or tab before an address may be as JSON writes it. */
const standingAlone = (text: string) => {
  const itself = text.replace(/[^\p{L}\p{N}@ ]/gu, String.raw`\$&`)
  return text.includes('@')
    ? String.raw`(^|[^[:alnum:]._%+-]|\\[bfnrt])${itself}($|[^[:alnum:]_.]|\.($|[^[:alnum:]]))`
    : String.raw`(^|[^0-9])${itself}($|[^0-9])`
}

type Found = {
  readonly addresses: readonly string[]
  readonly numbers: readonly string[]
  readonly written: readonly string[]
  readonly phones: readonly number[]
  readonly payers: readonly number[]
  readonly references: readonly string[]
}

/** What the client has and had: former addresses and numbers are in the audit trail. */
const find = async (tx: Tx, id: number): Promise<Found> => {
  const { rows } = await sql<Found>`
    with address as (
      select lower(email) as text from client where id = ${id}
      union select lower(told.value) from auditevent e,
        unnest(array[e.changes #>> '{email,from}', e.changes #>> '{email,to}']) as told (value)
        where e.organisation = organisation() and e.resource = 'client' and e.record = ${id}),
    number as (
      select id, e164, phone_number from phonenumber where client = ${id}
      union select e.record, e.changes #>> array['e164', told.side], e.changes #>> array['phone_number', told.side]
        from auditevent e, unnest(array['from', 'to']) as told (side)
        where e.organisation = organisation() and e.resource = 'phonenumber'
          and e.record in (select made.record from auditevent made where made.organisation = organisation()
            and made.resource = 'phonenumber' and made.changes #>> '{client,to}' = ${String(id)}))
    select
      array(select text from address where text <> ''
        and not exists (select from client other where other.id <> ${id} and lower(other.email) = address.text)) as addresses,
      array(select distinct e164 from number where e164 <> ''
        and not exists (select from phonenumber other where other.client <> ${id} and other.e164 = number.e164)) as numbers,
      array(select phone_number from number where length(phone_number) > 4
        and not exists (select from phonenumber other where other.client <> ${id} and other.e164 = number.e164)) as written,
      array(select distinct id from number) as phones,
      array(select id from alternative_payer where client = ${id}) as payers,
      array(select reference from import_reference where kind = 'clients' and record = ${id}) as references`.execute(tx)
  return rows[0]!
}

/** For LIKE: what a text that links to one of these records has in it. */
export const linksTo = (path: string, ids: readonly number[]) => ids.map((id) => containing(`/${path}/${id}/`))

/** Collects, before anything is erased, by what the rest of it is found. */
export const identify = async (tx: Tx, id: number, now: Date): Promise<ErasedClient> => {
  const { addresses, numbers, written, phones, payers, references } = await find(tx, id)
  const texts = [...new Set([...addresses, ...numbers, ...written])]
  const patterns = texts.map(containing)
  return {
    id,
    now,
    references,
    files: [],
    bookings: [],
    spoken: {
      ownAddresses: addresses,
      ownNumbers: numbers,
      phoneNumbers: phones,
      patterns,
      whole: texts.map(standingAlone),
      answers: [...patterns, ...linksTo('client', [id]), ...linksTo('alternative_payer', payers)],
    },
  }
}
