import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import accepts from '@fastify/accepts'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import type { Identify } from '../domain/identity/identify.ts'
import { plainError, problemDetails, ApiError } from '../kernel/errors.ts'
import { handle, requireAccess } from '../kernel/handle.ts'
import { errorPage, page } from '../browse/page.ts'
import { basePath, linksOf, organisationFrom } from '../kernel/links.ts'
import { describe } from '../contract/describe.ts'
import { fileTypeOf } from '../contract/responses.ts'
import type { ApiResponse, Kernel, Operation, RequestHeaders } from '../kernel/operation.ts'
import { readCookies, sessionCookie } from '../oauth/cookies.ts'
import { observeRequests, organisationIn as organisationOf } from '../telemetry/requests.ts'
import {
  answerUnreadable,
  connectionLimits,
  guardConnections,
  wasAnswered,
  type ConnectionLimits,
} from './connections.ts'
import { pairsIn, readBody } from './request-body.ts'

export type Api = {
  readonly kernel: Kernel
  readonly operations: readonly Operation[]
  readonly identify: Identify
  readonly logger: FastifyBaseLogger
  readonly trustedProxies?: readonly string[]
  /** Says that the process stops: streams end, so that their readers connect to another. */
  readonly stopping: AbortSignal
  readonly limits?: Partial<ConnectionLimits>
}

type AtOrganisation = { readonly organisation: string; readonly id?: string }
const root = '/:organisation/api/0.1'

const pathIn = (url: string) => url.split('?', 1)[0]!
const queryIn = (url: string) => pairsIn(url.slice(pathIn(url).length + 1), 'query')

const wants = (request: FastifyRequest): 'json' | 'html' | 'problem' => {
  const header = request.headers.accept
  if (header === undefined || header === '*/*' || header === 'application/json') return 'json'
  // An address that cannot be decoded makes a bare request, which has none of the plugins' methods.
  if (!('accepts' in request)) return /problem\+json/.test(header) ? 'problem' : 'json'
  const best = request.accepts().type(['application/json', 'text/html', 'application/problem+json'])
  return best === 'text/html' ? 'html' : best === 'application/problem+json' ? 'problem' : 'json'
}

/** Faults that pass by themselves: the database is restarting, full or held up by a lock, or the object store fails. */
const passing =
  /^(08|53|57P0|57014|55P03|40001|40P01|25P03|25006|ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EOBJECTSTORE)/
const isPassing = (problem: unknown) =>
  problem instanceof Error &&
  (('code' in problem && passing.test(String(problem.code))) ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable/.test(
      problem.message,
    ))

/** A connection that breaks or falls silent while a write is being committed leaves it open whether it was. */
const broken = /^(08|57P0|ECONNRESET|EPIPE)/
const mayHaveHappened = (problem: unknown) =>
  problem instanceof Error &&
  (('code' in problem && broken.test(String(problem.code))) ||
    /Query read timeout|Connection terminated/.test(problem.message))
const unsure =
  'The connection to the database broke. If this was a write, it may have taken effect: look before you send it again.'

/** The framework's own refusals, such as of a method that must have a content type. */
const isFrameworks = (problem: unknown): problem is Error & { readonly statusCode: number } =>
  problem instanceof Error && 'statusCode' in problem && Number(problem.statusCode) < 500

const refusalFrom = (problem: unknown, log: FastifyBaseLogger): ApiError => {
  if (problem instanceof ApiError) return problem
  if (isPassing(problem)) {
    log.warn({ err: problem }, 'answered 503')
    return new ApiError(503, mayHaveHappened(problem) ? unsure : 'The service is busy for a moment. Try again.', {
      headers: { 'retry-after': '1' },
    })
  }
  if (isFrameworks(problem)) return new ApiError(problem.statusCode, problem.message)
  log.error({ err: problem }, 'answered 500')
  return new ApiError(
    500,
    'Something went wrong on our side. If it stays so, report the x-request-id of this answer.',
    {
      code: 'server_error',
    },
  )
}

