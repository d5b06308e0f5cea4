import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withoutEmpty } from '../browse/controls.ts'
import type { IsReadable } from '../browse/error-page.ts'
import { describe } from '../contract/describe.ts'
import { fileTypeOf } from '../contract/responses.ts'
import type { Shares } from '../db/shares.ts'
import type { Identify } from '../domain/identity/identify.ts'
import type { ApplicationsAt } from '../domain/identity/origins.ts'
import type { Caller } from '../kernel/caller.ts'
import { ApiError, notFound } from '../kernel/errors.ts'
import { handle, requireAccess } from '../kernel/handle.ts'
import { basePath, parseOrganisationId } from '../kernel/links.ts'
import type { ApiResponse, Incoming, Kernel, Operation } from '../kernel/operation.ts'
import { pairsIn } from '../kernel/pairs.ts'
import { isSecure, readCookies, sessionCookie } from '../oauth/cookies.ts'
import type { Outage } from '../telemetry/outages.ts'
import type { BodiesInFlight, BodyBudget } from './bodies-in-flight.ts'
import { lateRequest, wasAnswered } from './connections.ts'
import { withholdFromOthers } from './cors.ts'
import { sendEventStream } from './event-stream.ts'
import type { Presentation } from '../browse/presentation.ts'
import { requireCsrfToken, type CsrfTokens } from './forgery.ts'
import { preferredFormat, sendHtml, sendJson } from './negotiation.ts'
import { pagesOf } from './pages.ts'
import { recordExport, recordForbidden } from './recorded-answers.ts'
import { readBody } from './request-body.ts'
import { readHeaders } from './request-headers.ts'

export type Routes = {
  readonly kernel: Kernel
  readonly operations: readonly Operation[]
  readonly presentation: Presentation
  readonly identify: Identify
  readonly applicationsAt: ApplicationsAt
  readonly csrf: CsrfTokens
  /** Aborted when the process stops: streams end, so that their readers connect to another process. */
  readonly stopping: AbortSignal
  readonly database: Outage
  readonly inFlight: BodiesInFlight
  readonly shares: Shares
}

type Serving = Routes & { readonly pageOf: ReturnType<typeof pagesOf> }

type RouteParams = { readonly organisation: string; readonly id?: string; readonly child_id?: string }
const root = '/:organisation/api/0.1'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export const pathIn = (url: string) => url.split('?', 1)[0]!

/** The query, parsed when it is first asked for: a malformed one is refused only after the caller was let in. */
const queryOf = ({ url }: FastifyRequest) => {
  let parsed: URLSearchParams | undefined
  return () => (parsed ??= pairsIn(url.slice(pathIn(url).length + 1), 'query'))
}

const requireOrganisation = (request: FastifyRequest) => {
  const { organisation } = request.params as RouteParams
  const id = parseOrganisationId(organisation)
  if (id === undefined) throw notFound(`There is no organisation "${organisation}".`)
  return id
}

const allowedMethods = (here: readonly Operation[]) => [...here.map(({ method }) => method), 'OPTIONS']
const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new ApiError(405, `Method ${method} is not allowed here. Allowed: ${allowed.join(', ')}.`, {
    headers: { allow: allowed.join(', ') },
  })

/** A body that is complete only after the client was answered 408 is not used: the client may be sending it again. */
const readInTime = async (request: IncomingMessage, { file }: Operation, budget: BodyBudget) => {
  const received = await readBody(request, file, budget)
  if (wasAnswered(request.socket)) throw lateRequest()
  return received
}

/** Memory for the body, which is reserved until the request is answered or the client is gone. */
const reserveBody = (
  inFlight: BodiesInFlight,
  caller: Caller,
  { file }: Operation,
  { raw }: FastifyReply,
): BodyBudget => {
  const budget = (file === undefined ? inFlight.body : inFlight.file)(caller)
  raw.once('finish', budget.release).once('close', budget.release)
  return budget
}

/** What a program asks for by itself is no use of a session: an open stream, and what is marked as background work. */
const isBackground = ({ headers }: FastifyRequest) =>
  headers['x-background'] !== undefined || /^text\/event-stream\b/i.test(headers.accept ?? '')

