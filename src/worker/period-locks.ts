import { type Expression, sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { advanceLocks, isDue } from '../domain/organisation/advance-locks.ts'
import { forAllOrganisations } from './all-organisations.ts'

const find = async (db: Database, condition: Expression<boolean>) => {
  const { rows } = await forAllOrganisations(
    db,
    'find due period locks',
    sql<{ organisation: number }>`
      select distinct organisation from department_settings where ${condition} order by organisation`,
  )
  return rows
}

/** Advances the automatic period locks that are due, each organisation in a transaction of its own. Idempotent. */
export const advanceAllLocks = async (
  db: Database,
  now: Date,
  onFailure: (organisation: number, error: unknown) => void,
  shouldContinue = () => true,
) => {
  // One time zone that the database no longer knows fails the query for all: then each organisation is tried.
  const due = await find(db, isDue(now)).catch(() => find(db, sql<boolean>`automatic_financial_period_lock_enabled`))
  for (const { organisation } of due) {
    if (!shouldContinue()) return
    await inOrganisation(db, organisation, (tx) => advanceLocks(tx, now)).catch((error: unknown) =>
      onFailure(organisation, error),
    )
  }
}
