import { type Expression, sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { advanceLocks, isDue } from '../domain/organisation/advance-locks.ts'

const find = (db: Database, condition: Expression<boolean>) =>
  db
    .selectFrom('department_settings')
    .select('organisation')
    .distinct()
    .where(condition)
    .orderBy('organisation')
    .execute()

/** Moves the automatic locks that are due, each organisation in a transaction of its own. Running it again changes nothing. */
export const advanceAllLocks = async (
  db: Database,
  now: Date,
  onFailure: (organisation: number, error: unknown) => void,
  goesOn = () => true,
) => {
  // One time zone that the database does not know any more fails the question for all: then each is asked by itself.
  const due = await find(db, isDue(now)).catch(() => find(db, sql<boolean>`automatic_financial_period_lock_enabled`))
  for (const { organisation } of due) {
    if (!goesOn()) return
    await inOrganisation(db, organisation, (tx) => advanceLocks(tx, now)).catch((error: unknown) =>
      onFailure(organisation, error),
    )
  }
}
