import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, inOrganisation } from '../db/tx.ts'
import { type LinkKind, makePasswordLink } from '../domain/identity/password-links.ts'
import type { Smtp } from '../gateways/smtp.ts'
import { writeMail } from './mails.ts'

export type WorkerParts = {
  readonly db: Database
  readonly smtp: Smtp
  readonly publicUrl: string
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
}

/** A message this worker may send until its lease runs out. */
export type Taken = { organisation: number; id: number; kind: LinkKind; user: number; attempts: number; lease: string }

const leaseSeconds = 60
const atOnce = 5
/** Seconds to wait after the first, second, … failure; the last one repeats. */
const waits = [5, 60, 300, 1_800, 7_200] as const
/** Two hours apart this is a day of trying. */
const mostAttempts = 16

/** Takes messages that are due, of any organisation; nobody else takes them while the lease lasts. */
export const takeMessages = async (db: Database): Promise<readonly Taken[]> => {
  const { rows } = await sql<Taken>`
    with due as materialized (
      select organisation, id from message where sent is null and due <= now()
      order by due limit ${atOnce} for update skip locked)
    update message m set lease = gen_random_uuid(), attempts = attempts + 1,
      due = now() + make_interval(secs => ${leaseSeconds})
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

/** Writes an outcome only if the lease still holds: a worker that slept too long speaks for the message no more. */
const settle = (
  { db }: WorkerParts,
  { organisation, id, lease }: Taken,
  outcome: { sent?: boolean; due?: string; failure: string },
) =>
  inOrganisation(db, organisation, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('message')
      .set({
        lease: null,
        failure: outcome.failure,
        ...(outcome.sent ? { sent: sql<Date>`now()` } : {}),
        ...(outcome.due === undefined ? {} : { due: sql<Date>`now() + ${outcome.due}::interval` }),
      })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })

export const markSent = (parts: WorkerParts, taken: Taken) => settle(parts, taken, { sent: true, failure: '' })

const giveUp = ({ db }: WorkerParts, { organisation, id, lease }: Taken, failure: string) =>
  inOrganisation(db, organisation, (tx) =>
    tx
      .updateTable('message')
      .set({ lease: null, failure, due: sql<Date>`'infinity'` })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute(),
  )

/** The machine's words for a failure. The sentence around them may repeat what was in the mail, so it is not kept. */
const reasonOf = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const words = [code, responseCode].filter((word) => typeof word === 'string' || typeof word === 'number')
  return words.length > 0 ? words.join(' ') : 'error'
}

/** Makes the link, sends the mail that holds it, and records what became of it; answers false when it was not sent. */
export const sendMessage = async (parts: WorkerParts, taken: Taken) => {
  const { db, smtp, publicUrl, log } = parts
  const { organisation, id, kind, user, attempts } = taken
  try {
    const letter = await inOrganisation(db, organisation, async (tx) => {
      const clinic = await tx.selectFrom('organisation').select('name').executeTakeFirstOrThrow()
      const reader = await tx
        .selectFrom('user')
        .select(['email', 'first_name'])
        .where('id', '=', user)
        .where('is_active', '=', true)
        .executeTakeFirst()
      return reader && { clinic: clinic.name, reader, secret: await makePasswordLink(tx, user, kind) }
    })
    if (letter === undefined) return await giveUp(parts, taken, 'The user is not active any more.')
    const { clinic, reader, secret } = letter
    const link = `${publicUrl.replace(/\/$/, '')}/${organisation}/set-password/?link=${secret}`
    const messageId = `<message-${organisation}-${id}@${new URL(publicUrl).hostname}>`
    await smtp.send({ to: reader.email, messageId, ...writeMail({ kind, clinic, name: reader.first_name, link }) })
    if (!(await markSent(parts, taken)))
      log.warn({ organisation, message: id }, 'a message was sent after its lease had run out')
  } catch (error) {
    const reason = reasonOf(error)
    log.warn({ organisation, message: id, attempts, reason }, 'a message could not be sent')
    const seconds = waits[Math.min(attempts, waits.length) - 1] ?? waits[0]
    if (attempts >= mostAttempts) await giveUp(parts, taken, reason)
    else await settle(parts, taken, { due: `${seconds} seconds`, failure: reason })
    return false
  }
}
