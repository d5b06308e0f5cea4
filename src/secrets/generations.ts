import { sql } from 'kysely'
import type { Database, Tx } from '../db/tx.ts'

/** More events than an organisation has between the moment that is restored and the loss. */
const eventsAhead = 10_000_000
/** More records than are made in one table in that time; of organisations, which have small ids, fewer. */
const [idsAhead, organisationsAhead] = [1_000_000, 100]

/**
 * Begins a new generation of an organisation that was restored to an earlier moment. The numbers of its events go on where
 * none was given out before, and its audit trail records the restore. Answers the generation, or undefined where there is no
 * such organisation.
 */
export const beginGeneration = async (tx: Tx): Promise<number | undefined> => {
  const begun = await tx
    .updateTable('ledger')
    .set({
      generation: sql`generation + 1`,
      event_offset: sql`event_offset + changes + ${eventsAhead}::bigint`,
    })
    .where('organisation', '=', sql<number>`organisation()`)
    .returning('generation')
    .executeTakeFirst()
  if (begun === undefined) return undefined
  const changes = JSON.stringify({ generation: { from: begun.generation - 1, to: begun.generation } })
  await sql`select write_change('organisation', organisation(), 'change', ${changes}::jsonb)`.execute(tx)
  return begun.generation
}

/**
 * Lets every table continue with ids that were never given out. Records that were made after the moment that is restored are
 * gone, but others may know them by their ids, which must not come to mean something else. Only the owner may do it.
 */
export const skipIds = async (owner: Database) => {
  const { rows } = await sql<{ sequences: number }>`
    select count(setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) +
        case data_type when 'integer'::regtype then ${organisationsAhead}::bigint else ${idsAhead}::bigint end))::int as sequences
    from pg_sequences where schemaname = 'public'`.execute(owner)
  return { sequences: rows[0]?.sequences ?? 0, ahead: idsAhead }
}
