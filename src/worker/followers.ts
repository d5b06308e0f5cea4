import { sql } from 'kysely'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'
import type { Timestamp } from '../kernel/fields.ts'
import { forAllOrganisations } from './all-organisations.ts'

/** One committed change, as it is in the audit trail. */
export type Event = {
  readonly sequence: number
  readonly resource: string
  readonly record: number
  readonly action: string
  readonly changes: Readonly<Record<string, unknown>>
  readonly occurred: Timestamp
}

/** Processes changes, each once and in the order in which they were committed. */
export type Follower = {
  /** Its key in the table `follower`. */
  readonly name: string
  /** The resources whose changes it processes; others are skipped. */
  readonly resources: readonly string[]
  /** What it writes is committed together with its position. */
  readonly process: (tx: Tx, events: readonly Event[], organisation: number) => Promise<void>
}

const batchSize = 500
/** A worker that is suspended in a transaction holds its lock no longer than this: PostgreSQL ends the transaction. */
const idleTimeout = '5s'

/** The organisations with events that a follower has not processed. */
export const findLagging = async (
  db: Database,
  { name }: Follower,
): Promise<readonly { readonly organisation: number }[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find unprocessed events',
    sql<{ organisation: number }>`
      select ledger.organisation from ledger
        left join follower on follower.organisation = ledger.organisation and follower.name = ${name}
      where ledger.changes > coalesce(follower.position, 0) order by 1`,
  )
  return rows
}

/**
 * Whether a follower lags anywhere. Comparing every organisation's changes with its position costs too much to be asked several
 * times a second; whether the sum of all changes is still the one up to which it has processed everything costs little.
 */
export const lagOf = (db: Database, follower: Follower) => {
  let [seen, processed] = [-1, -1]
  return {
    due: () => sql`(select now() from all_changes where changes <> ${processed}::bigint)`,
    /** To be called with the sum before looking for what lags. */
    seen: (changes: number) => {
      seen = changes
    },
    find: async () => {
      const upTo = seen
      const lagging = await findLagging(db, follower)
      if (lagging.length === 0) processed = upTo
      return lagging
    },
  }
}

/** The follower's position, locked until the commit; undefined while another worker holds the lock. */
export const lockPosition = async (tx: Tx, name: string): Promise<number | undefined> => {
  const found = await tx
    .selectFrom('follower')
    .select('position')
    .where('name', '=', name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (found !== undefined) return found.position
  const made = await tx
    .insertInto('follower')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n ? 0 : undefined
}

/** Processes the next events of one organisation. Answers how many there were. */
export const processEvents = (
  db: Database,
  organisation: number,
  { name, resources, process }: Follower,
): Promise<number> =>
  inOrganisation(db, organisation, async (tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', ${idleTimeout}, true)`.execute(tx)
    const position = await lockPosition(tx, name)
    if (position === undefined) return 0
    const { rows } = await sql<Event & { readonly wanted: boolean }>`
      select sequence, resource, record, action, changes,
        to_char(occurred at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred, resource = any(${[...resources]}) as wanted
      from auditevent where organisation = organisation() and sequence > ${position}
      order by sequence limit ${batchSize}`.execute(tx)
    const last = rows.at(-1)
    if (last === undefined) return 0
    await process(
      tx,
      rows.filter(({ wanted }) => wanted),
      organisation,
    )
    await tx.updateTable('follower').set({ position: last.sequence }).where('name', '=', name).execute()
    return rows.length
  })
