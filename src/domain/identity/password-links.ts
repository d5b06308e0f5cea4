import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { ApiError, invalid, nonField, notFound } from '../../kernel/errors.ts'
import { endMailedLinks, type LinkKind, linkHours, mailsADay, queueMail, requestedFromOf } from './mails.ts'
import type { PasswordHash } from './passwords.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { type Origin, recordSecurityEvent } from './security-events.ts'
import { endAllAccess, findForSignIn, type NewSession, startSession } from './sessions.ts'

/** Invites a member of staff by e-mail to choose a password. */
export const inviteUser = async (tx: Tx, user: number) => {
  const invited = await tx
    .selectFrom('user')
    .select(['email', 'is_active', 'is_virtual', 'password_hash'])
    .where('id', '=', user)
    .executeTakeFirst()
  if (invited === undefined) throw notFound('There is no user with this id.')
  if (invited.is_virtual)
    throw invalid(nonField, 'An application signs in with its own credentials and cannot be invited.')
  if (!invited.is_active) throw invalid(nonField, 'This user is not active. Set is_active to true, then invite again.')
  if (invited.password_hash !== null)
    throw invalid(
      nonField,
      'This user has a password already. "Forgot your password?" on the sign-in page sends a link for a new one.',
    )
  if (!(await queueMail(tx, { user, kind: 'invitation' })))
    throw new ApiError(
      429,
      `This user was sent ${mailsADay.person} e-mails with links within a day. Check their address, and try again tomorrow.`,
      { headers: { 'retry-after': '3600' } },
    )
  await recordSecurityEvent(tx, { kind: 'user.invited', user })
}

/** Sends a link for a new password if the address is a user's. The caller does not learn whether it is. */
export const requestPasswordReset = async (tx: Tx, email: string, origin: Origin = {}) => {
  const found = await findForSignIn(tx, email)
  const requestedFrom = requestedFromOf(origin.address)
  const mailed = found !== undefined && (await queueMail(tx, { user: found.id, kind: 'password reset', requestedFrom }))
  await recordSecurityEvent(tx, {
    kind: 'password.reset_requested',
    user: found?.id ?? null,
    ...origin,
    details: { mailed },
  })
}

/** Makes the secret of one e-mailed link. Only the mail ever holds it. */
export const makePasswordLink = async (tx: Tx, user: number, kind: LinkKind) => {
  const secret = newSecret()
  const expires = sql<Date>`now() + make_interval(hours => ${linkHours[kind]})`
  await tx
    .insertInto('password_link')
    .values({ id: fingerprint(secret), user, expires })
    .execute()
  return secret
}

const usable = (tx: Tx, secret: string) =>
  tx
    .selectFrom('password_link')
    .innerJoin('user', (join) =>
      join.onRef('user.organisation', '=', 'password_link.organisation').onRef('user.id', '=', 'password_link.user'),
    )
    .where('password_link.id', '=', fingerprint(secret))
    .where('password_link.used', 'is', null)
    .where('password_link.expires', '>', sql<Date>`now()`)
    .where('user.is_active', '=', true)
    .select(['user.id', 'user.email', 'user.first_name', 'user.last_name'])

/** Whose password a link sets, while it can. */
export const findPasswordLink = (tx: Tx, secret: string) => usable(tx, secret).executeTakeFirst()

/**
 * Sets a user's password, and ends all their sessions, tokens and links. The user's row is locked first: a session that is
 * being started meanwhile either waits for this and then finds another password, or is there to be ended.
 */
export const changePassword = async (tx: Tx, user: number, password_hash: PasswordHash, origin: Origin = {}) => {
  await tx.updateTable('user').set({ password_hash }).where('id', '=', user).execute()
  await endMailedLinks(tx, user)
  await endAllAccess(tx, user)
  await recordSecurityEvent(tx, { kind: 'password.set', user, ...origin })
}

export const unusableLink = () =>
  new ApiError(
    400,
    'This link has been used or has expired. Ask for a new one with "Forgot your password?" on the sign-in page.',
    { code: 'link_unusable' },
  )

/** Sets the password of the user a link was mailed to. A link works once. */
export const setPassword = async (tx: Tx, link: string, password: PasswordHash, origin: Origin = {}) => {
  const user = await usable(tx, link).forUpdate('password_link').executeTakeFirst()
  if (user === undefined) throw unusableLink()
  await changePassword(tx, user.id, password, origin)
  return user.id
}

type OwnChange = {
  readonly user: number
  /** The stored hash that the current password was checked against. */
  readonly checked: string
  readonly chosen: PasswordHash
  readonly factors: NewSession['factors']
  readonly now: Date
}

/**
 * Changes the password of somebody who is signed in, and ends all their sessions, tokens and links. Returns the cookie of a new
 * session; undefined if the password has been changed by another since it was checked.
 */
export const changeOwnPassword = async (
  tx: Tx,
  { user, checked, chosen, factors, now }: OwnChange,
  origin: Origin,
): Promise<string | undefined> => {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ password_hash: chosen })
    .where('id', '=', user)
    .where('password_hash', '=', checked)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return undefined
  await endMailedLinks(tx, user)
  await endAllAccess(tx, user)
  await recordSecurityEvent(tx, { kind: 'password.changed', user, ...origin })
  return startSession(tx, user, now, { passwordHash: chosen, factors, ...origin })
}
