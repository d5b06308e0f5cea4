import { readFileSync } from 'node:fs'
import { describedOperation } from '../../proofs/answer-check.ts'
import { resourceRegistry } from '../../src/app/resources.ts'
import type { TestResponse } from './api.ts'
import { entryOfSample } from './samples/bodies.ts'
import { nameOf, routesIn, routeTable, targetOf, type Access, type Route } from './routes.ts'

/** Resources whose records belong to the application that created them. */
const registrations = new Set(['available_wholesaler', 'custom_fields'])
/** Routes of records that belong to the application of a registration: for whoever calls, or for all but people. */
const ofOwnWholesaler = /^\/wholesaler\/\{id\}\/(catalog_upload_url|receipts)\/$/
const ofOwnOrder = /^\/order\/\{id\}\/(set_wholesaler_reference_number|mark_delivered)\/$/
export const isOwned = (path: string) =>
  registrations.has(targetOf(path) ?? '') || ofOwnWholesaler.test(path) || ofOwnOrder.test(path)

export type Headers = Readonly<Record<string, string>>

/** What the model needs to know of a caller. */
export type Caller = {
  readonly name: string
  readonly known: boolean
  readonly kind: 'oauth' | 'legacy' | 'session' | 'session without token'
  /** A session whose person has not given their own factor for a while. */
  readonly isUnconfirmed?: true
  /** Whether the credential acts for a person. */
  readonly isPerson: boolean
  readonly scopes: readonly string[]
  /** Some credentials are made for the route they are used at, with a part of the permissions it requires. */
  readonly holds: (permission: string, access: Access, at: Route) => boolean
  readonly application: string
  readonly headers: (route: Route) => Headers
}

/** Which record an id refers to: one of the organisation, one of another, or none. */
export type Target = 'own' | 'foreign' | 'missing'
export type Case = {
  readonly route: Route
  readonly path: Target
  /** The application that the record in the path belongs to, if it belongs to one. */
  readonly registrant?: (typeof registrants)[number]
  readonly body: 'good' | 'malformed' | 'none'
  readonly link?: {
    readonly where: 'query' | 'body'
    readonly name: string
    readonly to: Target
    readonly form: 'id' | 'url'
  }
}

/** The permissions of the sample application. Nobody may create or take over an application with more than their own. */
const given: readonly (readonly [string, Access])[] = [
  ['Settings: Items', 'read'],
  ['General: Appointments', 'write'],
]
const isGiving = ({ method, path }: Route) => method !== 'GET' && path.startsWith('/application/')
const mayGive = ({ holds }: Caller, at: Route) =>
  holds('Settings: Users and permissions', 'write', at) ||
  given.every(([permission, access]) => holds(permission, access, at))

/** A composite is open to every token, and each of its entries to whom its own route is. */
export const expected = (at: Case, caller: Caller, usedAt = at.route): number => {
  const status = expectedAlone(at, caller, usedAt)
  if (at.route.path !== '/composite/' || status >= 300) return status
  const entry = routes.find(({ method, path }) => method === entryOfSample.method && path === entryOfSample.path)!
  const alone = expectedAlone({ ...at, route: entry }, caller, usedAt)
  return alone < 300 ? status : alone
}

/** The status that the specification requires, in its order: token, scope, permission, credential, object, owner, body. */
const expectedAlone = ({ route, path, registrant, body, link }: Case, caller: Caller, usedAt: Route): number => {
  if (!caller.known) return 401
  if (caller.kind === 'session without token' && route.method !== 'GET') return 403
  const opened = route.scope !== undefined && caller.scopes.includes(route.scope)
  if (caller.kind === 'oauth' && !opened && !caller.scopes.includes('restapi')) return 403
  if (caller.kind !== 'legacy' && !opened && route.scopeOnly) return 403
  const held = route.needs.filter(({ permission, access }) => caller.holds(permission, access, usedAt))
  const enough = route.anyOf ? held.length > 0 : held.length === route.needs.length
  if (!opened && !enough) return 403
  if (caller.kind === 'legacy' && route.oauthOnly) return 401
  if (route.userTokenOnly && !caller.isPerson) return 403
  if (route.stepUp && caller.isUnconfirmed) return 403
  if (path !== 'own') return 404
  if (registrant !== undefined && registrant !== caller.application) {
    if (route.method !== 'GET' && !(ofOwnOrder.test(route.path) && caller.isPerson)) return 403
    if (caller.scopes.includes('wholesaler')) return 403
  }
  if (isGiving(route) && !mayGive(caller, usedAt)) return route.path.includes('{id}') ? 403 : 400
  if (body === 'malformed') return 400
  if (link?.where === 'body' && link.to !== 'own') return 400
  // A registration belongs to the application that makes it.
  if (caller.kind === 'session' && route.method === 'POST' && route.path === '/available_wholesaler/') return 403
  // Some routes only say what to do instead.
  const [success] = Object.keys(document.paths[route.path][route.method.toLowerCase()].responses)
    .map(Number)
    .filter((status) => status < 300)
    .toSorted((one, other) => one - other)
  return success ?? 400
}

export type Outcome = {
  readonly at: Case
  readonly caller: Caller
  readonly answer: Pick<TestResponse, 'status' | 'text'>
}

const inWords = ({ route, path, registrant, body, link }: Case, caller: Caller) =>
  [
    `${caller.name}: ${nameOf(route)}`,
    ...(route.path.includes('{id}') ? [`${path} id`] : []),
    ...(registrant ? [`of the ${registrant}`] : []),
    ...(link ? [`with ${link.to} ${link.form} in ${link.where} ${link.name}`] : []),
    ...(body === 'malformed' ? ['with a malformed body'] : []),
  ].join(', ')

