import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { fingerprint, newSecret } from './secrets.ts'

export const pendingMinutes = 10
/** Codes that may be tried in one sign-in; the delays of the account come on top. */
const maxTries = 10

/** Remembers that somebody's password was right, until they have shown their second factor. Returns the value of a cookie. */
export const startPendingSignIn = async (
  tx: Tx,
  {
    user,
    passwordHash,
    next,
  }: { readonly user: number; readonly passwordHash: string; readonly next?: string | undefined },
): Promise<string> => {
  const secret = newSecret()
  await tx
    .insertInto('pending_sign_in')
    .values({
      id: fingerprint(secret),
      user,
      password_mark: fingerprint(passwordHash),
      next: next ?? null,
      expires: sql<Date>`now() + make_interval(mins => ${pendingMinutes})`,
    })
    .execute()
  return secret
}

export type PendingSignIn = {
  readonly user: number
  readonly email: string
  readonly passwordHash: string
  readonly next: string | null
}

/** Whose sign-in it is, unless it has expired or was tried too often, or the password has changed meanwhile. */
export const findPendingSignIn = async (tx: Tx, secret: string | undefined): Promise<PendingSignIn | undefined> => {
  if (secret === undefined) return undefined
  const found = await tx
    .selectFrom('pending_sign_in')
    .innerJoin('user', (join) =>
      join
        .onRef('user.organisation', '=', 'pending_sign_in.organisation')
        .onRef('user.id', '=', 'pending_sign_in.user'),
    )
    .select(['user.id', 'user.email', 'user.password_hash', 'pending_sign_in.password_mark', 'pending_sign_in.next'])
    .where('pending_sign_in.id', '=', fingerprint(secret))
    .where('pending_sign_in.expires', '>', sql<Date>`now()`)
    .where('pending_sign_in.tries', '<', maxTries)
    .where('user.is_active', '=', true)
    .executeTakeFirst()
  if (found?.password_hash == null || fingerprint(found.password_hash) !== found.password_mark) return undefined
  const { id: user, email, password_hash: passwordHash, next } = found
  return { user, email, passwordHash, next }
}

/** Counts a try before it is checked. */
export const countPendingTry = async (tx: Tx, secret: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('pending_sign_in')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', fingerprint(secret))
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a sign-in, because it is complete or because another was begun. Returns whether it was still open. */
export const endPendingSignIn = async (tx: Tx, secret: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('pending_sign_in')
    .where('id', '=', fingerprint(secret))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
