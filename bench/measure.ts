import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connected } from '../scripts/database.ts'

export const workloads = ['list', 'retrieve', 'create', 'pay'] as const
export type Workload = (typeof workloads)[number]

/** Every run of a workload has random numbers of its own: two that draw the same keys would collide. */
export const seedOf = (seed: number, round: number, workload: Workload) =>
  (seed * 1_000 + round) * workloads.length + workloads.indexOf(workload)

/** CPU seconds by process. */
export type Spent = { readonly server: number; readonly postgres: number; readonly redis: number }
export type Measured = {
  readonly rate: number
  readonly p99: number
  /** For 1,000 requests. */
  readonly spent: Spent
  /** Transactions of the database for one request. */
  readonly transactions: number
}

/** What the load generator measured. */
export type Seen = { readonly requests: number; readonly rate: number; readonly p99: number }

/** The processes and the database whose work is measured. */
export type Watched = { readonly server: readonly number[]; readonly redis: number; readonly superuser: string }

const ticksASecond = 100

const spentBy = (pid: number) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksASecond
  } catch {
    return 0
  }
}
type Spenders = ReadonlyMap<number, number>
const spenders = (pids: readonly number[]): Spenders => new Map(pids.map((pid) => [pid, spentBy(pid)]))

/** Processes that ran at the end, also new ones; the CPU time of one that ended is lost. */
const between = (before: Spenders, after: Spenders) =>
  after.entries().reduce((sum, [pid, spent]) => sum + spent - (before.get(pid) ?? 0), 0)

/** A process and all that it started. */
export const familyOf = (pid: number): number[] => {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(familyOf)]
}

type Sample = { readonly at: number; readonly spent: Record<keyof Spent, Spenders>; readonly transactions: number }

const sample = ({ server, redis, superuser }: Watched): Promise<Sample> =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const { rows: counted } = await client.query<{ transactions: string }>(
      'select xact_commit as transactions from pg_stat_database where datname = current_database()',
    )
    return {
      at: performance.now(),
      spent: { server: spenders(server), postgres: spenders(rows.map(({ pid }) => pid)), redis: spenders([redis]) },
      transactions: Number(counted[0]!.transactions),
    }
  })

const figures = (seen: Seen, requests: number, before: Sample, after: Sample): Measured => {
  const part = (name: keyof Spent) => (between(before.spent[name], after.spent[name]) / requests) * 1000
  return {
    rate: seen.rate,
    p99: seen.p99,
    spent: { server: part('server'), postgres: part('postgres'), redis: part('redis') },
    transactions: (after.transactions - before.transactions) / requests,
  }
}

/** Measures a run from its beginning to its end. */
export const watch = async (watched: Watched, run: () => Promise<Seen>): Promise<Measured> => {
  const before = await sample(watched)
  const seen = await run()
  return figures(seen, seen.requests, before, await sample(watched))
}

const edgeMs = 500

/** Measures the middle of a run whose connections end with it, with their CPU time. */
export const watchMiddle = async (watched: Watched, skipped: number, seconds: number, run: () => Promise<Seen>) => {
  const watching = async () => {
    await sleep(skipped * 1000 + edgeMs)
    const before = await sample(watched)
    await sleep(Math.max(100, seconds * 1000 - 2 * edgeMs))
    return [before, await sample(watched)] as const
  }
  const [seen, [before, after]] = await Promise.all([run(), watching()])
  return figures(seen, (seen.rate * (after.at - before.at)) / 1000, before, after)
}

/** The share of the machine that is in use at the moment. */
export const busy = async (seconds: number) => {
  const times = () => {
    const [user, nice, system, idle, wait] = readFileSync('/proc/stat', 'utf8').split(/\s+/).slice(1, 6).map(Number)
    return { used: user! + nice! + system!, free: idle! + wait! }
  }
  const before = times()
  await sleep(seconds * 1000)
  const after = times()
  const used = after.used - before.used
  return used / (used + after.free - before.free)
}
