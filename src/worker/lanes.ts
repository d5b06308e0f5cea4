import { setTimeout as pause } from 'node:timers/promises'
import { observeJob } from '../telemetry/observing.ts'
import { pauseAfter, type Wakeable } from './loops.ts'

/** Between two looks for work: long enough for several to be found at once. */
const gatherMs = 20

/** How many to take for a lane at once, by its key; `usual` for those that are not named. */
export type Allowance = { readonly usual: number; readonly byLane: Readonly<Record<string, number>> }

type Limits = { readonly healthy: number; readonly failing: number }

/** Work that goes to many servers, each of which is a lane: one that is slow or fails uses up only its own. */
export type LanesOf<T extends { readonly organisation: number }> = {
  /** What one piece of it is called in metrics and logs, and what the search for it is. */
  readonly kind: string
  readonly search: string
  /** At once to servers that answer, and to those whose last attempt failed. */
  readonly mostAtOnce: Limits
  /** At once to one server. */
  readonly mostPerLane: Limits
  readonly laneOf: (work: T) => string
  readonly take: (most: number, allowance: Allowance) => Promise<readonly T[]>
  /** Starts some work of one lane; answers false for what failed. `since` is when it was taken, by `performance.now()`. */
  readonly start: (group: readonly T[], since: number) => readonly Promise<boolean>[]
}

/** What this worker is doing, and which lanes failed the last time. */
const inFlight = (mostAtOnce: Limits, mostPerLane: Limits) => {
  const busy = new Map<string, number>()
  const failing = new Set<string>()
  const poolOf = (key: string) => (failing.has(key) ? 'failing' : 'healthy')
  const count = (pool: keyof Limits) => [...busy].reduce((sum, [key, n]) => sum + (poolOf(key) === pool ? n : 0), 0)
  return {
    start: (key: string) => void busy.set(key, (busy.get(key) ?? 0) + 1),
    end: (key: string, hasFailed: boolean) => {
      const left = (busy.get(key) ?? 1) - 1
      if (left > 0) busy.set(key, left)
      else busy.delete(key)
      if (hasFailed) failing.add(key)
      else failing.delete(key)
    },
    room: () => mostAtOnce.healthy - count('healthy'),
    /** A failing lane gets its turn only while the others leave room in the pool of the failing. */
    allowance: (): Allowance => {
      const roomForFailing = mostAtOnce.failing > count('failing')
      const keys = new Set([...busy.keys(), ...failing])
      return {
        usual: mostPerLane.healthy,
        byLane: Object.fromEntries(
          [...keys].map((key) => {
            const most = failing.has(key) && !roomForFailing ? 0 : mostPerLane[poolOf(key)]
            return [key, Math.max(0, most - (busy.get(key) ?? 0))]
          }),
        ),
      }
    },
  }
}

/** Does work whenever it is woken until it is told to stop. It never waits for a slow server to take on another. */
export const runLanes = async <T extends { readonly organisation: number }>(
  lanes: LanesOf<T>,
  { failures, signal, sleeper }: Wakeable,
) => {
  const { kind, laneOf } = lanes
  const flight = inFlight(lanes.mostAtOnce, lanes.mostPerLane)
  const running = new Set<Promise<void>>()
  let failed = 0

  const observe = async (key: string, organisation: number, attempt: Promise<boolean>) => {
    let hasWorked = true
    try {
      hasWorked = await observeJob({ kind, organisation }, () => attempt)
    } catch (problem) {
      failures.report(problem, { kind, organisation }, 'a job of an organisation failed and will be retried')
    }
    flight.end(key, !hasWorked)
    sleeper.wake()
  }
  const startAll = (batch: readonly T[], since: number) => {
    for (const [key, group] of Map.groupBy(batch, laneOf))
      for (const [at, attempt] of lanes.start(group, since).entries()) {
        flight.start(key)
        const work = observe(key, group[at]!.organisation, attempt).finally(() => running.delete(work))
        running.add(work)
      }
  }

  while (!signal.aborted) {
    const room = flight.room()
    let found = 0
    if (room > 0) {
      const since = performance.now()
      try {
        const batch = await lanes.take(room, flight.allowance())
        found = batch.length
        failed = 0
        failures.worked()
        startAll(batch, since)
      } catch (problem) {
        failed++
        failures.report(problem, { kind: lanes.search }, 'a job of the worker failed and will be retried')
        await pause(pauseAfter(failed), undefined, { signal }).catch(() => {})
      }
    }
    if (found === 0) await sleeper.sleep()
    await pause(gatherMs)
  }
  await Promise.all(running)
}
