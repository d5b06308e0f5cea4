import { setTimeout as pause } from 'node:timers/promises'
import { databaseFaultOf } from '../db/faults.ts'
import { observeJob } from '../telemetry/observing.ts'
import type { Failures } from './failures.ts'

const pollMs = 500
const longestPauseMs = 5_000

export type Loop = { readonly failures: Failures; readonly signal: AbortSignal }

/** Repeats work until it is told to stop. It pauses when there was nothing to do, and longer after each failure in a row. */
export const loop = async ({ failures, signal }: Loop, kind: string, work: () => Promise<boolean>) => {
  let failed = 0
  while (!signal.aborted) {
    let didWork = false
    try {
      didWork = await work()
      failed = 0
      failures.worked()
    } catch (problem) {
      failed++
      failures.report(problem, { kind }, 'a job of the worker failed and will be retried')
    }
    if (!didWork) await pause(Math.min(pollMs * 2 ** failed, longestPauseMs), undefined, { signal }).catch(() => {})
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