const refuse = (request: FastifyRequest, reply: FastifyReply, problem: unknown) => {
  const refusal = refusalFrom(problem, request.log)
  reply.code(refusal.status).headers(refusal.headers)
  const form = wants(request)
  if (form === 'html') return sendHtml(reply, errorPage(refusal, request.url))
  return reply
    .type(form === 'problem' ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
    .send(JSON.stringify(form === 'problem' ? problemDetails(refusal, pathIn(request.url)) : plainError(refusal)))
}

const sendHtml = (reply: FastifyReply, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .send(html)

const organisationIn = (request: FastifyRequest) => {
  const { organisation } = request.params as AtOrganisation
  const id = organisationFrom(organisation)
  if (id === undefined) throw new ApiError(404, `There is no organisation "${organisation}".`)
  return id
}

const allowedBy = (here: readonly Operation[]) => [...here.map(({ method }) => method), 'OPTIONS']
const notAllowed = (method: string, allowed: readonly string[]) =>
  new ApiError(405, `Method ${method} is not allowed here. Allowed: ${allowed.join(', ')}.`, {
    headers: { allow: allowed.join(', ') },
  })

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)

const termsOf = ({ headers }: FastifyRequest): RequestHeaders => {
  const idempotencyKey = textOf(headers['idempotency-key'])
  const [ifMatch, ifNoneMatch] = [headers['if-match'], headers['if-none-match']]
  const lastEventId = textOf(headers['last-event-id'])
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
    ...(/^text\/event-stream\b/i.test(headers.accept ?? '') ? { stream: true } : {}),
    ...(lastEventId === undefined ? {} : { lastEventId }),
    ...(/(^|[,;\s])dry-run(?![\w-])/i.test(textOf(headers.prefer) ?? '') ? { dryRun: true } : {}),
  }
}

/** A body that is complete only after its sender was told that it is too late is not used: it may be sent again already. */
const readInTime = async (request: IncomingMessage, { file }: Operation) => {
  const received = await readBody(request, file)
  if (wasAnswered(request.socket)) throw new ApiError(408, 'The request did not arrive in time. Send it again, faster.')
  return received
}

/** Sends events until the reader leaves or this process stops. */
const sendStream = (
  reply: FastifyReply,
  stream: ApiResponse['stream'] & object,
  caller: () => Promise<Caller>,
  stopping: AbortSignal,
) => {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  reply.raw.once('close', () => gone.abort())
  const onFault = (err: unknown) => reply.log.warn({ err }, 'an event stream ended at a fault')
  const events = stream({ caller, onFault, signal: AbortSignal.any([gone.signal, stopping]) })
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      // Proxies would hold events back until they have enough of them.
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(Readable.from(events))
  )
}

/** Everything at one address: the caller is identified first, then the method picks the operation. */
const serve =
  ({ kernel, identify }: Api, here: readonly Operation[], stopping: AbortSignal) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const organisation = organisationIn(request)
    const whoIsAsking = () =>
      identify({
        organisation,
        authorization: request.headers.authorization,
        session: readCookies(request.headers.cookie).get(sessionCookie),
        address: request.ip,
      })
    const caller = await whoIsAsking()
    const allowed = allowedBy(here)
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS')
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(describe(here)))
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const operation = here.find((candidate) => candidate.method === method)
    if (operation === undefined) throw notAllowed(request.method, allowed)
    let asked: URLSearchParams | undefined
    const query = () => (asked ??= queryIn(request.url))
    const fileType = fileTypeOf(operation)
    const isPage = method === 'GET' && fileType === undefined && wants(request) === 'html'
    const { status, headers, body, file, stream } = await handle(kernel, operation, caller, {
      id: (request.params as AtOrganisation).id,
      query,
      body: () => readInTime(request.raw, operation),
      terms: isPage ? {} : termsOf(request),
      onBudget: (left) => void reply.headers(left),
      address: request.ip,
      requestId: request.id,
      request: `${request.method} ${request.url}`,
      isAbandoned: () => request.raw.socket.destroyed,
    })
    reply.code(status).headers(headers ?? {})
    if (stream !== undefined && request.method === 'GET') {
      const reader = async () => {
        const still = await whoIsAsking()
        requireAccess(operation, still)
        return still
      }
      return sendStream(reply, stream, reader, stopping)
    }
    if (file !== undefined) return reply.type(fileType!).send(file)
    if (body === undefined) return reply.send()
    // The record's version is no page's: a browser that keeps both by it would show one for the other.
    if (isPage)
      return sendHtml(
        reply.removeHeader('etag'),
        page({
          operation,
          here,
          links: linksOf(kernel.publicUrl, organisation),
          url: request.url,
          query: query(),
          answer: JSON.parse(body),
        }),
      )
    return reply.type('application/json; charset=utf-8').send(body)
  }

