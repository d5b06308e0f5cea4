import { setTimeout as sleep } from 'node:timers/promises'
import { send, type Reply, type Sent, type Tally } from '../sending.ts'

/** A browser as far as the server can tell: its cookies and its address. */
export type Visitor = { readonly organisation: number; readonly address: string; readonly cookies: Map<string, string> }

/** No answer came, so nobody knows whether the request was carried out. */
export type Outcome = Reply | 'unknown'

const pauseMs = 50
const maxWaitSeconds = 120

/** Seconds in which this process ran and no answer came: a machine that sleeps in between has not failed. */
let quietSeconds = 0
setInterval(() => quietSeconds++, 1000).unref()

const untilFree = async ({ path }: Sent, { headers }: Reply) => {
  const seconds = Number(headers['retry-after'])
  if (!(seconds <= maxWaitSeconds)) throw new Error(`${path} is throttled for ${seconds} s.`)
  await sleep(seconds * 1000)
}

/**
 * Sends a request to one process: `down` and `throttled` say that it was definitely not carried out. A 503 does not: one step of
 * several may have been.
 */
const trySending = async (base: string, sent: Sent, tally: Tally): Promise<Outcome | 'down' | 'throttled'> => {
  const reply = await send(base, sent).catch((problem: NodeJS.ErrnoException) => problem)
  if (reply instanceof Error) {
    const outcome = reply.code === 'ECONNREFUSED' ? 'down' : 'unknown'
    tally[outcome]++
    return outcome
  }
  if (reply.status === 503) {
    tally.busy++
    await sleep(pauseMs)
    return 'unknown'
  }
  // 408: a busy machine did not read the request in time.
  if (reply.status === 429 || reply.status === 408) {
    tally.throttled++
    if (reply.status === 429) await untilFree(sent, reply)
    return 'throttled'
  }
  if (reply.status >= 500) throw new Error(`${sent.method} ${sent.path} answered ${reply.status}: ${reply.text}`)
  tally[reply.status < 400 ? 'done' : 'refused']++
  quietSeconds = 0
  return reply
}

const requireProgress = () => {
  if (quietSeconds > 180) throw new Error('No request has come to an end for three minutes.')
}

/** Sends a request once. It is sent again only where the first was definitely not carried out: no connection, 429. */
export const sendOnce = async (bases: readonly string[], sent: Sent, tally: Tally, first = 0): Promise<Outcome> => {
  for (let attempt = first; ; attempt++) {
    const outcome = await trySending(bases[attempt % bases.length]!, sent, tally)
    if (outcome !== 'down' && outcome !== 'throttled') return outcome
    requireProgress()
    await sleep(pauseMs)
  }
}

/** Asks one process until it answers; undefined if it is down, so that others are not kept waiting for it. */
export const askProcess = async (base: string, sent: Sent, tally: Tally): Promise<Reply | undefined> => {
  for (;;) {
    const outcome = await trySending(base, sent, tally)
    if (outcome === 'down') return undefined
    if (outcome !== 'throttled' && outcome !== 'unknown') return outcome
    requireProgress()
  }
}

const keepCookies = ({ cookies }: Visitor, { headers }: Reply) => {
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const isDeleted =
      value === '' || attributes.some((attribute) => /^max-age=0$|^expires=thu, 01 jan 1970/i.test(attribute))
    if (isDeleted) cookies.delete(name)
    else cookies.set(name, value)
  }
}

export const cookieHeader = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

export type Visiting = { readonly bases: readonly string[]; readonly tally: Tally; sent: number }

/** Requests a page, or submits a form, as a browser does; redirects are not followed. */
export const visit = async (run: Visiting, visitor: Visitor, path: string, form?: Readonly<Record<string, string>>) => {
  const sent: Sent = {
    method: form === undefined ? 'GET' : 'POST',
    path: path.replace(/^https?:\/\/[^/]+/, ''),
    headers: {
      accept: 'text/html',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      'x-forwarded-for': visitor.address,
      cookie: cookieHeader(visitor.cookies),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
  }
  const reply = await sendOnce(run.bases, sent, run.tally, ++run.sent)
  if (reply !== 'unknown') keepCookies(visitor, reply)
  return reply
}

/** As `visit`, for what may be asked twice: it is, until an answer comes. */
export const read = async (run: Visiting, visitor: Visitor, path: string): Promise<Reply> => {
  for (;;) {
    const reply = await visit(run, visitor, path)
    if (reply !== 'unknown') return reply
  }
}

/** The CSRF token of the forms that this browser is shown. */
export const formToken = async (run: Visiting, visitor: Visitor) => {
  const { text } = await read(run, visitor, `/${visitor.organisation}/sign-in/?again=1`)
  const token = /name="form" value="([^"]+)"/.exec(text)?.[1]
  if (token === undefined) throw new Error(`The sign-in page has no form: ${text.slice(0, 200)}`)
  return token
}

export const locationOf = ({ headers }: Reply) => String(headers['location'] ?? '')

/** What a page says, for somebody who looks for the reason of an answer. */
export const wordsIn = ({ text }: Reply) =>
  text
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 300)
