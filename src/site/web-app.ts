import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../kernel/errors.ts'
import { parseOrganisationId } from '../kernel/links.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

type AppFile = { readonly type: string; readonly plain: Buffer; readonly br?: Buffer; readonly gzip?: Buffer }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const fileAt = async (path: string): Promise<AppFile> => {
  const plain = readFileSync(path)
  const type = types[extname(path)] ?? 'application/octet-stream'
  if (type === 'font/woff2') return { type, plain }
  const [br, zipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressGzip(plain),
  ])
  return { type, plain, br, gzip: zipped }
}

/** Reads the built files, each when it is asked for first. Others than those of the build cannot be asked for. */
const filesIn = (folder: string) => {
  const names = new Set(readdirSync(folder))
  const files = new Map<string, Promise<AppFile>>()
  return (name: string) => {
    if (!names.has(name)) return undefined
    const file = files.get(name) ?? fileAt(join(folder, name))
    files.set(name, file)
    return file
  }
}

/**
 * Everything is ours and in files: no script, style or font of anywhere else, and nothing written into the page. Files are sent
 * straight to the object store.
 */
const policyWith = (storeUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob:",
    `connect-src 'self' ${new URL(storeUrl).origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The first segments of the app's own pages, below that of the organisation. */
const sections = ['calendar', 'clients', 'patients', 'visits', 'invoices', 'till', 'reports', 'settings'] as const

const oneYear = 31_536_000

const requireOrganisation = (request: FastifyRequest) => {
  const { organisation = '' } = request.params as { readonly organisation?: string }
  const id = parseOrganisationId(organisation)
  if (id === undefined) throw notFound(`There is no organisation "${organisation}".`)
  return id
}

const sendFile = (request: FastifyRequest, reply: FastifyReply, { type, plain, br, gzip: zipped }: AppFile) => {
  reply.headers({ 'content-type': type, 'cache-control': `public, max-age=${oneYear}, immutable` })
  const coding = request.accepts().encoding(['br', 'gzip', 'identity'])
  const coded = coding === 'br' ? br : coding === 'gzip' ? zipped : undefined
  if (coded !== undefined) reply.header('content-encoding', String(coding))
  return reply.send(coded ?? plain)
}

export const isBuilt = (folder: string) => existsSync(join(folder, 'index.html'))

type WebApp = {
  /** Where `npm run build` put the app. */
  readonly folder: string
  readonly publicUrl: string
  /** Where browsers send files to. */
  readonly storeUrl: string
}

/** Whether somebody may mean a page of the app: they look for a page, and not below an address of programs. */
const isForPeople = (request: FastifyRequest) => {
  const { organisation = '', '*': rest = '' } = request.params as { organisation?: string; '*'?: string }
  const isPath = parseOrganisationId(organisation) !== undefined && !/^(api|app|oauth2)(\/|$)/.test(rest)
  return isPath && request.accepts().type(['json', 'html']) === 'html'
}

/**
 * Serves the clinic app below the path of the organisation, so that the first segment still says which cell it is in. Its page
 * is the same for everybody and needs no session: who is signed in, the app asks the API.
 */
export const addWebApp = (app: FastifyInstance, { folder, publicUrl, storeUrl }: WebApp) => {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const policy = policyWith(storeUrl)
  const fileNamed = filesIn(join(folder, 'app'))

  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const home = `${base}/${requireOrganisation(request)}`
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        // With the policy of everything else, a form that leads to a page of ours would be sent with the origin `null`.
        'referrer-policy': 'same-origin',
      })
      .send(
        page.replace('name="home" content=""', `name="home" content="${home}"`).replaceAll('"./app/', `"${home}/app/`),
      )
  }
  const method = ['GET', 'HEAD'] as const
  for (const url of [
    '/:organisation/',
    ...sections.flatMap((name) => [`/:organisation/${name}/`, `/:organisation/${name}/*`]),
  ])
    app.route({ method: [...method], url, handler: sendPage })
  app.route({
    method: [...method],
    url: '/:organisation/app/:name',
    handler: async (request, reply) => {
      const { name = '' } = request.params as { readonly name?: string }
      requireOrganisation(request)
      const file = await fileNamed(name)
      if (file === undefined) throw notFound(`There is nothing at ${request.url}.`)
      return sendFile(request, reply, file)
    },
  })
  // A mistyped or an old address: the app says so, with the ways on that it has everywhere.
  app.route({
    method: [...method],
    url: '/:organisation/*',
    handler: (request, reply) => (isForPeople(request) ? sendPage(request, reply.code(404)) : reply.callNotFound()),
  })
}
