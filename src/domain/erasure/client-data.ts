import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { discardFileOf } from '../attachments/files.ts'
import { cameFrom, clientName, erasedPayer, type ErasedClient, linksTo } from './erased-client.ts'

/** What is erased, in the words of the list that is shown. Its values are part of the contract. */
export const erasedKinds = [
  'client',
  'phone_numbers',
  'custom_field_values',
  'alternative_payers',
  'insurance',
  'appointments',
  'online_bookings',
  'messages',
  'recalls',
  'files',
  'drafts',
  'import_rows',
  'stored_answers',
  'deliveries',
  'invoicing_clients',
  'audit_values',
] as const
export type ErasedKind = (typeof erasedKinds)[number]

type Step = {
  readonly kind: ErasedKind
  /** Erases, and answers how many there were. */
  readonly erase: (tx: Tx, client: ErasedClient) => Promise<number>
}

const count = async (tx: Tx, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0n)
const counted =
  (statement: (client: ErasedClient) => RawBuilder<unknown>): Step['erase'] =>
  (tx, client) =>
    count(tx, statement(client))

const eraseFiles: Step['erase'] = async (tx, { id, files }) => {
  const gone = await tx
    .deleteFrom('attachment')
    .where('client', '=', id)
    .returning(['kept_key', 'upload_key', 'refusal'])
    .execute()
  for (const file of gone) {
    await discardFileOf(tx, file)
    files.push(file.kept_key ?? file.upload_key)
  }
  return gone.length
}

/**
 * The messages to a client. One that names no client went to the address of an online booking, or is not written yet; those
 * that name another went to that client, whose animal it was before.
 */
const messagesOf = ({ id, bookings }: ErasedClient) => sql`client = ${id} or (client is null and (
  appointment in (select id from appointment where client = ${id})
  or appointment in (select appointment from onlinebookingclient where id = any(${bookings}::bigint[]))
  or patient in (select id from patient where client = ${id})
  or invoice in (select id from invoice where coalesce(payer, client) = ${id})))`

/** One that is being sent is taken from whoever sends it: nothing is written into it afterwards. */
const eraseMessages = counted(
  (client) => sql`update client_message set recipient = '', subject = '', text = '', lease = null,
      detail = case when status < 3 then 'The client was erased.' else '' end,
      reason = case when status < 3 then 'client_archived' else reason end,
      status = case when status < 3 then 5 else status end
    where ${messagesOf(client)}`,
)

/** Rows of imports: of the client, and of whatever names the client by the reference of the system before. */
const eraseImports: Step['erase'] = async (tx, { id, references, spoken }) => {
  const erased = await count(
    tx,
    sql`update import_row set cells = null, reference = '',
        messages = case when outcome is null then '{"non_field_errors": ["This person’s data was erased."]}'::jsonb else '{}' end
      where (cells is not null or reference <> '' or messages <> '{}') and (
        (kind = 'clients' and (record = ${id} or reference = any(${references}::text[])))
        or (kind <> 'clients' and cells ->> 'client_reference' = any(${references}::text[]))
        or (kind = 'phone_numbers' and record = any(${spoken.phoneNumbers}::bigint[]))
        or cells::text ~* any(${spoken.whole}::text[]))`,
  )
  await sql`delete from import_reference where kind = 'clients' and record = ${id}`.execute(tx)
  return erased
}

/** Bookings that nobody linked to the client, but that came from their address or number, and from nobody else's. */
const eraseBookings: Step['erase'] = async (tx, { id, bookings, spoken }) => {
  const { rows } = await sql<{ readonly id: number }>`
    update onlinebookingclient set first_name = '', last_name = '', email = '', phone_number = '', e164 = '',
      street_address = '', zip_code = '', city = '', decline_reason = ''
    where client = ${id} or (status = 3 and ${cameFrom(spoken)})
    returning id`.execute(tx)
  bookings.push(...rows.map((row) => row.id))
  await sql`update appointment set title = '', complaint = '', notes = '', cancellation_reason = '' where id in (
    select appointment from onlinebookingclient where id = any(${bookings}::bigint[]))`.execute(tx)
  await sql`update onlinebookingpatient set notes = ''
    where onlinebookingclient = any(${bookings}::bigint[])`.execute(tx)
  return rows.length
}

