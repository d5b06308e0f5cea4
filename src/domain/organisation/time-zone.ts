import { sql } from 'kysely'
import { hasCode, type Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'

const unknownZone = '22023'

/** Refuses a time zone whose name the database does not know: nothing could be dated there. */
export const requireKnownZone = async (tx: Tx, zone: string) => {
  try {
    await sql`select now() at time zone ${zone}`.execute(tx)
  } catch (problem) {
    if (!hasCode(problem, unknownZone)) throw problem
    throw invalid(
      'time_zone',
      'The database does not know this time zone. Some zones have an older and a newer name: use the other one.',
      'unknown',
    )
  }
}
