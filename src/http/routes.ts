import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withoutEmpty } from '../browse/controls.ts'
import type { IsReadable } from '../browse/error-page.ts'
import { describe } from '../contract/describe.ts'
import { fileTypeOf } from '../contract/responses.ts'
import type { Identify } from '../domain/identity/identify.ts'
import type { ApplicationsAt } from '../domain/identity/origins.ts'
import type { Caller } from '../kernel/caller.ts'
import { ApiError, notFound } from '../kernel/errors.ts'
import { handle, requireAccess } from '../kernel/handle.ts'
import { basePath, parseOrganisationId } from '../kernel/links.ts'
import type { Kernel, Operation } from '../kernel/operation.ts'
import { isSecure, readCookies, sessionCookie } from '../oauth/cookies.ts'
import type { Outage } from '../telemetry/outages.ts'
import type { BodiesInFlight, Room } from './bodies-in-flight.ts'
import { lateRequest, wasAnswered } from './connections.ts'
import { withholdFromOthers } from './cors.ts'
import { sendEventStream } from './event-stream.ts'
import type { Presentation } from '../browse/presentation.ts'
import { requireNoForgery, type CsrfTokens } from './forgery.ts'
import { preferredFormat, sendHtml, sendJson } from './negotiation.ts'
import { pagesOf } from './pages.ts'
import { recordExport, recordForbidden } from './recorded-answers.ts'
import { pairsIn, readBody } from './request-body.ts'
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
}

type RouteParams = { readonly organisation: string; readonly id?: string; readonly child_id?: string }
const root = '/:organisation/api/0.1'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export const pathIn = (url: string) => url.split('?', 1)[0]!
const queryIn = (url: string) => pairsIn(url.slice(pathIn(url).length + 1), 'query')

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
const readInTime = async (request: IncomingMessage, { file }: Operation, room: Room) => {
  const received = await readBody(request, file, room)
  if (wasAnswered(request.socket)) throw lateRequest()
  return received
}

/** Room for the body, which it takes up until the request is answered or the client is gone. */
const roomFor = (inFlight: BodiesInFlight, organisation: number, { file }: Operation, { raw }: FastifyReply): Room => {
  const room = (file === undefined ? inFlight.body : inFlight.file)(organisation)
  raw.once('finish', room.release).once('close', room.release)
  return room
}

/** What a program asks for by itself is no use of a session: an open stream, and what is marked as background work. */
const isBackground = ({ headers }: FastifyRequest) =>
  headers['x-background'] !== undefined || /^text\/event-stream\b/i.test(headers.accept ?? '')

const authenticatorOf =
  ({ identify, kernel: { publicUrl }, csrf }: Routes, organisation: number, request: FastifyRequest) =>
  async (isUse: boolean): Promise<Caller> => {
    const caller = await identify({
      organisation,
      authorization: request.headers.authorization,
      session: readCookies(request.headers.cookie, isSecure(publicUrl)).get(sessionCookie),
      address: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
      isUse,
    })
    const { session } = caller
    return session === undefined ? caller : { ...caller, csrfToken: csrf.csrfToken(organisation, session) }
  }

/** Serves everything at one path: the caller is authenticated first, then the method selects the operation. */
const serve =
  (routes: Routes, here: readonly Operation[], pageOf: ReturnType<typeof pagesOf>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { kernel, applicationsAt, stopping, database, inFlight, csrf } = routes
    const organisation = requireOrganisation(request)
    const authenticate = authenticatorOf(routes, organisation, request)
    const caller = await authenticate(!isBackground(request))
    await withholdFromOthers(applicationsAt, request, reply, caller)
    const allowed = allowedMethods(here)
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return sendJson(reply, JSON.stringify(describe(here)))
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const operation = here.find((candidate) => candidate.method === method)
    if (operation === undefined) throw methodNotAllowed(request.method, allowed)
    let parsed: URLSearchParams | undefined
    const query = () => (parsed ??= queryIn(request.url))
    const fileType = fileTypeOf(operation)
    const isPage = method === 'GET' && fileType === undefined && preferredFormat(request) === 'html'
    const address = isPage ? withoutEmpty(request.url) : request.url
    if (address !== request.url) return reply.redirect(address, 303)
    const { id, child_id: childId } = request.params as RouteParams
    const answered = { kernel, operation, caller, request }
    requireNoForgery(csrf, kernel.publicUrl, request, caller)
    const response = await handle(kernel, operation, caller, {
      id,
      childId,
      query,
      body: () => readInTime(request.raw, operation, roomFor(inFlight, organisation, operation, reply)),
      requestHeaders: isPage ? {} : readHeaders(request),
      onBudget: (left) => void reply.headers(left),
      address: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
      request: `${request.method} ${request.url}`,
      isAbandoned: () => request.raw.socket.destroyed,
    }).catch(recordForbidden(answered))
    await recordExport(answered, response)
    const { status, headers, body, file, stream } = response
    database.worked()
    reply.code(status).headers(headers ?? {})
    if (operation.reveals?.length) reply.header('cache-control', 'no-store, no-transform')
    if (stream !== undefined && request.method === 'GET') {
      const currentCaller = async () => {
        const current = await authenticate(false)
        requireAccess(operation, current)
        return current
      }
      return sendEventStream(reply, stream, currentCaller, stopping)
    }
    if (file !== undefined) return reply.type(fileType!).send(file)
    if (body === undefined) return reply.send()
    if (!isPage) return sendJson(reply, body)
    const html = await pageOf({ operation, here, caller, url: request.url, query: query(), body })
    // The ETag is the JSON's: a browser that caches both by it would show one for the other.
    return sendHtml(reply.removeHeader('etag'), html)
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

/** Says what is wrong with a path that has no route: most often only the slash at its end is missing. */
const routeNotFound =
  (app: FastifyInstance, allowedAt: ReadonlyMap<string, readonly string[]>) => (request: FastifyRequest) => {
    const path = pathIn(request.url)
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
  const pageOf = pagesOf(routes.kernel, routes.operations, routes.presentation)
  for (const [url, here] of byPath)
    app.route({
      method: [...methods],
      url,
      // Not in the handler: before it the framework judges the content type, and would refuse an unreadable one to a
      // caller who has not been authenticated.
      onRequest: serve(routes, here, pageOf),
      handler: () => {},
    })
}
