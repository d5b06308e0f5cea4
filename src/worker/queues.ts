import { sql, type RawBuilder } from 'kysely'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'
import { forAllOrganisations, statementsForAll } from './all-organisations.ts'
import type { Allowance } from './lanes.ts'
import { inSeconds, leaseSeconds, type Leased } from './leases.ts'

type Change = Readonly<Record<string, unknown>>

/** When work that failed is tried again, and when no longer. */
export type Retries = {
  /** Seconds to wait after the first, second, … failure; the last one repeats. */
  readonly seconds: readonly number[]
  /** After so many attempts it is given up; without it, never. */
  readonly mostAttempts?: number
  /** By how much of itself a wait may be longer, so that what failed together does not come back together. */
  readonly spread?: number
}

/** A table whose rows are work: which of them wait, when they are due, and what becomes of them when it fails. */
export type Queue<Row extends { readonly organisation: number }> = {
  /** The statement that leases; its columns are those of a leased row. */
  readonly statement: keyof typeof statementsForAll
  readonly table: string
  /** The column that is the id of a row within its organisation. */
  readonly key: keyof Row & string
  /** Which rows wait, whether due or not. An index has these alone, by when they are due. */
  readonly waiting: RawBuilder<unknown>
  /** When a row may be leased, by the real clock: `due` unless another column says so. Leases and retries move it. */
  readonly available?: string
  /** 15 seconds unless it says otherwise, for whoever does not renew the lease. */
  readonly seconds?: number
  /** What leasing a row changes besides, such as a count of attempts. */
  readonly onLease?: RawBuilder<unknown>
  /** False where two workers may do the same without harm. Then leasing only puts a row off. */
  readonly hasOwner?: false
  /** Without them, what failed is tried again when its lease has expired. */
  readonly retries?: Retries
  /** What a row is like that was given up. */
  readonly givenUp?: Change
}

/** Work that goes to many servers, each of which is a lane. A row is due by `due`, in its lane's turn. */
export type LaneQueue<Row extends { readonly organisation: number }> = Queue<Row> & {
  /** The column that, with the organisation, says to which server a row goes. */
  readonly lane: keyof Row & string
  /** Whether `due` is by the clock of the organisation, which in a sandbox is its own. */
  readonly byOwnClock?: boolean
  /** What else must be true of the row `candidate`, such as that those before it in its order are done. */
  readonly mayGo?: RawBuilder<unknown>
}

const secondsOf = ({ seconds = leaseSeconds }: { readonly seconds?: number }) => seconds
const leaseEnd = (queue: { readonly seconds?: number }) => inSeconds(secondsOf(queue))
const availableOf = ({ available = 'due' }: { readonly available?: string }) => available

/** Leases the rows that a step named `due_rows` finds. Two workers never find the same: locked rows are skipped. */
const leaseRows = async <Row extends { readonly organisation: number }>(
  db: Database,
  queue: Queue<Row>,
  findRows: RawBuilder<unknown>,
): Promise<readonly Row[]> => {
  const { statement, table, key, hasOwner = true, onLease } = queue
  const changes = [
    sql`${sql.ref(availableOf(queue))} = ${leaseEnd(queue)}`,
    ...(hasOwner ? [sql`lease = gen_random_uuid()`] : []),
    ...(onLease === undefined ? [] : [onLease]),
  ]
  const columns = statementsForAll[statement].map((column) => sql.ref(`leased.${column}`))
  const { rows } = await forAllOrganisations(
    db,
    statement,
    sql<Row>`with recursive ${findRows}
      update ${sql.table(table)} leased set ${sql.join(changes)} from due_rows
      where leased.organisation = due_rows.organisation and ${sql.ref(`leased.${key}`)} = ${sql.ref(`due_rows.${key}`)}
      returning ${sql.join(columns)}`,
  )
  return rows
}

/** Leases rows that are due, of any organisation, the longest due first. */
export const lease = <Row extends { readonly organisation: number }>(
  db: Database,
  queue: Queue<Row>,
  most: number,
): Promise<readonly Row[]> => {
  const [key, available] = [sql.ref(queue.key), sql.ref(availableOf(queue))]
  return leaseRows(
    db,
    queue,
    sql`due_rows as materialized (
        select organisation, ${key} from ${sql.table(queue.table)} where ${queue.waiting} and ${available} <= now()
        order by ${available} limit ${most} for no key update skip locked)`,
  )
}

/** The time by the clock of an organisation. Only sandboxes have another than everybody. */
const clockOf = (organisation: string) =>
  sql`now() + make_interval(secs => coalesce((
    select clock_offset from organisation where organisation.id = ${sql.ref(organisation)}), 0))`

/**
 * Leases rows that are due, of any organisation, some for each lane, the longest due first. Lanes with anything waiting are
 * found by skipping through the index, so that a long queue of one costs the others nothing.
 */
