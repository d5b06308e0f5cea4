import { sql, type Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type Database, inOrganisation, retryOnDeadlock, type Tx } from '../db/tx.ts'
import { composeMessage, htmlOf } from '../domain/messaging/compose.ts'
import type { MessageAttachment, MessageContent, QueuedMessage } from '../domain/messaging/content.ts'
import { findHold, nextMorning, recipientOf } from '../domain/messaging/holds.ts'
import { failed, held, queued, sending, sent, sms, unknown, type MessageChannel } from '../domain/messaging/kinds.ts'
import { failureReasons, holdReasons, type FailureReason } from '../domain/messaging/reasons.ts'
import { queuedColumns } from '../domain/messaging/request-message.ts'
import type { Language } from '../domain/organisation/languages.ts'
import { postSms } from '../gateways/client-sms.ts'
import { isStoreFault } from '../gateways/object-store.ts'
import { isPrivateServer } from '../gateways/private-servers.ts'
import { forAllOrganisations } from './all-organisations.ts'
import type { Allowance } from './lanes.ts'
import { inSeconds, leaseSeconds, withLease, type Leased } from './leases.ts'
import { messageContents } from './message-contents.ts'
import type { WorkerParts } from './messages.ts'
import { changeLeased, lease, release, renew, retryLater, waitAfter, type Queue } from './queues.ts'

/** A message that this worker may send while it holds the lease. */
export type LeasedClientMessage = Leased & { readonly id: number; readonly channel: MessageChannel }

/** With the longest wait between them, about a day. */
export const maxAttempts = 16

/**
 * E-mails of an organisation go through one server, and SMS through another: each is a lane. When a message is due is by the
 * clock of the organisation; leases and waiting after a failure are by the real one.
 */
export const clientMessageQueue: Queue<LeasedClientMessage> = {
  statement: 'lease messages to clients',
  table: 'client_message',
  key: 'id',
  waiting: sql`status < ${sql.lit(sent)}`,
  lane: 'channel',
  byOwnClock: true,
  available: 'available',
  retries: { seconds: [5, 60, 300, 1_800, 7_200], maxAttempts },
  givenUp: { status: failed, reason: 'gave_up' },
}

export const laneOfMessage = ({ organisation, channel }: Pick<LeasedClientMessage, 'organisation' | 'channel'>) =>
  `${organisation} ${channel}`

export const takeClientMessages = (db: Database, most: number, allowance: Allowance) =>
  lease(db, clientMessageQueue, most, allowance)

/** For how many seconds the message that is due longest has waited, sandboxes aside: their clocks are their own. */
export const oldestDueClientMessage = async (db: Database): Promise<number> => {
  const { rows } = await forAllOrganisations(
    db,
    'oldest due message to a client',
    sql<{ seconds: number }>`
      select coalesce(extract(epoch from now() - min(greatest(due, available))), 0)::float as seconds from client_message
      where status < 3 and due <= now() and available <= now()
        and not exists (select from organisation where organisation.id = client_message.organisation and sandbox)`,
  )
  return rows[0]?.seconds ?? 0
}

type Settings = Selectable<Tables['message_settings']>

type Ready = {
  readonly message: QueuedMessage
  readonly attempts: number
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly clinic: string
  readonly replyTo: string
  readonly language: Language
  readonly attachments: readonly MessageAttachment[]
  /** Nobody in a sandbox is real: its messages are kept, and go through no public server. */
  readonly isSandbox: boolean
  /** Of the server it goes through, read before anything is sent: what fails then can be tried again. */
  readonly settings: Settings
  readonly secret: string
}

type Change = Readonly<Record<string, unknown>>

const clockOf = async (tx: Tx): Promise<Date> => {
  const { clock_offset } = await tx
    .selectFrom('organisation')
    .select('clock_offset')
    .where('organisation', '=', sql<number>`organisation()`)
    .executeTakeFirstOrThrow()
  return new Date(Date.now() + clock_offset * 1_000)
}

/** What a message says now, or what becomes of it instead of being sent. */
const judge = async (
  tx: Tx,
  message: QueuedMessage,
): Promise<{ readonly content: MessageContent } | { readonly ends: Change }> => {
  const now = await clockOf(tx)
  const content = await messageContents[message.kind](tx, message, now)
  const hold = await findHold(tx, message, content)
  if (hold !== undefined) return { ends: { status: held, reason: hold, detail: holdReasons[hold] } }
  const morning = content.isQuietAtNight ? await nextMorning(tx, message.department, now) : undefined
  if (morning !== undefined) return { ends: { status: queued, due: morning, available: sql`clock_timestamp()` } }
  return { content }
}

