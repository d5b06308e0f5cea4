import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, inOrganisation } from '../db/tx.ts'
import { makePasswordLink, type MailKind } from '../domain/identity/password-links.ts'
import type { ObjectStore } from '../gateways/object-store.ts'
import type { Smtp } from '../gateways/smtp.ts'
import type { Registry } from '../kernel/resource.ts'
import { holding, leaseSeconds } from './holding.ts'
import { writeMail } from './mails.ts'

export type WorkerParts = {
  /** As the worker, who finds work in every organisation. */
  readonly db: Database
  /** As the application, for what is done the way the API does it. */
  readonly app: Database
  readonly resources: Registry
  readonly smtp: Smtp
  readonly store: ObjectStore
  readonly publicUrl: string
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
}

/** A message this worker may send while it holds the lease. */
export type Taken = {
  readonly organisation: number
  readonly id: number
  readonly kind: MailKind
  readonly user: number
  readonly attempts: number
  readonly lease: string
}

const atOnce = 5
/** Seconds to wait after the first, second, … failure; the last one repeats. */
const waits = [5, 60, 300, 1_800, 7_200] as const
/** Two hours apart this is a day of trying. */
const mostAttempts = 16

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Takes messages that are due, of any organisation; nobody else takes them while the lease lasts. */
export const takeMessages = async (db: Database): Promise<readonly Taken[]> => {
  const { rows } = await sql<Taken>`
    with due as materialized (
      select organisation, id from message where sent is null and due <= now()
      order by due limit ${atOnce} for update skip locked)
    update message m set lease = gen_random_uuid(), attempts = attempts + 1, due = ${inSeconds(leaseSeconds)}
    from due where m.organisation = due.organisation and m.id = due.id
    returning m.organisation, m.id, m.kind, m."user", m.attempts, m.lease`.execute(db)
  return rows
}

/** Seconds that the oldest message which is due and nobody has taken has waited. */
export const oldestDue = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(due)), 0)::float as seconds
    from message where sent is null and due <= now()`.execute(db)
  return rows[0]?.seconds ?? 0
}

type Change = {
  readonly lease?: null
  readonly sent?: true
  readonly due?: ReturnType<typeof inSeconds>
  readonly failure?: string
}

/** Changes a message only while the lease holds: a worker that slept too long speaks for it no more. */
const change = ({ db }: WorkerParts, { organisation, id, lease }: Taken, { sent, ...rest }: Change) =>
  inOrganisation(db, organisation, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('message')
      .set({ ...rest, ...(sent ? { sent: sql<Date>`now()` } : {}) })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })

const renew = (parts: WorkerParts, taken: Taken) => change(parts, taken, { due: inSeconds(leaseSeconds) })
export const markSent = (parts: WorkerParts, taken: Taken) =>
  change(parts, taken, { lease: null, sent: true, failure: '' })
const giveUp = (parts: WorkerParts, taken: Taken, failure: string) =>
  change(parts, taken, { lease: null, failure, due: sql<Date>`'infinity'` })

/** The machine's words for a failure. The sentence around them may repeat what was in the mail, so it is not kept. */
const reasonOf = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const words = [code, responseCode].filter((word) => typeof word === 'string' || typeof word === 'number')
  return words.length > 0 ? words.join(' ') : 'error'
}

/** Makes the mail, with a link of its own where it needs one; nothing if its reader has left. */
const prepare = async ({ db, publicUrl }: WorkerParts, { organisation, id, kind, user }: Taken) =>
  inOrganisation(db, organisation, async (tx) => {
    const { name: clinic } = await tx.selectFrom('organisation').select('name').executeTakeFirstOrThrow()
    const reader = await tx
      .selectFrom('user')
      .select(['email', 'first_name'])
      .where('id', '=', user)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (reader === undefined) return undefined
    const page =
      kind === 'password set' ? 'forgot-password/' : `set-password/?link=${await makePasswordLink(tx, user, kind)}`
    const link = `${publicUrl.replace(/\/$/, '')}/${organisation}/${page}`
    const messageId = `<message-${organisation}-${id}@${new URL(publicUrl).hostname}>`
    return { to: reader.email, messageId, ...writeMail({ kind, clinic, name: reader.first_name, link }) }
  })

/** Another worker has taken a message over, because this one slept too long. */
const leave = ({ log }: WorkerParts, { organisation, id }: Taken) =>
  log.warn({ organisation, message: id }, 'a message was left to the worker that took it over')

const send = async (parts: WorkerParts, taken: Taken, isHeld: () => boolean) => {
  const mail = await prepare(parts, taken)
  if (mail === undefined) return giveUp(parts, taken, 'The user is not active any more.')
  // The last moment to learn that somebody else has taken over: what is sent cannot be taken back.
  if (!isHeld() || !(await renew(parts, taken))) return leave(parts, taken)
  await parts.smtp.send(mail)
  if (!(await markSent(parts, taken))) leave(parts, taken)
}

/** Sends the mail of a message and records what became of it; answers false when that failed. */
export const sendMessage = async (parts: WorkerParts, taken: Taken, since = performance.now()) => {
  const { organisation, id, attempts } = taken
  try {
    await holding({ since, renew: () => renew(parts, taken) }, (isHeld) => send(parts, taken, isHeld))
    return true
  } catch (error) {
    const reason = reasonOf(error)
    const seconds = waits[Math.min(attempts, waits.length) - 1] ?? waits[0]
    const isOurs = await (attempts >= mostAttempts
      ? giveUp(parts, taken, reason)
      : change(parts, taken, { lease: null, due: inSeconds(seconds), failure: reason }))
    if (isOurs) parts.log.warn({ organisation, message: id, attempts, reason }, 'a message could not be sent')
    else leave(parts, taken)
    return false
  }
}
