import type { Client } from './client.ts'
import type { Schemas } from './contract.ts'
import { ApiError, isOutcomeUnknown } from './errors.ts'
import { backoffMs, pause } from './transport.ts'

export type ChangeEvent = Schemas['EventsFollow']['results'][number]

/** What the event stream says. `position` is where to resume once the message is processed. */
export type StreamMessage =
  /** The connection stands. */
  | { readonly kind: 'open'; readonly position: string }
  | { readonly kind: 'change'; readonly position: string; readonly change: ChangeEvent }
  /** The service was restored from a backup: anything may have changed. Read everything again. */
  | { readonly kind: 'reset'; readonly position: string }
  /** The connection is lost, and made again by itself. */
  | { readonly kind: 'lost'; readonly position: string | undefined; readonly problem: unknown }

export type EventOptions = {
  /** The last position that was processed; without one the stream begins now. */
  readonly after?: string | number | undefined
  readonly signal?: AbortSignal | undefined
  /** Without a word for so long, the connection is taken to be lost. The service sends one every 15 seconds. */
  readonly silenceMs?: number | undefined
}

type Block = { readonly id: string | undefined; readonly event: string; readonly data: string }

const parseBlock = (text: string): Block => {
  let [id, event]: [string | undefined, string] = [undefined, 'message']
  const data: string[] = []
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (name === 'id') id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
  return { id, event, data: data.join('\n') }
}

/** The blocks of a stream of server-sent events, as they are complete. */
async function* blocksOf(body: ReadableStream<Uint8Array>, onText: () => void): AsyncGenerator<Block> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    let pending = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onText()
      const parts = (pending + decoder.decode(value, { stream: true })).split('\n\n')
      pending = parts.pop()!
      for (const part of parts) yield parseBlock(part)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The text of one connection, until it ends or falls silent. */
async function* connect(
  client: Client,
  position: string | undefined,
  signal: AbortSignal | undefined,
  silenceMs: number,
) {
  const silence = new AbortController()
  const fall = () => silence.abort(new Error('The event stream fell silent.'))
  let timer = setTimeout(fall, silenceMs)
  try {
    const { response } = await client.request('GET', '/events/', {
      headers: {
        accept: 'text/event-stream, application/problem+json;q=0.9',
        ...(position === undefined ? {} : { 'last-event-id': position }),
      },
      signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
      isStream: true,
      retries: 0,
    })
    yield* blocksOf(response.body!, () => {
      clearTimeout(timer)
      timer = setTimeout(fall, silenceMs)
    })
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

const messageOf = ({ event, data }: Block, position: string): StreamMessage | undefined => {
  if (event === 'change') return { kind: 'change', position, change: JSON.parse(data) as ChangeEvent }
  return event === 'open' || event === 'reset' ? { kind: event, position } : undefined
}

const isLasting = (problem: unknown) => !isOutcomeUnknown(problem) && (problem as ApiError).status !== 429

/**
 * Every committed change of the organisation, in commit order, from a position on and without an end. A connection that
 * breaks is made again where it was. Ends when the signal is aborted, and throws when the service refuses.
 */
export async function* events(
  client: Client,
  { after, signal, silenceMs = 40_000 }: EventOptions = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  const isEnded = () => signal?.aborted === true
  let position = after === undefined ? undefined : String(after)
  for (let failures = 0; !isEnded(); failures += 1) {
    let problem: unknown
    try {
      for await (const block of connect(client, position, signal, silenceMs)) {
        failures = 0
        position = block.id ?? position
        const message = messageOf(block, position!)
        if (message !== undefined) yield message
      }
    } catch (error) {
      if (isEnded()) return
      if (isLasting(error)) throw error
      problem = error
    }
    yield { kind: 'lost', position, problem }
    const { retryAfter = 0 } = problem instanceof ApiError ? problem : {}
    await pause(Math.max(retryAfter * 1000, backoffMs(failures)), signal).catch(() => {})
  }
}
