import { askedAtMostEvery, type HealthAt, type Readiness, serveHealth } from '../telemetry/health.ts'
import type { Worker } from '../worker/worker.ts'
import { config } from '../app/config.ts'
import { Failure } from './command.ts'

/** A worker whose database is away asks every five seconds; one that is slower than this does no work. */
const maxSeconds = 30
const askStoreMs = 5_000

/** What a worker works with, once it does. */
type Working = {
  readonly worker: Pick<Worker, 'askedSecondsAgo'>
  readonly store: { readonly isUp: () => Promise<boolean> }
}

type Stage =
  | { readonly waitsFor: string }
  | { readonly worker: Working['worker']; readonly isStoreUp: () => Promise<boolean> }
  | 'stopping'

/** Looks whether a worker works: by when the database last said what is due, because only then does it do anything. */
const lookAt = async (stage: Stage): Promise<Readiness> => {
  if (stage === 'stopping') return { isReady: false, found: { stopping: true } }
  if ('waitsFor' in stage) return { isReady: false, found: { waiting: stage.waitsFor } }
  const store = await stage.isStoreUp()
  const seconds = stage.worker.askedSecondsAgo()
  const isReady = seconds !== undefined && seconds <= maxSeconds
  return {
    isReady,
    found: {
      database: isReady ? 'answers' : 'does not answer',
      asked_seconds_ago: seconds === undefined ? null : Math.round(seconds),
      object_store: store ? 'answers' : 'does not answer',
    },
  }
}

const serveAt = async (at: HealthAt, look: () => Promise<Readiness>) => {
  try {
    return await serveHealth(at, look)
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException
    throw new Failure(
      `The health of the worker cannot be served at ${at.host}:${at.port} (${code}). Correct FETLOCK_HEALTH_HOST or ` +
        'FETLOCK_HEALTH_PORT.',
    )
  }
}

/** Serves /live and /ready of a worker if FETLOCK_HEALTH_PORT is set, from before it can work until it has stopped. */
export const openWorkerHealth = async () => {
  let stage: Stage = { waitsFor: 'the start of the worker' }
  const [host, port] = [config.healthHost(), config.healthPort()]
  const server = port === undefined ? undefined : await serveAt({ host, port }, () => lookAt(stage))
  return {
    waits: (obstacle: string) => {
      stage = { waitsFor: obstacle }
    },
    works: ({ worker, store }: Working) => {
      stage = { worker, isStoreUp: askedAtMostEvery(askStoreMs, store.isUp) }
    },
    stops: () => {
      stage = 'stopping'
    },
    close: () => server?.close(),
  }
}
