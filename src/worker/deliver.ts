import { setTimeout as pause } from 'node:timers/promises'
import { observeJob } from '../telemetry/observing.ts'
import { endpointKey, poster, takeDeliveries, type Allowance, type Attempt, type LeasedDelivery } from './deliveries.ts'
import type { Loop } from './loops.ts'
import type { WorkerParts } from './messages.ts'

const pollMs = 200
/** Between two looks for deliveries: long enough for several to be found at once. */
const gatherMs = 20
const longestPauseMs = 5_000
/** At once to endpoints that answer, and to those whose last attempt failed: these may use up only their own. */
const mostAtOnce = { healthy: 48, failing: 16 } as const
/** At once to one endpoint. */
const mostPerEndpoint = { healthy: 4, failing: 1 } as const

/** What this worker is posting, and which endpoints failed the last time. */
const inFlight = () => {
  const posting = new Map<string, number>()
  const failing = new Set<string>()
  const poolOf = (key: string) => (failing.has(key) ? 'failing' : 'healthy')
  const count = (pool: 'healthy' | 'failing') =>
    [...posting].reduce((sum, [key, n]) => sum + (poolOf(key) === pool ? n : 0), 0)
  return {
    start: (key: string) => void posting.set(key, (posting.get(key) ?? 0) + 1),
    end: (key: string, hasFailed: boolean) => {
      const left = (posting.get(key) ?? 1) - 1
      if (left > 0) posting.set(key, left)
      else posting.delete(key)
      if (hasFailed) failing.add(key)
      else failing.delete(key)
    },
    room: () => mostAtOnce.healthy - count('healthy'),
    /** A failing endpoint gets its turn only while the others leave room in the pool of the failing. */
    allowance: (): Allowance => {
      const roomForFailing = mostAtOnce.failing > count('failing')
      const keys = new Set([...posting.keys(), ...failing])
      return {
        usual: mostPerEndpoint.healthy,
        byEndpoint: Object.fromEntries(
          [...keys].map((key) => {
            const most = failing.has(key) && !roomForFailing ? 0 : mostPerEndpoint[poolOf(key)]
            return [key, Math.max(0, most - (posting.get(key) ?? 0))]
          }),
        ),
      }
    },
  }
}

/** Resolves when it is called, or after a time. */
const wakeable = () => {
  let wake = () => {}
  return {
    wake: () => wake(),
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

/** Posts deliveries as they become due until it is told to stop. It never waits for a slow receiver to take on another. */
export const deliver = async (parts: WorkerParts, { failures, signal }: Loop) => {
  const flight = inFlight()
  const running = new Set<Promise<void>>()
  const sleeper = wakeable()
  signal.addEventListener('abort', sleeper.wake)
  let failed = 0

  const post = poster(parts)
  const observe = async ({ organisation, ...taken }: LeasedDelivery, attempt: Promise<Attempt>) => {
    let hasFailed = false
    try {
      hasFailed = (await observeJob({ kind: 'webhook', organisation }, () => attempt)) === 'failed'
    } catch (problem) {
      failures.report(problem, { kind: 'webhook', organisation }, 'a delivery will be retried')
    }
    flight.end(endpointKey({ organisation, ...taken }), hasFailed)
    sleeper.wake()
  }
  const startAll = (batch: readonly LeasedDelivery[], since: number) => {
    for (const [key, group] of Map.groupBy(batch, endpointKey))
      for (const [at, attempt] of post(group, since).entries()) {
        flight.start(key)
        const work = observe(group[at]!, attempt).finally(() => running.delete(work))
        running.add(work)
      }
  }

  while (!signal.aborted) {
    const room = flight.room()
    let found = 0
    if (room > 0) {
      const since = performance.now()
      try {
        const batch = await takeDeliveries(parts.db, room, flight.allowance())
        found = batch.length
        failed = 0
        failures.worked()
        startAll(batch, since)
      } catch (problem) {
        failed++
        failures.report(problem, { kind: 'webhooks' }, 'a job of the worker failed and will be retried')
      }
    }
    if (found === 0) await sleeper.pause(Math.min(pollMs * 2 ** failed, longestPauseMs))
    await pause(gatherMs)
  }
  await Promise.all(running)
}