/** Says what is wrong with an address nobody answers: most often only the slash at its end is missing. */
const nowhere =
  (app: FastifyInstance, allowedAt: ReadonlyMap<string, readonly string[]>) => (request: FastifyRequest) => {
    const path = pathIn(request.url)
    const isRoute = (url: string) => app.findRoute({ method: 'OPTIONS', url: routeOf(url) }) !== null
    if (isRoute(path)) throw notAllowed(request.method, allowedAt.get(routeOf(path)) ?? ['OPTIONS'])
    if (!path.endsWith('/') && isRoute(`${path}/`))
      throw new ApiError(404, `There is nothing at ${path}. Addresses end with a slash: use ${path}/.`)
    const organisation = organisationFrom(/^\/(\d+)\/api\/0\.1\//.exec(path)?.[1] ?? '')
    const hint = organisation === undefined ? '' : ` ${basePath(organisation)} lists what there is.`
    throw new ApiError(404, `There is nothing at ${path}.${hint}`)
  }

const routeOf = (path: string) =>
  path.replace(/^\/\d+(?=\/api\/0\.1\/)/, '/:organisation').replace(/\/\d+(?=\/)/g, '/:id')

const headersOf = (id: string) => ({
  'x-request-id': id,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
  // One address answers JSON or a file, HTML and problem+json.
  vary: 'Accept',
})

const longestAddress = 8_192
const malformed = () => new ApiError(400, 'The address is malformed.')
const tooLong = () =>
  new ApiError(414, `The address is too long: at most ${longestAddress} characters, and 100 in one part of the path.`)

/** The HTTP face of the API. Bodies are not read by the framework but on demand, once the caller has been let in. */
export const createApi = async (api: Api): Promise<FastifyInstance> => {
  const limits = { ...connectionLimits, ...api.limits }
  const app = Fastify({
    loggerInstance: api.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (logger, bindings, options, request) =>
      logger.child(Object.assign(bindings, { organisation: organisationOf(request.url) }), options),
    // A request that still arrives while the process stops is answered like any other.
    return503OnClosing: false,
    trustProxy: api.trustedProxies?.length ? [...api.trustedProxies] : false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silentMs,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false,
    },
    frameworkErrors: (problem, request, reply) => {
      void refuse(request, reply.headers(headersOf(request.id)), problem.statusCode === 414 ? tooLong() : malformed())
    },
    clientErrorHandler: answerUnreadable,
  })
  guardConnections(app.server, limits)
  await app.register(accepts)
  observeRequests(app)
  app.addHook('onRequest', async (request, reply) => {
    if (wasAnswered(request.raw.socket)) return reply.hijack()
    reply.headers(headersOf(request.id))
    if (request.url.length > longestAddress) throw tooLong()
    if (pathIn(request.url).includes('%00')) throw malformed()
    // The framework's own refusal would have no body.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ApiError(400, 'The Host header is missing. HTTP/1.1 requires it.')
    return undefined
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
  app.setErrorHandler((problem, request, reply) => refuse(request, reply, problem))
  const addresses = Map.groupBy(api.operations, ({ path }) => `${root}${path.replace('{id}', ':id')}`)
  app.setNotFoundHandler(nowhere(app, new Map([...addresses].map(([url, here]) => [url, allowedBy(here)]))))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  const stopping = AbortSignal.any([api.stopping, closing.signal])
  for (const [url, here] of addresses)
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      // Answered before the framework judges the content type: who is asking comes first, the body last.
      onRequest: serve(api, here, stopping),
      handler: () => {},
    })
  return app
}
