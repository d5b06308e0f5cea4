import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type DatabaseConnection, type Kysely, sql, Transaction } from 'kysely'
import { observeTransaction } from '../telemetry/observing.ts'
import { withinShare } from './shares.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** The only database handle of domain code. It sees one organisation's rows, which PostgreSQL enforces. */
export type Tx = Transaction<Tables> & {
  /** Set by `finishChanges`. */
  areChangesFinished?: true
  /** Set while other rules follow in the same transaction: the organisation's lock is taken after the last of them. */
  hasMoreRules?: true
}

/** The actor of a transaction's changes in the audit trail; without one it is the service itself. */
export type Who = {
  readonly user: number
  readonly application: number | null
  readonly credential: string
  readonly address: string
  readonly request: string
  /** For security events; the audit trail does without. */
  readonly userAgent?: string | undefined
}

const ask = <Row>(connection: DatabaseConnection, text: string, values: readonly unknown[] = []) =>
  connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))

export const hasCode = (problem: unknown, code: string) =>
  problem instanceof Error && 'code' in problem && problem.code === code

/** Kysely needs these to begin transactions, which a transaction never does. */
const unused = {} as never

/**
 * A transaction on a connection that pipelines its statements: they are sent in the order of the calls and do not wait for
 * each other, where Kysely's own transactions wait for every result. Once it is over nothing more is sent: the connection may
 * be in use for another organisation by then.
 */
const transactionOn = (db: Database, connection: DatabaseConnection) => {
  let isOver = false
  let failure: unknown
  const provideConnection = async <T>(consumer: (connection: DatabaseConnection) => Promise<T>) => {
    if (isOver) throw new Error('This transaction is over. Await everything that uses it.')
    try {
      return await consumer(connection)
    } catch (problem) {
      failure ??= problem
      throw problem
    }
  }
  const executor = db.getExecutor().withConnectionProvider({ provideConnection })
  const tx: Tx = new Transaction<Tables>({ config: unused, dialect: unused, driver: unused, executor })
  const end = (word: 'commit' | 'rollback') => {
    isOver = true
    return ask<{ readonly command: string }>(connection, word)
  }
  /** Of pipelined statements the later ones fail with 25P02 (in_failed_sql_transaction), and may be rejected first. */
  const reasonOf = (problem: unknown) => (hasCode(problem, '25P02') ? failure : problem)
  return { tx, end, reasonOf }
}

const begin = (connection: DatabaseConnection, organisation: number, who: Who | undefined) =>
  Promise.all([
    ask(connection, 'begin'),
    ask(connection, `select set_config('app.organisation', $1, true), set_config('app.actor', $2, true)`, [
      String(organisation),
      who === undefined ? '' : JSON.stringify(who),
    ]),
  ])

/**
 * Runs work in one transaction that sees one organisation. It is committed, or rolled back as `ending` says, and always
 * rolled back when the work fails.
 */
export const inOrganisation = <T>(
  db: Database,
  organisation: number,
  work: (tx: Tx) => Promise<T>,
  who?: Who,
  ending: 'commit' | 'rollback' = 'commit',
): Promise<T> =>
  observeTransaction(organisation, () =>
    withinShare(db, organisation, () =>
      db.getExecutor().provideConnection(async (connection) => {
        const { tx, end, reasonOf } = transactionOn(db, connection)
        // Not awaited: what follows is pipelined after it on the same connection, and sees no organisation without it.
        const begun = begin(connection, organisation, who)
        begun.catch(() => {})
        try {
          const result = await work(tx)
          const { rows } = await end(ending)
          // PostgreSQL rolls back instead when a statement had failed, even one whose failure was ignored.
          if (ending === 'commit' && rows[0]?.command === 'ROLLBACK')
            throw new Error('The transaction had failed and was rolled back.')
          return result
        } catch (problem) {
          await end('rollback').catch(() => {})
          // If it never began, that is the reason.
          await begun
          throw reasonOf(problem)
        }
      }),
    ),
  )

/**
 * Sends the statements of one transaction one after another without waiting for results (pipelining): PostgreSQL carries them
 * out in this order, so a later one sees and holds what an earlier one did. Of a step with several statements that is sure
 * of the first only.
 */
export const inOrder = <const T extends readonly unknown[]>(
  tx: Tx,
  ...steps: { readonly [K in keyof T]: (tx: Tx) => Promise<T[K]> }
): Promise<T> => Promise.all(steps.map((step) => step(tx))) as unknown as Promise<T>

const maxAttempts = 5
const maxPauseMs = 50

/**
 * On a deadlock PostgreSQL rolls back one of the transactions. Nothing of it was committed and the others continue, so it is
 * run again from the beginning.
 */
export const retryOnDeadlock = async <T>(attempt: () => Promise<T>, attempts = maxAttempts): Promise<T> => {
  try {
    return await attempt()
  } catch (problem) {
    if (attempts === 1 || !hasCode(problem, '40P01')) throw problem
    await sleep(Math.random() * maxPauseMs)
    return retryOnDeadlock(attempt, attempts - 1)
  }
}

/**
 * Fires the deferred triggers before the commit: the changes are stamped and audited, under the organisation's lock. Any
 * later change of the transaction is stamped and audited immediately.
 */
export const finishChanges = async (tx: Tx) => {
  if (tx.areChangesFinished) return
  tx.areChangesFinished = true
  await sql`set constraints all immediate`.execute(tx)
}

/**
 * SQL of the stamp, for the last update of a rule: the row need not be written again to be stamped. It takes the organisation's
 * lock, so where other rules follow, the row is left to be stamped with all others.
 */
export const stampOf = (tx: Tx) => (tx.hasMoreRules ? sql`modified` : sql`stamp_of_transaction()`)

/** Runs one statement: from the pool for ordinary reads, or inside a transaction. */
export type Reader = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * Reads for one organisation in a single statement. `select` sees the organisation as `t.o` and must compare it in every
 * table it reads; its values start at $2. `offset 0` is an optimisation fence: without it the planner may read the tables
 * before the organisation has been set, and a record that exists is not found.
 */
export const readInOrganisation = <Row>(
  read: Reader,
  organisation: number,
  select: string,
  values: readonly unknown[],
) =>
  withinShare(read, organisation, () =>
    read<Row>(
      `with t as materialized (select set_config('app.organisation', $1, true)::int as o) select x.* from t, lateral (${select} offset 0) x`,
      [String(organisation), ...values],
    ),
  )

/** Reads inside a transaction, so that it sees what the transaction has written. */
export const readerIn =
  (tx: Tx): Reader =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
