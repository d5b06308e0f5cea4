import { setTimeout as pause } from 'node:timers/promises'
import { observeJob } from '../telemetry/observing.ts'
import { pauseAfter, type Wakeable } from './loops.ts'

/** Between two looks for work: long enough for several to be found at once. */
const gatherMs = 20

type ByOrganisation = Readonly<Record<string, number>>

/** What may be taken at once. */
export type Allowance = {
  /** For a lane, by its key; `usual` for those that are not named. */
  readonly usual: number
  readonly byLane: Readonly<Record<string, number>>
  /** For an organisation, with what of it is in progress. */
  readonly perOrganisation: number
  readonly inProgress: ByOrganisation
  /** The last turn of each organisation that had one lately: whoever has waited longest for theirs comes first. */
  readonly turns: ByOrganisation
}

/** An organisation that has not come among so many others is one that has never had its turn. */
const maxTurns = 1_000

/** Remembers in which order organisations had their turns. */
export const turnsOfOrganisations = () => {
  const turns = new Map<number, number>()
  let latest = 0
  return {
    took: (organisation: number) => {
      turns.delete(organisation)
      turns.set(organisation, ++latest)
      if (turns.size > maxTurns) turns.delete(turns.keys().next().value!)
    },
    /** Of whom nothing is in progress. */
    allowance: (most: number): Allowance => ({
      usual: most,
      byLane: {},
      perOrganisation: most,
      inProgress: {},
      turns: Object.fromEntries(turns),
    }),
  }
}

/** Whatever is due, for whoever takes once and remembers nothing. */
export const noTurns = (most: number): Allowance => turnsOfOrganisations().allowance(most)

type Limits = { readonly healthy: number; readonly failing: number }

/**
 * Work that is done in lanes, each of which is a server of an organisation, or an organisation: one that is slow, fails or has
 * a long queue uses up only its own.
 */
export type LanesOf<T extends { readonly organisation: number }> = {
  /** What one piece of it is called in metrics and logs, and what the search for it is. */
  readonly kind: string
  readonly search: string
  /** At once in lanes that work, and in those whose last attempt failed. */
  readonly maxAtOnce: Limits
  /** At once in one lane. */
  readonly maxPerLane: Limits
  /** At once for one organisation, in all of its lanes together. Without it, what one lane may have. */
  readonly maxPerOrganisation?: number
  readonly laneOf: (work: T) => string
  readonly take: (most: number, allowance: Allowance) => Promise<readonly T[]>
  /** Starts some work of one lane; answers false for what failed. `since` is when it was taken, by `performance.now()`. */
  readonly start: (group: readonly T[], since: number) => readonly Promise<boolean>[]
}

const add = <Key>(counts: Map<Key, number>, key: Key, more: number) => {
  const count = (counts.get(key) ?? 0) + more
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

/** What this worker is doing, and which lanes failed the last time. */
const inFlight = ({ maxAtOnce, maxPerLane, maxPerOrganisation = maxPerLane.healthy }: Omit<LanesOf<never>, 'take'>) => {
  const busy = new Map<string, number>()
  const inProgress = new Map<number, number>()
  const turns = turnsOfOrganisations()
  const failing = new Set<string>()
  const poolOf = (key: string) => (failing.has(key) ? 'failing' : 'healthy')
  const count = (pool: keyof Limits) => [...busy].reduce((sum, [key, n]) => sum + (poolOf(key) === pool ? n : 0), 0)
  return {
    start: (key: string, organisation: number) => {
      add(busy, key, 1)
      add(inProgress, organisation, 1)
      turns.took(organisation)
    },
    end: (key: string, organisation: number, hasFailed: boolean) => {
      add(busy, key, -1)
      add(inProgress, organisation, -1)
      if (hasFailed) failing.add(key)
      else failing.delete(key)
    },
    room: () => maxAtOnce.healthy - count('healthy'),
    /** A failing lane gets its turn only while the others leave room in the pool of the failing. */
    allowance: (): Allowance => {
      const roomForFailing = maxAtOnce.failing > count('failing')
      const keys = new Set([...busy.keys(), ...failing])
      return {
        ...turns.allowance(maxPerOrganisation),
        usual: maxPerLane.healthy,
        inProgress: Object.fromEntries(inProgress),
        byLane: Object.fromEntries(
          [...keys].map((key) => {
            const most = failing.has(key) && !roomForFailing ? 0 : maxPerLane[poolOf(key)]
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
  const flight = inFlight(lanes)
  const running = new Set<Promise<void>>()
  let failed = 0

  const observe = async (key: string, organisation: number, attempt: Promise<boolean>) => {
    let hasWorked = true
    try {
      hasWorked = await observeJob({ kind, organisation }, () => attempt)
    } catch (problem) {
      failures.report(problem, { kind, organisation }, 'a job of an organisation failed and will be retried')
    }
    flight.end(key, organisation, !hasWorked)
    sleeper.wake()
  }
  const startAll = (batch: readonly T[], since: number) => {
    for (const [key, group] of Map.groupBy(batch, laneOf))
      for (const [at, attempt] of lanes.start(group, since).entries()) {
        const { organisation } = group[at]!
        flight.start(key, organisation)
        const work = observe(key, organisation, attempt).finally(() => running.delete(work))
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
