import { setTimeout as sleep } from 'node:timers/promises'
import { send, type Reply, type Sent, type Tally } from '../sending.ts'

/** A browser as far as the server can tell: its cookies and its address. */
export type Visitor = { readonly organisation: number; readonly address: string; readonly cookies: Map<string, string> }

/** No answer came, so nobody knows whether the request was carried out. */
export type Outcome = Reply | 'unknown'

const pauseMs = 50
const longestWaitSeconds = 120

/**
 * Sends a request once. It is sent again only where the first was definitely not carried out: no connection, 503, 429.
 */
export const sendOnce = async (bases: readonly string[], sent: Sent, tally: Tally, first = 0): Promise<Outcome> => {
  for (let attempt = first; ; attempt++) {
    const reply = await send(bases[attempt % bases.length]!, sent).catch((problem: NodeJS.ErrnoException) => problem)
    if (reply instanceof Error && reply.code !== 'ECONNREFUSED') {
      tally.unknown++
      return 'unknown'
    }
    if (reply instanceof Error) tally.down++
    else if (reply.status === 503) tally.busy++
    else if (reply.status === 429) {
      tally.throttled++
      const seconds = Number(reply.headers['retry-after'])
      if (!(seconds <= longestWaitSeconds)) throw new Error(`${sent.path} is throttled for ${seconds} s.`)
      await sleep(seconds * 1000)
    } else if (reply.status >= 500)
      throw new Error(`${sent.method} ${sent.path} answered ${reply.status}: ${reply.text}`)
    else {
      tally[reply.status < 400 ? 'done' : 'refused']++
      tally.at = performance.now()
      return reply
    }
    if (performance.now() - tally.at > 180_000) throw new Error('No request has come to an end for three minutes.')
    await sleep(pauseMs)
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

const cookieHeader = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

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
      cookie: cookieHeader(visitor),
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
