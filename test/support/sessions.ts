import type { Tx } from '../../src/db/tx.ts'
import { startSession, type NewSession } from '../../src/domain/identity/sessions.ts'

/** Signs a user in as if they had just typed their password; returns the value of the session cookie. */
export const sessionOf = async (tx: Tx, user: number, now = new Date(), changes: Partial<NewSession> = {}) => {
  const { password_hash } = await tx
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', user)
    .executeTakeFirstOrThrow()
  return startSession(tx, user, now, { passwordHash: password_hash, factors: ['password'], ...changes })
}