export const leaseByLane = <Row extends { readonly organisation: number }>(
  db: Database,
  queue: LaneQueue<Row>,
  most: number,
  { usual, byLane }: Allowance,
): Promise<readonly Row[]> => {
  const { waiting, byOwnClock = false, mayGo = sql`true` } = queue
  const table = sql.table(queue.table)
  const of = (alias: string, column: string) => sql.ref(`${alias}.${column}`)
  const lane = sql.ref(queue.lane)
  return leaseRows(
    db,
    queue,
    sql`lane as (
        (select organisation, ${lane} from ${table} where ${waiting} order by organisation, ${lane} limit 1)
        union all
        select following.organisation, ${of('following', queue.lane)} from lane, lateral (
          select organisation, ${lane} from ${table}
          where ${waiting} and (organisation, ${lane}) > (lane.organisation, ${of('lane', queue.lane)})
          order by organisation, ${lane} limit 1) following),
      clock as (
        select lane.organisation, ${of('lane', queue.lane)}, ${byOwnClock ? clockOf('lane.organisation') : sql`now()`} as now
        from lane),
      due_rows as materialized (
        select next.organisation, ${of('next', queue.key)} from clock, lateral (
          select candidate.organisation, ${of('candidate', queue.key)}, candidate.due from ${table} candidate
          where ${waiting} and candidate.organisation = clock.organisation
            and ${of('candidate', queue.lane)} = ${of('clock', queue.lane)} and candidate.due <= clock.now
            and ${of('candidate', availableOf(queue))} <= now() and ${mayGo}
          order by candidate.due, ${of('candidate', queue.key)}
          limit coalesce((${JSON.stringify(byLane)}::jsonb ->>
            (clock.organisation || ' ' || ${of('clock', queue.lane)}))::int, ${usual}::int)
          for no key update skip locked) next
        order by next.due, ${of('next', queue.key)} limit ${most})`,
  )
}

const keyOf = <Row extends Leased>({ key }: Queue<Row>, row: Row) => sql`${sql.ref(key)} = ${row[key]}`
const isOurs = <Row extends Leased>(queue: Queue<Row>, row: Row) =>
  sql`organisation = organisation() and ${keyOf(queue, row)} and lease = ${row.lease}`

/** Changes a row only while its lease is ours: after a long suspension another worker may have taken it over. */
export const changeLeased = async <Row extends Leased>(
  tx: Tx,
  queue: Queue<Row>,
  row: Row,
  change: Change,
): Promise<boolean> => {
  const changes = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(queue.table)} set ${sql.join(changes)} where ${isOurs(queue, row)}`.execute(tx)
  return numAffectedRows === 1n
}

/** Extends a lease; answers whether it is still ours. */
export const renew = <Row extends Leased>(db: Database, queue: Queue<Row>, row: Row): Promise<boolean> =>
  inOrganisation(db, row.organisation, (tx) => changeLeased(tx, queue, row, { [availableOf(queue)]: leaseEnd(queue) }))

/** Ends a lease together with a change of the row; answers whether it was still ours. */
export const release = <Row extends Leased>(tx: Tx, queue: Queue<Row>, row: Row, change: Change): Promise<boolean> =>
  changeLeased(tx, queue, row, { ...change, lease: null })

/** Deletes a row whose work is done; answers whether its lease was still ours. */
export const deleteLeased = async <Row extends Leased>(tx: Tx, queue: Queue<Row>, row: Row): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(queue.table)} where ${isOurs(queue, row)}`.execute(tx)
  return numAffectedRows === 1n
}

/** Seconds until the next attempt after so many; undefined if that was the last. */
export const waitAfter = (
  queue: { readonly retries?: Retries; readonly seconds?: number },
  attempts: number,
): number | undefined => {
  const { seconds, mostAttempts = Infinity, spread = 0 } = queue.retries ?? { seconds: [secondsOf(queue)] }
  if (attempts >= mostAttempts) return undefined
  const wait = seconds[Math.min(Math.max(attempts, 1), seconds.length) - 1]!
  return wait * (1 + Math.random() * spread)
}

export const giveUp = <Row extends Leased>(
  tx: Tx,
  queue: Queue<Row>,
  row: Row,
  change: Change = {},
): Promise<boolean> => release(tx, queue, row, { ...change, ...queue.givenUp })

/**
 * Puts a row back after an attempt that failed, until the next one is due, or gives it up after the last. `noSoonerThan` is
 * in seconds. Answers whether its lease was still ours.
 */
export const retryLater = <Row extends Leased>(
  tx: Tx,
  queue: Queue<Row>,
  row: Row,
  attempts: number,
  { change = {}, noSoonerThan = 0 }: { readonly change?: Change; readonly noSoonerThan?: number } = {},
): Promise<boolean> => {
  const wait = waitAfter(queue, attempts)
  if (wait === undefined) return giveUp(tx, queue, row, change)
  return release(tx, queue, row, { ...change, [availableOf(queue)]: inSeconds(Math.max(wait, noSoonerThan)) })
}