const authenticatorOf =
  ({ identify, kernel: { publicUrl }, csrf }: Routes, organisation: number, request: FastifyRequest) =>
  async (isUse: boolean, operation?: Operation): Promise<Caller> => {
    const caller = await identify({
      organisation,
      authorization: request.headers.authorization,
      session: readCookies(request.headers.cookie, isSecure(publicUrl)).get(sessionCookie),
      address: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
      isUse,
      isStepUp: operation !== undefined && (operation.stepUp === true || operation.entries !== undefined),
    })
    const { session } = caller
    return session === undefined ? caller : { ...caller, csrfToken: csrf.csrfToken(organisation, session) }
  }

/** The operation that the method selects. A HEAD is a GET whose body is not sent. */
const requireOperation = ({ method }: FastifyRequest, here: readonly Operation[]) => {
  const wanted = method === 'HEAD' ? 'GET' : method
  const operation = here.find((candidate) => candidate.method === wanted)
  if (operation === undefined) throw methodNotAllowed(method, allowedMethods(here))
  return operation
}

/** A browser gets a page for every GET, unless the answer is a file. */
const wantsPage = (request: FastifyRequest, operation: Operation) =>
  operation.method === 'GET' && fileTypeOf(operation) === undefined && preferredFormat(request) === 'html'

/** A request whose caller and operation are known, and its reply. */
type Exchange = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  /** The caller again, as long as the credential is valid. */
  readonly authenticateAgain: () => Promise<Caller>
  /** Every operation at this path, and the one that is asked for. */
  readonly here: readonly Operation[]
  readonly operation: Operation
  readonly query: () => URLSearchParams
  readonly isPage: boolean
}

/** The request as the kernel takes it. */
const incomingFrom = (inFlight: BodiesInFlight, exchange: Exchange): Incoming => {
  const { request, reply, caller, operation, query, isPage } = exchange
  const { id, child_id: childId } = request.params as RouteParams
  return {
    id,
    childId,
    query,
    body: () => readInTime(request.raw, operation, reserveBody(inFlight, caller, operation, reply)),
    requestHeaders: isPage ? {} : readHeaders(request),
    onBudget: (left) => void reply.headers(left),
    address: request.ip,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
    request: `${request.method} ${request.url}`,
    isAbandoned: () => request.raw.socket.destroyed,
  }
}

/** Has the kernel handle the request, and records for the clinic what was refused and what was exported. */
const carryOut = async ({ kernel, inFlight }: Routes, exchange: Exchange) => {
  const { request, caller, operation } = exchange
  const answered = { kernel, operation, caller, request }
  const response = await handle(kernel, operation, caller, incomingFrom(inFlight, exchange)).catch(
    recordForbidden(answered),
  )
  await recordExport(answered, response)
  return response
}

/** Sends events for as long as the caller may see them. */
const sendStream = (stopping: AbortSignal, exchange: Exchange, stream: ApiResponse['stream'] & object) => {
  const { reply, operation, authenticateAgain } = exchange
  const currentCaller = async () => {
    const current = await authenticateAgain()
    requireAccess(operation, current)
    return current
  }
  return sendEventStream(reply, stream, currentCaller, stopping)
}

/** Sends the response: events, a file, nothing, JSON, or for a browser a page of it. */
const send = async ({ stopping, pageOf }: Serving, exchange: Exchange, response: ApiResponse) => {
  const { request, reply, caller, here, operation, query, isPage } = exchange
  const { status, headers, body, file, stream } = response
  reply.code(status).headers(headers ?? {})
  if (operation.reveals?.length) reply.header('cache-control', 'no-store, no-transform')
  if (stream !== undefined && request.method === 'GET') return sendStream(stopping, exchange, stream)
  if (file !== undefined) return reply.type(fileTypeOf(operation)!).send(file)
  if (body === undefined) return reply.send()
  if (!isPage) return sendJson(reply, body)
  const html = await pageOf({ operation, here, caller, url: request.url, query: query(), body })
  // The ETag is the JSON's: a browser that caches both by it would show one for the other.
  return sendHtml(reply.removeHeader('etag'), html)
}

