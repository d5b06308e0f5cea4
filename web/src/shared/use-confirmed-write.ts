import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useMe } from '../api/me.ts'
import { messageOf } from '../api/problem.ts'
import { post } from '../api/request.ts'
import { say } from './toasts.ts'
import { makeConfirmedWrites, type Outcome, type Write, type WriteState } from './confirmed-writes.ts'

const [firstWaitMs, longestWaitMs] = [500, 5_000]

/** Waits before a request is sent for the second, third … time: longer each time, and no longer than until there is a network. */
export const waitBeforeRetry = (times: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(firstWaitMs * 2 ** (times - 1), longestWaitMs))
    window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
  })

const writes = makeConfirmedWrites({
  storage: sessionStorage,
  send: ({ path, body, ifModified }, idempotencyKey) => post(path, body, { idempotencyKey, ifModified }),
  wait: waitBeforeRetry,
  mintKey: () => crypto.randomUUID(),
  isOnline: () => navigator.onLine,
  tell: (outcome) => (outcome.kind === 'done' ? say(outcome.said) : say(messageOf(outcome.error), { isProblem: true })),
})

export const resumeWrites = writes.resumeOf

export type ConfirmedWrite = {
  readonly state: WriteState
  readonly submit: (write: Write) => Promise<Outcome>
  readonly reset: () => void
}

/**
 * A write that must take effect exactly once, for a sheet or a button. What an earlier page has left open under the name is
 * taken up again. `refresh` reads what the write changes, before its outcome is shown.
 */
export const useConfirmedWrite = (what: string, refresh?: () => Promise<unknown>): ConfirmedWrite => {
  // A key is good for the user who sent it: somebody else at this desk must not send it again.
  const name = `${useMe().user.url} ${what}`
  const state = useSyncExternalStore(
    writes.subscribe,
    useCallback(() => writes.stateOf(name), [name]),
  )
  const refreshNow = useEffectEvent(async () => refresh?.())
  useEffect(() => writes.watch(name, () => refreshNow()), [name])
  return {
    state,
    submit: useCallback((write: Write) => writes.submit(name, write), [name]),
    reset: useCallback(() => writes.reset(name), [name]),
  }
}

/** What the button of a write shows. */
export const busyOf = ({ kind }: WriteState) => (kind === 'sending' || kind === 'checking' ? kind : 'open')

/** What a write answered at last; a refusal is thrown. */
export const answerOf = <T>(outcome: Outcome): T => {
  if (outcome.kind === 'refused') throw outcome.error
  return outcome.answers.at(-1) as T
}
