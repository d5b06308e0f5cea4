import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { describedOperation } from '../../proofs/answer-check.ts'
import type { Tx } from '../../src/db/tx.ts'
import { createLegacyKey } from '../../src/domain/identity/legacy-keys.ts'
import { fingerprint } from '../../src/domain/identity/secrets.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { resourceRegistry } from '../../src/app/resources.ts'
import {
  everything,
  useApi,
  type TestResponse,
  type ApiClient,
  type Grants,
  type TestOrganisation,
} from '../support/api.ts'
import { mapConcurrently } from '../support/map-concurrently.ts'
import { useRateWindows } from '../support/rates.ts'
import { sessionOf } from '../support/sessions.ts'
import { fillPath, nameOf, routesIn, targetOf, routeTable, type Access, type Route } from '../support/routes.ts'
import { bodyFor, fill, freshFor, linkedFrom, operationAt, sampleOf, type Have } from '../support/samples.ts'

const missing = 999_999_999
/** Resources whose records belong to the application that created them. */
const registrations = new Set(['available_wholesaler', 'custom_fields'])
/** Routes of records that belong to the application of a registration, whoever calls or only for the wholesaler scope. */
const ofOwnWholesaler = /^\/wholesaler\/\{id\}\/(catalog_upload_url|receipts)\/$/
const ofOwnOrder = /^\/order\/\{id\}\/(set_wholesaler_reference_number|mark_delivered)\/$/
const isOwned = (path: string) =>
  registrations.has(targetOf(path) ?? '') || ofOwnWholesaler.test(path) || ofOwnOrder.test(path)
const notYours = { detail: 'Token does not match this wholesaler.' }

/** What the model needs to know of a caller. */
type Caller = {
  readonly name: string
  readonly known: boolean
  readonly kind: 'oauth' | 'legacy' | 'session' | 'session without token'
  /** Whether the credential acts for a person. */
  readonly isPerson: boolean
  readonly scopes: readonly string[]
  /** Some credentials are made for the route they are used at, with a part of the permissions it requires. */
  readonly holds: (permission: string, access: Access, at: Route) => boolean
  readonly application: string
  readonly headers: (route: Route) => Headers
}

