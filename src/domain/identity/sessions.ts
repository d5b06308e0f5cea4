import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { endFactorMarks } from './factor-marks.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { recordSecurityEvent, type Origin, type SecurityEventKind } from './security-events.ts'

/** A session ends so long after it began, however much it is used. */
export const sessionHours = 12
/** Without use for so long it is locked. */
export const idleMinutes = 15
/** For so long after they gave their own factor, people are known to be at the screen themselves. */
export const confirmedMinutes = 5

/** What a person can prove themselves with. */
export type SessionFactor = 'password' | 'totp' | 'passkey' | 'recovery'

export type NewSession = {
  /** The stored hash of the password when the person proved themselves: if it has changed since, no session is started. */
  readonly passwordHash: string | null
  readonly factors: readonly SessionFactor[]
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
}

export type SignedIn = {
  readonly user: number
  readonly name: string
  readonly email: string
  readonly since: Date
  /** What the session is called where people see it; it opens nothing. */
  readonly session: string
  readonly factors: readonly SessionFactor[]
  /** Whether the person has given their own factor a moment ago. */
  readonly confirmed: boolean
}

const longest = { address: 63, userAgent: 255 } as const

/** True of a session that has to be unlocked before it is good for anything. */
export const isLocked = (table = 'session') =>
  `(${table}.locked is not null or ${table}.last_used <= now() - interval '${idleMinutes} minutes')`

/** True of a session whose person has given their own factor a moment ago. */
export const isConfirmed = (table = 'session') =>
  `(${table}.confirmed > now() - interval '${confirmedMinutes} minutes')`

/** A password alone, and a browser that is spared the second factor, confirm only whoever has nothing else. */
const ownFactorGiven = (factors: readonly SessionFactor[]) =>
  factors.some((factor) => factor !== 'password')
    ? sql`true`
    : sql`not exists (select from second_factor own where own.organisation = person.organisation
        and own."user" = person.id and own.confirmed is not null)`

/**
 * Signs an active user in and returns the value of the session cookie. The row of the user is locked, so that whoever changes
 * the password meanwhile either is waited for and seen here, or finds this session and ends it.
 */
export const startSession = async (
  tx: Tx,
  user: number,
  now: Date,
  { passwordHash, factors, address = '', userAgent = '' }: NewSession,
): Promise<string | undefined> => {
  const secret = newSecret()
  const { numAffectedRows } = await sql`
    insert into session (id, "user", created, expires, last_used, confirmed, factors, address, user_agent)
    select ${fingerprint(secret)}, person.id, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(hours => ${sessionHours}), ${now}::timestamptz,
      case when ${ownFactorGiven(factors)} then now() else '-infinity' end, ${[...factors]}::text[],
      ${address.slice(0, longest.address)}, ${userAgent.slice(0, longest.userAgent).toWellFormed()}
    from "user" person
    where person.id = ${user} and person.is_active and not person.is_virtual
      and person.password_hash is not distinct from ${passwordHash}
    for share`.execute(tx)
  return numAffectedRows === 1n ? secret : undefined
}

const running = (tx: Tx) =>
  tx.selectFrom('session').where('session.expires', '>', sql<Date>`now()`).orderBy('session.created')

/** The session of this cookie with its user, as long as it runs and the user is active. */
const runningWithUser = (tx: Tx, secret: string) =>
  running(tx)
    .innerJoin('user', (join) =>
      join.onRef('user.organisation', '=', 'session.organisation').onRef('user.id', '=', 'session.user'),
    )
    .where('session.id', '=', fingerprint(secret))
    .where('user.is_active', '=', true)

/** Who holds this cookie, if the session still runs and the user is still active; and whether it is locked. */
export const findSession = (tx: Tx, secret: string): Promise<(SignedIn & { readonly locked: boolean }) | undefined> =>
  runningWithUser(tx, secret)
    .select([
      'user.id as user',
      'user.email',
      'session.created as since',
      'session.public_id as session',
      sql<SessionFactor[]>`session.factors`.as('factors'),
      sql<string>`trim("user".first_name || ' ' || "user".last_name)`.as('name'),
      sql<boolean>`${sql.raw(isLocked())}`.as('locked'),
      sql<boolean>`${sql.raw(isConfirmed())}`.as('confirmed'),
    ])
    .executeTakeFirst()

/** Notes that the person is there. Written at most once a minute, and never to a session that is locked. */
export const touchSession = async (tx: Tx, session: string) => {
  await sql`update session set last_used = now()
    where public_id = ${session} and last_used < now() - interval '1 minute' and not ${sql.raw(isLocked())}`.execute(tx)
}

/** Locks a session, at the person's wish or because nobody used it. Returns whether it was open until now. */
export const lockSession = async (tx: Tx, session: string, origin: Origin = {}) => {
  const locked = await tx
    .updateTable('session')
    .set({ locked: sql<Date>`now()` })
    .where('public_id', '=', session)
    .where('locked', 'is', null)
    .returning('user')
    .executeTakeFirst()
  if (locked !== undefined) await recordSecurityEvent(tx, { kind: 'session.locked', user: locked.user, ...origin })
  return locked !== undefined
}

/** The person of a locked session, with the hash to check the password against outside any transaction. */
export const findToUnlock = (tx: Tx, secret: string) =>
  runningWithUser(tx, secret)
    .select(['user.id', 'user.email', 'user.password_hash', 'session.public_id as session'])
    .executeTakeFirst()

