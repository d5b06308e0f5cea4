import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/tx.ts'
import { forAllOrganisations } from './all-organisations.ts'

const batchSize = 1_000
/** For how long a delivery that was taken stays in the log. One that failed stays until it is queued again. */
export const keptDays = 30

const hasExpired = sql`expires < now()`
const expired: Readonly<Record<string, RawBuilder<unknown>>> = {
  oauth_record: hasExpired,
  session: hasExpired,
  password_link: hasExpired,
  email_link: hasExpired,
  pending_sign_in: hasExpired,
  factor_mark: hasExpired,
  passkey_challenge: hasExpired,
  idempotency_key: hasExpired,
  ceiling_refusal: sql`day < current_date - 90`,
  delivery: sql`status = 1 and delivered < now() - make_interval(days => ${keptDays})`,
}

/** Deletes what has expired, of every organisation, in batches small enough to hold no lock for long. */
export const deleteExpired = async (db: Database, shouldContinue = () => true) => {
  let deleted = 0
  for (const [table, isOver] of Object.entries(expired)) {
    for (let last = batchSize; last === batchSize && shouldContinue(); deleted += last) {
      const { numAffectedRows } = await forAllOrganisations(
        db,
        'delete expired records',
        sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${isOver} limit ${batchSize}))`,
      )
      last = Number(numAffectedRows ?? 0n)
    }
  }
  return deleted
}