/** Which record an id refers to: one of the organisation, one of another, or none. */
type Target = 'own' | 'foreign' | 'missing'
type Case = {
  readonly route: Route
  readonly path: Target
  /** The application that the record in the path belongs to, if it belongs to one. */
  readonly registrant?: string
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

/** The status that the specification requires, in its order: token, scope, permission, credential, object, owner, body. */
const expected = ({ route, path, registrant, body, link }: Case, caller: Caller, usedAt = route): number => {
  if (!caller.known) return 401
  if (caller.kind === 'session without token' && route.method !== 'GET') return 403
  const opened = route.scope !== undefined && caller.scopes.includes(route.scope)
  if (caller.kind === 'oauth' && !opened && !caller.scopes.includes('restapi')) return 403
  const held = route.needs.filter(({ permission, access }) => caller.holds(permission, access, usedAt))
  const enough = route.anyOf ? held.length > 0 : held.length === route.needs.length
  if (!opened && !enough) return 403
  if (caller.kind === 'legacy' && route.oauthOnly) return 401
  if (route.userTokenOnly && !caller.isPerson) return 403
  if (path !== 'own') return 404
  if (registrant !== undefined && registrant !== caller.application) {
    if (route.method !== 'GET' && !ofOwnOrder.test(route.path)) return 403
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

type Outcome = { readonly at: Case; readonly caller: Caller; readonly answer: Pick<TestResponse, 'status' | 'text'> }

const inWords = ({ route, path, registrant, body, link }: Case, caller: Caller) =>
  [
    `${caller.name}: ${nameOf(route)}`,
    ...(route.path.includes('{id}') ? [`${path} id`] : []),
    ...(registrant ? [`of the ${registrant}`] : []),
    ...(link ? [`with ${link.to} ${link.form} in ${link.where} ${link.name}`] : []),
    ...(body === 'malformed' ? ['with a malformed body'] : []),
  ].join(', ')

/** The responses that differ from the table. */
const disagreements = (outcomes: readonly Outcome[], table: readonly Route[]): string[] => {
  const byName = new Map(table.map((route) => [nameOf(route), route]))
  return outcomes.flatMap(({ at, caller, answer }) => {
    const route = byName.get(nameOf(at.route))
    if (route === undefined) return [`${nameOf(at.route)} is not in the table`]
    const status = expected({ ...at, route }, caller, at.route)
    return status === answer.status ? [] : [`${inWords(at, caller)}: ${answer.status} instead of ${status}`]
  })
}

/** Responses that distinguish a foreign record from a missing one. */
const distinguishing = (outcomes: readonly Outcome[]): string[] => {
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
const linkPlaces = ({ method, path }: Route): { query: LinkPlace[]; body: LinkPlace[] } => {
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

const registrants = ['first application', 'wholesaler application']

/** Every id position of a route with every kind of id. */
const casesOf = (route: Route): Case[] => {
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

const routes = routesIn(routeTable)

const api = await useApi()
const rates = await useRateWindows(api)
let here: TestOrganisation
let creator: ApiClient
let have: Have
let foreignIds: Have
const applications = new Map<string, number>()
let callers: Caller[]
let outcomes: Outcome[]
let seconds: number

const nobody = () => false
const holding =
  ({ read = [], write = [] }: Grants) =>
  (permission: string, access: Access) =>
    write.includes(permission as never) || (access === 'read' && read.includes(permission as never))
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const givenSession = async (group: Grants): Promise<Headers> => {
  const cookie = await here.within(async (tx) => {
    const { id } = await tx
      .insertInto('permissiongroup')
      .values({ name: `Staff ${Math.random()}`, write: [...(group.write ?? [])] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const user = await tx
      .insertInto('user')
      .values({ last_name: 'Staff', email: `staff${id}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_permissiongroup').values({ user: user.id, permissiongroup: id }).execute()
    return `fetlock_session=${await sessionOf(tx, user.id)}`
  })
  const { body } = await here.as().get('/me/', { headers: { cookie } })
  return { cookie, origin: new URL(here.base).origin, 'x-csrf-token': body.csrf_token }
}

type Headers = Readonly<Record<string, string>>

const namesAskedAt = ({ needs }: Route) => needs.map(({ permission }) => permission)

/** One credential for every set of permissions that some route requires. */
const forEachSet = async (holdingAt: (route: Route) => Grants, make: (group: Grants) => Promise<Headers>) => {
  const made = new Map<string, Headers>()
  const key = ({ needs }: Route) => JSON.stringify(needs)
  for (const route of routes) if (!made.has(key(route))) made.set(key(route), await make(holdingAt(route)))
  return (route: Route) => made.get(key(route))!
}

const allBut = (route: Route): Grants => ({
  write: permissions.filter((name) => !namesAskedAt(route).includes(name)),
})
/** Where one of several permissions is enough, the record decides which, and the samples belong to a client. */
const justOne = ({ needs, anyOf }: Route): Grants => {
  const ofSample = needs.find(({ permission }) => permission === 'General: Patients and clients')
  const one = anyOf && ofSample ? ofSample : needs.at(-1)
  return one === undefined ? {} : { [one.access]: [one.permission] }
}
const holdsAllBut = (permission: string, _access: Access, at: Route) => !namesAskedAt(at).includes(permission)
const holdsJustOne = (permission: string, access: Access, at: Route) => holding(justOne(at))(permission, access)

const givenCallers = async (there: TestOrganisation): Promise<Caller[]> => {
  const application = async (name: string, group: Grants = everything) => {
    const made = await here.givenApplication(group)
    applications.set(name, made.id)
    return { ...made, token: await here.tokenOf(made, group.scopes?.join(' ')) }
  }
  const keyOf = async (group: Grants) => {
    const made = await here.givenApplication(group)
    const { key } = await here.within((tx) => createLegacyKey(tx, made.id))
    return { authorization: `Token ${key}` }
  }
  const tokenWith = async (group: Grants) => bearer(await here.tokenOf(await here.givenApplication(group)))
  const first = await application('first application')
  const second = await application('other application')
  const wholesaler = await application('wholesaler application', { scopes: ['wholesaler'] })
  const expired = await here.tokenOf(second)
  await here.within((tx) =>
    tx
      .updateTable('oauth_record')
      .set({ expires: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', fingerprint(expired))
      .execute(),
  )
  const foreign = await there.tokenOf(await there.givenApplication())
  const legacy = await keyOf(everything)
  const session = await givenSession(everything)
  const user = await here.userToken()
  const readers = await tokenWith({ read: permissions })
  const known = { known: true, kind: 'oauth', isPerson: false, scopes: ['restapi'], application: '' } as const
  const unknown = { ...known, known: false, holds: nobody }
  const all = holding(everything)
  return [
    {
      ...known,
      name: 'the first application',
      holds: all,
      application: 'first application',
      headers: () => bearer(first.token),
    },
    { ...unknown, name: 'nobody', headers: () => ({}) },
    { ...unknown, name: 'a bad token', headers: () => bearer('not-a-token') },
    { ...unknown, name: 'an expired token', headers: () => bearer(expired) },
    { ...unknown, name: 'another organisation’s token', headers: () => bearer(foreign) },
    {
      ...known,
      name: 'another application',
      holds: all,
      application: 'other application',
      headers: () => bearer(second.token),
    },
    {
      ...known,
      name: 'an application without the permission',
      holds: holdsAllBut,
      headers: await forEachSet(allBut, tokenWith),
    },
    {
      ...known,
      name: 'an application with just one of the permissions',
      holds: holdsJustOne,
      headers: await forEachSet(justOne, tokenWith),
    },
    {
      ...known,
      name: 'an application that may read everything',
      holds: holding({ read: permissions }),
      headers: () => readers,
    },
    { ...known, name: 'a legacy key', kind: 'legacy', scopes: [], holds: all, headers: () => legacy },
    {
      ...known,
      name: 'a legacy key without the permission',
      kind: 'legacy',
      scopes: [],
      holds: holdsAllBut,
      headers: await forEachSet(allBut, keyOf),
    },
    {
      ...known,
      name: 'a wholesaler-scope token',
      scopes: ['wholesaler'],
      holds: nobody,
      application: 'wholesaler application',
      headers: () => bearer(wholesaler.token),
    },
    { ...known, name: 'a user', isPerson: true, holds: all, headers: () => bearer(user) },
    { ...known, name: 'a session', kind: 'session', isPerson: true, holds: all, headers: () => session },
    {
      ...known,
      name: 'a session without its CSRF token',
      kind: 'session without token',
      isPerson: true,
      holds: all,
      headers: () => ({ cookie: session['cookie']! }),
    },
    {
      ...known,
      name: 'a session without the permission',
      kind: 'session',
      isPerson: true,
      holds: holdsAllBut,
      headers: await forEachSet(allBut, givenSession),
    },
  ]
}

let fieldsMade = 0

const registered = (resource: string, registrant: string) =>
  here.within(async (tx) => {
    const application = applications.get(registrant)!
    const { id } = await (resource === 'custom_fields'
      ? tx
          .insertInto('custom_field')
          .values({ application, name: `${registrant} ${++fieldsMade}`, content_type: 'client', field_type: 1 })
          .returning('id')
      : tx
          .insertInto('available_wholesaler')
          .values({
            application,
            name: registrant,
            webhook_callback_url: 'https://example.com/',
            verification_salt: Buffer.from('salt'),
          })
          .returning('id')
    ).executeTakeFirstOrThrow()
    return resource === 'wholesaler' || resource === 'order' ? connected(tx, resource, registrant, id) : id
  })

/** A wholesaler of a registration, or an order that was sent to it. */
const connected = async (tx: Tx, resource: string, name: string, available_wholesaler: number) => {
  const wholesaler = await tx
    .insertInto('wholesaler')
    .values({ name, type: 1, available_wholesaler })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (resource === 'wholesaler') return wholesaler.id
  const sent = { status: 1, purchaser: have.user!, ordered: new Date(), last_placed: new Date() }
  const order = await tx
    .insertInto('order')
    .values({ department: have.department!, wholesaler: wholesaler.id, ...sent })
    .returning('id')
    .executeTakeFirstOrThrow()
  return order.id
}

const idOf = (resource: string, target: Target) =>
  target === 'missing' ? missing : (target === 'own' ? have : foreignIds)[resource]!

const idInPath = async ({ route, path, registrant }: Case, own: Have) => {
  const resource = targetOf(route.path)
  if (resource === undefined) return 0
  if (registrant !== undefined) return registered(resource, registrant)
  return path === 'own' ? own[resource]! : idOf(resource, path)
}

const pathFor = async (at: Case, own: Have) => {
  const { route, link } = at
  const address = fillPath(route.path, own, await idInPath(at, own))
  if (link?.where !== 'query') return address
  const { to } = linkPlaces(route).query.find(({ name }) => name === link.name)!
  const kept = linkedFrom(operationAt(route).resource?.name, to)
  const linked = idOf(kept in have ? kept : to, link.to)
  return `${address}?${link.name}=${encodeURIComponent(link.form === 'id' ? linked : here.url(to, linked))}`
}

const sentAt = ({ route, body, link }: Case, own: Have): unknown => {
  if (body === 'none') return undefined
  const { file } = operationAt(route)
  if (body === 'malformed') return file ? new Blob(['{'], file) : '{'
  const sent = bodyFor(here, route, own)
  // The sample has links to the organisation's own records.
  if (link?.where === 'body' && link.to !== 'own') {
    const { to, many, isCode } = linkPlaces(route).body.find(({ name }) => name === link.name)!
    const id = idOf(to, link.to)
    const value = isCode ? id : here.url(to, id)
    const record = (Array.isArray(sent) ? sent[0]! : sent!) as Record<string, unknown>
    record[link.name] = many ? [value] : value
  }
  return sent
}

const isRefused = (at: Case, caller: Caller) => [401, 403].includes(expected(at, caller))

const sendAt = async (at: Case, caller: Caller): Promise<Outcome> => {
  // Records that the request may delete or use up are created for it.
  const usesUp = at.path === 'own' && at.registrant === undefined && !isRefused(at, caller)
  const own = usesUp ? await freshFor(here, creator, at.route, have) : have
  const body = sentAt(at, own)
  const { status, text } = await here.as().send(at.route.method, await pathFor(at, own), {
    headers: {
      ...caller.headers(at.route),
      ...(body === undefined || body instanceof Blob ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { at, caller, answer: { status, text } }
}

beforeAll(async () => {
  here = await api.givenOrganisation({ name: 'Here' })
  const there = await api.givenOrganisation({ name: 'There' })
  creator = await here.userCaller()
  have = await fill(here, creator)
  foreignIds = await fill(there, await there.userCaller())
  callers = await givenCallers(there)
  const started = performance.now()
  const combinations = routes
    .flatMap(casesOf)
    .flatMap((at) => callers.map((caller) => ({ at, caller })))
    // A caller who is refused whatever the link is tried with one form of it.
    .filter(({ at, caller }) => at.link?.where !== 'query' || at.link.form === 'id' || !isRefused(at, caller))
  outcomes = []
  // Three callers in fifteen are unknown, and an IP address may send sixty unknown credentials a minute.
  for (let from = 0; from < combinations.length; from += 200) {
    await rates.empty()
    outcomes.push(
      ...(await mapConcurrently(combinations.slice(from, from + 200), 8, ({ at, caller }) => sendAt(at, caller))),
    )
  }
  await rates.empty()
  // Nothing was decided about a request that met a busy service: it is sent again, alone.
  const busy = new Set([409, 429, 503])
  const isUndecided = ({ at, caller, answer: { status } }: Outcome) =>
    busy.has(status) && expected(at, caller) !== status
  for (const [place, { at, caller }] of outcomes.entries())
    for (let attempt = 0; attempt < 3 && isUndecided(outcomes[place]!); attempt++) {
      await rates.empty()
      outcomes[place] = await sendAt(at, caller)
    }
  seconds = (performance.now() - started) / 1000
}, 600_000)

/** Link filters that no sample matches: nothing is credited, cancelled or refunded, and the sample user has changed and asked for nothing. */
const linkedByNone = new Set([
  '/appointment/ consultation__is',
  '/auditevent/ user__is',
  '/diagnosticimaging_worklist/ requesting_user__is',
  '/invoice/ consultation__is',
  '/invoice/ countersale_record__is',
  '/invoice/ credit_note_original_invoice__is',
  '/invoicepayment/ cancels__is',
  '/invoicepayment/ unallocatedpayment__is',
  '/invoicerow/ consultation_item__is',
  '/invoicerow/ countersale_item__is',
  '/invoicerow/ credited_invoicerow__is',
  '/invoicerow/ patient__is',
  '/onlinebookingclient/ appointment__in',
  '/onlinebookingclient/ appointment__is',
  '/onlinebookingclient/ client__is',
  '/onlinebookingpatient/ patient__is',
  '/reason_item/ item__is',
  '/receiptline/ order__in',
  '/receiptline/ order__is',
  '/securityevent/ actor__is',
  '/stock_movement/ order_item__is',
  '/stock_movement/ receipt_line__is',
  '/unallocatedpayment/ refunds__is',
  '/wholesaler/ department__is',
  '/wholesaler/ parent__is',
])

const of = (name: string) => outcomes.filter(({ caller }) => caller.name === name)

describe('access', () => {
  it('is as the route table says, for every operation, id and caller', () => {
    process.stdout.write(`access: ${outcomes.length} combinations in ${seconds.toFixed(1)} s\n`)
    expect(disagreements(outcomes, routes)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(routes.length * callers.length * 3)
  })

  it('does not distinguish a record of another organisation from one that does not exist', () => {
    expect(distinguishing(outcomes)).toEqual([])
    expect(outcomes.filter(({ at }) => at.path === 'foreign').length).toBeGreaterThan(400)
  })

  it('is tested with every link in queries and bodies', () => {
    const places = outcomes.flatMap(({ at: { route, link } }) =>
      link ? [`${nameOf(route)} ${link.where} ${link.name}`] : [],
    )
    expect([...new Set(places)]).toEqual(
      expect.arrayContaining([
        'GET /client/ query home_department__is',
        'GET /patient/ query client__is',
        'GET /patient/ query client__in',
        'GET /phonenumber/ query client__is',
        'GET /user/ query home_department__is',
        'POST /application/ body permission_groups',
        'POST /client/ body invoicing_client',
        'POST /patient/ body client',
        'POST /patient/ body species',
        'POST /patient/bulk/ body client',
        'POST /phonenumber/ body client',
        'PATCH /organisation/{id}/ body default_department',
        'PATCH /patient/{id}/ body breed',
        'PATCH /user/{id}/ body permission_groups',
      ]),
    )
  })

  it('finds records by the organisation’s own links and none by foreign links', () => {
    const asked = of('the first application').flatMap(({ at: { route, link }, answer }) =>
      link?.where === 'query' ? [{ place: `${route.path} ${link.name}`, to: link.to, ...JSON.parse(answer.text) }] : [],
    )
    const found = asked.filter(({ count }) => count > 0)
    expect(new Set(found.map(({ to }) => to))).toEqual(new Set(['own']))
    const placesIn = (answers: typeof asked) => new Set(answers.map(({ place }) => place))
    expect(placesIn(asked).difference(placesIn(found))).toEqual(linkedByNone)
  })

  it.each([
    ['loosens a permission', 'GET /client/ | General: Patients and clients (read)', 'GET /client/ | any valid token'],
    [
      'names another permission',
      'GET /client/ | General: Patients and clients (read)',
      'GET /client/ | Settings: Items (read)',
    ],
    [
      'requires read access instead of write access',
      'POST /client/ | General: Patients and clients (write)',
      'POST /client/ | General: Patients and clients (read)',
    ],
    [
      'requires one of two permissions instead of one',
      'GET /client/ | General: Patients and clients (read)',
      'GET /client/ | General: Patients and clients (read) or Settings: Items (read)',
    ],
    [
      'requires a permission where none is needed',
      'GET /department/ | any valid token',
      'GET /department/ | Settings: Departments (read)',
    ],
    [
      'accepts legacy keys',
      'POST /application/ | Settings: Integration settings (write) | 300 | oauth only',
      'POST /application/ | Settings: Integration settings (write) | 300',
    ],
    [
      'refuses legacy keys',
      'POST /client/ | General: Patients and clients (write) | 300',
      'POST /client/ | General: Patients and clients (write) | 300 | oauth only',
    ],
    [
      'opens a route to wholesalers',
      'GET /client/{id}/ | General: Patients and clients (read) | 300',
      'GET /client/{id}/ | General: Patients and clients (read) | 300 | scope wholesaler',
    ],
    [
      'closes a route to wholesalers',
      'GET /available_wholesaler/{id}/ | Settings: Integration settings (read) | 300 | scope wholesaler',
      'GET /available_wholesaler/{id}/ | Settings: Integration settings (read) | 300',
    ],
  ])('differs from a table that %s', (_name, line, doctored) => {
    const table = routeTable.replace(line, doctored)
    expect(table).not.toBe(routeTable)
    expect(disagreements(outcomes, routesIn(table))).not.toEqual([])
  })

  it('is reported when a response distinguishes a foreign record', () => {
    const leaking = outcomes.map((outcome) =>
      outcome.at.path === 'foreign' && nameOf(outcome.at.route) === 'GET /client/{id}/' && outcome.answer.status === 404
        ? { ...outcome, answer: { status: 404, text: '{"detail":"This client belongs to another organisation."}' } }
        : outcome,
    )
    expect(distinguishing(leaking).length).toBeGreaterThan(0)
  })
})

const statuses = (found: readonly Outcome[]) => new Set(found.map(({ answer }) => answer.status))
const isFine = ({ at }: Outcome) => at.path === 'own' && at.body !== 'malformed' && (at.link?.to ?? 'own') === 'own'
const onRegistrations = ({ at }: Outcome) => targetOf(at.route.path) === 'available_wholesaler'

describe('permissions', () => {
  it('of all routes exist', () => {
    const required = routes.flatMap(({ needs }) => needs.map(({ permission }) => permission))
    expect(permissions).toEqual(expect.arrayContaining(required))
  })

  it('are required by name: a caller with all others gets 403 wherever one is required', () => {
    const found = of('an application without the permission').filter(({ at }) => at.route.needs.length > 0)
    expect(found.length).toBeGreaterThan(100)
    expect(statuses(found)).toEqual(new Set([403]))
  })

  it('are those of the virtual user’s group, also after the group changes [S498]', async () => {
    const application = await here.givenApplication({})
    const as = here.as(`Bearer ${await here.tokenOf(application)}`)
    const group = (write: readonly (typeof permissions)[number][]) =>
      here.within((tx) =>
        tx
          .updateTable('permissiongroup')
          .set({ write: [...write] })
          .where('id', '=', application.group)
          .execute(),
      )
    const status = async () => {
      // Callers are cached for less than a second.
      await pause(1000)
      return (await as.get('/client/')).status
    }
    expect(await status()).toBe(403)
    await group(['General: Patients and clients'])
    expect(await status()).toBe(200)
    await group(['General: Appointments'])
    expect(await status()).toBe(403)
  })

  it('need a registered application: no token without one [S498]', async () => {
    const unregistered = { client_id: 'never-registered', client_secret: 'whatever it may be' }
    await expect(here.tokenOf(unregistered)).rejects.toThrow('invalid_client')
    expect(await here.tokenOf(await here.givenApplication({}))).toBeTypeOf('string')
  })
})

describe('the wholesaler scope', () => {
  it('opens the wholesaler endpoints with no further permission, and nothing else [S500]', () => {
    const found = of('a wholesaler-scope token').filter(isFine)
    const opened = found.filter(({ answer }) => answer.status < 300).map(({ at }) => nameOf(at.route))
    expect([...new Set(opened)].toSorted()).toEqual([
      'DELETE /available_wholesaler/{id}/',
      'GET /available_wholesaler/',
      'GET /available_wholesaler/{id}/',
      'PATCH /available_wholesaler/{id}/',
      'POST /available_wholesaler/',
      'POST /order/{id}/mark_delivered/',
      'POST /order/{id}/set_wholesaler_reference_number/',
      'POST /wholesaler/{id}/catalog_upload_url/',
      'POST /wholesaler/{id}/receipts/',
    ])
    const others = found.filter(
      ({ at }) => !isOwned(at.route.path) && !at.route.path.startsWith('/available_wholesaler/'),
    )
    expect(statuses(others)).toEqual(new Set([403]))
  })
})

describe('a registration', () => {
  const writes = (found: readonly Outcome[]) => found.filter(({ at }) => at.route.method !== 'GET')

  it('can be changed and removed by the application that created it only; others get 403 [S501]', () => {
    const found = writes(outcomes.filter(onRegistrations).filter(({ at }) => at.registrant !== undefined))
    const full = found.filter(({ caller }) =>
      ['the first application', 'another application', 'a wholesaler-scope token'].includes(caller.name),
    )
    const mine = full.filter(({ at, caller }) => at.registrant === caller.application)
    const notMine = full.filter(({ at, caller }) => at.registrant !== caller.application)
    expect(statuses(mine.filter(isFine))).toEqual(new Set([200, 204]))
    expect(new Set(notMine.map(({ answer }) => answer.text))).toEqual(new Set([JSON.stringify(notYours)]))
    expect(statuses(notMine)).toEqual(new Set([403]))
  })

  it('belongs to the application of the token, whatever the body says [S501]', async () => {
    const application = await here.givenApplication({ scopes: ['wholesaler'] })
    const as = here.as(`Bearer ${await here.tokenOf(application, 'wholesaler')}`)
    const body = { ...sampleOf(here, 'available_wholesaler', have), application: applications.get('first application') }
    const { status, body: made } = await as.post('/available_wholesaler/', body)
    expect(status).toBe(201)
    const row = await here.within((tx) =>
      tx.selectFrom('available_wholesaler').select('application').where('id', '=', made.id).executeTakeFirstOrThrow(),
    )
    expect(row.application).toBe(application.id)
    expect((await as.get('/available_wholesaler/')).body.results.map(({ id }: { id: number }) => id)).toEqual([made.id])
  })
})

describe('a legacy key', () => {
  const creates = (name: string) => of(name).filter(({ at }) => nameOf(at.route) === 'POST /available_wholesaler/')

  it('opens some endpoints and gets 401 on creating an available wholesaler [S502]', () => {
    const opened = of('a legacy key').filter(({ answer }) => answer.status < 300)
    expect(new Set(opened.map(({ at }) => nameOf(at.route)))).toContain('POST /client/')
    expect(statuses(creates('a legacy key'))).toEqual(new Set([401]))
  })

  it('gets 403 instead when its group lacks the permission, because permissions are checked first [S502]', () => {
    expect(statuses(creates('a legacy key without the permission'))).toEqual(new Set([403]))
  })
})

describe('a legacy key on custom field definitions', () => {
  const fieldChanges = (name: string) =>
    of(name).filter(({ at }) => /^(POST|PATCH|DELETE) \/custom_fields\//.test(nameOf(at.route)))

  it('gets 401 on changes, and 403 instead when its group lacks the permissions [S502]', () => {
    expect(new Set(fieldChanges('a legacy key').map(({ at }) => at.route.method))).toEqual(
      new Set(['POST', 'PATCH', 'DELETE']),
    )
    expect(statuses(fieldChanges('a legacy key'))).toEqual(new Set([401]))
    expect(statuses(fieldChanges('a legacy key without the permission'))).toEqual(new Set([403]))
  })
})

describe('a session', () => {
  const isRead = ({ at }: { readonly at: { readonly route: Route } }) => at.route.method === 'GET'

  it('reads, and writes with its CSRF token', () => {
    const found = of('a session').filter(isFine)
    expect(statuses(found.filter(isRead))).toEqual(new Set([200]))
    const written = statuses(found.filter((one) => !isRead(one)))
    expect([...written]).toEqual(expect.arrayContaining([200, 201, 204]))
  })

  it('[V3.5.1] reads, and writes nothing without it', () => {
    const found = of('a session without its CSRF token').filter(isFine)
    expect(statuses(found.filter(isRead))).toEqual(new Set([200]))
    expect(statuses(found.filter((one) => !isRead(one)))).toEqual(new Set([403]))
  })
})
