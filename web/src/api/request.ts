import { isIdle } from './activity.ts'
import { noteAnswer } from './answers.ts'
import { noteWritten } from './echoes.ts'
import { etagOf } from './etag.ts'
import { apiBase } from './home.ts'
import { ApiProblem } from './problem.ts'
import { currentSession, leaveToSignIn, leaveToUnlock, lock, rememberSession } from './session.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type RequestOptions = {
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Makes the effect happen once, however often the request is sent. */
  readonly idempotencyKey?: string | undefined
  /** The `modified` of the record that a change is meant for. */
  readonly ifModified?: string | undefined
  readonly dryRun?: boolean | undefined
}

/** True stands for a flag, which is given by its name alone. What is undefined or false is left out. */
const queryText = (query: Query) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== false)
  const text = new URLSearchParams(given.map(([name, value]) => [name, value === true ? '' : String(value)]))
  return given.length === 0 ? '' : `?${text.toString()}`
}

const headersOf = (method: Method, { body, idempotencyKey, ifModified, dryRun }: RequestOptions) => {
  const { csrfToken } = currentSession()
  return {
    accept: 'application/problem+json, application/json;q=0.9',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' || csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(ifModified === undefined ? {} : { 'if-match': etagOf(ifModified) }),
    ...(dryRun === true ? { prefer: 'dry-run' } : {}),
    // What the screen asks for by itself, while nobody is there, does not keep the session from locking.
    ...(isIdle() ? { 'x-background': '1' } : {}),
  }
}

const problemIn = async (response: Response) => {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const isProblem = response.headers.get('content-type')?.includes('json') ?? false
  const body = isProblem ? ((await response.json()) as Partial<ApiProblem>) : {}
  return new ApiProblem({
    status: response.status,
    code: body.code ?? 'unknown',
    detail: body.detail ?? 'The server answered in a way the app does not understand.',
    errors: body.errors,
    requestId,
  })
}

const unanswered = () =>
  new ApiProblem({ status: 0, code: 'no_answer', detail: 'The server did not answer. Check the connection.' })

const wait = (milliseconds: number) => new Promise((resolve) => void setTimeout(resolve, milliseconds))

/** A program that is too fast waits for as long as it is told, instead of showing it. */
const mostWaits = 3

const send = async (method: Method, path: string, options: RequestOptions, waits = 0): Promise<Response> => {
  const address = path.startsWith('http') ? path : `${apiBase}${path}`
  const response = await fetch(`${address}${queryText(options.query ?? {})}`, {
    method,
    headers: headersOf(method, options),
    credentials: 'same-origin',
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted === true) throw error
    noteAnswer(false)
    throw unanswered()
  })
  noteAnswer(response.status < 500)
  if (response.status !== 429 || waits >= mostWaits) return response
  await wait(1000 * Number(response.headers.get('retry-after') ?? 1))
  return send(method, path, options, waits + 1)
}

/** Reads the token that writes carry. It belongs to the session, so it is asked for once, and again if it was refused. */
const renewCsrfToken = async () => {
  const response = await send('GET', '/me/', {})
  if (!response.ok) {
    const problem = await problemIn(response)
    if (problem.code === 'session_locked') lock()
    throw problem
  }
  await rememberSession((await response.json()) as Parameters<typeof rememberSession>[0])
}

export const request = async <T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> => {
  if (method !== 'GET' && currentSession().csrfToken === undefined) await renewCsrfToken()
  let response = await send(method, path, options)
  if (response.status === 403 && method !== 'GET') {
    const problem = await problemIn(response)
    if (problem.code !== 'csrf') throw problem
    await renewCsrfToken()
    response = await send(method, path, options)
  }
  if (!response.ok) {
    const problem = await problemIn(response)
    const isLocked = problem.status === 401 && problem.code === 'session_locked'
    // Before anything was loaded there is nothing to cover.
    if (isLocked && currentSession().user === undefined) return leaveToUnlock()
    if (isLocked) lock()
    else if (problem.status === 401) return leaveToSignIn()
    throw problem
  }
  if (response.status === 204) return undefined as T
  const answer = (await response.json()) as T
  if (method !== 'GET' && options.dryRun !== true) noteWritten(answer)
  return answer
}

export const get = <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  request<T>('GET', path, { query, signal })
export const post = <T>(path: string, body: unknown, options: RequestOptions = {}): Promise<T> =>
  request<T>('POST', path, { ...options, body })
export const remove = (path: string): Promise<void> => request<void>('DELETE', path)
