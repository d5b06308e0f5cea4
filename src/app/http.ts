import { randomUUID } from 'node:crypto'
import accepts from '@fastify/accepts'
import cookie from '@fastify/cookie'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Identify } from '../domain/identity/identify.ts'
import { plainError, problemDetails, Refusal } from '../kernel/errors.ts'
import { handle, type Kernel } from '../kernel/handle.ts'
import { errorPage, page } from '../browse/page.ts'
import { basePath, linksOf } from '../kernel/links.ts'
import { describe } from '../kernel/openapi.ts'
import type { Operation } from '../kernel/operation.ts'
import { sessionCookie } from '../oauth/cookies.ts'
import { readBody } from './request-body.ts'

export type Api = {
  readonly kernel: Kernel
  readonly operations: readonly Operation[]
  readonly identify: Identify
  readonly logger: FastifyBaseLogger
  readonly trustedProxies?: readonly string[]
}

type AtOrganisation = { readonly organisation: string; readonly id?: string }
const root = '/:organisation/api/0.1'

const queryOf = (url: string) => {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

const wants = (request: FastifyRequest): 'json' | 'html' | 'problem' => {
  const header = request.headers.accept
  if (header === undefined || header === '*/*' || header === 'application/json') return 'json'
  const best = request.accepts().type(['application/json', 'text/html', 'application/problem+json'])
  return best === 'text/html' ? 'html' : best === 'application/problem+json' ? 'problem' : 'json'
}

/** Faults of the database that pass by themselves: it is restarting, full, or somebody holds a lock for too long. */
const passing = /^(08|53|57P0|57014|55P03|40001|40P01|ECONN|ETIMEDOUT|EPIPE)/
const isPassing = (problem: unknown) =>
  problem instanceof Error &&
  (('code' in problem && passing.test(String(problem.code))) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(problem.message))

const refusalFrom = (problem: unknown, log: FastifyBaseLogger): Refusal => {
  if (problem instanceof Refusal) return problem
  if (isPassing(problem)) {
    log.warn({ reason: (problem as Error).message }, 'answered 503')
    return new Refusal(503, 'The service is busy for a moment. Try again.', { headers: { 'retry-after': '1' } })
  }
  log.error({ err: problem }, 'answered 500')
  return new Refusal(
    500,
    'Something went wrong on our side and nothing was changed. Try again, and if it stays so, report the x-request-id of this answer.',
    { code: 'server_error' },
  )
}

const refuse = (request: FastifyRequest, reply: FastifyReply, problem: unknown) => {
  const refusal = refusalFrom(problem, request.log)
  reply.code(refusal.status).headers(refusal.headers)
  const form = wants(request)
  if (form === 'html') return sendHtml(reply, errorPage(refusal, request.url))
  return reply
    .type(form === 'problem' ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
    .send(
      JSON.stringify(form === 'problem' ? problemDetails(refusal, request.url.split('?', 1)[0]!) : plainError(refusal)),
    )
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
  if (!/^[1-9]\d{0,8}$/.test(organisation)) throw new Refusal(404, `There is no organisation "${organisation}".`)
  return Number(organisation)
}

const notAllowed = (method: string, allowed: readonly string[]) =>
  new Refusal(405, `Method ${method} is not allowed here. Allowed: ${allowed.join(', ')}.`, {
    headers: { allow: allowed.join(', ') },
  })

/** Everything at one address: the caller is identified first, then the method picks the operation. */
const serve =
  ({ kernel, identify }: Api, here: readonly Operation[]) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const organisation = organisationIn(request)
    const caller = await identify({
      organisation,
      authorization: request.headers.authorization,
      session: request.cookies[sessionCookie],
      address: request.ip,
    })
    const allowed = [...here.map(({ method }) => method), 'OPTIONS']
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS')
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(describe(here)))
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const operation = here.find((candidate) => candidate.method === method)
    if (operation === undefined) throw notAllowed(request.method, allowed)
    const query = queryOf(request.url)
    const { status, headers, body } = await handle(kernel, operation, caller, new Date(), {
      id: (request.params as AtOrganisation).id,
      query,
      body: () => readBody(request.raw),
    })
    reply.code(status).headers(headers)
    if (body === undefined) return reply.send()
    if (method === 'GET' && wants(request) === 'html')
      return sendHtml(
        reply,
        page({
          operation,
          here,
          links: linksOf(kernel.publicUrl, organisation),
          url: request.url,
          query,
          answer: JSON.parse(body),
        }),
      )
    return reply.type('application/json; charset=utf-8').send(body)
  }

/** Says what is wrong with an address nobody answers: most often only the slash at its end is missing. */
const nowhere = (app: FastifyInstance) => (request: FastifyRequest) => {
  const [path = ''] = request.url.split('?', 1)
  if (!path.endsWith('/') && app.findRoute({ method: 'OPTIONS', url: routeOf(`${path}/`) }) !== null)
    throw new Refusal(404, `There is nothing at ${path}. Addresses end with a slash: use ${path}/.`)
  const organisation = /^\/(\d+)\/api\/0\.1\//.exec(path)?.[1]
  const hint = organisation ? ` ${basePath(Number(organisation))} lists what there is.` : ''
  throw new Refusal(404, `There is nothing at ${path}.${hint}`)
}

const routeOf = (path: string) =>
  path.replace(/^\/\d+(?=\/api\/0\.1\/)/, '/:organisation').replace(/\/\d+(?=\/)/g, '/:id')

/** The HTTP face of the API. Bodies are not read by the framework but on demand, once the caller has been let in. */
export const createApi = async (api: Api): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: api.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: api.trustedProxies?.length ? [...api.trustedProxies] : false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    frameworkErrors: (problem, request, reply) => {
      void refuse(request, reply, new Refusal(problem.statusCode ?? 400, 'The address is malformed.'))
    },
    clientErrorHandler: (_problem, socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
  })
  await app.register(accepts)
  await app.register(cookie)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-cache',
    })
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
  app.setNotFoundHandler(nowhere(app))
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const addresses = Map.groupBy(api.operations, ({ path }) => path)
    for (const [path, here] of addresses)
      scope.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url: `${root}${path.replace('{id}', ':id')}`,
        handler: serve(api, here),
      })
  })
  return app
}
