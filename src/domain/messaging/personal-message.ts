import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { ApiError, invalid, nonField } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import type { MessageText } from './built-in-texts.ts'
import { composeText, findWording, maxSms } from './compose.ts'
import { contactOf } from './contact.ts'
import type { ContentOf } from './content.ts'
import { findHold, recipientOf } from './holds.ts'
import type { Language } from '../organisation/languages.ts'
import { email, messageChannels, personal, sms, type MessageChannel } from './kinds.ts'
import { findSubject, type About } from './message-subject.ts'
import { queueMessage } from './queue-message.ts'
import { holdReasons, type HoldReason } from './reasons.ts'
import { smsParts } from './sms-length.ts'
import { requireWhole } from './templates.ts'

/** So many personal messages an organisation writes within 24 hours, by each channel: they are no way to write to everybody. */
export const maxPersonalADay = 200

type Personal = Omit<About, 'client'> & {
  readonly channel: MessageChannel
  readonly client: Id<'client'> | null
  readonly department?: Id<'department'>
  readonly subject?: string
  readonly text?: string
}

type Written = MessageText & {
  readonly recipient: string
  readonly department: Id<'department'>
  readonly hold: HoldReason | undefined
}

const requireClient = ({ client }: Personal): Id<'client'> => {
  if (client === null) throw invalid('client', 'This field may not be null.', 'null')
  return client
}

/** What was typed, else a greeting and the name of the clinic to write between. */
const wordingOf = async (tx: Tx, { channel, subject = '', text = '' }: Personal, language: Language) =>
  text.trim() === '' ? findWording(tx, personal, channel, language) : { subject, text }

const requireSendable = (channel: MessageChannel, { subject, text }: MessageText) => {
  if (text === '')
    throw invalid('text', 'Nothing is known for any line of this text. Write what is to be sent.', 'blank')
  if (channel === sms && [...text].length > maxSms)
    throw invalid('text', `An SMS has at most ${maxSms} characters. Write an e-mail.`, 'max_length')
  if (channel === email && subject === '') throw invalid('subject', 'An e-mail needs a subject.', 'required')
}

/** Fills a message in as it would be sent now, and says whether it would be held. */
const writePersonal = async (tx: Tx, actor: Actor, input: Personal): Promise<Written> => {
  const [client, { channel }] = [requireClient(input), input]
  const { language, locale, name, ...to } = await contactOf(tx, client)
  const about = await findSubject(tx, actor, { ...input, client }, locale)
  const department = input.department ?? about.department
  if (department === null) throw invalid('department', 'Say on behalf of which department you write.', 'required')
  const wording = await wordingOf(tx, input, language)
  requireWhole({ kind: personal, channel, language, ...wording })
  const values = { client: name, ...about.values }
  const { subject, text } = await composeText(tx, wording, { department }, values)
  const content = { client, to, language, values, patients: [], isQuietAtNight: false }
  const hold = await findHold(tx, { id: 0, channel }, content)
  return { subject, text, recipient: recipientOf(content, channel), department, hold }
}

/** What somebody is about to send, as the client would read it: nothing is stored or sent. */
export const previewPersonal = async (tx: Tx, actor: Actor, input: Personal) => {
  const { subject, text, recipient, hold } = await writePersonal(tx, actor, input)
  return {
    recipient,
    subject,
    text,
    sms_parts: input.channel === sms ? smsParts(text) : null,
    reason: hold ?? '',
    detail: hold === undefined ? '' : holdReasons[hold],
  }
}

/** Counts one more personal message of the organisation. Until the transaction ends nobody else counts. */
const countPersonal = async (tx: Tx, channel: MessageChannel) => {
  await sql`select pg_advisory_xact_lock(hashtext('personal_message'), hashtext(organisation() || ' ' || ${channel}))`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from client_message where organisation = organisation() and kind = ${personal}
      and channel = ${channel} and created > clock_timestamp() - interval '24 hours'`.execute(tx)
  if (rows[0]!.count >= maxPersonalADay)
    throw new ApiError(
      429,
      `Your clinic has written ${maxPersonalADay} messages of its own by ${messageChannels[channel]} within 24 hours. Try again later.`,
      { headers: { 'retry-after': '3600' } },
    )
}

/** Queues what somebody has written to a client. Each request is a message. */
export const sendPersonal = async (tx: Tx, actor: Actor, input: Personal): Promise<number> => {
  if ((input.text ?? '').trim() === '') throw invalid('text', 'Write what is to be sent.', 'required')
  const { subject, text, department, hold } = await writePersonal(tx, actor, input)
  if (hold !== undefined) throw invalid(nonField, holdReasons[hold], 'held')
  requireSendable(input.channel, { subject, text })
  await countPersonal(tx, input.channel)
  const { client, patient, consultation, invoice } = input
  const { id } = await queueMessage(tx, {
    kind: personal,
    channel: input.channel,
    request: randomUUID(),
    department,
    client,
    ...(patient !== undefined && { patient }),
    ...(consultation !== undefined && { consultation }),
    ...(invoice !== undefined && { invoice }),
    subject,
    text,
    created_user: actor.user,
  })
  return id
}

/** What somebody has written, as it was written. */
export const personalContent: ContentOf = async (tx, { id, client }) => {
  const written = await tx
    .selectFrom('client_message')
    .select(['subject', 'text'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { language, locale: _locale, name, ...to } = await contactOf(tx, client!)
  return { client, to, language, values: { client: name }, written, patients: [], isQuietAtNight: false }
}