/**
 * Writes a message from what is true now and marks it as being sent, in one transaction; undefined if it is not to be sent.
 * An SMS that was being sent before may have arrived, so it is not sent again.
 */
const prepare = async (
  tx: Tx,
  taken: LeasedClientMessage,
  unseal: WorkerParts['unseal'],
): Promise<Ready | undefined> => {
  const found = await tx
    .selectFrom('client_message')
    .select([...queuedColumns, 'status', 'attempts'])
    .where('id', '=', taken.id)
    .where('lease', '=', taken.lease)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { status, attempts: before, ...rest } = found
  const message = rest as QueuedMessage
  const isSms = message.channel === sms
  const judged =
    isSms && status === sending
      ? { ends: { status: unknown, reason: 'no_answer', detail: failureReasons.no_answer } }
      : await judge(tx, message)
  if ('ends' in judged) {
    await release(tx, clientMessageQueue, taken, judged.ends)
    return undefined
  }
  const { content } = judged
  const settings = await tx.selectFrom('message_settings').selectAll().executeTakeFirstOrThrow()
  const { sandbox: isSandbox } = await tx.selectFrom('organisation').select('sandbox').executeTakeFirstOrThrow()
  const sealed = isSms ? settings.sms_token : settings.smtp_password
  const secret = sealed === null ? '' : unseal(sealed)
  const { subject, text, clinic, replyTo } = await composeMessage(tx, message, content)
  const recipient = recipientOf(content, message.channel)
  const attempts = before + 1
  const isOurs = await changeLeased(tx, clientMessageQueue, taken, {
    status: sending,
    client: content.client,
    recipient,
    subject,
    text,
    attempts,
    last_attempt: sql`clock_timestamp()`,
    available: inSeconds(leaseSeconds),
  })
  if (!isOurs) return undefined
  const { language, attachments = [] } = content
  const from = { clinic, replyTo, settings, secret, isSandbox }
  return { message, attempts, recipient, subject, text, language, attachments, ...from }
}

/** Puts a message off that could not even be written. */
const postpone = ({ app }: WorkerParts, taken: LeasedClientMessage) =>
  inOrganisation(app, taken.organisation, async (tx) => {
    const { attempts } = await tx
      .selectFrom('client_message')
      .select('attempts')
      .where('id', '=', taken.id)
      .executeTakeFirstOrThrow()
    const next = attempts + 1
    const isLast = waitAfter(clientMessageQueue, next) === undefined
    const change = { attempts: next, ...(isLast ? { detail: failureReasons.gave_up } : {}) }
    await retryLater(tx, clientMessageQueue, taken, next, { change })
  })

/** Nothing was sent yet, so whatever went wrong the message is tried again, later each time. */
const prepareOrPostpone = async (parts: WorkerParts, taken: LeasedClientMessage) => {
  const { app, unseal } = parts
  try {
    return await retryOnDeadlock(() => inOrganisation(app, taken.organisation, (tx) => prepare(tx, taken, unseal)))
  } catch (problem) {
    await postpone(parts, taken).catch(() => {})
    throw problem
  }
}

/** What became of an attempt. Only what is `later` is tried again. */
type Outcome =
  | { readonly kind: 'sent'; readonly detail?: string }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string }
  | { readonly kind: 'later'; readonly detail: string }

/** The files of a message, made now; undefined while the object store cannot be read. */
const makeFiles = async ({ store, log }: WorkerParts, attachments: readonly MessageAttachment[]) => {
  try {
    return await Promise.all(attachments.map(async ({ make, ...file }) => ({ ...file, content: await make(store) })))
  } catch (problem) {
    if (!isStoreFault(problem)) throw problem
    log.warn({ err: problem }, 'a file of a message to a client could not be read')
    return undefined
  }
}

