import { setTimeout as pause } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/tx.ts'
import { forAllOrganisations } from './all-organisations.ts'
import type { ChangesSeen } from './followers.ts'
import type { Loop } from './loops.ts'
import type { Queue } from './queues.ts'
import type { Sleeper } from './sleeper.ts'

/** What is due, and in how many seconds; with what is known of the changes of all organisations. */
type Due = ChangesSeen & { readonly kind: string; readonly seconds: number }

/** Work of one kind. */
export type Source = {
  /** What it is called in logs. */
  readonly kind: string
  /** When the first of it is due: an expression of one time, null if nothing waits. It must cost little, however much waits. */
  readonly due: () => RawBuilder<unknown>
}

/** When the row of a table that waits and is due first is due. An index gives it. */
export const firstOf = (table: string, waiting: RawBuilder<unknown>, due: RawBuilder<unknown> = sql`due`) =>
  sql`(select ${due} from ${sql.table(table)} where ${waiting} order by ${due} limit 1)`

/** The time of a row by the real clock where `due` is by that of its organisation, which is a sandbox with its own. */
const byRealClock = sql`due - make_interval(secs => own_clock.clock_offset)`

/** The same for times that are by the clocks of their organisations. Sandboxes with clocks of their own are looked at one by one. */
export const firstByOwnClock = (table: string, waiting: RawBuilder<unknown>) => sql`least(${firstOf(table, waiting)}, (
  select min(${byRealClock}) from own_clock, lateral (
    select due from ${sql.table(table)} where ${waiting} and organisation = own_clock.id order by due limit 1) first_there))`

/** When the first row of a queue is due. */
export const firstIn = <Row extends { readonly organisation: number }>(queue: Queue<Row>) => {
  const { table, waiting, available = 'due' } = queue
  if (!queue.byOwnClock) return firstOf(table, waiting, sql.ref(available))
  return sql`least(${firstOf(table, waiting, sql`greatest(due, ${sql.ref(available)})`)}, (
    select min(greatest(${byRealClock}, ${sql.ref(available)})) from own_clock join ${sql.table(table)}
      on organisation = own_clock.id where ${waiting}))`
}

/** Now, if there is a row like this. */
export const nowIfAny = (table: string, waiting: RawBuilder<unknown>) =>
  sql`(select now() where exists (select from ${sql.table(table)} where ${waiting}))`

/** What is due anywhere within some seconds, in one statement. */
const findDue = async (db: Database, sources: readonly Source[], within: number): Promise<readonly Due[]> => {
  const parts = sources.map(({ kind, due }) => sql`select ${sql.lit(kind)}::text, ${due()}`)
  const { rows } = await forAllOrganisations(
    db,
    'find due work',
    sql<Due>`
      with own_clock as materialized (select id, clock_offset from organisation where sandbox and clock_offset <> 0),
      all_changes as materialized (select coalesce(sum(changes), 0)::bigint as changes,
        pg_snapshot_xmin(pg_current_snapshot())::text as unended from ledger),
      first_due (kind, due) as materialized (${sql.join(parts, sql` union all `)})
      select kind, greatest(extract(epoch from due - now()), 0)::float as seconds, changes, unended from first_due, all_changes
      where due <= now() + make_interval(secs => ${within})`,
  )
  return rows
}

/** How often a worker asks. Together with its scheduled duties, an idle worker stays below four statements a second. */
const askMs = 350
/** Between two questions, however many changes are announced meanwhile. */
const gapMs = 100
const maxPauseMs = 5_000

export type Watched = Source & { readonly wake: (due: Due) => void }

type Asking = {
  readonly db: Database
  readonly askMs?: number | undefined
  /** Told whenever the database has said what is due. */
  readonly onAnswer: () => void
}

/**
 * Asks what is due and wakes whoever does it, until it is told to stop. It asks again after a moment, when the next is due, or
 * when it is woken because something may have changed.
 */
export const watchDueWork = async (
  { failures, signal }: Loop,
  { db, askMs: every = askMs, onAnswer }: Asking,
  watched: readonly Watched[],
  sleeper: Sleeper,
) => {
  const byKind = new Map(watched.map((one) => [one.kind, one]))
  let failed = 0
  while (!signal.aborted) {
    let ms = every
    try {
      const found = await findDue(db, watched, every / 1_000)
      onAnswer()
      for (const due of found) {
        if (due.seconds === 0) byKind.get(due.kind)!.wake(due)
        else ms = Math.min(ms, due.seconds * 1_000)
      }
      failed = 0
      failures.worked()
    } catch (problem) {
      failed++
      failures.report(problem, { kind: 'due work' }, 'a job of the worker failed and will be retried')
    }
    await pause(gapMs, undefined, { signal }).catch(() => {})
    // Whoever announces changes does not know that the database is away.
    if (failed > 0) await pause(Math.min(every * 2 ** failed, maxPauseMs), undefined, { signal }).catch(() => {})
    else await sleeper.sleep(Math.max(0, ms - gapMs))
  }
}
