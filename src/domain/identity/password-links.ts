import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { invalid, nonField, notFound, ApiError } from '../../kernel/errors.ts'
import type { PasswordHash } from './passwords.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { endAllAccess, findForSignIn } from './sessions.ts'

export type LinkKind = 'invitation' | 'password reset'
/** Every e-mail that staff get; those without a link only tell. */
export type MailKind = LinkKind | 'password set'
export const linkHours: Readonly<Record<LinkKind, number>> = { invitation: 7 * 24, 'password reset': 1 }

/** Queues one mail, unless one of the same kind will be sent within minutes. */
const queueMail = async (tx: Tx, user: number, kind: LinkKind) => {
  const waiting = await tx
    .selectFrom('message')
    .select('id')
    .where('user', '=', user)
    .where('kind', '=', kind)
    .where('sent', 'is', null)
    .where('due', '<', sql<Date>`now() + interval '5 minutes'`)
    .executeTakeFirst()
  if (waiting === undefined) await tx.insertInto('message').values({ user, kind }).execute()
}

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
  await queueMail(tx, user, 'invitation')
}

/** Sends a link for a new password if the address is a user's. The caller does not learn whether it is. */
export const requestPasswordReset = async (tx: Tx, email: string) => {
  const found = await findForSignIn(tx, email)
  if (found !== undefined) await queueMail(tx, found.id, 'password reset')
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
    .select(['user.id', 'user.email'])

/** Whose password a link sets, while it can. */
export const findPasswordLink = (tx: Tx, secret: string) => usable(tx, secret).executeTakeFirst()

/** Changes a user's password, and ends all their sessions and tokens. */
export const changePassword = async (tx: Tx, user: number, password_hash: PasswordHash) => {
  await tx.updateTable('user').set({ password_hash }).where('id', '=', user).execute()
  await endPasswordLinks(tx, user)
  await endAllAccess(tx, user)
}

export const unusableLink = () =>
  new ApiError(
    400,
    'This link has been used or has expired. Ask for a new one with "Forgot your password?" on the sign-in page.',
    { code: 'link_unusable' },
  )

/** Sets the password of the user a link was mailed to. A link works once. */
export const setPassword = async (tx: Tx, link: string, password: PasswordHash) => {
  const user = await usable(tx, link).forUpdate('password_link').executeTakeFirst()
  if (user === undefined) throw unusableLink()
  await changePassword(tx, user.id, password)
  return user.id
}

/** Deletes the links that have been mailed to a user, because another person may read that mailbox. */
export const endPasswordLinks = async (tx: Tx, user: number) => {
  await tx
    .updateTable('password_link')
    .set({ used: sql<Date>`now()` })
    .where('user', '=', user)
    .where('used', 'is', null)
    .execute()
}