const sendMail = async (parts: WorkerParts, organisation: number, ready: Ready): Promise<Outcome> => {
  const { smtp_host, smtp_port, smtp_username, mail_from } = ready.settings
  const { message, recipient, subject, text, clinic, replyTo, language, secret } = ready
  const attachments = await makeFiles(parts, ready.attachments)
  if (attachments === undefined) return { kind: 'later', detail: 'The logo could not be read from the object store.' }
  const outcome = await parts.mailer.send(
    { host: smtp_host, port: smtp_port, username: smtp_username, password: secret },
    {
      from: { name: clinic, address: mail_from },
      ...(replyTo === '' ? {} : { replyTo }),
      to: recipient,
      subject,
      text: `${text}\n`,
      html: htmlOf({ subject, text }, language),
      messageId: `<client-message-${organisation}-${message.id}@${new URL(parts.publicUrl).hostname}>`,
      attachments,
    },
  )
  if (outcome.kind === 'sent') return outcome
  if (outcome.kind === 'failed') return { kind: 'later', detail: outcome.reason }
  return { kind: 'failed', reason: outcome.kind, detail: outcome.reason }
}

const sendSms = async ({ outgoing }: WorkerParts, _organisation: number, ready: Ready): Promise<Outcome> => {
  const { sms_gateway_url: url, sms_account: account, sms_from: from } = ready.settings
  const { recipient: to, text, secret: token } = ready
  const outcome = await postSms(outgoing, { url, account, token }, { to, from, text })
  if (outcome.kind === 'sent') return outcome
  if (outcome.kind === 'refused') return { kind: 'failed', reason: 'refused', detail: outcome.reason }
  return { kind: outcome.kind === 'unknown' ? 'unknown' : 'later', detail: outcome.reason }
}

/** Nobody gets a message of a sandbox, unless the deployment allows it a private server to try things with. */
const isKept = ({ allowedPrivate }: WorkerParts, channel: MessageChannel, { isSandbox, settings }: Ready) =>
  isSandbox && !isPrivateServer(channel === sms ? 'sms' : 'mail', settings, allowedPrivate)

/** Its log says so, and shows what would have been sent. */
const kept: Outcome = { kind: 'sent', detail: 'This is a sandbox: the message is kept here, and went to nobody.' }

/** Records what became of an attempt, and ends the lease; returns whether it was still ours. */
const record = (tx: Tx, taken: LeasedClientMessage, outcome: Outcome, attempts: number): Promise<boolean> => {
  const end = (change: Change) => release(tx, clientMessageQueue, taken, change)
  const { detail = '' } = outcome
  if (outcome.kind === 'sent') return end({ status: sent, sent: sql`clock_timestamp()`, reason: '', detail })
  if (outcome.kind === 'unknown') return end({ status: unknown, reason: 'no_answer', detail })
  if (outcome.kind === 'failed') return end({ status: failed, reason: outcome.reason, detail })
  return retryLater(tx, clientMessageQueue, taken, attempts, { change: { status: queued, detail } })
}

/** The lease expired while this worker was suspended. */
const logTakenOver = ({ log }: WorkerParts, { organisation, id }: LeasedClientMessage) =>
  log.warn({ organisation, clientMessage: id }, 'a message to a client was taken over by another worker')

const attempt = async (parts: WorkerParts, taken: LeasedClientMessage, isHeld: () => boolean): Promise<boolean> => {
  const { organisation, channel } = taken
  const ready = await prepareOrPostpone(parts, taken)
  if (ready === undefined) return true
  // Checked last, because what is sent cannot be recalled.
  if (!isHeld()) {
    logTakenOver(parts, taken)
    return true
  }
  const send = channel === sms ? sendSms : sendMail
  const outcome = isKept(parts, channel, ready) ? kept : await send(parts, organisation, ready)
  if (!(await inOrganisation(parts.app, organisation, (tx) => record(tx, taken, outcome, ready.attempts))))
    logTakenOver(parts, taken)
  // A server that refuses a recipient works.
  return outcome.kind === 'sent' || outcome.kind === 'failed'
}

/**
 * Sends a message to a client and records what became of it; answers false if its server failed. `since` is when the lease was
 * requested, by `performance.now()`. What nobody foresaw is thrown, and the message is tried again when the lease has expired.
 */
export const sendClientMessage = (parts: WorkerParts, taken: LeasedClientMessage, since: number): Promise<boolean> =>
  withLease({ since, renew: () => renew(parts.app, clientMessageQueue, taken) }, (isHeld) =>
    attempt(parts, taken, isHeld),
  )