/**
 * Serves everything at one path, from the caller to the response, as docs/life-of-a-request.md describes it. The caller is
 * authenticated first, then the method selects the operation.
 */
const serve =
  (serving: Serving, here: readonly Operation[]) => async (request: FastifyRequest, reply: FastifyReply) => {
    const authenticate = authenticatorOf(serving, requireOrganisation(request), request)
    const caller = await authenticate(
      !isBackground(request),
      here.find(({ method }) => method === request.method),
    )
    if (caller.sandbox) serving.shares.isSandbox(caller.organisation)
    await withholdFromOthers(serving.applicationsAt, request, reply, caller)
    reply.header('allow', allowedMethods(here).join(', '))
    if (request.method === 'OPTIONS') return sendJson(reply, JSON.stringify(describe(here)))
    const operation = requireOperation(request, here)
    const isPage = wantsPage(request, operation)
    const address = isPage ? withoutEmpty(request.url) : request.url
    if (address !== request.url) return reply.redirect(address, 303)
    requireCsrfToken(serving.csrf, serving.kernel.publicUrl, request, caller)
    const authenticateAgain = () => authenticate(false)
    const query = queryOf(request)
    const exchange = { request, reply, caller, authenticateAgain, here, operation, query, isPage }
    const response = await carryOut(serving, exchange)
    serving.database.worked()
    return send(serving, exchange, response)
  }

/** The template of the route that a path would belong to. */
const templateOf = (path: string) =>
  path
    .replace(/^\/\d+(?=\/api\/0\.1\/)/, '/:organisation')
    .replace(/\/\d+(?=\/)/, '/:id')
    .replace(/\/\d+(?=\/)/, '/:child_id')

const routeOf = ({ path }: Operation) => `${root}${path.replace(/\{(\w+)\}/g, ':$1')}`

export const readableIn = (operations: readonly Operation[]): IsReadable => {
  const readable = new Set(operations.filter(({ method }) => method === 'GET').map(routeOf))
  return (path) => readable.has(templateOf(path))
}

export const maxUrl = 8_192
const maxPart = 100
export const urlTooLong = () =>
  new ApiError(414, `The address is too long: at most ${maxUrl} characters, and ${maxPart} in one part of the path.`)

/** Says what is wrong with a path that has no route: most often only the slash at its end is missing. */
const routeNotFound =
  (app: FastifyInstance, allowedAt: ReadonlyMap<string, readonly string[]>) => (request: FastifyRequest) => {
    const path = pathIn(request.url)
    if (path.split('/').some((part) => part.length > maxPart)) throw urlTooLong()
    const isRoute = (url: string) => app.findRoute({ method: 'OPTIONS', url: templateOf(url) }) !== null
    if (isRoute(path)) throw methodNotAllowed(request.method, allowedAt.get(templateOf(path)) ?? ['OPTIONS'])
    if (!path.endsWith('/') && isRoute(`${path}/`))
      throw notFound(`There is nothing at ${path}. Addresses end with a slash: use ${path}/.`)
    const organisation = parseOrganisationId(/^\/(\d+)\/api\/0\.1\//.exec(path)?.[1] ?? '')
    const hint = organisation === undefined ? '' : ` ${basePath(organisation)} lists what there is.`
    throw notFound(`There is nothing at ${path}.${hint}`)
  }

/** Adds a route for every path of the operations. */
export const addRoutes = (app: FastifyInstance, routes: Routes) => {
  const byPath = Map.groupBy(routes.operations, routeOf)
  app.setNotFoundHandler(routeNotFound(app, new Map([...byPath].map(([url, here]) => [url, allowedMethods(here)]))))
  const serving = { ...routes, pageOf: pagesOf(routes.kernel, routes.operations, routes.presentation) }
  for (const [url, here] of byPath)
    app.route({
      method: [...methods],
      url,
      // Not in the handler: before it the framework judges the content type, and would refuse an unreadable one to a
      // caller who has not been authenticated.
      onRequest: serve(serving, here),
      handler: () => {},
    })
}
