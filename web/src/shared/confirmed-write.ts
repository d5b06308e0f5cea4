import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { request } from '../api/request.ts'
import { say } from '../frame/toasts.ts'
import { isOpen } from './money-writes.ts'

/** One request of a write. What a step before it answered is not known when it is written down. */
export type WriteStep = { readonly path: string; readonly body: unknown }

/** What is kept of a write until it has a definite answer, also over a reload of the page. */
type Kept = {
  /** Minted when the sheet is opened. Later steps have it with their number. */
  readonly key: string
  readonly steps: readonly WriteStep[]
  readonly answers: readonly unknown[]
  /** What is said once it is done, and what is being checked until then: the amount. */
  readonly said: string
  readonly amount: string
}

export type WriteState =
  | { readonly kind: 'open' }
  | { readonly kind: 'sending' | 'checking'; readonly amount: string }
  /** A definite refusal. The steps before it have taken effect. */
  | { readonly kind: 'refused'; readonly error: unknown; readonly answers: readonly unknown[] }
  | { readonly kind: 'done'; readonly answers: readonly unknown[]; readonly said: string }

const prefix = 'fetlock.write '
const open: WriteState = { kind: 'open' }
const states = new Map<string, WriteState>()
const watched = new Map<string, number>()
const listeners = new Set<() => void>()

const change = (name: string, state: WriteState) => {
  states.set(name, state)
  for (const listener of listeners) listener()
}

const read = (name: string): Kept | undefined => {
  const text = sessionStorage.getItem(prefix + name)
  return text === null ? undefined : (JSON.parse(text) as Kept)
}
const keep = (name: string, kept: Kept) => {
  sessionStorage.setItem(prefix + name, JSON.stringify(kept))
  return kept
}
const mint = (name: string) => keep(name, { key: crypto.randomUUID(), steps: [], answers: [], said: '', amount: '' })

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
  })

const [firstPauseMs, longestPauseMs] = [500, 5_000]

const finish = (name: string, state: WriteState, message: string, isProblem: boolean) => {
  sessionStorage.removeItem(prefix + name)
  change(name, state)
  if ((watched.get(name) ?? 0) > 0) return
  say(message, { isProblem })
  states.delete(name)
}

/** Sends the steps in their order, each with the same key until there is a definite answer. */
const run = async (name: string, start: Kept) => {
  let kept = start
  let failures = 0
  while (kept.answers.length < kept.steps.length) {
    const { path, body } = kept.steps[kept.answers.length]!
    const idempotencyKey = kept.answers.length === 0 ? kept.key : `${kept.key}-${kept.answers.length + 1}`
    try {
      const answer = await request('POST', path, { body, idempotencyKey })
      kept = keep(name, { ...kept, answers: [...kept.answers, answer] })
      failures = 0
    } catch (error) {
      if (!isOpen(error))
        return finish(
          name,
          { kind: 'refused', error, answers: kept.answers },
          error instanceof ApiProblem ? error.detail : String(error),
          true,
        )
      change(name, { kind: 'checking', amount: kept.amount })
      await pause(Math.min(firstPauseMs * 2 ** failures++, longestPauseMs))
    }
  }
  finish(name, { kind: 'done', answers: kept.answers, said: kept.said }, kept.said, false)
}

const isRunning = (name: string) => ['sending', 'checking'].includes(states.get(name)?.kind ?? '')

/** What was sent before the page was loaded anew is asked for again, with the same key. */
const resume = (name: string) => {
  const kept = read(name)
  if (kept === undefined || kept.steps.length === 0 || isRunning(name)) return
  change(name, { kind: 'checking', amount: kept.amount })
  void run(name, kept)
}

const isOffline = () =>
  new ApiProblem({ status: 0, code: 'offline', detail: 'There is no connection, and nothing was sent.' })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export type ConfirmedWrite = {
  readonly state: WriteState
  /** Sends it, unless it has been sent already: pressing Enter twice is one write. */
  readonly submit: (steps: readonly WriteStep[], said: string, amount: string) => void
  /** Forgets the outcome, so that the sheet can be used again, with a new key. */
  readonly reset: () => void
}

/**
 * A write that must take effect exactly once, such as a payment. Its key belongs to the user who signed in, so it is kept
 * for that user; while there is no definite answer it goes on being asked for, also when the sheet is closed.
 */
export const useConfirmedWrite = (user: string, sheet: string): ConfirmedWrite => {
  const name = `${user} ${sheet}`
  const state = useSyncExternalStore(
    subscribe,
    useCallback(() => states.get(name) ?? open, [name]),
  )
  useEffect(() => {
    watched.set(name, (watched.get(name) ?? 0) + 1)
    if (read(name) === undefined) mint(name)
    else resume(name)
    return () => {
      watched.set(name, watched.get(name)! - 1)
      if (!isRunning(name)) states.delete(name)
    }
  }, [name])
  const submit = useCallback(
    (steps: readonly WriteStep[], said: string, amount: string) => {
      if (isRunning(name)) return
      if (!navigator.onLine) return change(name, { kind: 'refused', error: isOffline(), answers: [] })
      const kept = keep(name, { ...(read(name) ?? mint(name)), steps, answers: [], said, amount })
      change(name, { kind: 'sending', amount })
      void run(name, kept)
    },
    [name],
  )
  const reset = useCallback(() => {
    if (isRunning(name)) return
    mint(name)
    change(name, open)
  }, [name])
  return { state, submit, reset }
}

/** Takes up the writes of this user that were under way when the page was left. */
export const resumeWrites = (user: string) => {
  const names = Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}${user} `))
  for (const name of names) resume(name.slice(prefix.length))
}
