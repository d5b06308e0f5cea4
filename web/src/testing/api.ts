import { vi } from 'vitest'

type Asked = {
  readonly method: string
  /** Below the root of the API, with its query. */
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}
/** The body of a 200, or the whole answer. */
type Answer = object | Response
/** How the API answers requests, by method and path without the query: always alike, or as the function says. */
type Answers = Readonly<Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>>

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** A refusal, as the API sends one. */
export const refused = (status: number, code: string, detail = 'No.') => json(status, { code, detail, status })

/** What is seen of an answer that is lost. Nobody sends the request again by itself. */
export const lost = () => new Response(null, { status: 503, headers: { 'retry-after': '600' } })

/** Carries out each write once, as the API does: whatever comes again under its key gets the same answer. */
export const oncePerKey = (carryOut: (asked: Asked) => object) => {
  const done = new Map<string | null, { readonly body: string; readonly answer: object }>()
  return (asked: Asked): Answer => {
    const key = asked.headers.get('idempotency-key')
    const body = JSON.stringify(asked.body)
    const before = done.get(key)
    if (before !== undefined && before.body !== body) return refused(422, 'idempotency_key_reused')
    const answer = before?.answer ?? carryOut(asked)
    done.set(key, { body, answer })
    return answer
  }
}

/** Every write asks who is signed in, for the token that it carries. */
const signedIn: Answers = {
  'GET /me/': { user: { url: 'https://clinic.example/api/0.1/user/1/' }, csrf_token: 'csrf' },
}

/** Answers what the app sends, in the place of a server, and returns what was asked. What it does not know is not found. */
export const givenApi = (answers: Answers) => {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit = {}) => {
    const path = String(address).replace(/^.*\/api\/0\.1/, '')
    const { method = 'GET', headers, body } = init
    const one = {
      method,
      path,
      headers: new Headers(headers),
      body: JSON.parse(typeof body === 'string' ? body : 'null') as unknown,
    }
    asked.push(one)
    const known = { ...signedIn, ...answers }[`${method} ${path.split('?', 1)[0]}`] ?? refused(404, 'not_found')
    const answer = typeof known === 'function' ? await known(one) : known
    const isKept = answer instanceof Response && answer === known
    const response = isKept ? answer.clone() : answer instanceof Response ? answer : json(200, answer)
    if (one.headers.get('prefer') === 'dry-run') response.headers.set('preference-applied', 'dry-run')
    return response
  })
  return { asked, writes: () => asked.filter(({ method }) => method !== 'GET') }
}
