import { beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../src/app/resources.ts'
import { fieldsOf, pathOf } from '../../src/kernel/resource.ts'
import { useApi, type TestResponse, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { mapConcurrently } from '../support/map-concurrently.ts'
import { useRateWindows } from '../support/rates.ts'
import { fillPath, nameOf, routesIn, targetOf, routeTable, type Route } from '../support/routes.ts'
import { bodyFor, fill, operationAt, sampleOf, takesAway, type Have } from '../support/samples.ts'

/** Stands in every text of the one organisation, and its like in what cannot hold a word. */
const canary = { word: 'zqxjkv', day: '1987-06-05', amount: '731.337', phone: '+358 45 731 3371' }
const needles = [canary.word, canary.day, canary.amount, '7313371', '731 3371']
/** Finds the canary by a part of it, so that an echo of the question is not taken for an answer. */
const part = 'zqxjk'

const routes = routesIn(routeTable)
const forms = ['application/json', 'application/problem+json', 'text/html']

const api = await useApi()
const rates = await useRateWindows(api)
let singer: TestOrganisation
let listener: TestOrganisation
let sung: Have
let heard: Have

beforeAll(async () => {
  singer = await api.givenOrganisation({ name: canary.word })
  listener = await api.givenOrganisation({ name: 'Listener' })
  const as = await singer.userCaller()
  sung = await fill(singer, as, canary)
  // Once more through every PUT and PATCH, so that what changing writes is marked too.
  for (const { method, path } of routes)
    if ((method === 'PUT' || method === 'PATCH') && !takesAway({ method, path })) {
      const resource = targetOf(path)!
      const body = sampleOf(singer, resource, sung, canary)
      const { status, text } = await as.send(method, fillPath(path, sung), { body })
      if (status !== 200) throw new Error(`${path}: ${text}`)
    }
  heard = await fill(listener, await listener.userCaller(), { word: 'Quiet' })
})

/** Of the texts, those that examples show to be codes of a standard hold no word of ours. */
type TextSchema = { readonly maxLength?: number; readonly examples?: readonly string[]; readonly enum?: unknown }
type Heard = { readonly asked: string; readonly answer: TestResponse }

const sentTo = (route: Route, organisation: TestOrganisation, have: Have) =>
  bodyFor(organisation, route, have, { word: 'Quiet' })

/** The filters of a list that could find something marked: texts by a part, links by the id, the rest by what is in it. */
const filtersAt = (route: Route, marked: Have) => {
  const { parameters, resource } = operationAt(route)
  return Object.entries(parameters).flatMap(([name, { link, type }]) => {
    if (name.startsWith('expose_')) return [`?${name}`]
    if (link?.by === 'url')
      return [`?${name}=${marked[link.table]}`, `?${name}=${singer.url(link.table, marked[link.table]!)}`]
    if (name.startsWith('id__')) return [`?${name}=${marked[resource!.name]}`]
    if (type === 'string' && name.endsWith('__icontains')) return [`?${name}=${part}`, `?${name}=${part.toUpperCase()}`]
    return []
  })
}

/** Everything that can be asked: every route with ids of each organisation, in every form, with bodies that name them. */
const askEverything = async (
  as: ApiClient,
  at: TestOrganisation,
  have: Have,
  { atATime = 400, asked = routes } = {},
): Promise<Heard[]> => {
  const questions = asked.flatMap((route) => {
    const paths = [...new Set([fillPath(route.path, sung), fillPath(route.path, heard)])]
    const filtered =
      route.method === 'GET' ? paths.flatMap((path) => filtersAt(route, sung).map((query) => path + query)) : []
    // Bodies name the singer's records as if they were the listener's own.
    const bodies =
      route.method === 'GET'
        ? [undefined]
        : [sentTo(route, at, have), sentTo(route, at, sung), sentTo(route, singer, sung), '{']
    return [...paths, ...filtered].flatMap((path) =>
      bodies.flatMap((body) =>
        (route.method === 'GET' ? forms : forms.slice(0, 2)).map((accept) => ({
          method: route.method,
          path,
          body,
          accept,
        })),
      ),
    )
  })
  const addresses = [...new Set(routes.map(({ path }) => path))]
  const described = addresses.map((path) => ({
    method: 'OPTIONS',
    path: fillPath(path, sung),
    body: undefined,
    accept: forms[0]!,
  }))
  const all: Heard[] = []
  const every = [...questions, ...described]
  for (let from = 0; from < every.length; from += atATime) {
    await rates.empty()
    all.push(
      ...(await mapConcurrently(every.slice(from, from + atATime), 8, async ({ method, path, body, accept }) => ({
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

/** Where the canary is heard. */
const hearings = (all: readonly Heard[]) =>
  all.filter(({ answer }) => {
    const shown = `${answer.text}\n${[...answer.headers].join('\n')}`
    return needles.some((needle) => shown.includes(needle))
  })

describe('the canary', () => {
  it('sits in every text of every record that can be written', () => {
    const unmarked: string[] = []
    const marked: string[] = []
    for (const resource of resources)
      if (resource.create || resource.patch)
        for (const [name, { options, type, schema }] of fieldsOf(resource)) {
          if (options.readOnly || resource.within?.field === name) continue
          const body = sampleOf(singer, resource.name, sung, canary)
          if (!(name in body)) unmarked.push(`${resource.name}.${name} is not in the sample`)
          const { maxLength, examples, enum: words } = (type === 'list' ? schema.items : schema) as TextSchema
          const isCode = examples !== undefined && !examples[0]!.includes('@')
          if (maxLength === undefined || words || isCode || name === 'phone_number') continue
          const isMarked = JSON.stringify(body[name]).includes(canary.word.slice(0, maxLength))
          const list = isMarked ? marked : unmarked
          list.push(`${resource.name}.${name}`)
        }
    expect(unmarked).toEqual([])
    expect(marked.length).toBeGreaterThanOrEqual(60)
  })

  it('is heard by its own organisation in every resource, so that silence elsewhere means something', async () => {
    // Only by reading: what its own organisation changed or removed would sing no more.
    const asked = routes.filter(({ method }) => method === 'GET')
    const heardAt = hearings(await askEverything(await singer.userCaller(), singer, sung, { asked }))
    const found = heardAt.map((one) => one.asked)
    const wordless =
      /^\/(antibiotic|codelist|deleted|events|limits)\/|^\/$|\/(balance|receivables|totals|explanation)\/$/
    const marked = asked.filter(({ path }) => !wordless.test(path))
    const silent = marked.filter(({ path }) => {
      return !forms
        .slice(0, 1)
        .concat('text/html')
        .every((form) => found.includes(`GET ${fillPath(path, sung)} ${form}`))
    })
    expect(silent.map(nameOf)).toEqual([])
  }, 60_000)

  it.each([
    ['with everything permitted', (at: TestOrganisation) => at.userCaller()],
    ['with the wholesaler scope', (at: TestOrganisation) => at.caller({ scopes: ['wholesaler'] })],
    ['with a legacy key', (at: TestOrganisation) => at.legacyCaller()],
    ['with no permission', (at: TestOrganisation) => at.caller({})],
    ['with no credential', (at: TestOrganisation) => Promise.resolve(at.as())],
  ])(
    'is never heard by another organisation %s',
    async (_name, caller) => {
      const all = await askEverything(await caller(listener), listener, heard)
      expect(all.length).toBeGreaterThan(400)
      expect(hearings(all).map(({ asked, answer }) => `${asked}: ${answer.text.slice(0, 200)}`)).toEqual([])
      expect(all.filter(({ answer }) => answer.status >= 500)).toEqual([])
    },
    60_000,
  )

  it('is never heard at its own address by another organisation’s token', async () => {
    const { authorization } = await tokenOf(listener)
    const all = await askEverything(singer.as(authorization), singer, sung, { atATime: 50 })
    expect(hearings(all)).toEqual([])
    expect(new Set(all.map(({ answer }) => answer.status))).toEqual(new Set([401]))
  }, 60_000)

  it('takes no name away from others: what is unique here is free there', async () => {
    const [as, owner] = [await listener.userCaller(), await singer.userCaller()]
    const tried: string[] = []
    for (const resource of resources)
      for (const [field] of resource.create ? Object.values(resource.unique ?? {}) : []) {
        const path = `/${pathOf(resource)}/`
        const { body: taken } = await owner.get(`${path}${sung[resource.name]}/`)
        const body = { ...sampleOf(listener, resource.name, heard), [field]: taken[field] }
        const first = await as.post(path, body)
        expect([path, first.status]).toEqual([path, 201])
        // There is one here from now on: the second is refused, or is the first.
        const second = await as.post(path, body)
        expect([path, second.body.id ?? second.status]).toEqual([path, second.status === 201 ? first.body.id : 400])
        tried.push(`${resource.name}.${field}`)
      }
    expect(tried).toEqual(expect.arrayContaining(['permissiongroup.name', 'application.name', 'user.email']))
  })

  it('is in no line of the log', () => {
    const log = api.logged()
    expect(log.split('\n').length).toBeGreaterThan(2000)
    expect(needles.filter((needle) => log.includes(needle))).toEqual([])
  })

  it('would be found in the log if a line had it', () => {
    api.options.logger.info({ name: canary.word }, 'a line that should not be')
    expect(needles.filter((needle) => api.logged().includes(needle))).toEqual([canary.word])
  })
})

const tokenOf = async (organisation: TestOrganisation) => ({
  authorization: `Bearer ${await organisation.tokenOf(await organisation.givenApplication())}`,
})
