import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { ApiError, invalid } from '../../kernel/errors.ts'
import {
  type ConfirmationKind,
  endEmailChange,
  endMailedLinks,
  linkHours,
  queueMail,
  requestedFromOf,
} from './mails.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { type Origin, recordSecurityEvent } from './security-events.ts'
import { endAllAccess, endOtherSessions } from './sessions.ts'

const isTaken = (tx: Tx, user: number, email: string) =>
  tx
    .selectFrom('user')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('id', '<>', user)
    .executeTakeFirst()

/**
 * Begins to change the address of somebody who is signed in and has given their password: both addresses are mailed a link. The
 * new one is not told apart from one that belongs to a colleague, who is not written to.
 */
export const requestEmailChange = async (
  tx: Tx,
  { user, checked, email }: { readonly user: number; readonly checked: string; readonly email: string },
  origin: Origin,
) => {
  const before = await tx
    .selectFrom('user')
    .select(['email', 'password_hash'])
    .where('id', '=', user)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before.password_hash !== checked) throw invalid('current_password', 'Your password has just been changed.')
  if (before.email.toLowerCase() === email.toLowerCase())
    throw invalid('email', 'This is your address already. Enter the new one.')
  await endEmailChange(tx, user)
  const { id } = await tx
    .insertInto('email_change')
    .values({ user, old_email: before.email, new_email: email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofMail = { user, emailChange: id, requestedFrom: requestedFromOf(origin.address) }
  const mailed = await queueMail(tx, { ...ofMail, kind: 'confirm old address', recipient: before.email })
  if (!mailed)
    throw new ApiError(
      429,
      'Too many e-mails with links were sent to you or requested from your network today. Try again tomorrow.',
      { headers: { 'retry-after': '3600' } },
    )
  if ((await isTaken(tx, user, email)) === undefined)
    await queueMail(tx, { ...ofMail, kind: 'confirm new address', recipient: email })
  await recordSecurityEvent(tx, { kind: 'email.change_requested', user, ...origin })
}

/** Makes the secret of one e-mailed link. Only the mail ever holds it. */
export const makeEmailLink = async (tx: Tx, emailChange: number, kind: ConfirmationKind) => {
  const secret = newSecret()
  await tx
    .insertInto('email_link')
    .values({
      id: fingerprint(secret),
      email_change: emailChange,
      address: kind === 'confirm old address' ? 'old' : 'new',
      expires: sql<Date>`now() + make_interval(hours => ${linkHours[kind]})`,
    })
    .execute()
  return secret
}

const usable = (tx: Tx, secret: string) =>
  tx
    .selectFrom('email_link')
    .innerJoin('email_change', (join) =>
      join
        .onRef('email_change.organisation', '=', 'email_link.organisation')
        .onRef('email_change.id', '=', 'email_link.email_change'),
    )
    .innerJoin('user', (join) =>
      join.onRef('user.organisation', '=', 'email_change.organisation').onRef('user.id', '=', 'email_change.user'),
    )
    .where('email_link.id', '=', fingerprint(secret))
    .where('email_link.used', 'is', null)
    .where('email_link.expires', '>', sql<Date>`now()`)
    .where('email_change.ended', 'is', null)
    .where('user.is_active', '=', true)
    // An address that was changed by another in the meantime is not changed back.
    .whereRef('user.email', '=', 'email_change.old_email')
    .select([
      'email_change.id',
      'email_change.user',
      'email_change.old_email',
      'email_change.new_email',
      'email_change.old_confirmed',
      'email_change.new_confirmed',
      'email_link.address',
    ])

/** What a link confirms, while it can. */
export const findEmailLink = (tx: Tx, secret: string) => usable(tx, secret).executeTakeFirst()

export const unusableEmailLink = () =>
  new ApiError(
    400,
    'This link has been used or has expired, or the change was given up. Ask for a new one on the page of your account.',
    { code: 'link_unusable' },
  )

/** Tells both addresses that one was replaced by the other. */
const notifyEmailChange = async (tx: Tx, user: number, emailChange: number, addresses: readonly string[]) => {
  await tx
    .insertInto('message')
    .values(addresses.map((recipient) => ({ user, kind: 'email changed', recipient, email_change: emailChange })))
    .execute()
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findEmailLink>>>

const replaceAddress = async (tx: Tx, { id, user, old_email, new_email }: Waiting, kept: string, origin: Origin) => {
  if ((await isTaken(tx, user, new_email)) !== undefined)
    throw invalid('email', 'Another person at your clinic has this address now. Ask for the change with another one.')
  await tx.updateTable('user').set({ email: new_email }).where('id', '=', user).execute()
  await endMailedLinks(tx, user)
  await endOtherSessions(tx, user, kept, origin)
  await notifyEmailChange(tx, user, id, [old_email, new_email])
  await recordSecurityEvent(tx, { kind: 'email.changed', user, ...origin })
}

/**
 * Confirms one of the two addresses with its link. With the second one the address changes and every session ends but the one
 * that is kept. Answers which addresses have confirmed.
 */
export const confirmEmail = async (
  tx: Tx,
  link: string,
  { session = '', ...origin }: Origin & { readonly session?: string | undefined },
) => {
  const found = await usable(tx, link).forUpdate(['email_link', 'email_change']).executeTakeFirst()
  if (found === undefined) throw unusableEmailLink()
  await tx.updateTable('email_link').set({ used: sql<Date>`now()` }).where('id', '=', fingerprint(link)).execute()
  const old = found.address === 'old' || found.old_confirmed !== null
  const fresh = found.address === 'new' || found.new_confirmed !== null
  const confirmed = sql<Date>`now()`
  await tx
    .updateTable('email_change')
    .set(found.address === 'old' ? { old_confirmed: confirmed } : { new_confirmed: confirmed })
    .where('id', '=', found.id)
    .execute()
  if (old && fresh) await replaceAddress(tx, found, session, origin)
  return { changed: old && fresh, waitsFor: old ? found.new_email : found.old_email }
}

/**
 * Records that somebody else has replaced the address of a user: both addresses are told, all sessions, tokens and links of the
 * user end.
 */
export const afterForeignChange = async (tx: Tx, user: number, old_email: string, new_email: string) => {
  await endMailedLinks(tx, user)
  await endAllAccess(tx, user)
  const { id } = await tx
    .insertInto('email_change')
    .values({ user, old_email, new_email, ended: sql<Date>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notifyEmailChange(tx, user, id, [old_email, new_email])
  await recordSecurityEvent(tx, { kind: 'email.changed', user, details: { by_another: true } })
}
