import { setTimeout as pause } from 'node:timers/promises'
import { databaseFaultOf } from '../db/faults.ts'
import { observeJob } from '../telemetry/observing.ts'
import type { Failures } from './failures.ts'
import type { Sleeper } from './sleeper.ts'

const firstPauseMs = 1_000
const maxPauseMs = 5_000

export type Loop = { readonly failures: Failures; readonly signal: AbortSignal }

/** How long to wait after so many failures in a row. */
export const pauseAfter = (failed: number) => Math.min(firstPauseMs * 2 ** (failed - 1), maxPauseMs)

export type Wakeable = Loop & {
  /** Woken when there is work. */
  readonly sleeper: Sleeper
  /** To be called when work was done, because other work may follow from it. */
  readonly askAgain: () => void
}

/** Works whenever it is woken, until there is nothing left to do. It pauses after a failure, longer after each in a row. */
export const workWhenWoken = async (
  { failures, signal, sleeper, askAgain }: Wakeable,
  kind: string,
  work: () => Promise<boolean>,
) => {
  let failed = 0
  for (await sleeper.sleep(); !signal.aborted; await sleeper.sleep())
    try {
      while (!signal.aborted && (await work())) askAgain()
      failed = 0
      failures.worked()
    } catch (problem) {
      failed++
      failures.report(problem, { kind }, 'a job of the worker failed and will be retried')
      await pause(pauseAfter(failed), undefined, { signal }).catch(() => {})
    }
}

/** Each failure in a row doubles the time until an organisation is tried again, from a second to a minute. */
const backoffByOrganisation = () => {
  const failed = new Map<number, { readonly times: number; readonly until: number }>()
  return {
    isWaiting: (organisation: number) => (failed.get(organisation)?.until ?? 0) > performance.now(),
    succeeded: (organisation: number) => void failed.delete(organisation),
    failed: (organisation: number) => {
      const times = (failed.get(organisation)?.times ?? 0) + 1
      failed.set(organisation, { times, until: performance.now() + Math.min(60_000, 500 * 2 ** times) })
    },
  }
}

/** Works for each organisation where there is something to do. A failure in one of them does not hold up the others. */
export const forEachOrganisation = <W extends { readonly organisation: number }>(
  { failures, signal }: Loop,
  kind: string,
  findWork: () => Promise<readonly W[]>,
  work: (found: W) => Promise<number>,
) => {
  const backoff = backoffByOrganisation()
  return async () => {
    let done = 0
    for (const found of await findWork()) {
      const { organisation } = found
      if (signal.aborted) break
      if (backoff.isWaiting(organisation)) continue
      try {
        done += await observeJob({ kind, organisation }, () => work(found))
        backoff.succeeded(organisation)
      } catch (problem) {
        if (databaseFaultOf(problem) === 'unreachable') throw problem
        backoff.failed(organisation)
        failures.report(problem, { organisation, kind }, 'a job of an organisation failed and will be retried')
      }
    }
    return done > 0
  }
}
