import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { composeMessage } from '../../domain/messaging/compose.ts'
import {
  confirmation,
  email,
  failed,
  held,
  queued,
  reminder,
  sending,
  sent,
  sms,
  unknown,
  type MessageChannel,
  type MessageKind,
  type MessageStatus,
} from '../../domain/messaging/kinds.ts'
import { failureReasons, holdReasons } from '../../domain/messaging/reasons.ts'
import { addTemplate } from '../../domain/messaging/templates.ts'
import { describeAppointment } from '../../domain/scheduling/appointment-message.ts'
import type { Actor } from '../../kernel/caller.ts'

type DemoMessage = {
  readonly kind: MessageKind
  readonly channel: MessageChannel
  readonly status: MessageStatus
  readonly attempts?: number
  readonly reason?: keyof typeof holdReasons | keyof typeof failureReasons
  readonly detail?: string
}

const confirmed: DemoMessage = { kind: confirmation, channel: email, status: sent, attempts: 1 }

/** What became of the messages about the appointments to come, the first one first. */
const demoMessages: readonly DemoMessage[] = [
  confirmed,
  { ...confirmed, channel: sms },
  { kind: reminder, channel: sms, status: sent, attempts: 1 },
  { kind: reminder, channel: email, status: sent, attempts: 2 },
  { ...confirmed, status: held, attempts: 0, reason: 'no_email' },
  { ...confirmed, status: held, attempts: 0, reason: 'no_recipient' },
  { ...confirmed, channel: sms, status: held, attempts: 0, reason: 'preference' },
  {
    ...confirmed,
    status: failed,
    reason: 'bounced',
    detail: 'The mail server did not take the message. It answered 550.',
  },
  {
    ...confirmed,
    channel: sms,
    status: unknown,
    reason: 'no_answer',
    detail: 'There was no complete answer within 15 seconds.',
  },
  confirmed,
  { ...confirmed, channel: sms },
  { kind: reminder, channel: email, status: sending, attempts: 1 },
  { kind: reminder, channel: email, status: queued, attempts: 0 },
  { kind: reminder, channel: sms, status: queued, attempts: 2, detail: 'The SMS gateway answered 503.' },
]

const minute = 60_000
/** Between two messages. */
const minutes = 25

const detailOf = ({ reason, detail = '' }: DemoMessage) => {
  if (reason === undefined || detail !== '') return detail
  return { ...holdReasons, ...failureReasons }[reason]
}

type About = { readonly id: number; readonly client: number; readonly department: number }

const logMessage = async (tx: Tx, { now }: Actor, demo: DemoMessage, { id, client, department }: About, at: number) => {
  const { kind, channel, status, attempts = 0, reason = '' } = demo
  const created = new Date(now.valueOf() - (demoMessages.length - at) * minutes * minute)
  const content = await describeAppointment(tx, id, created)
  const { subject, text } = await composeMessage(tx, { kind, channel, department }, content)
  const last = attempts === 0 ? null : new Date(created.valueOf() + attempts * minute)
  await tx
    .insertInto('client_message')
    .values({
      kind,
      channel,
      request: kind === confirmation ? content.requestHash : `demo ${at}`,
      department,
      client,
      appointment: id,
      status,
      reason,
      detail: detailOf(demo),
      ...(last === null ? {} : { recipient: channel === sms ? content.to.phone : content.to.email, subject, text }),
      attempts,
      last_attempt: last,
      sent: status === sent ? last : null,
      due: status === queued ? new Date(now.valueOf() + 60 * minute) : created,
      // The clinic has no servers, and what waits is to be looked at, not to be held.
      available: sql<Date>`'infinity'`,
      created,
    })
    .execute()
}

/** Logs messages in every state about appointments to come, and words one kind of them as the clinic likes it. */
export const seedMessages = async (tx: Tx, actor: Actor) => {
  await addTemplate(tx, actor, {
    kind: reminder,
    channel: sms,
    language: 'en',
    text: '{{clinic}}: See you on {{date}} at {{time}}, {{patients}}!\nCannot come? Call {{department_phone}}',
  })
  const { rows } = await sql<About>`
    select appointment.id, appointment.client, appointment.department from appointment
    join client on client.organisation = appointment.organisation and client.id = appointment.client
    where appointment.organisation = organisation() and appointment.active and appointment.start > ${actor.now}
      and client.email <> '' and exists (select from phonenumber where phonenumber.organisation = client.organisation
        and phonenumber.client = client.id and phonenumber.type_code = 1)
    order by appointment.start, appointment.id limit ${demoMessages.length}`.execute(tx)
  for (const [at, about] of rows.entries()) await logMessage(tx, actor, demoMessages[at]!, about, at)
}
