import { inOrganisation, type Database } from '../db/tx.ts'
import { advanceLocks, isDue } from '../domain/organisation/advance-locks.ts'

/** Moves the automatic locks that are due, each organisation in a transaction of its own. Running it again changes nothing. */
export const advanceAllLocks = async (
  db: Database,
  now: Date,
  onFailure: (organisation: number, error: unknown) => void,
  goesOn = () => true,
) => {
  const due = await db
    .selectFrom('department_settings')
    .select('organisation')
    .distinct()
    .where(isDue(now))
    .orderBy('organisation')
    .execute()
  for (const { organisation } of due) {
    if (!goesOn()) return
    await inOrganisation(db, organisation, (tx) => advanceLocks(tx, now)).catch((error: unknown) =>
      onFailure(organisation, error),
    )
  }
}
