import { type ChangeEvent, createClient, events, isRefusal, session, type StreamMessage } from '@fetlock/sdk'
import { noteAuthors } from './authors.ts'
import { isOwnEcho } from './echoes.ts'
import { apiBase, home } from './home.ts'

export type { ChangeEvent }

export type LiveState =
  | { readonly kind: 'connecting' | 'live' | 'refused' }
  | { readonly kind: 'off'; readonly since: Date }

type Message =
  | { readonly kind: 'events'; readonly events: readonly ChangeEvent[] }
  | { readonly kind: 'state'; readonly state: LiveState }
  /** The position was too old or unknown: anything may have changed. */
  | { readonly kind: 'everything' }
  | { readonly kind: 'hello' }

export type LiveListener = {
  readonly onEvents: (changes: readonly ChangeEvent[]) => void
  readonly onEverything: () => void
  readonly onState: (state: LiveState) => void
}

/** The server sends something every 15 seconds at least. */
const silenceMs = 25_000
/** A connection that ends sooner did not work. */
const shortestMs = 5_000
const gatherMs = 250
const [firstRetryMs, maxRetryMs] = [2_000, 20_000]

/** A client of its own: a refused stream is no answer to somebody, and what it means is asked of GET /me/. */
const service = createClient({ base: apiBase, auth: session() })

/** Waits, less if the signal ends it. */
const waitToRetry = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** Ends what is under way when the computer is cut off or back: both are known before silence would tell. */
const whileConnected = (signal: AbortSignal) => {
  const ending = new AbortController()
  for (const name of ['offline', 'online'])
    window.addEventListener(name, () => ending.abort(), { signal: ending.signal })
  return { signal: AbortSignal.any([signal, ending.signal]), end: () => ending.abort() }
}

/** What became of the stream so far. */
type Progress = { position: string | undefined; openedAt: number; lostAt: Date | undefined; refusals: number }

/** A connection that worked for a while was ended by the server or by a proxy: there is nothing to tell about it. */
const noteLost = (progress: Progress, tell: (message: Message) => void) => {
  const worked = progress.openedAt > 0 && Date.now() - progress.openedAt > shortestMs
  progress.openedAt = 0
  if (worked) return
  progress.lostAt ??= new Date()
  tell({ kind: 'state', state: { kind: 'off', since: progress.lostAt } })
}

const take = (message: StreamMessage, progress: Progress, tell: (message: Message) => void) => {
  const isFirst = progress.position === undefined
  progress.position = message.position
  if (message.kind === 'change') return tell({ kind: 'events', events: [message.change] })
  if (message.kind === 'lost') return noteLost(progress, tell)
  Object.assign(progress, { openedAt: Date.now(), lostAt: undefined, refusals: 0 })
  tell({ kind: 'state', state: { kind: 'live' } })
  // What changed before a connection without a position is in what is asked for from now on, and in nothing older.
  if (isFirst || message.kind === 'reset') tell({ kind: 'everything' })
}

/** Keeps one connection open for all tabs of this browser, as long as this tab leads. */
const lead = async (tell: (message: Message) => void, signal: AbortSignal) => {
  const progress: Progress = { position: undefined, openedAt: 0, lostAt: undefined, refusals: 0 }
  while (!signal.aborted) {
    const connected = whileConnected(signal)
    try {
      const asked = { after: progress.position, signal: connected.signal, silenceMs }
      for await (const message of events(service, asked)) take(message, progress, tell)
    } catch (problem) {
      // There is no such position any more, or never was.
      if (isRefusal(problem) && problem.status === 400) progress.position = undefined
      tell({ kind: 'state', state: { kind: 'refused' } })
      await waitToRetry(Math.min(firstRetryMs * 2 ** progress.refusals, maxRetryMs), connected.signal)
      progress.refusals += 1
    } finally {
      connected.end()
    }
  }
}

/** Gathers what comes in short succession, so that one change of many records is one look at the server. */
const gathered = (listener: LiveListener) => {
  let waiting: ChangeEvent[] = []
  return (changes: readonly ChangeEvent[]) => {
    const news = changes.filter((event) => !isOwnEcho(event))
    if (news.length === 0) return
    if (waiting.length === 0)
      setTimeout(() => {
        listener.onEvents(waiting)
        waiting = []
      }, gatherMs)
    waiting.push(...news)
  }
}

/** One stream per browser: the tab that holds the lock reads it and tells the others. */
export const followChanges = (listener: LiveListener): (() => void) => {
  const ending = new AbortController()
  const channel = new BroadcastChannel(`fetlock-live${home}`)
  const onEvents = gathered(listener)
  let state: LiveState = { kind: 'connecting' }
  let isLeading = false
  const hear = (message: Message) => {
    if (message.kind === 'events') {
      noteAuthors(message.events)
      onEvents(message.events)
    } else if (message.kind === 'everything') listener.onEverything()
    else if (message.kind === 'state') listener.onState((state = message.state))
    else if (isLeading) channel.postMessage({ kind: 'state', state } satisfies Message)
  }
  const tell = (message: Message) => {
    hear(message)
    channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data))
  channel.postMessage({ kind: 'hello' } satisfies Message)
  void navigator.locks
    .request(`fetlock-live${home}`, { signal: ending.signal }, () => {
      isLeading = true
      return lead(tell, ending.signal)
    })
    .catch(() => {})
  return () => {
    ending.abort()
    channel.close()
  }
}
