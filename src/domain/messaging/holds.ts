import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import type { Preferences } from '../clients/clients.ts'
import type { MessageContent } from './content.ts'
import { sending, sent, sms, unknown, type MessageChannel } from './kinds.ts'
import type { HoldReason } from './reasons.ts'
import { isSetUp } from './set-up.ts'

/** So many messages reach one recipient within 24 hours, whatever they are about. */
const maxADay = 10
/** Reminders and recalls are sent from and until this time of the department. */
const [morning, evening] = ['08:00', '20:00']

export const recipientOf = ({ to }: Pick<MessageContent, 'to'>, channel: MessageChannel): string =>
  channel === sms ? to.phone : to.email

const holdOfClient = async (
  tx: Tx,
  channel: MessageChannel,
  { client, isSentByStaff }: MessageContent,
): Promise<HoldReason | undefined> => {
  if (client === null) return undefined
  const { archived, no_email, no_sms, communication_preferences } = await tx
    .selectFrom('client')
    .select(['archived', 'no_email', 'no_sms', 'communication_preferences'])
    .where('id', '=', client)
    .executeTakeFirstOrThrow()
  if (archived) return 'client_archived'
  if (isSentByStaff) return undefined
  if (channel === sms ? no_sms : no_email) return channel === sms ? 'no_sms' : 'no_email'
  const answers = communication_preferences as Preferences
  // A client who has not been asked is written to.
  return (channel === sms ? answers.sms : answers.email) === false ? 'preference' : undefined
}

const holdOfPatients = async (tx: Tx, patients: readonly Id<'patient'>[]): Promise<HoldReason | undefined> => {
  if (patients.length === 0) return undefined
  const found = await tx
    .selectFrom('patient')
    .select(['archived', 'deceased'])
    .where(sql<boolean>`id = any(${patients}::bigint[])`)
    .execute()
  if (found.some(({ deceased }) => deceased !== null)) return 'patient_deceased'
  return found.some(({ archived }) => archived) ? 'patient_archived' : undefined
}

/** Counts what went to a recipient, or may have. Until the transaction ends nobody else counts for this recipient. */
const countRecent = async (tx: Tx, recipient: string, except: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('client_message'), hashtext(organisation() || ' ' || lower(${recipient})))`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from client_message where organisation = organisation()
      and lower(recipient) = lower(${recipient}) and last_attempt > clock_timestamp() - interval '24 hours'
      and status = any(${[sending, sent, unknown]}::int[]) and id <> ${except}`.execute(tx)
  return rows[0]!.count
}

/** What it is that is held: the message, and where it would go. */
type Judged = { readonly id: number; readonly channel: MessageChannel }

/** Why a message is not to be sent as things are at this moment; undefined if it may be. */
export const findHold = async (
  tx: Tx,
  { id, channel }: Judged,
  content: MessageContent,
): Promise<HoldReason | undefined> => {
  if (content.hold !== undefined) return content.hold
  const ofPeople = (await holdOfClient(tx, channel, content)) ?? (await holdOfPatients(tx, content.patients))
  if (ofPeople !== undefined) return ofPeople
  const recipient = recipientOf(content, channel)
  if (recipient === '') return 'no_recipient'
  if (!(await isSetUp(tx, channel))) return 'not_set_up'
  return (await countRecent(tx, recipient, id)) >= maxADay ? 'too_many' : undefined
}

/** The next morning at a department if it is night there at this moment, else undefined. Times change with its clocks. */
export const nextMorning = async (tx: Tx, department: Id<'department'>, now: Date): Promise<Date | undefined> => {
  const { rows } = await sql<{ next: Date | null }>`
    select case when local::time < ${morning}::time then local::date + ${morning}::time
      when local::time >= ${evening}::time then local::date + 1 + ${morning}::time end at time zone time_zone as next
    from (select time_zone, ${now}::timestamptz at time zone time_zone as local from department_settings
      where organisation = organisation() and id = ${department}) department`.execute(tx)
  return rows[0]?.next ?? undefined
}
