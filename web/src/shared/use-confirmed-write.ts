import { type Entry, newKey } from '@fetlock/sdk'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useMe } from '../api/me.ts'
import { messageOf } from '../api/problem.ts'
import { type Answers, sendEntries } from '../api/send-entries.ts'
import { showToast } from './toasts.ts'
import { makeConfirmedWrites, type Outcome, type Write, type WriteState } from './confirmed-writes.ts'

const [firstWaitMs, maxWaitMs] = [500, 5_000]

/** Waits before a request is sent for the second, third … time: longer each time, and no longer than until there is a network. */
const waitBeforeRetry = (times: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(firstWaitMs * 2 ** (times - 1), maxWaitMs))
    window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
  })

const writes = makeConfirmedWrites({
  storage: sessionStorage,
  send: (entries, key) => sendEntries(entries, { key }),
  wait: waitBeforeRetry,
  mintKey: newKey,
  isOnline: () => navigator.onLine,
  tell: (outcome) =>
    outcome.kind === 'done' ? showToast(outcome.said) : showToast(messageOf(outcome.error), { isProblem: true }),
})

export const resumeWrites = writes.resumeOf

export type ConfirmedWrite<E extends readonly Entry[] = readonly Entry[]> = {
  readonly state: WriteState<E>
  readonly submit: (write: Write<E>) => Promise<Outcome<E>>
  /** Waits for what is under way, so that the next is not taken for it. */
  readonly idle: () => Promise<void>
  readonly reset: () => void
}

/**
 * A write that must take effect exactly once, for a sheet or a button. What an earlier page has left open under the name is
 * taken up again. `refresh` reads what the write changes, before its outcome is shown.
 */
export const useConfirmedWrite = <E extends readonly Entry[] = readonly Entry[]>(
  what: string,
  refresh?: () => Promise<unknown>,
): ConfirmedWrite<E> => {
  // A key is good for the user who sent it: somebody else at this desk must not send it again.
  const name = `${useMe().user.url} ${what}`
  const state = useSyncExternalStore(
    writes.subscribe,
    useCallback(() => writes.stateOf(name), [name]),
  ) as WriteState<E>
  const refreshNow = useEffectEvent(async () => refresh?.())
  useEffect(() => writes.watch(name, () => refreshNow()), [name])
  return {
    state,
    submit: useCallback((write: Write<E>) => writes.submit(name, write), [name]),
    idle: useCallback(() => writes.idle(name), [name]),
    reset: useCallback(() => writes.reset(name), [name]),
  }
}

/** What the button of a write shows. */
export const busyOf = ({ kind }: Pick<WriteState, 'kind'>) =>
  kind === 'sending' || kind === 'checking' ? kind : 'open'

/** What a write answered at last, by the names of its entries; a refusal is thrown. */
export const answersOf = <E extends readonly Entry[]>(outcome: Outcome<E>): Answers<E> => {
  if (outcome.kind === 'refused') throw outcome.error
  return outcome.answers
}
