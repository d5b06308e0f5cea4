import { sql } from 'kysely'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'

/** One committed change, as the audit trail tells it. */
export type Event = {
  readonly sequence: number
  readonly resource: string
  readonly record: number
  readonly action: string
  readonly changes: Readonly<Record<string, unknown>>
  readonly occurred: Date
}

/** Whoever does something about changes, each once and in the order in which they were committed. */
export type Follower = {
  readonly name: string
  /** The records it cares about; others are passed over. */
  readonly resources: readonly string[]
  /** What it writes is committed together with where it stands. */
  readonly follow: (tx: Tx, events: readonly Event[]) => Promise<void>
}

const atOnce = 500
/** A worker frozen in the middle keeps its place no longer than this: PostgreSQL ends its transaction. */
const longestIdle = '5s'

/** The organisations in which events wait for a follower. */
export const findBehind = async (
  db: Database,
  { name }: Follower,
): Promise<readonly { readonly organisation: number }[]> => {
  const { rows } = await sql<{ organisation: number }>`
    select l.organisation from ledger l
      left join follower f on f.organisation = l.organisation and f.name = ${name}
    where l.changes > coalesce(f.position, 0) order by 1`.execute(db)
  return rows
}

/** Where the follower stands, locked until the commit; nothing when another worker is at it. */
const lockPosition = async (tx: Tx, name: string): Promise<number | undefined> => {
  const standing = () =>
    tx.selectFrom('follower').select('position').where('name', '=', name).forUpdate().skipLocked().executeTakeFirst()
  const found = await standing()
  if (found !== undefined) return found.position
  const made = await tx
    .insertInto('follower')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n ? 0 : undefined
}

/** Follows one organisation's events a step further. Answers how many there were. */
export const followOn = (db: Database, organisation: number, { name, resources, follow }: Follower): Promise<number> =>
  inOrganisation(db, organisation, async (tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', ${longestIdle}, true)`.execute(tx)
    const position = await lockPosition(tx, name)
    if (position === undefined) return 0
    const { rows } = await sql<Event & { readonly wanted: boolean }>`
      select sequence, resource, record, action, changes, occurred, resource = any(${[...resources]}) as wanted
      from auditevent where organisation = organisation() and sequence > ${position}
      order by sequence limit ${atOnce}`.execute(tx)
    const last = rows.at(-1)
    if (last === undefined) return 0
    await follow(
      tx,
      rows.filter(({ wanted }) => wanted),
    )
    await tx.updateTable('follower').set({ position: last.sequence }).where('name', '=', name).execute()
    return rows.length
  })
