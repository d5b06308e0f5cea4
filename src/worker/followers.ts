import { sql, type RawBuilder } from 'kysely'
import { isRecent } from '../db/audit-partitions.ts'
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

/** Where to look for news: in organisations changed by this transaction or a later one, and in these others. */
export type News = { readonly since: string; readonly also: readonly number[] }

const everywhere: News = { since: '0', also: [] }

/**
 * Finds the organisations with events that a follower has not processed. Its position is looked up only where there may be
 * news: `offset 0` and the limit keep the planner from comparing all of them.
 */
export const laggingIn = ({ since, also }: News, { name }: Pick<Follower, 'name'>) => sql<{ organisation: number }>`
  select changed.organisation
  from (select organisation, changes from ledger
      where transaction >= ${since}::xid8 or organisation = any(${[...also]}::int[]) offset 0) changed
    left join lateral (select position from follower
      where follower.organisation = changed.organisation and follower.name = ${name} limit 1) reached on true
  where changed.changes > coalesce(reached.position, 0) order by 1`

export const findLagging = async (
  db: Database,
  follower: Pick<Follower, 'name'>,
  news: News = everywhere,
): Promise<readonly { readonly organisation: number }[]> => {
  const { rows } = await forAllOrganisations(db, 'find unprocessed events', laggingIn(news, follower))
  return rows
}

/** The sum of all changes, and the first transaction that had not ended when it was made. */
export type ChangesSeen = { readonly changes: number; readonly unended: string }

/** However sure a worker is of what it remembers, it looks everywhere after this: a row may come from another database. */
const everywhereMs = 60_000

/**
 * Whether a follower lags anywhere. Comparing every organisation's changes with its position costs too much to be asked several
 * times a second; whether the sum of all changes is still the one up to which it has processed everything costs little. If it is
 * not, only organisations are compared that were changed since they were compared last, or that lagged then.
 */
export const lagOf = (db: Database, follower: Follower, now = () => performance.now()) => {
  let seen: ChangesSeen = { changes: -1, unended: '0' }
  let processed = -1
  let news = everywhere
  let lookedEverywhere = -Infinity
  return {
    due: () => sql`(select now() from all_changes where changes <> ${processed}::bigint)`,
    /** To be called with what was seen before looking for what lags. */
    seen: (latest: ChangesSeen) => {
      // Numbers of transactions only go back when another database has taken the place of this one.
      if (BigInt(latest.unended) < BigInt(seen.unended)) lookedEverywhere = -Infinity
      seen = latest
    },
    find: async () => {
      const [upTo, at] = [seen, now()]
      const isEverywhere = at - lookedEverywhere >= everywhereMs
      const lagging = await findLagging(db, follower, isEverywhere ? everywhere : news)
      if (isEverywhere) lookedEverywhere = at
      news = { since: upTo.unended, also: lagging.map(({ organisation }) => organisation) }
      if (lagging.length === 0) processed = upTo.changes
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
    const read = async (recent: RawBuilder<unknown>) => {
      const { rows } = await sql<Event & { readonly wanted: boolean }>`
        select sequence, resource, record, action, changes,
          to_char(occurred at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred, resource = any(${[...resources]}) as wanted
        from auditevent where organisation = organisation() and sequence > ${position} and ${recent}
        order by sequence limit ${batchSize}`.execute(tx)
      return rows
    }
    const recent = await read(sql.raw(isRecent('occurred')))
    // Numbers have no gaps: if the next one is not recent, or not there any more, all partitions are looked at.
    const rows = recent[0]?.sequence === position + 1 ? recent : await read(sql`true`)
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
