import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}
export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How long its sender waits for the answer, if not as long as usual. */
  readonly timeoutMs?: number
}

const agent = new Agent({ keepAlive: true })
const patienceMs = 20_000

/** One request and its answer; no answer is an error. With `cutAfterMs` the connection is cut soon after sending. */
export const send = (
  base: string,
  { method, path, headers, body, timeoutMs = patienceMs }: Sent,
  cutAfterMs?: number,
): Promise<Reply> =>
  new Promise<Reply>((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = {
      method,
      headers: { ...type, ...headers, ...length },
      ...(cutAfterMs === undefined ? { agent } : { agent: false }),
    }
    const asked = request(`${base}${path}`, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.on('error', reject)
    asked.setTimeout(timeoutMs, () => asked.destroy(new Error('no answer')))
    asked.end(body, () => {
      if (cutAfterMs !== undefined) setTimeout(() => asked.destroy(new Error('cut')), cutAfterMs)
    })
  })

/** As `send`, for what only reads: the API may close an idle connection at the moment it is used again. */
export const sendRead = async (base: string, sent: Sent): Promise<Reply> => {
  try {
    return await send(base, sent)
  } catch {
    return send(base, sent)
  }
}

/** How requests ended: whatever was unknown has been asked again until it was known. */
export type Tally = {
  done: number
  refused: number
  down: number
  unknown: number
  busy: number
  throttled: number
  at: number
}
export const newTally = (): Tally => ({
  done: 0,
  refused: 0,
  down: 0,
  unknown: 0,
  busy: 0,
  throttled: 0,
  at: performance.now(),
})

const pauseMs = 50
/** What hangs is ended after so long. A busy machine is slow, and a rate that is used up takes a minute. */
const hangMs = 600_000

/**
 * Sends a request, with the same key each time, until its end is known: done, or definitely not. No connection is definitely not, no answer is unknown; 503
 * and 409 say to try again; 429 says when. Anything else that is not 2xx or 4xx fails the run.
 */
export const untilKnown = async (bases: readonly string[], sent: Sent, tally: Tally, first = 0): Promise<Reply> => {
  for (let attempt = first; ; attempt++) {
    const reply = await send(bases[attempt % bases.length]!, sent).catch((problem: NodeJS.ErrnoException) => problem)
    if (reply instanceof Error) tally[reply.code === 'ECONNREFUSED' ? 'down' : 'unknown']++
    else if (reply.status === 503 || reply.status === 409) tally.busy++
    else if (reply.status === 429) {
      tally.throttled++
      await sleep(Number(reply.headers['retry-after']) * 1000)
      continue
    } else if (reply.status >= 200 && reply.status < 500) {
      if (reply.status < 300) tally.done++
      else tally.refused++
      tally.at = performance.now()
      return reply
    } else throw new Error(`${sent.method} ${sent.path} answered ${reply.status}: ${reply.text}`)
    if (performance.now() - tally.at > hangMs) throw new Error('No request has come to an end for ten minutes.')
    await sleep(pauseMs)
  }
}
