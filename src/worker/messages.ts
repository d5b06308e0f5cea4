import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'
import { makeEmailLink } from '../domain/identity/email-changes.ts'
import type { MailKind } from '../domain/identity/mails.ts'
import { makePasswordLink } from '../domain/identity/password-links.ts'
import type { ClientMailer } from '../gateways/client-mail.ts'
import type { ObjectStore } from '../gateways/object-store.ts'
import type { Outgoing } from '../gateways/outgoing.ts'
import type { Smtp } from '../gateways/smtp.ts'
import type { VirusScanner } from '../gateways/virus-scanner.ts'
import type { Registry } from '../kernel/resource.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { inSeconds, withLease, leaseSeconds } from './leases.ts'
import { composeMail } from './mail-content.ts'
import { composeAlert } from './security-alert-mail.ts'

export type WorkerParts = {
  /** With the worker's role, which finds work in every organisation. */
  readonly db: Database
  /** With the role of the API, for what is done as the API does it. */
  readonly app: Database
  readonly resources: Registry
  readonly smtp: Smtp
  /** For messages to clients, through the server of their clinic. */
  readonly mailer: ClientMailer
  readonly store: ObjectStore
  readonly outgoing: Outgoing
  readonly unseal: (sealed: Buffer) => string
  readonly publicUrl: string
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  /** Without one, files are not scanned. */
  readonly scanner?: VirusScanner | undefined
  readonly securityEventDays?: number
}

/** A message this worker may send while it holds the lease. */
export type LeasedMessage = {
  readonly organisation: number
  readonly id: number
  readonly kind: MailKind
  readonly attempts: number
  readonly lease: string
}

const batchSize = 5
/** Seconds to wait after the first, second, … failure; the last one repeats. */
const backoffSeconds = [5, 60, 300, 1_800, 7_200] as const
/** With the longest wait between them, about a day. */
const mostAttempts = 16

/** Leases messages that are due, of any organisation; no other worker takes them while the lease lasts. */
export const takeMessages = async (db: Database): Promise<readonly LeasedMessage[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'lease messages',
    sql<LeasedMessage>`
      with due as materialized (
        select organisation, id from message where sent is null and due <= now()
        order by due limit ${batchSize} for update skip locked)
      update message set lease = gen_random_uuid(), attempts = attempts + 1, due = ${inSeconds(leaseSeconds)}
      from due where message.organisation = due.organisation and message.id = due.id
      returning message.organisation, message.id, message.kind, message.attempts, message.lease`,
  )
  return rows
}

/** For how many seconds the oldest message that is due and not leased has waited. */
export const oldestDue = async (db: Database): Promise<number> => {
  const { rows } = await forAllOrganisations(
    db,
    'oldest due message',
    sql<{ seconds: number }>`
      select coalesce(extract(epoch from now() - min(due)), 0)::float as seconds
      from message where sent is null and due <= now()`,
  )
  return rows[0]?.seconds ?? 0
}

type Change = {
  readonly lease?: null
  readonly sent?: true
  readonly due?: ReturnType<typeof inSeconds>
  readonly failure?: string
}

/** Changes a message only while its lease is ours: after a long suspension another worker may have taken it over. */
const updateLeased = ({ db }: WorkerParts, { organisation, id, lease }: LeasedMessage, { sent, ...rest }: Change) =>
  inOrganisation(db, organisation, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('message')
      .set({ ...rest, ...(sent ? { sent: sql<Date>`now()` } : {}) })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })

const renew = (parts: WorkerParts, taken: LeasedMessage) => updateLeased(parts, taken, { due: inSeconds(leaseSeconds) })
export const markSent = (parts: WorkerParts, taken: LeasedMessage) =>
  updateLeased(parts, taken, { lease: null, sent: true, failure: '' })
const giveUp = (parts: WorkerParts, taken: LeasedMessage, failure: string) =>
  updateLeased(parts, taken, { lease: null, failure, due: sql<Date>`'infinity'` })

/** The codes of a failure. Its message is not stored: it may quote the mail. */
const reasonOf = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const codes = [code, responseCode].filter((one) => typeof one === 'string' || typeof one === 'number')
  return codes.length > 0 ? codes.join(' ') : 'error'
}

