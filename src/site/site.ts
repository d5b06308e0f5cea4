import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalid, notFound } from '../kernel/errors.ts'
import { basePath, parseOrganisationId } from '../kernel/links.ts'
import { documentsOf, profiles, type Profile, type ServedDocument } from './documents.ts'
import { landingPage } from './landing.ts'
import { referencePage, referencePolicy, scriptLoader, type Scripts } from './reference.ts'

export type SiteOptions = {
  /** Derives the OpenAPI document. */
  readonly contract: () => object
  readonly publicUrl: string
  /** Sends a page with a content security policy. */
  readonly sendHtml: (reply: FastifyReply, html: string, policy?: string) => FastifyReply
  /** Whether the clinic app is served at the path of the organisation; without it, the API is there. */
  readonly hasApp?: boolean
  /** Whether there is any organisation yet. */
  readonly hasOrganisation: () => Promise<boolean>
}

const method = ['GET', 'HEAD'] as const
const oneYear = 31_536_000
const fiveMinutes = 300

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.replace(/^[^?]*\??/, ''))

const requireOrganisation = (request: FastifyRequest) => {
  const { organisation = '' } = request.params as { readonly organisation?: string }
  const id = parseOrganisationId(organisation)
  if (id === undefined) throw notFound(`There is no organisation "${organisation}".`)
  return id
}

const profileOf = (request: FastifyRequest): Profile => {
  const asked = queryOf(request).get('profile') ?? 'full'
  const profile = profiles.find((name) => name === asked)
  if (profile === undefined) throw invalid('profile', `Use one of: ${profiles.join(', ')}.`)
  return profile
}

/** The document needs no token, so that pages of any origin may read it too. */
const sendDocument = (request: FastifyRequest, reply: FastifyReply, { text, etag }: ServedDocument) => {
  reply.headers({ etag, 'cache-control': `public, max-age=${fiveMinutes}`, 'access-control-allow-origin': '*' })
  // A compressed response has its coding at the end of its ETag.
  if (request.headers['if-none-match']?.includes(etag.slice(0, -1))) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

const addDocuments = (app: FastifyInstance, { contract, publicUrl }: SiteOptions) => {
  const documents = documentsOf(contract, publicUrl)
  app.route({
    method: [...method],
    url: '/openapi.json',
    handler: (request, reply) => sendDocument(request, reply, documents.general(profileOf(request))),
  })
  app.route({
    method: [...method],
    url: '/:organisation/api/0.1/openapi.json',
    handler: (request, reply) =>
      sendDocument(request, reply, documents.ofOrganisation(profileOf(request), requireOrganisation(request))),
  })
}

const sendScript = (request: FastifyRequest, reply: FastifyReply, scripts: Scripts) => {
  const { hash = '', name = '' } = request.params as { readonly hash?: string; readonly name?: string }
  if (!Object.hasOwn(scripts, name)) throw notFound(`There is nothing at ${request.url}.`)
  const script = scripts[name as keyof Scripts]
  const coding = request.accepts().encoding(['br', 'gzip', 'identity'])
  // During a deployment, the page may come from a process of the other version.
  const isCurrent = hash === script.hash
  reply.headers({ 'cache-control': isCurrent ? `public, max-age=${oneYear}, immutable` : 'no-cache' })
  if (coding === 'br' || coding === 'gzip') reply.header('content-encoding', coding)
  return reply
    .type('text/javascript; charset=utf-8')
    .send(coding === 'br' || coding === 'gzip' ? script[coding] : script.plain)
}

const addReference = (app: FastifyInstance, { sendHtml }: SiteOptions) => {
  const loadScripts = scriptLoader()
  app.route({
    method: [...method],
    url: '/reference/',
    handler: async (_request, reply) => sendHtml(reply, referencePage(await loadScripts()), referencePolicy),
  })
  app.route({
    method: [...method],
    url: '/reference/:hash/:name',
    handler: async (request, reply) => sendScript(request, reply, await loadScripts()),
  })
}

/** From the form of the landing page to the sign-in of the organisation. */
const leadToSignIn = (request: FastifyRequest, reply: FastifyReply, { sendHtml }: SiteOptions) => {
  const value = queryOf(request).get('organisation')?.trim() ?? ''
  const organisation = parseOrganisationId(value)
  if (organisation !== undefined) return reply.redirect(`/${organisation}/sign-in/`, 303)
  const wrong = 'An organisation id is a whole number, such as 1.'
  return sendHtml(reply.code(400), landingPage({ value, wrong }))
}

/** Adds the pages and documents that need no token. */
export const addSite = (app: FastifyInstance, site: SiteOptions) => {
  const { sendHtml } = site
  addDocuments(app, site)
  addReference(app, site)
  app.route({
    method: [...method],
    url: '/',
    handler: async (_request, reply) => sendHtml(reply, landingPage({ isEmpty: !(await site.hasOrganisation()) })),
  })
  app.route({ method: [...method], url: '/sign-in/', handler: (request, reply) => leadToSignIn(request, reply, site) })
  const hasApp = site.hasApp === true
  const homeOf = (organisation: number) => (hasApp ? `/${organisation}/` : basePath(organisation))
  for (const url of ['/:organisation(^\\d+$)', ...(hasApp ? [] : ['/:organisation/'])])
    app.route({
      method: [...method],
      url,
      handler: (request, reply) => reply.redirect(homeOf(requireOrganisation(request)), 303),
    })
  for (const url of ['/reference', '/errors'])
    app.route({ method: [...method], url, handler: (_request, reply) => reply.redirect(`${url}/`, 308) })
}