const eraseClient = counted(
  ({ id, now }) => sql`update client set title = '', firstname = '', lastname = ${clientName}, organization_name = '',
      email = '', vat_number = '', register_number = '', id_number = '', due_date_delay = null, street_address = '',
      street_address_2 = '', zip_code = '', city = '', state = '', remarks = '', critical_notes = '', tags_rel = '{}',
      invoicing_client = null, no_sms = true, no_email = true, communication_preferences = default, language = null,
      archived = true, erased = ${now}
    where id = ${id}`,
)

/**
 * Every step, in the order in which they are taken: the client after what belongs to them, because from then on the database
 * refuses to change it, and last what needs the organisation's lock.
 */
export const steps: readonly Step[] = [
  { kind: 'phone_numbers', erase: counted(({ id }) => sql`delete from phonenumber where client = ${id}`) },
  {
    kind: 'custom_field_values',
    erase: counted(({ id }) => sql`delete from custom_field_value where content_type = 'client' and object_id = ${id}`),
  },
  {
    kind: 'alternative_payers',
    erase: counted(
      ({ id }) => sql`update alternative_payer set name = 'Erased payer', organization_name = '', vat_number = '',
          register_number = '', street_address = '', street_address_2 = '', zip_code = '', city = '', state = '',
          archived = true
        where client = ${id}`,
    ),
  },
  {
    kind: 'insurance',
    erase: counted(
      ({ id }) => sql`update patient set insurance = '', insurance_company = ''
        where client = ${id} and (insurance <> '' or insurance_company <> '')`,
    ),
  },
  {
    kind: 'appointments',
    erase: counted(
      ({ id }) => sql`update appointment set title = '', complaint = '', notes = '', cancellation_reason = ''
        where client = ${id} and (title <> '' or complaint <> '' or notes <> '' or cancellation_reason <> '')`,
    ),
  },
  { kind: 'online_bookings', erase: eraseBookings },
  { kind: 'messages', erase: eraseMessages },
  {
    kind: 'recalls',
    erase: counted(
      ({ id }) => sql`update recall set queued = coalesce(queued, clock_timestamp()), call_note = ''
        where (queued is null or call_note <> '') and patient in (select id from patient where client = ${id})`,
    ),
  },
  { kind: 'files', erase: eraseFiles },
  {
    kind: 'drafts',
    erase: counted(
      ({ id }) => sql`update invoice set ${erasedPayer}
        where invoice_number is null and coalesce(payer, client) = ${id}`,
    ),
  },
  { kind: 'import_rows', erase: eraseImports },
  {
    kind: 'deliveries',
    erase: async (tx, { spoken }) => {
      const { patterns } = spoken
      await sql`update delivery_attempt set answer = '' where answer ilike any(${patterns}::text[])`.execute(tx)
      return count(tx, sql`update delivery set last_answer = '' where last_answer ilike any(${patterns}::text[])`)
    },
  },
  {
    kind: 'invoicing_clients',
    erase: counted(({ id }) => sql`update client set invoicing_client = null where invoicing_client = ${id}`),
  },
  { kind: 'client', erase: eraseClient },
  {
    kind: 'stored_answers',
    erase: async (tx, { bookings, spoken }) => {
      // Under the organisation's lock: an answer that repeats the client was stored before, and is found, or is read later.
      await sql`select stamp_of_transaction()`.execute(tx)
      return count(
        tx,
        sql`update idempotency_key set body = null where body ilike any(${[...spoken.answers, ...linksTo('onlinebookingclient', bookings)]}::text[])`,
      )
    },
  },
]
