import { noteAuthors } from './authors.ts'
import { isOwnEcho } from './echoes.ts'
import { parseBlock, splitBlocks } from './event-blocks.ts'
import { apiBase, home } from './home.ts'

/** A change of a record, as GET /events/ tells it. */
export type ChangeEvent = {
  readonly sequence: number
  readonly resource: string
  readonly id: number
  readonly url: string | null
  readonly modified: string
  /** The user who changed it; null if it was the service itself. */
  readonly actor: string | null
}

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
  readonly onEvents: (events: readonly ChangeEvent[]) => void
  readonly onEverything: () => void
  readonly onState: (state: LiveState) => void
}

/** The server sends something every 15 seconds at least. */
const silentMs = 25_000
const gatherMs = 250
const [firstRetryMs, longestRetryMs] = [1_000, 20_000]

/** Waits before the next try, less if the browser is online again or nobody listens any more. Nothing listens afterwards. */
const waitToRetry = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const listening = new AbortController()
    const end = () => {
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, { signal: listening.signal })
    window.addEventListener('online', end, { signal: listening.signal })
  })

type Connection = { position: string | undefined }

/** Reads one connection until it ends. Answers the status with which it was refused, if it was. */
const readStream = async (connection: Connection, tell: (message: Message) => void, signal: AbortSignal) => {
  const silence = new AbortController()
  // `offline` fires before the idle timeout would.
  window.addEventListener('offline', () => silence.abort(), { once: true, signal: silence.signal })
  let timer = setTimeout(() => silence.abort(), silentMs)
  const { position } = connection
  const response = await fetch(`${apiBase}/events/`, {
    headers: { accept: 'text/event-stream', ...(position === undefined ? {} : { 'last-event-id': position }) },
    credentials: 'same-origin',
    signal: AbortSignal.any([signal, silence.signal]),
  })
  if (!response.ok || response.body === null) {
    clearTimeout(timer)
    silence.abort()
    return response.status
  }
  tell({ kind: 'state', state: { kind: 'live' } })
  // What changed before a connection without a position is in what is asked for from now on, and in nothing older.
  if (position === undefined) tell({ kind: 'everything' })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let pending = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silentMs)
    const { blocks, rest } = splitBlocks(pending + value)
    pending = rest
    const events: ChangeEvent[] = []
    for (const { id, event, data } of blocks.map(parseBlock)) {
      if (id !== undefined) connection.position = id
      if (event === 'change') events.push(JSON.parse(data) as ChangeEvent)
    }
    if (events.length > 0) tell({ kind: 'events', events })
  }
  clearTimeout(timer)
  silence.abort()
  return undefined
}

/** Keeps one connection open for all tabs of this browser, as long as this tab leads. */
const lead = async (tell: (message: Message) => void, signal: AbortSignal) => {
  const connection: Connection = { position: undefined }
  let retryMs = firstRetryMs
  let lostAt: Date | undefined
  while (!signal.aborted) {
    const startedAt = Date.now()
    const status = await readStream(connection, tell, signal).catch(() => undefined)
    if (signal.aborted) return
    if (status === 400 || status === 410) connection.position = undefined
    // A connection that worked for a while was ended by the server or by a proxy: there is nothing to tell about it.
    const worked = status === undefined && Date.now() - startedAt > 5_000
    lostAt = worked ? undefined : (lostAt ?? new Date())
    if (lostAt !== undefined)
      tell({ kind: 'state', state: status === undefined ? { kind: 'off', since: lostAt } : { kind: 'refused' } })
    retryMs = worked ? firstRetryMs : Math.min(retryMs * 2, longestRetryMs)
    await waitToRetry(retryMs, signal)
  }
}

/** Gathers what comes in short succession, so that one change of many records is one look at the server. */
const gathered = (listener: LiveListener) => {
  let waiting: ChangeEvent[] = []
  return (events: readonly ChangeEvent[]) => {
    const news = events.filter((event) => !isOwnEcho(event))
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
