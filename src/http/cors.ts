import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApplicationsAt } from '../domain/identity/origins.ts'
import type { Caller } from '../kernel/caller.ts'
import { forbidden } from '../kernel/errors.ts'
import { parseOrganisationId } from '../kernel/links.ts'

/** How long a browser may remember the answer to a preflight. */
const maxAgeSeconds = 600

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': [
    'authorization',
    'content-type',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'last-event-id',
    'prefer',
    'traceparent',
    'tracestate',
  ].join(', '),
  'access-control-max-age': String(maxAgeSeconds),
}
/** What a page may read of a response besides what browsers always show. */
const exposedHeaders = [
  'allow',
  'content-disposition',
  'etag',
  'idempotency-replayed',
  'location',
  'preference-applied',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-generation',
  'x-request-id',
  'x-server-time',
].join(', ')

const organisationIn = (url: string) => parseOrganisationId(/^\/(\d+)\/api\/0\.1\//.exec(url)?.[1] ?? '')

/** A browser asks before it sends a request from a page of another origin, and never with credentials. */
const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

const unregistered = () =>
  forbidden(
    'Pages of this origin may not call this API (CORS). ' +
      'Call it from your server, or add the origin to the allowed_origins of your application.',
  )

/**
 * Lets the pages of applications call the API from their origins. Before the caller is authenticated, the origin may be that of
 * any application of the organisation, so that a page can read errors too; withholdFromOthers() decides afterwards.
 */
export const addCors = (app: FastifyInstance, applicationsAt: ApplicationsAt) =>
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    const organisation = organisationIn(request.url)
    if (organisation === undefined || origin === undefined) return undefined
    const isRegistered = (await applicationsAt(organisation, origin)).length > 0
    if (!isRegistered && isPreflight(request)) throw unregistered()
    if (!isRegistered) return undefined
    reply.header('access-control-allow-origin', origin)
    if (isPreflight(request)) return reply.code(204).headers(preflightHeaders).send()
    reply.header('access-control-expose-headers', exposedHeaders)
    return undefined
  })

/** Withholds the response from a page whose origin another application has registered, and not the caller's. */
export const withholdFromOthers = async (
  applicationsAt: ApplicationsAt,
  request: FastifyRequest,
  reply: FastifyReply,
  { organisation, application }: Caller,
) => {
  const { origin } = request.headers
  if (origin === undefined) return
  const registered = await applicationsAt(organisation, origin)
  if (application !== null && registered.includes(application)) return
  reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers')
}
