import { randomUUID } from 'node:crypto'
import accepts from '@fastify/accepts'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { errorPage, type IsReadable } from '../browse/error-page.ts'
import { ApiError, plainError } from '../kernel/errors.ts'
import { isSecure } from '../oauth/cookies.ts'
import { outageLog, type Outage } from '../telemetry/outages.ts'
import { observeRequests, organisationOfUrl } from '../telemetry/requests.ts'
import { bodiesInFlight } from './bodies-in-flight.ts'
import { addCompression } from './compression.ts'
import {
  answerUnreadable,
  connectionLimits,
  guardConnections,
  wasAnswered,
  type ConnectionLimits,
} from './connections.ts'
import { addCors } from './cors.ts'
import { toApiError } from './faults.ts'
import type { Refusals } from './refusals.ts'
import { preferredFormat, sendHtml, sendJson } from './negotiation.ts'
import { addErrorCodes, describeProblem } from './problems.ts'
import { addRoutes, maxUrl, urlTooLong, pathIn, readableIn, type Routes } from './routes.ts'

export type Api = Omit<Routes, 'database' | 'inFlight'> & {
  readonly logger: FastifyBaseLogger
  readonly trustedProxies?: readonly string[]
  readonly limits?: Partial<ConnectionLimits>
  readonly refusals: Refusals
}

type SendError = (request: FastifyRequest, reply: FastifyReply, error: ApiError) => unknown

const errorSender =
  (publicUrl: string, isReadable: IsReadable): SendError =>
  (request, reply, error) => {
    reply.code(error.status).headers(error.headers)
    const format = preferredFormat(request)
    if (format === 'html') return sendHtml(reply, errorPage(error, request.url, request.id, isReadable))
    // The plain shape has no place for the entry of a composite.
    if (format === 'json' && error.entry === undefined) return sendJson(reply, JSON.stringify(plainError(error)))
    return reply
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(describeProblem(error, publicUrl, pathIn(request.url))))
  }

/** Two years, as browsers' own lists ask for. */
const httpsOnly = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** What every answer says to a browser. Pages and public documents replace some of it. */
const headersOf = (id: string, secure: boolean) => ({
  'x-request-id': id,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Records are other people's: no browser, and nothing in between, keeps them.
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...(secure ? httpsOnly : {}),
  // One address answers JSON or a file, HTML and problem+json, compressed or not, and to pages of some origins only.
  vary: 'Accept, Accept-Encoding, Origin',
})

const malformedUrl = () => new ApiError(400, 'The address is malformed.')

const createServer = (api: Api, limits: ConnectionLimits, sendError: SendError) =>
  Fastify({
    loggerInstance: api.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (logger, bindings, options, request) =>
      logger.child(Object.assign(bindings, { organisation: organisationOfUrl(request.url) }), options),
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
      const error = problem.statusCode === 414 ? urlTooLong() : malformedUrl()
      void sendError(request, reply.headers(headersOf(request.id, isSecure(api.kernel.publicUrl))), error)
    },
    clientErrorHandler: answerUnreadable,
  })

const addHooks = (
  app: FastifyInstance,
  { database, onRefusal }: { readonly database: Outage; readonly onRefusal: Refusals['count'] },
  sendError: SendError,
  secure: boolean,
) => {
  app.addHook('onRequest', async (request, reply) => {
    if (wasAnswered(request.raw.socket)) return reply.hijack()
    reply.headers(headersOf(request.id, secure))
    if (request.url.length > maxUrl) throw urlTooLong()
    if (pathIn(request.url).includes('%00')) throw malformedUrl()
    // The framework's own 400 would have no body.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ApiError(400, 'The Host header is missing. HTTP/1.1 requires it.')
    return undefined
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const { method, routeOptions } = request
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered')
  })
  app.setErrorHandler((problem, request, reply) => {
    const error = toApiError(problem, request.log, database)
    onRefusal(organisationOfUrl(request.url), error)
    return sendError(request, reply, error)
  })
}

/** The HTTP server of the API. Bodies are not read by the framework but on demand, once the caller has been let in. */
export const createApi = async (api: Api): Promise<FastifyInstance> => {
  const limits = { ...connectionLimits, ...api.limits }
  const database = outageLog(api.logger, 'database')
  const sendError = errorSender(api.kernel.publicUrl, readableIn(api.operations))
  const app: FastifyInstance = createServer(api, limits, sendError)
  guardConnections(app.server, limits)
  await app.register(accepts)
  observeRequests(app)
  addHooks(app, { database, onRefusal: api.refusals.count }, sendError, isSecure(api.kernel.publicUrl))
  addCors(app, api.applicationsAt)
  addCompression(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  addErrorCodes(app, api.kernel.publicUrl)
  const inFlight = bodiesInFlight(limits, api.kernel.ceilings.bodies)
  addRoutes(app, { ...api, database, inFlight, stopping: AbortSignal.any([api.stopping, closing.signal]) })
  return app
}
