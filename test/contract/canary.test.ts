import { beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../src/app/resources.ts'
import { fieldOf, fieldsOf, pathOf } from '../../src/kernel/resource.ts'
import { useApi, type TestResponse, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { mapConcurrently } from '../support/map-concurrently.ts'
import { useRateWindows } from '../support/rates.ts'
import { fillPath, nameOf, routesIn, targetOf, routeTable, type Route } from '../support/routes.ts'
import { bodyFor, operationAt, sampleOf, takesAway } from '../support/samples/bodies.ts'
import { fill } from '../support/samples/fill.ts'
import type { Have } from '../support/samples/given.ts'

/** Is in every text of one organisation, and in dates, amounts and phone numbers, which cannot contain a word. */
const canary = { word: 'zqxjkv', day: '1987-06-05', amount: '731.337', phone: '+358 45 731 3371' }
const traces = [canary.word, canary.day, canary.amount, '7313371', '731 3371']
/** A part of the canary to filter by, so that a response that repeats the query does not count as a leak. */
const part = 'zqxjk'

const routes = routesIn(routeTable)
const mediaTypes = ['application/json', 'application/problem+json', 'text/html']

const api = await useApi()
const rates = await useRateWindows(api)
let markedClinic: TestOrganisation
let otherClinic: TestOrganisation
let markedIds: Have
let otherIds: Have

beforeAll(async () => {
  markedClinic = await api.givenOrganisation({ name: canary.word })
  otherClinic = await api.givenOrganisation({ name: 'Other' })
  const as = await markedClinic.userCaller()
  markedIds = await fill(markedClinic, as, canary)
  // Again through every PUT and PATCH, so that what they write is marked too.
  for (const { method, path } of routes)
    if ((method === 'PUT' || method === 'PATCH') && !takesAway({ method, path })) {
      const resource = targetOf(path)
      const body =
        resource === undefined
          ? bodyFor(markedClinic, { method, path }, markedIds, canary)
          : sampleOf(markedClinic, resource, markedIds, canary)
      const { status, text } = await as.send(method, fillPath(path, markedIds), { body })
      if (status !== 200) throw new Error(`${path}: ${text}`)
    }
  otherIds = await fill(otherClinic, await otherClinic.userCaller(), { word: 'Quiet' })
})

/** A text whose examples show that it is a standard code cannot contain the canary. */
type TextSchema = { readonly maxLength?: number; readonly examples?: readonly string[]; readonly enum?: unknown }
type Exchange = { readonly asked: string; readonly answer: TestResponse }

const bodyOf = (route: Route, organisation: TestOrganisation, have: Have) =>
  bodyFor(organisation, route, have, { word: 'Quiet' })

/** The filters of a list that could find a marked record: texts by a part, links by the id. */
const filtersAt = (route: Route, marked: Have) => {
  const { parameters, resource } = operationAt(route)
  return Object.entries(parameters).flatMap(([name, { link, type }]) => {
    if (name.startsWith('expose_')) return [`?${name}`]
    if (link?.by === 'url')
      return [`?${name}=${marked[link.table]}`, `?${name}=${markedClinic.url(link.table, marked[link.table]!)}`]
    if (name.startsWith('id__')) return [`?${name}=${marked[resource!.name]}`]
    if (type === 'string' && (name === 'q' || name.endsWith('__icontains')))
      return [`?${name}=${part}`, `?${name}=${part.toUpperCase()}`]
    return []
  })
}

/** Sends every request: every route with ids of each organisation, in every media type, with bodies that link to both. */
const requestEverything = async (
  as: ApiClient,
  at: TestOrganisation,
  have: Have,
  { batchSize = 400, asked = routes } = {},
): Promise<Exchange[]> => {
  const requests = asked.flatMap((route) => {
    const paths = [...new Set([fillPath(route.path, markedIds), fillPath(route.path, otherIds)])]
    const filtered =
      route.method === 'GET' ? paths.flatMap((path) => filtersAt(route, markedIds).map((query) => path + query)) : []
    // Bodies link to records of the marked clinic as if they were the other clinic's own.
    const bodies =
      route.method === 'GET'
        ? [undefined]
        : [bodyOf(route, at, have), bodyOf(route, at, markedIds), bodyOf(route, markedClinic, markedIds), '{']
    const inMediaTypes = (path: string, accepts: readonly string[]) =>
      bodies.flatMap((body) => accepts.map((accept) => ({ method: route.method, path, body, accept })))
    return [
      ...paths.flatMap((path) => inMediaTypes(path, route.method === 'GET' ? mediaTypes : mediaTypes.slice(0, 2))),
      // What a filter finds has the form of the list, which was asked for in every media type.
      ...filtered.flatMap((path) => inMediaTypes(path, mediaTypes.slice(0, 1))),
    ]
  })
  const addresses = [...new Set(routes.map(({ path }) => path))]
  const described = addresses.map((path) => ({
    method: 'OPTIONS',
    path: fillPath(path, markedIds),
    body: undefined,
    accept: mediaTypes[0]!,
  }))
  const all: Exchange[] = []
  const every = [...requests, ...described]
  for (let from = 0; from < every.length; from += batchSize) {
    await rates.empty()
    all.push(
      ...(await mapConcurrently(every.slice(from, from + batchSize), 8, async ({ method, path, body, accept }) => ({
        asked: `${method} ${path} ${accept}`,
        answer: await as.send(method, path, {
          headers: { accept, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
          ...(body === undefined ? {} : { body }),
        }),
      }))),
    )
  }
  await rates.empty()
  return all
}

/** The responses that contain the canary. */
const leaksIn = (all: readonly Exchange[]) =>
  all.filter(({ answer }) => {
    const shown = `${answer.text}\n${[...answer.headers].join('\n')}`
    return traces.some((trace) => shown.includes(trace))
  })

describe('the canary', () => {
  it('is in every text of every record that can be written', () => {
    const unmarked: string[] = []
    const marked: string[] = []
    for (const resource of resources)
      if (resource.create || resource.patch)
        for (const [name, { options, type, schema }] of fieldsOf(resource)) {
          if (options.readOnly || resource.within?.field === name) continue
          const body = sampleOf(markedClinic, resource.name, markedIds, canary)
          if (!(name in body)) unmarked.push(`${resource.name}.${name} is not in the sample`)
          const { maxLength, examples, enum: words } = (type === 'list' ? schema.items : schema) as TextSchema
          const isCode = examples !== undefined && !examples[0]!.includes('@')
          if (maxLength === undefined || words || isCode || ['phone_number', 'atc_prefix'].includes(name)) continue
          const isMarked = JSON.stringify(body[name]).includes(canary.word.slice(0, maxLength))
          const list = isMarked ? marked : unmarked
          list.push(`${resource.name}.${name}`)
        }
    expect(unmarked).toEqual([])
    expect(marked.length).toBeGreaterThanOrEqual(60)
  })

  it('is shown to its own organisation in every resource, so that its absence elsewhere proves something', async () => {
    // GET only, because a change would overwrite it.
    const asked = routes.filter(({ method }) => method === 'GET')
    const shown = leaksIn(await requestEverything(await markedClinic.userCaller(), markedClinic, markedIds, { asked }))
    const found = shown.map((one) => one.asked)
    const withoutText =
      /^\/(antibiotic|appointment_reminder|codelist|deleted|events|legacykey|limits|me\/preferences|reason_item|recall|search|securityevent|settings\/(logo|security)|setup|shift)\/|^\/$|\/(availability|balance|owing|charge_hints|missing_charges|proposed_orders|error_report|takings|preview|receivables|totals|explanation)\/$/
    const marked = asked.filter(({ path }) => !withoutText.test(path))
    const unshown = marked.filter(({ path }) => {
      return !mediaTypes
        .slice(0, 1)
        .concat('text/html')
        .every((form) => found.includes(`GET ${fillPath(path, markedIds)} ${form}`))
    })
    expect(unshown.map(nameOf)).toEqual([])
  })

  it.each([
    ['with everything permitted', (at: TestOrganisation) => at.userCaller()],
    ['with the wholesaler scope', (at: TestOrganisation) => at.caller({ scopes: ['wholesaler'] })],
    ['with a legacy key', (at: TestOrganisation) => at.legacyCaller()],
    ['with no permission', (at: TestOrganisation) => at.caller({})],
    ['with no credential', (at: TestOrganisation) => Promise.resolve(at.as())],
  ])('is never shown to another organisation %s', async (_name, caller) => {
    const all = await requestEverything(await caller(otherClinic), otherClinic, otherIds)
    expect(all.length).toBeGreaterThan(400)
    expect(leaksIn(all).map(({ asked, answer }) => `${asked}: ${answer.text.slice(0, 200)}`)).toEqual([])
    expect(all.filter(({ answer }) => answer.status >= 500)).toEqual([])
  })

  it('is never shown under its own path to a token of another organisation', async () => {
    const { authorization } = await tokenOf(otherClinic)
    const all = await requestEverything(markedClinic.as(authorization), markedClinic, markedIds, { batchSize: 50 })
    expect(leaksIn(all)).toEqual([])
    expect(new Set(all.map(({ answer }) => answer.status))).toEqual(new Set([401]))
  })

  it('does not occupy unique names in another organisation', async () => {
    const [as, owner] = [await otherClinic.userCaller(), await markedClinic.userCaller()]
    const tried: string[] = []
    for (const resource of resources)
      for (const [field] of resource.create ? Object.values(resource.unique ?? {}) : []) {
        // What is linked is in the organisation itself, and a choice is no name.
        const { link, type } = fieldOf(resource, field)
        if (link || type === 'choice') continue
        const path = `/${pathOf(resource)}/`
        const { body: taken } = await owner.get(`${path}${markedIds[resource.name]}/`)
        const body = { ...sampleOf(otherClinic, resource.name, otherIds), [field]: taken[field] }
        const first = await as.post(path, body)
        expect([path, first.status]).toEqual([path, 201])
        // Now it is taken there too: a second one is refused, or is the first.
        const second = await as.post(path, body)
        expect([path, second.body.id ?? second.status]).toEqual([path, second.status === 201 ? first.body.id : 400])
        tried.push(`${resource.name}.${field}`)
      }
    expect(tried).toEqual(expect.arrayContaining(['permissiongroup.name', 'application.name', 'user.email']))
  })

  it('is in no line of the log', () => {
    const log = api.logged()
    expect(log.split('\n').length).toBeGreaterThan(2000)
    expect(traces.filter((trace) => log.includes(trace))).toEqual([])
  })

  it('would be found in the log if a line contained it', () => {
    api.options.logger.info({ name: canary.word }, 'a leak')
    expect(traces.filter((trace) => api.logged().includes(trace))).toEqual([canary.word])
  })
})

const tokenOf = async (organisation: TestOrganisation) => ({
  authorization: `Bearer ${await organisation.tokenOf(await organisation.givenApplication())}`,
})
