import { ApiProblem, isRefusal } from '../api/problem.ts'
import { text } from '../text/en.ts'

export type WriteStep = {
  readonly path: string
  readonly body: unknown
  /** The `modified` of the record that it is meant for. */
  readonly ifModified?: string | undefined
}

/** What must take effect exactly once, such as a payment: its requests in their order. */
export type Write = {
  readonly steps: readonly WriteStep[]
  /** What is said once it is done, if nobody looks at it any more. */
  readonly said: string
  /** What is being checked until then. */
  readonly amount?: string | undefined
}

/** What is kept of a write until it has a definite answer, also over a reload of the page. */
type Kept = Write & {
  /** Minted when the sheet is opened. Later steps have it with their number. */
  readonly key: string
  readonly answers: readonly unknown[]
}

/** `checking`: there was no answer, and the same request is sent until there is one. */
export type WriteState =
  | { readonly kind: 'open' }
  | { readonly kind: 'sending' | 'checking'; readonly amount: string }
  | Outcome
export type Outcome =
  /** A definite refusal. The steps before it have taken effect. */
  | { readonly kind: 'refused'; readonly error: unknown; readonly answers: readonly unknown[] }
  | { readonly kind: 'done'; readonly answers: readonly unknown[]; readonly said: string }

type Refresh = () => Promise<unknown>

type Means = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  readonly send: (step: WriteStep, idempotencyKey: string) => Promise<unknown>
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
 * answer is definite, it is sent again with the same key, also after a reload or when its sheet was closed, and the name
 * takes no other.
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

  const read = (name: string): Kept | undefined => {
    const kept = storage.getItem(prefix + name)
    return kept === null ? undefined : (JSON.parse(kept) as Kept)
  }
  const keep = (name: string, kept: Kept) => {
    storage.setItem(prefix + name, JSON.stringify(kept))
    return kept
  }
  const mint = (name: string) => keep(name, { key: mintKey(), steps: [], answers: [], said: '' })
  /** What was sent and has no definite answer yet. */
  const pendingOf = (name: string) => {
    const kept = read(name)
    return kept !== undefined && kept.steps.length > 0 ? kept : undefined
  }

  /** Sends the steps in their order, each with the same key until there is a definite answer. */
  const settle = async (name: string, start: Kept): Promise<Outcome> => {
    let kept = start
    let failures = 0
    while (kept.answers.length < kept.steps.length) {
      const at = kept.answers.length
      try {
        const answer = await send(kept.steps[at]!, at === 0 ? kept.key : `${kept.key}-${at + 1}`)
        kept = keep(name, { ...kept, answers: [...kept.answers, answer] })
        failures = 0
      } catch (error) {
        if (isRefusal(error)) return { kind: 'refused', error, answers: kept.answers }
        change(name, { kind: 'checking', amount: kept.amount ?? '' })
        await wait(++failures)
      }
    }
    return { kind: 'done', answers: kept.answers, said: kept.said }
  }

  const finish = async (name: string, kept: Kept) => {
    const outcome = await settle(name, kept)
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

  const run = (name: string, kept: Kept) => {
    const finished = finish(name, kept)
    running.set(name, finished)
    return finished
  }

  /** What was sent before the page was loaded is asked for again. */
  const resume = (name: string) => {
    const kept = pendingOf(name)
    if (kept === undefined || running.has(name)) return
    change(name, { kind: 'checking', amount: kept.amount ?? '' })
    void run(name, kept)
  }

  return {
    stateOf: (name: string) => states.get(name) ?? open,

    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** A sheet is opened: its key is minted, or what it left open is taken up. Answers how it is closed. */
    watch: (name: string, refresh: Refresh) => {
      const watchers = watching.get(name) ?? new Set()
      watching.set(name, watchers.add(refresh))
      if (read(name) === undefined) mint(name)
      else resume(name)
      return () => {
        watchers.delete(refresh)
        if (watchers.size > 0) return
        watching.delete(name)
        if (running.has(name)) return
        states.delete(name)
        storage.removeItem(prefix + name)
      }
    },

    /** Sends it, unless one is under way: pressing Enter twice is one write. */
    submit: async (name: string, write: Write): Promise<Outcome> => {
      const before = running.get(name)
      if (before !== undefined) return before
      const pending = pendingOf(name)
      if (pending === undefined && !isOnline()) {
        const error = new ApiProblem({ status: 0, code: 'offline', detail: text.offlineWrite })
        const refused: Outcome = { kind: 'refused', error, answers: [] }
        change(name, refused)
        return refused
      }
      change(name, { kind: 'sending', amount: write.amount ?? '' })
      return run(name, pending ?? keep(name, { ...write, key: read(name)?.key ?? mintKey(), answers: [] }))
    },

    /** Forgets the outcome, so that the sheet can be used again, with another key. */
    reset: (name: string) => {
      if (running.has(name)) return
      mint(name)
      change(name, open)
    },

    /** Takes up the writes of a user that were under way when the page was left. */
    resumeOf: (user: string) => {
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      for (const name of names) if (name.startsWith(`${prefix}${user} `)) resume(name.slice(prefix.length))
    },
  }
}
