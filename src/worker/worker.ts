import { setTimeout as pause } from 'node:timers/promises'
import { observeJob } from '../telemetry/observing.ts'
import { advanceAllLocks } from './locks.ts'
import { sendMessage, takeMessages, type WorkerParts } from './messages.ts'
import { sweepExpired } from './sweep.ts'

const pollMs = 500
const sweepMs = 3_600_000
const lockMs = 60_000

export type Worker = { readonly stop: () => Promise<void> }

/** Does what requests have left to be done. Any number of workers may run; `stop` waits for what is under way. */
export const startWorker = (parts: WorkerParts): Worker => {
  const stopping = new AbortController()
  const { signal } = stopping
  let sweepAt = 0
  let lockAt = 0

  const deliver = async () => {
    const taken = await takeMessages(parts.db)
    await Promise.all(
      taken.map((message) => {
        const { kind, organisation } = message
        return observeJob({ kind, organisation }, () => sendMessage(parts, message))
      }),
    )
    return taken.length
  }

  const sweep = async () => {
    if (Date.now() < sweepAt) return
    sweepAt = Date.now() + sweepMs
    await observeJob({ kind: 'sweep' }, () => sweepExpired(parts.db, () => !signal.aborted))
  }

  const lock = async () => {
    if (Date.now() < lockAt) return
    lockAt = Date.now() + lockMs
    await observeJob({ kind: 'period locks' }, () =>
      advanceAllLocks(parts.db, new Date(), (organisation, error) =>
        parts.log.error({ err: error, organisation }, 'a period lock could not be moved; the next round tries again'),
      ),
    )
  }

  /** One kind of work that fails leaves the others alone. */
  const attempt = async (work: () => Promise<number | void>) => {
    try {
      return (await work()) ?? 0
    } catch (error) {
      parts.log.error({ err: error }, 'the worker failed and goes on')
      return 0
    }
  }

  const work = async () => {
    const delivered = await attempt(deliver)
    await attempt(lock)
    await attempt(sweep)
    return delivered
  }

  const run = async () => {
    while (!signal.aborted) {
      const done = await work()
      if (done === 0) await pause(pollMs, undefined, { signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
