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
import { turnsOfOrganisations } from './lanes.ts'
import { withLease, type Leased } from './leases.ts'
import { composeMail } from './mail-content.ts'
import { giveUp, release, renew, retryLater, takeInTurn, type Queue } from './queues.ts'
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
  /** Private addresses, as `host:port`, that this deployment may be asked to call. */
  readonly allowedPrivate?: readonly string[] | undefined
  readonly publicUrl: string
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  /** Without one, files are not scanned. */
  readonly scanner?: VirusScanner | undefined
  readonly securityEventDays?: number
  /** Calls back whenever any organisation may have changed, until the returned function is called. Without it, work waits to be found. */
  readonly subscribe?: ((callback: () => void) => () => void) | undefined
  /** How often to ask what is due. */
  readonly askMs?: number
}

/** A message this worker may send while it holds the lease. */
export type LeasedMessage = Leased & { readonly id: number; readonly kind: MailKind; readonly attempts: number }

export const messageQueue: Queue<LeasedMessage> = {
  statement: 'lease messages',
  table: 'message',
  key: 'id',
  waiting: sql`sent is null`,
  onLease: sql`attempts = attempts + 1`,
  // With the longest wait between them, about a day.
  retries: { seconds: [5, 60, 300, 1_800, 7_200], maxAttempts: 16 },
  givenUp: { due: sql`'infinity'` },
}

const batchSize = 5
export const takeMessages = (db: Database, turns = turnsOfOrganisations()) =>
  takeInTurn(db, messageQueue, batchSize, turns)

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

const inItsOrganisation = ({ db }: WorkerParts, { organisation }: LeasedMessage, work: (tx: Tx) => Promise<boolean>) =>
  inOrganisation(db, organisation, work)
const renewLease = ({ db }: WorkerParts, taken: LeasedMessage) => renew(db, messageQueue, taken)
export const markSent = (parts: WorkerParts, taken: LeasedMessage) =>
  inItsOrganisation(parts, taken, (tx) => release(tx, messageQueue, taken, { sent: sql`now()`, failure: '' }))

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
  if (mail === undefined)
    return inItsOrganisation(parts, taken, (tx) =>
      giveUp(tx, messageQueue, taken, { failure: 'The user is no longer active.' }),
    )
  // Checked last, because a mail cannot be recalled.
  if (!isHeld() || !(await renewLease(parts, taken))) return logTakenOver(parts, taken)
  await parts.smtp.send(mail)
  if (!(await markSent(parts, taken))) logTakenOver(parts, taken)
}

/** Sends the mail of a message and records the outcome; answers false if sending failed. */
export const sendMessage = async (parts: WorkerParts, taken: LeasedMessage, since = performance.now()) => {
  const { organisation, id, attempts } = taken
  try {
    await withLease({ since, renew: () => renewLease(parts, taken) }, (isHeld) => send(parts, taken, isHeld))
    return true
  } catch (error) {
    const reason = reasonOf(error)
    const isOurs = await inItsOrganisation(parts, taken, (tx) =>
      retryLater(tx, messageQueue, taken, attempts, { change: { failure: reason } }),
    )
    if (isOurs) parts.log.warn({ organisation, message: id, attempts, reason }, 'a message could not be sent')
    else logTakenOver(parts, taken)
    return false
  }
}
