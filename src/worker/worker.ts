import { setTimeout as pause } from 'node:timers/promises'
import { noticePasswords } from '../domain/identity/password-notices.ts'
import { doDuty, type Duty } from './duties.ts'
import { findBehind, followOn, type Follower } from './followers.ts'
import { observeJob } from '../telemetry/observing.ts'
import { advanceAllLocks } from './locks.ts'
import { sendMessage, takeMessages, type WorkerParts } from './messages.ts'
import { sweepExpired } from './sweep.ts'

const pollMs = 500

const followers: readonly Follower[] = [{ name: 'password notices', resources: ['user'], follow: noticePasswords }]

const dutiesOf = ({ db, log }: WorkerParts): readonly Duty[] => [
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
    name: 'sweep away what has expired',
    everySeconds: 3_600,
    run: async (goesOn) => {
      await sweepExpired(db, goesOn)
    },
  },
]

export type Worker = { readonly stop: () => Promise<void> }

/** Does what requests have left to be done. Any number of workers may run; `stop` waits for what is under way. */
export const startWorker = (parts: WorkerParts): Worker => {
  const { db, log } = parts
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

  const deliver = async () => {
    const since = performance.now()
    const taken = await takeMessages(db)
    await Promise.all(
      taken.map((message) =>
        observeJob({ kind: message.kind, organisation: message.organisation }, () =>
          sendMessage(parts, message, since),
        ),
      ),
    )
    return taken.length > 0
  }

  const follow = (follower: Follower) => async () => {
    let followed = 0
    for (const organisation of await findBehind(db, follower)) {
      if (!goesOn()) break
      // What one organisation's events run into keeps no other from theirs.
      await observeJob({ kind: follower.name, organisation }, () => followOn(db, organisation, follower)).then(
        (events) => (followed += events),
        (error: unknown) =>
          log.error({ err: error, organisation, follower: follower.name }, 'events could not be followed; they wait'),
      )
    }
    return followed > 0
  }

  const attend = (duty: Duty) => () =>
    doDuty(db, { ...duty, run: (held) => observeJob({ kind: duty.name }, () => duty.run(held)) }, goesOn)

  const running = Promise.all([
    keepAt('messages', deliver),
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