/** Notes that the person of a session has given their own factor. Returns whether the session was open for it. */
export const confirmSession = async (
  tx: Tx,
  session: string,
  {
    passwordHash,
    factor,
    ...origin
  }: { readonly passwordHash: string | null; readonly factor: SessionFactor } & Origin,
): Promise<boolean> => {
  const { rows } = await sql<{ user: number }>`
    update session set confirmed = now(), last_used = now() from "user" person
    where session.public_id = ${session} and session.expires > now() and not ${sql.raw(isLocked())}
      and person.organisation = session.organisation and person.id = session."user" and person.is_active
      and person.password_hash is not distinct from ${passwordHash} and ${ownFactorGiven([factor])}
    returning session."user"`.execute(tx)
  const [confirmed] = rows
  if (confirmed === undefined) return false
  await recordSecurityEvent(tx, { ...origin, kind: 'session.confirmed', user: confirmed.user, details: { factor } })
  return true
}

/**
 * Unlocks a session whose person has proved themselves again, and returns the new value of its cookie: the old one, which may
 * have been read from the unattended machine, opens nothing any more. Undefined if the password has changed meanwhile.
 */
export const unlockSession = async (
  tx: Tx,
  secret: string,
  { passwordHash, factors, address, userAgent, ...origin }: NewSession & Origin,
): Promise<string | undefined> => {
  const renewed = newSecret()
  const { rows } = await sql<{ user: number }>`
    with person as materialized (
      select "user".id, "user".organisation from "user" join session on session.organisation = "user".organisation and session."user" = "user".id
      where session.id = ${fingerprint(secret)} and session.expires > now() and "user".is_active
        and "user".password_hash is not distinct from ${passwordHash}
      for share of "user")
    update session set id = ${fingerprint(renewed)}, locked = null, last_used = now(),
      confirmed = case when ${ownFactorGiven(factors)} then now() else session.confirmed end
    from person where session.id = ${fingerprint(secret)} and session."user" = person.id
    returning session."user"`.execute(tx)
  const [unlocked] = rows
  if (unlocked === undefined) return undefined
  await recordSecurityEvent(tx, {
    ...origin,
    kind: 'session.unlocked',
    user: unlocked.user,
    address,
    userAgent,
    details: { factors: factors.join(', ') },
  })
  return renewed
}

/** Ends the session of a cookie: at sign-out, or because another replaces it. */
export const endSession = async (
  tx: Tx,
  secret: string,
  kind: Extract<SecurityEventKind, 'sign_out' | 'session.ended'> = 'session.ended',
  origin: Origin = {},
) => {
  const ended = await tx
    .deleteFrom('session')
    .where('id', '=', fingerprint(secret))
    .returning('user')
    .executeTakeFirst()
  if (ended !== undefined) await recordSecurityEvent(tx, { kind, user: ended.user, ...origin })
}

/** The sessions of a user that still run, the one that was used last first. */
export const listSessions = (tx: Tx, user: number) =>
  tx
    .selectFrom('session')
    .select(['public_id as session', 'created', 'expires', 'last_used', 'address', 'user_agent'])
    .select([sql<SessionFactor[]>`factors`.as('factors'), sql<boolean>`${sql.raw(isLocked())}`.as('locked')])
    .where('user', '=', user)
    .where('expires', '>', sql<Date>`now()`)
    .orderBy('last_used', 'desc')
    .execute()

/** Ends one session of a user by the name it is shown with. Returns whether there was one. */
export const endSessionNamed = async (tx: Tx, user: number, session: string, origin: Origin = {}) => {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('user', '=', user)
    .where('public_id', '=', session)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await recordSecurityEvent(tx, { kind: 'session.ended', user, ...origin })
  return numDeletedRows > 0n
}

/** Ends every session of a user but one, and has every browser ask for a second factor again. Returns how many it ended. */
export const endOtherSessions = async (tx: Tx, user: number, kept: string, origin: Origin = {}) => {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('user', '=', user)
    .where('public_id', '<>', kept)
    .executeTakeFirst()
  await endFactorMarks(tx, user)
  const sessions = Number(numDeletedRows)
  if (sessions > 0) await recordSecurityEvent(tx, { kind: 'session.ended', user, ...origin, details: { sessions } })
  return sessions
}

/**
 * Ends every session of a user, every token that applications hold in the user's name, and what spares a browser the second
 * factor. The grants go first, in a statement
 * of their own: that waits for whoever is writing a token of one, so that the next statement sees and ends the token too.
 */
export const endAllAccess = async (tx: Tx, user: number) => {
  await tx.deleteFrom('session').where('user', '=', user).execute()
  await endFactorMarks(tx, user)
  const ofUser = sql<boolean>`payload ? 'accountId' and payload ->> 'accountId' = ${String(user)}`
  await tx.deleteFrom('oauth_record').where('model', '=', 'Grant').where(ofUser).execute()
  await tx.deleteFrom('oauth_record').where(ofUser).execute()
}

/** Signs a user out everywhere, at the wish of whoever manages users. */
export const signOutUser = async (tx: Tx, _actor: Actor, id: number): Promise<number> => {
  // Locked, so that a session that is being started is there to be ended.
  const { is_virtual } = await tx
    .selectFrom('user')
    .select('is_virtual')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (is_virtual) throw invalid(nonField, 'An application has no sessions. Archive it, or replace its secret.')
  await endAllAccess(tx, id)
  await recordSecurityEvent(tx, { kind: 'session.ended', user: id, details: { everywhere: true } })
  return id
}

/** Who may sign in with an e-mail address, with the hash to check the password against outside any transaction. */
export const findForSignIn = (tx: Tx, email: string) =>
  tx
    .selectFrom('user')
    .select(['id', 'password_hash'])
    .where(sql<string>`lower(email)`, '=', email.trim().toLowerCase())
    .where('email', '<>', '')
    .where('is_active', '=', true)
    .where('is_virtual', '=', false)
    .executeTakeFirst()
