import { sql, type RawBuilder } from 'kysely'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'
import { forAllOrganisations, statementsForAll } from './all-organisations.ts'
import type { Allowance, turnsOfOrganisations } from './lanes.ts'
import { inSeconds, leaseSeconds, type Leased } from './leases.ts'

type Change = Readonly<Record<string, unknown>>

/** When work that failed is tried again, and when no longer. */
export type Retries = {
  /** Seconds to wait after the first, second, … failure; the last one repeats. */
  readonly seconds: readonly number[]
  /** After so many attempts it is given up; without it, never. */
  readonly maxAttempts?: number
  /** By how much of itself a wait may be longer, so that what failed together does not come back together. */
  readonly spread?: number
}

/**
 * A table whose rows are work: which of them wait, when they are due, and what becomes of them when it fails. What waits is
 * taken in turn from the organisations, so that a long queue of one holds up nobody else.
 */
export type Queue<Row extends { readonly organisation: number }> = {
  /** The statement that leases; its columns are those of a leased row. */
  readonly statement: keyof typeof statementsForAll
  readonly table: string
  /** The column that is the id of a row within its organisation. */
  readonly key: keyof Row & string
  /** Which rows wait, whether due or not. An index has these alone, by when they are due. */
  readonly waiting: RawBuilder<unknown>
  /** The column that, with the organisation, says to which server a row goes: its lane. Otherwise each organisation is one. */
  readonly lane?: keyof Row & string
  /** Whether `due` is by the clock of the organisation, which in a sandbox is its own. */
  readonly byOwnClock?: boolean
  /** What else must be true of the row `candidate`, such as that those before it in its order are done. */
  readonly mayGo?: RawBuilder<unknown>
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

const secondsOf = ({ seconds = leaseSeconds }: { readonly seconds?: number }) => seconds
const leaseEnd = (queue: { readonly seconds?: number }) => inSeconds(secondsOf(queue))
const availableOf = ({ available = 'due' }: { readonly available?: string }) => available

/** The time by the clock of an organisation. Only sandboxes have another than everybody. */
const clockOf = (organisation: string) =>
  sql`now() + make_interval(secs => coalesce((
    select clock_offset from organisation where organisation.id = ${sql.ref(organisation)}), 0))`

const isSandbox = sql`exists (select from organisation where organisation.id = next.organisation and sandbox)`

/** A number that is kept by organisation, as the object that is sent with the statement has it. */
const numberOf = (byOrganisation: Readonly<Record<string, number>>) =>
  sql`coalesce((${JSON.stringify(byOrganisation)}::jsonb ->> next.organisation::text)::int, 0)`

/**
 * The step `due_rows`: what may be leased now, of any organisation. Lanes with anything waiting are found by skipping through
 * the index, so that a long queue of one costs the others nothing. The organisation with the least in progress comes first, of
 * several the one whose last turn is longest ago, and then what is due longest. A sandbox has half of what others may have.
 */
const dueRows = <Row extends { readonly organisation: number }>(
  queue: Queue<Row>,
  most: number,
  { usual, byLane, perOrganisation, inProgress, turns }: Allowance,
) => {
  const { waiting, byOwnClock = false, mayGo = sql`true` } = queue
  const [table, key] = [sql.table(queue.table), sql.ref(`next.${queue.key}`)]
  const lane = queue.lane === undefined ? [] : [queue.lane]
  const columns = ['organisation', ...lane]
  const of = (alias: string) => sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))
  const plain = sql.join(columns.map((column) => sql.ref(column)))
  const laneKey = sql.join(
    columns.map((column) => sql`${sql.ref(`clock.${column}`)}::text`),
    sql` || ' ' || `,
  )
  return sql`lane as (
        (select ${plain} from ${table} where ${waiting} order by ${plain} limit 1)
        union all
        select ${of('following')} from lane, lateral (
          select ${plain} from ${table} where ${waiting} and (${plain}) > (${of('lane')}) order by ${plain} limit 1) following),
      clock as (
        select ${of('lane')}, ${byOwnClock ? clockOf('lane.organisation') : sql`now()`} as now from lane),
      next as materialized (
        select candidate.organisation, ${sql.ref(`candidate.${queue.key}`)}, candidate.due from clock, lateral (
          select candidate.organisation, ${sql.ref(`candidate.${queue.key}`)}, candidate.due from ${table} candidate
          where ${waiting} and (${of('candidate')}) = (${of('clock')}) and candidate.due <= clock.now
            and ${sql.ref(`candidate.${availableOf(queue)}`)} <= now() and ${mayGo}
          order by candidate.due, ${sql.ref(`candidate.${queue.key}`)}
          limit coalesce((${JSON.stringify(byLane)}::jsonb ->> (${laneKey}))::int, ${usual}::int)
          for no key update skip locked) candidate),
      next_in_turn as (
        select next.organisation, ${key}, next.due, ${numberOf(turns)} as turn,
          ${numberOf(inProgress)} + row_number() over (partition by next.organisation order by next.due, ${key}) as place,
          case when ${isSandbox} then greatest(1, ${perOrganisation}::int / 2) else ${perOrganisation}::int end as ceiling
        from next),
      due_rows as materialized (
        select next.organisation, ${key} from next_in_turn next where next.place <= next.ceiling
        order by next.place, next.turn, next.due, ${key} limit ${most})`
}

/** Leases rows that are due, of any organisation. Two workers never lease the same: locked rows are skipped. */
export const lease = async <Row extends { readonly organisation: number }>(
  db: Database,
  queue: Queue<Row>,
  most: number,
  allowance: Allowance,
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
    sql<Row>`with recursive ${dueRows(queue, most, allowance)}
      update ${sql.table(table)} leased set ${sql.join(changes)} from due_rows
      where leased.organisation = due_rows.organisation and ${sql.ref(`leased.${key}`)} = ${sql.ref(`due_rows.${key}`)}
      returning ${sql.join(columns)}`,
  )
  return rows
}

/** Leases a batch of rows and remembers whose turn it was. */
export const takeInTurn = async <Row extends { readonly organisation: number }>(
  db: Database,
  queue: Queue<Row>,
  most: number,
  turns: ReturnType<typeof turnsOfOrganisations>,
): Promise<readonly Row[]> => {
  const batch = await lease(db, queue, most, turns.allowance(most))
  for (const { organisation } of batch) turns.took(organisation)
  return batch
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

/** Extends a lease; returns whether it is still ours. */
export const renew = <Row extends Leased>(db: Database, queue: Queue<Row>, row: Row): Promise<boolean> =>
  inOrganisation(db, row.organisation, (tx) => changeLeased(tx, queue, row, { [availableOf(queue)]: leaseEnd(queue) }))

/** Ends a lease together with a change of the row; returns whether it was still ours. */
export const release = <Row extends Leased>(tx: Tx, queue: Queue<Row>, row: Row, change: Change): Promise<boolean> =>
  changeLeased(tx, queue, row, { ...change, lease: null })

/** Deletes a row whose work is done; returns whether its lease was still ours. */
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
  const { seconds, maxAttempts = Infinity, spread = 0 } = queue.retries ?? { seconds: [secondsOf(queue)] }
  if (attempts >= maxAttempts) return undefined
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
 * in seconds. Returns whether its lease was still ours.
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