const findEmailChange = (tx: Tx, id: number | null) =>
  id === null
    ? undefined
    : tx.selectFrom('email_change').select(['id', 'old_email', 'new_email']).where('id', '=', id).executeTakeFirst()

/** What a mail is about. */
const readMessage = (tx: Tx, { organisation, id }: LeasedMessage) =>
  tx
    .selectFrom('message')
    // The event is the security event of an alert. The recipient is an address other than the user’s.
    .select(['user', 'event', 'recipient', 'email_change'])
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const nameOfClinic = async (tx: Tx, organisation: number) => {
  const { name } = await tx
    .selectFrom('organisation')
    .select('name')
    .where('organisation', '=', organisation)
    .executeTakeFirstOrThrow()
  return name
}

/** The page that a mail leads to, with the secret of a new link if it needs one. */
const makePage = async (
  tx: Tx,
  kind: MailKind,
  { user, email_change }: { readonly user: number; readonly email_change: number | null },
) => {
  if (kind === 'confirm old address' || kind === 'confirm new address')
    return `confirm-email/?link=${await makeEmailLink(tx, email_change ?? 0, kind)}`
  if (kind === 'invitation' || kind === 'password reset')
    return `set-password/?link=${await makePasswordLink(tx, user, kind)}`
  return kind === 'email changed' ? 'account/' : 'forgot-password/'
}

/** Composes the mail, with a new link if it needs one; undefined if the user is no longer active. */
const prepare = async ({ db, publicUrl }: WorkerParts, message: LeasedMessage) => {
  const { organisation, id, kind } = message
  return inOrganisation(db, organisation, async (tx) => {
    const clinic = await nameOfClinic(tx, organisation)
    const { user, event, email_change, recipient: address } = await readMessage(tx, message)
    const recipient = await tx
      .selectFrom('user')
      .select(['id', 'email', 'first_name'])
      .where('id', '=', user)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (recipient === undefined) return undefined
    const pages = `${publicUrl.replace(/\/$/, '')}/${organisation}`
    const messageId = `<message-${organisation}-${id}@${new URL(publicUrl).hostname}>`
    if (kind === 'security alert') {
      const alert = await composeAlert(tx, { event, recipient, clinic, pages })
      return alert && { to: recipient.email, messageId, ...alert }
    }
    const link = `${pages}/${await makePage(tx, kind, { user, email_change })}`
    const change = await findEmailChange(tx, email_change)
    const mail = composeMail({ kind, clinic, name: recipient.first_name, link, change })
    return { to: address ?? recipient.email, messageId, ...mail }
  })
}

/** The lease expired while this worker was suspended. */
const logTakenOver = ({ log }: WorkerParts, { organisation, id }: LeasedMessage) =>
  log.warn({ organisation, message: id }, 'a message was taken over by another worker')

const send = async (parts: WorkerParts, taken: LeasedMessage, isHeld: () => boolean) => {
  const mail = await prepare(parts, taken)
  if (mail === undefined) return giveUp(parts, taken, 'The user is no longer active.')
  // Checked last, because a mail cannot be recalled.
  if (!isHeld() || !(await renew(parts, taken))) return logTakenOver(parts, taken)
  await parts.smtp.send(mail)
  if (!(await markSent(parts, taken))) logTakenOver(parts, taken)
}

/** Sends the mail of a message and records the outcome; answers false if sending failed. */
export const sendMessage = async (parts: WorkerParts, taken: LeasedMessage, since = performance.now()) => {
  const { organisation, id, attempts } = taken
  try {
    await withLease({ since, renew: () => renew(parts, taken) }, (isHeld) => send(parts, taken, isHeld))
    return true
  } catch (error) {
    const reason = reasonOf(error)
    const seconds = backoffSeconds[Math.min(attempts, backoffSeconds.length) - 1] ?? backoffSeconds[0]
    const isOurs = await (attempts >= mostAttempts
      ? giveUp(parts, taken, reason)
      : updateLeased(parts, taken, { lease: null, due: inSeconds(seconds), failure: reason }))
    if (isOurs) parts.log.warn({ organisation, message: id, attempts, reason }, 'a message could not be sent')
    else logTakenOver(parts, taken)
    return false
  }
}
