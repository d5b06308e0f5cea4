import type { Auth, AuthHeaders } from './auth.ts'
import { etagOf, type Version } from './etag.ts'
import { afterUnknown, ApiError, noAnswer, problemIn, requireAddress, unreadable } from './errors.ts'

export type Query = Readonly<Record<string, unknown>>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type TransportOptions = {
  /** Where the API of the organisation begins: `https://<host>/<organisation_id>/api/0.1`. */
  readonly base: string
  readonly auth: Auth
  /** How often a request is sent again after no answer, 408, 409, 429 and 5xx. 4 unless given. */
  readonly retries?: number | undefined
  /** How long one attempt may take. A minute unless given. */
  readonly timeoutMs?: number | undefined
  /** The longest pause between two attempts; a longer `Retry-After` is an error. A minute unless given. */
  readonly maxPauseMs?: number | undefined
  /** Headers of your own for each request. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined
  /** Called with the status of every answer, and with 0 when none came. */
  readonly onAnswer?: ((status: number) => void) | undefined
  /** Called with the answer of every write that took effect. */
  readonly onWritten?: ((data: unknown) => void) | undefined
  /** Called with every error before it is thrown; a promise is waited for. */
  readonly onProblem?: ((problem: ApiError) => void | Promise<void>) | undefined
}

export type RequestOptions = {
  readonly query?: Query | undefined
  readonly body?: unknown
  /** The `Idempotency-Key` of a write. Without one, each call has its own. */
  readonly key?: string | undefined
  /** Changes the record only if it is still as it was read: 412 otherwise. */
  readonly ifMatch?: Version | undefined
  /** Carries out a write, answers and keeps nothing. */
  readonly dryRun?: boolean | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  readonly retries?: number | undefined
  /** Answers the open connection, for streams. */
  readonly isStream?: boolean | undefined
}

export type Reply = { readonly response: Response; readonly data: unknown }

/** A key that no other request has. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Lists are written with commas; what is undefined is left out. */
export const queryText = (query: Query): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Waits, or ends with the signal's reason. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end, { once: true })
  })

/** Growing pauses, each shorter by chance, so that callers who were cut off together do not come back together. */
export const backoffMs = (attempt: number): number => Math.min(20_000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2)

const readBody = async (response: Response): Promise<unknown> => {
  if (response.status === 204 || response.status === 304) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return response.json()
  // No operation that programs use answers a page: somebody else has answered.
  if (type.includes('html')) throw unreadable(response)
  return response.blob()
}

const contentOf = (body: unknown): { type?: string; text?: string | Blob } => {
  if (body === undefined) return {}
  if (body instanceof Blob) return { text: body, type: body.type || 'text/csv' }
  return typeof body === 'string'
    ? { text: body, type: 'text/csv' }
    : { text: JSON.stringify(body), type: 'application/json' }
}

/** Answers after which the same request may be answered otherwise: none, too slow, its key still running, too often, an outage. */
const isWorthRepeating = ({ status }: ApiError) =>
  status === 0 || status === 408 || status === 409 || status === 429 || status >= 500

/** The service carried out what was only to be tried. */
class IgnoredDryRun extends Error {}

/** A service is free to ignore a preference, and only this header says that nothing was kept. */
const requireDryRun = ({ response }: Reply) => {
  if (response.headers.get('preference-applied') !== 'dry-run')
    throw new IgnoredDryRun('The service ignored dryRun: the request has taken effect.')
}

/** Sends requests until their outcome is known, or there is no use in trying. */
export const transport = (options: TransportOptions) => {
  const { auth, retries: usualRetries = 4, timeoutMs = 60_000, maxPauseMs = 60_000 } = options
  requireAddress('base', options.base)
  const base = options.base.replace(/\/$/, '')

  type Attempt = RequestOptions & { readonly method: Method; readonly url: string; readonly authorized: AuthHeaders }
  const attempt = async ({ method, url, authorized, ...asked }: Attempt): Promise<Reply> => {
    const { type, text } = contentOf(asked.body)
    const headers = {
      accept: 'application/problem+json, application/json;q=0.9, */*;q=0.1',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(asked.key === undefined ? {} : { 'idempotency-key': asked.key }),
      ...(asked.ifMatch === undefined ? {} : { 'if-match': etagOf(asked.ifMatch) }),
      ...(asked.dryRun ? { prefer: 'dry-run' } : {}),
      ...authorized,
      ...options.headers?.(),
      ...asked.headers,
    }
    const signals = [asked.signal ?? [], asked.isStream ? [] : AbortSignal.timeout(timeoutMs)].flat()
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      credentials: auth.credentials,
      signal: AbortSignal.any(signals),
      ...(text === undefined ? {} : { body: text }),
    })
    options.onAnswer?.(response.status)
    if (!response.ok && response.status !== 304) throw await problemIn(response)
    return { response, data: asked.isStream ? undefined : await readBody(response) }
  }

  const request = async (method: Method, path: string, asked: RequestOptions = {}): Promise<Reply> => {
    const url = `${base}${path}${queryText(asked.query ?? {})}`
    // Every attempt has the same key, so the request takes effect once.
    const key = method === 'GET' ? undefined : (asked.key ?? newKey())
    const retries = asked.retries ?? usualRetries
    let isUnknown = false
    let authorized: AuthHeaders | undefined
    let refused: AuthHeaders | undefined
    for (let failures = 0; ; ) {
      let problem: ApiError
      let isSent = false
      try {
        authorized = await auth.headers({ method, base, refused })
        isSent = true
        const reply = await attempt({ ...asked, method, url, key, authorized })
        if (asked.dryRun) requireDryRun(reply)
        else if (method !== 'GET') options.onWritten?.(reply.data)
        return reply
      } catch (error) {
        const isKnown = error instanceof ApiError
        // What fails before anything is sent, other than by the service, is the caller's own.
        if (asked.signal?.aborted || error instanceof IgnoredDryRun || !(isSent || isKnown)) throw error
        if (!isKnown) options.onAnswer?.(0)
        const own = isKnown ? error : noAnswer(error)
        problem = isUnknown ? afterUnknown(own) : own
      }
      if (refused === undefined && authorized !== undefined && auth.isRenewable(problem)) {
        refused = authorized
        continue
      }
      isUnknown ||= problem.isOutcomeUnknown
      const pauseMs = problem.retryAfter === undefined ? backoffMs(failures) : problem.retryAfter * 1000
      if (failures >= retries || !isWorthRepeating(problem) || pauseMs > maxPauseMs) {
        await options.onProblem?.(problem)
        throw problem
      }
      failures += 1
      await pause(pauseMs, asked.signal)
    }
  }

  return { base, request }
}
