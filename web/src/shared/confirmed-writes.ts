import { type Entry, isOutcomeUnknown } from '@fetlock/sdk'
import { isRefusal, NotDone } from '../api/problem.ts'
import type { Answers } from '../api/send-entries.ts'
import { text } from '../text/en.ts'

type Entries = readonly Entry[]

/** What must take effect exactly once, such as a payment: one request, whatever it writes. */
export type Write<E extends Entries = Entries> = {
  /** One is sent as it is, several as a composite: all of them or none. */
  readonly entries: E
  /** What is said once it is done, if nobody looks at it any more. */
  readonly said: string
  /** What is being checked until then. */
  readonly amount?: string | undefined
}

/** What is kept of a write until its outcome is known, also over a reload of the page. */
type Kept = Write & { readonly key: string }

export type Outcome<E extends Entries = Entries> =
  /** A definite refusal: nothing has happened. */
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'done'; readonly answers: Answers<E>; readonly said: string }
/** `checking`: the outcome is not known, and the same request is sent until it is. */
export type WriteState<E extends Entries = Entries> =
  | { readonly kind: 'open' }
  | { readonly kind: 'sending' | 'checking'; readonly amount: string }
  | Outcome<E>

type Refresh = () => Promise<unknown>

type Means = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  readonly send: (entries: Entries, key: string) => Promise<Answers>
  /** Waits before a request is sent for the second, third … time. */
  readonly wait: (times: number) => Promise<unknown>
  readonly mintKey: () => string
  readonly isOnline: () => boolean
  /** Says the outcome of a write that nobody looks at any more. */
  readonly tell: (outcome: Outcome) => void
}

const prefix = 'fetlock.write '
const open: WriteState = { kind: 'open' }

/**
 * Sends writes that must take effect exactly once. Each has a name, which begins with the user whose key it has. Until its
 * outcome is known, it is sent again with the same key, also after a reload or when its sheet was closed, and the name takes
 * no other.
 */
export const makeConfirmedWrites = ({ storage, send, wait, mintKey, isOnline, tell }: Means) => {
  const states = new Map<string, WriteState>()
  const running = new Map<string, Promise<Outcome>>()
  const watching = new Map<string, Set<Refresh>>()
  const listeners = new Set<() => void>()

  const change = (name: string, state: WriteState) => {
    states.set(name, state)
    for (const listener of listeners) listener()
  }

  const keptOf = (name: string): Kept | undefined => {
    const kept = storage.getItem(prefix + name)
    return kept === null ? undefined : (JSON.parse(kept) as Kept)
  }

  const settle = async (name: string, { entries, key, said, amount = '' }: Kept, isResumed: boolean) => {
    let isUnknown = isResumed
    for (let failures = 1; ; failures++)
      try {
        return { kind: 'done', answers: await send(entries, key), said } as const
      } catch (error) {
        if (isRefusal(error, isUnknown)) return { kind: 'refused', error } as const
        isUnknown ||= isOutcomeUnknown(error)
        change(name, { kind: 'checking', amount })
        await wait(failures)
      }
  }

  const finish = async (name: string, kept: Kept, isResumed: boolean): Promise<Outcome> => {
    const outcome = await settle(name, kept, isResumed)
    storage.removeItem(prefix + name)
    // What is shown is read again first, so that nobody pays what was owed before.
    await Promise.all([...(watching.get(name) ?? [])].map((refresh) => refresh()))
    running.delete(name)
    if (watching.has(name)) change(name, outcome)
    else {
      states.delete(name)
      tell(outcome)
    }
    return outcome
  }

  const run = (name: string, kept: Kept, isResumed: boolean) => {
    const finished = finish(name, kept, isResumed)
    running.set(name, finished)
    return finished
  }

  /** What was sent before the page was loaded is asked for again. */
  const resume = (name: string) => {
    const kept = keptOf(name)
    if (kept === undefined || running.has(name)) return
    change(name, { kind: 'checking', amount: kept.amount ?? '' })
    void run(name, kept, true)
  }

  const begin = (name: string, write: Write) => {
    if (!isOnline()) {
      const refused: Outcome = { kind: 'refused', error: new NotDone(text.offlineWrite) }
      change(name, refused)
      return Promise.resolve(refused)
    }
    const kept: Kept = { ...write, key: mintKey() }
    storage.setItem(prefix + name, JSON.stringify(kept))
    change(name, { kind: 'sending', amount: write.amount ?? '' })
    return run(name, kept, false)
  }

  return {
    stateOf: (name: string) => states.get(name) ?? open,

    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** A sheet is opened: what it left open is taken up. Returns how it is closed. */
    watch: (name: string, refresh: Refresh) => {
      const watchers = watching.get(name) ?? new Set()
      watching.set(name, watchers.add(refresh))
      resume(name)
      return () => {
        watchers.delete(refresh)
        if (watchers.size > 0) return
        watching.delete(name)
        if (!running.has(name)) states.delete(name)
      }
    },

    /** Sends it, unless one is under way: pressing Enter twice is one write. All writes of a name have the same entries. */
    submit: <E extends Entries>(name: string, write: Write<E>): Promise<Outcome<E>> => {
      resume(name)
      return running.get(name) ?? begin(name, write)
    },

    /** Waits for what is under way, if anything is. */
    idle: async (name: string): Promise<void> => {
      resume(name)
      await running.get(name)
    },

    /** Forgets the outcome, so that the sheet can be used again. */
    reset: (name: string) => {
      if (!running.has(name)) change(name, open)
    },

    /** Takes up the writes of a user that were under way when the page was left. */
    resumeOf: (user: string) => {
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      for (const name of names) if (name.startsWith(`${prefix}${user} `)) resume(name.slice(prefix.length))
    },
  }
}
