import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { fingerprint, newSecret } from './secrets.ts'

export const sessionHours = 12

export type SignedIn = { readonly user: number; readonly name: string; readonly email: string; readonly since: Date }

/** Signs an active user in and returns the value of the session cookie. */
export const startSession = async (tx: Tx, user: number, now: Date): Promise<string | undefined> => {
  const secret = newSecret()
  const expires = new Date(now.getTime() + sessionHours * 3_600_000)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('session')
    .columns(['id', 'user', 'created', 'expires'])
    .expression((eb) =>
      eb
        .selectFrom('user')
        .select([
          sql<string>`${fingerprint(secret)}`.as('id'),
          'user.id as user',
          sql<Date>`${now}::timestamptz`.as('created'),
          sql<Date>`${expires}::timestamptz`.as('expires'),
        ])
        .where('user.id', '=', user)
        .where('is_active', '=', true)
        .where('is_virtual', '=', false),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? secret : undefined
}

/** Who holds this cookie, if the session still runs and the user is still active. */
export const findSession = (tx: Tx, secret: string): Promise<SignedIn | undefined> =>
  tx
    .selectFrom('session')
    .innerJoin('user', (join) =>
      join.onRef('user.organisation', '=', 'session.organisation').onRef('user.id', '=', 'session.user'),
    )
    .where('session.id', '=', fingerprint(secret))
    .where('session.expires', '>', sql<Date>`now()`)
    .where('user.is_active', '=', true)
    .select([
      'user.id as user',
      'user.email',
      'session.created as since',
      sql<string>`trim("user".first_name || ' ' || "user".last_name)`.as('name'),
    ])
    .executeTakeFirst()

/** Signs out: the cookie is no longer valid. */
export const endSession = async (tx: Tx, secret: string) => {
  await tx.deleteFrom('session').where('id', '=', fingerprint(secret)).execute()
}

/** Ends every session of a user and every token that applications hold in the user's name. */
export const endAllAccess = async (tx: Tx, user: number) => {
  await tx.deleteFrom('session').where('user', '=', user).execute()
  await tx
    .deleteFrom('oauth_record')
    .where(sql<boolean>`payload ? 'accountId' and payload ->> 'accountId' = ${String(user)}`)
    .execute()
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
