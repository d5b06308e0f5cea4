import { setTimeout as pause } from 'node:timers/promises'
import { noticePasswords } from '../domain/identity/password-notices.ts'
import { doDuty, type Duty } from './duties.ts'
import { findBehind, followOn, type Follower } from './followers.ts'
import { observeJob } from '../telemetry/observing.ts'
import { findUnderWay, forgetAllFiles, stepOn } from './imports.ts'
import { advanceAllLocks } from './locks.ts'
import { sendMessage, takeMessages, type WorkerParts } from './messages.ts'
import { removeStray, takeStrays } from './stray-files.ts'
import { sweepExpired } from './sweep.ts'
import { settleUploads } from './uploads.ts'

const pollMs = 500

const followers: readonly Follower[] = [{ name: 'password notices', resources: ['user'], follow: noticePasswords }]

const dutiesOf = ({ db, app, store, log }: WorkerParts): readonly Duty[] => [
  {
    name: 'advance period locks',
    everySeconds: 60,
    run: (goesOn) =>
      advanceAllLocks(
        db,
        new Date(),
        (organisation, error) =>
          log.error({ err: error, organisation }, 'a period lock could not be moved; the next round tries again'),
        goesOn,
      ),
  },
  {
    name: 'settle uploads',
    everySeconds: 600,
    run: (goesOn) =>
      settleUploads(
        db,
        store,
        (organisation, error) =>
          log.error({ err: error, organisation }, 'an upload could not be looked at; the next round tries again'),
        goesOn,
      ),
  },
  {
    name: 'sweep away what has expired',
    everySeconds: 3_600,
    run: async (goesOn) => {
      await sweepExpired(db, goesOn)
    },
  },
  {
    name: 'forget imported files',
    everySeconds: 3_600,
    run: (goesOn) =>
      forgetAllFiles(
        db,
        app,
        (organisation, error) =>
          log.error({ err: error, organisation }, 'imported files could not be forgotten; the next round tries again'),
        goesOn,
      ),
  },
]

/** Each failure in a row doubles the time until the next try, from a second to a minute. */
const restAfterFailures = () => {
  const failed = new Map<number, { readonly times: number; readonly until: number }>()
  return {
    isResting: (organisation: number) => (failed.get(organisation)?.until ?? 0) > performance.now(),
    note: (organisation: number, isFine: boolean) => {
      const times = (failed.get(organisation)?.times ?? 0) + 1
      if (isFine) failed.delete(organisation)
      else failed.set(organisation, { times, until: performance.now() + Math.min(60_000, 500 * 2 ** times) })
    },
  }
}

export type Worker = { readonly stop: () => Promise<void> }

/** Does what requests have left to be done. Any number of workers may run; `stop` waits for what is under way. */
export const startWorker = (parts: WorkerParts): Worker => {
  const { db, app, resources, log } = parts
  const stopping = new AbortController()
  const goesOn = () => !stopping.signal.aborted

  /** One kind of work, again and again until it stops. When it fails or has found nothing to do it rests. */
  const keepAt = async (kind: string, work: () => Promise<boolean>) => {
    while (goesOn()) {
      const didSome = await work().catch((error: unknown) => {
        log.error({ err: error, kind }, 'the worker failed and goes on')
        return false
      })
      if (!didSome) await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Works on all that was taken at once; what fails keeps none of the others. */
  const workOn = async <T>(taken: readonly T[], work: (one: T) => Promise<unknown>) => {
    const done = await Promise.allSettled(taken.map(work))
    for (const outcome of done) if (outcome.status === 'rejected') throw outcome.reason
    return taken.length > 0
  }

  const deliver = async () => {
    const since = performance.now()
    return workOn(await takeMessages(db), (message) =>
      observeJob({ kind: message.kind, organisation: message.organisation }, () => sendMessage(parts, message, since)),
    )
  }

  const clearAway = async () =>
    workOn(await takeStrays(db), (stray) =>
      observeJob({ kind: 'stray file', organisation: stray.organisation }, () => removeStray(db, parts.store, stray)),
    )

  /** Goes through the organisations where work waits. What one of them runs into keeps no other from theirs. */
  const goRound = <W extends { readonly organisation: number }>(
    kind: string,
    findWaiting: () => Promise<readonly W[]>,
    work: (waiting: W) => Promise<number>,
  ) => {
    const { isResting, note } = restAfterFailures()
    return async () => {
      let done = 0
      for (const waiting of await findWaiting()) {
        const { organisation } = waiting
        if (!goesOn()) break
        if (isResting(organisation)) continue
        try {
          done += await observeJob({ kind, organisation }, () => work(waiting))
          note(organisation, true)
        } catch (error) {
          note(organisation, false)
          log.error({ err: error, organisation, kind }, 'work of an organisation failed; it waits')
        }
      }
      return done > 0
    }
  }

  const follow = (follower: Follower) =>
    goRound(
      follower.name,
      () => findBehind(db, follower),
      ({ organisation }) => followOn(db, organisation, follower),
    )
  const bringIn = goRound(
    'import',
    () => findUnderWay(db),
    (one) => stepOn(app, one, resources),
  )

  const attend = (duty: Duty) => () =>
    doDuty(db, { ...duty, run: (held) => observeJob({ kind: duty.name }, () => duty.run(held)) }, goesOn)

  const running = Promise.all([
    keepAt('messages', deliver),
    keepAt('stray files', clearAway),
    keepAt('imports', bringIn),
    ...followers.map((follower) => keepAt(follower.name, follow(follower))),
    ...dutiesOf(parts).map((duty) => keepAt(duty.name, attend(duty))),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