/** The responses that differ from the table. */
export const disagreements = (outcomes: readonly Outcome[], table: readonly Route[]): string[] => {
  const byName = new Map(table.map((route) => [nameOf(route), route]))
  return outcomes.flatMap(({ at, caller, answer }) => {
    const route = byName.get(nameOf(at.route))
    if (route === undefined) return [`${nameOf(at.route)} is not in the table`]
    const status = expected({ ...at, route }, caller, at.route)
    return status === answer.status ? [] : [`${inWords(at, caller)}: ${answer.status} instead of ${status}`]
  })
}

/** Responses that distinguish a foreign record from a missing one. */
export const distinguishing = (outcomes: readonly Outcome[]): string[] => {
  const key = ({ at, caller }: Outcome, told: (target: Target) => Target) =>
    inWords({ ...at, path: told(at.path), ...(at.link && { link: { ...at.link, to: told(at.link.to) } }) }, caller)
  const asMissing = new Map(
    outcomes
      .filter(({ at }) => at.path === 'missing' || at.link?.to === 'missing')
      .map((outcome) => [key(outcome, (target) => target), outcome.answer]),
  )
  return outcomes
    .filter(({ at }) => at.path === 'foreign' || at.link?.to === 'foreign')
    .flatMap((outcome) => {
      const other = asMissing.get(key(outcome, (target) => (target === 'foreign' ? 'missing' : target)))
      if (other === undefined) return [`${inWords(outcome.at, outcome.caller)} has no counterpart`]
      const same = other.status === outcome.answer.status && withoutIds(other.text) === withoutIds(outcome.answer.text)
      return same ? [] : [`${inWords(outcome.at, outcome.caller)}: ${outcome.answer.text} but missing: ${other.text}`]
    })
}
const withoutIds = (text: string) => text.replaceAll(/\d+/g, '#')

/** Parsed JSON. */
type Schema = TestResponse['body']
const document: Schema = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const resolved = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema
const linkOf = (schema: Schema): { to: string; many: boolean } | undefined => {
  const one = schema.anyOf?.[0] ?? schema
  const to = one['x-links-to'] ?? one['x-codelist'] ?? one.items?.['x-links-to']
  return to === undefined ? undefined : { to, many: one.type === 'array' }
}
const linksIn = (properties: Schema) =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const link = linkOf(schema as Schema)
    return link ? [{ name, ...link, isCode: JSON.stringify(schema).includes('x-codelist') }] : []
  })

type LinkPlace = { name: string; to: string; many: boolean; isCode: boolean }

/** The link fields in the body of a route, and the link filters in its query. */
export const linkPlaces = ({ method, path }: Route): { query: LinkPlace[]; body: LinkPlace[] } => {
  const at = path === '/patient/bulk/' ? '/patient/' : path
  const operation = describedOperation(document, method, at)
  const sent = operation.requestBody?.content['application/json']?.schema.properties ?? {}
  const page = operation.responses['200']?.content?.['application/json']?.schema
  const record = page?.properties?.results ? resolved(page.properties.results.items).properties : {}
  const filters = (operation.parameters as { name: string; in: string }[])
    .filter((parameter) => parameter.in === 'query' && /__(is|in)$/.test(parameter.name))
    .map(({ name }) => name)
  return {
    body: linksIn(sent),
    query: linksIn(record)
      .filter(({ isCode }) => !isCode)
      .flatMap((link) =>
        filters.filter((filter) => filter.split('__')[0] === link.name).map((name) => ({ ...link, name })),
      ),
  }
}

const registrants = ['first application', 'wholesaler application'] as const

/** Every id position of a route with every kind of id. */
export const casesOf = (route: Route): Case[] => {
  const resource = targetOf(route.path)
  const shared = resource !== undefined && resourceRegistry.get(resource)?.shared
  const paths: readonly Target[] =
    resource === undefined ? ['own'] : shared ? ['own', 'missing'] : ['own', 'foreign', 'missing']
  const owners = isOwned(route.path) ? registrants : [undefined]
  const body = route.method === 'GET' || route.method === 'DELETE' ? 'none' : 'good'
  const bases = paths.flatMap((path) =>
    (path === 'own' ? owners : [undefined]).map(
      (registrant): Case => ({ route, path, body, ...(registrant && { registrant }) }),
    ),
  )
  const { query, body: sent } = linkPlaces(route)
  const own = bases.filter(({ path }) => path === 'own')
  return [
    ...bases,
    ...(body === 'good' ? bases.map((base): Case => ({ ...base, body: 'malformed' })) : []),
    ...own.flatMap((base) => [
      ...query.flatMap(({ name }) =>
        (['own', 'foreign', 'missing'] as const).flatMap((to) =>
          (['id', 'url'] as const).map((form): Case => ({ ...base, link: { where: 'query', name, to, form } })),
        ),
      ),
      ...sent.flatMap(({ name, to: table, isCode }) =>
        // Shared records belong to no organisation, so none is foreign.
        (resourceRegistry.get(table)?.shared
          ? (['own', 'missing'] as const)
          : (['own', 'foreign', 'missing'] as const)
        ).map((to): Case => ({ ...base, link: { where: 'body', name, to, form: isCode ? 'id' : 'url' } })),
      ),
    ]),
  ]
}

/** All operations of the API, as the route table has them. */
export const routes = routesIn(routeTable)

export const isRefused = (at: Case, caller: Caller) => [401, 403].includes(expected(at, caller))
