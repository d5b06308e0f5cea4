import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations, resources } from '../../src/app/resources.ts'
import { fieldsOf } from '../../src/kernel/resource.ts'
import { testApi, type Answer, type Asker, type TestApi, type TestOrganisation } from '../support/api.ts'
import { forEachOf } from '../support/cases.ts'
import { nameOf, resourceAt, resourceSent, routesIn, routeTable, type Route } from '../support/routes.ts'
import { fill, rateWindowsOf, sampleOf, samples, type Have } from '../support/samples.ts'

/** Stands in every text of the one organisation, and its like in what cannot hold a word. */
const canary = { word: 'zqxjkv', day: '1987-06-05', weight: '731.337', phone: '+358 45 731 3371' }
const needles = [canary.word, canary.day, canary.weight, '7313371', '731 3371']
/** Finds the canary by a part of it, so that an echo of the question is not taken for an answer. */
const part = 'zqxjk'

const routes = routesIn(routeTable)
const forms = ['application/json', 'application/problem+json', 'text/html']

let api: TestApi
let rates: Awaited<ReturnType<typeof rateWindowsOf>>
let singer: TestOrganisation
let listener: TestOrganisation
let sung: Have
let heard: Have

beforeAll(async () => {
  api = await testApi()
  rates = await rateWindowsOf(api)
  singer = await api.givenOrganisation({ name: canary.word })
  listener = await api.givenOrganisation({ name: 'Listener' })
  const as = await singer.caller()
  sung = await fill(singer, as, canary)
  // Once more through every PATCH, so that what changing writes is marked too.
  for (const { method, path } of routes)
    if (method === 'PATCH') {
      const resource = resourceAt(path)!
      const body = sampleOf(singer, resource, sung, canary)
      const { status, text } = await as.patch(path.replace('{id}', String(sung[resource])), body)
      if (status !== 200) throw new Error(`${path}: ${text}`)
    }
  heard = await fill(listener, await listener.caller(), { word: 'Quiet' })
})
afterAll(async () => {
  rates.close()
  await api.close()
})

type Heard = { readonly asked: string; readonly answer: Answer }

const sentTo = ({ method, path }: Route, organisation: TestOrganisation, have: Have): unknown => {
  if (method === 'GET' || method === 'DELETE') return undefined
  const resource = resourceSent(path)
  const sample = resource === undefined ? {} : sampleOf(organisation, resource, have, { word: 'Quiet' })
  return path === '/patient/bulk/' ? [sample] : sample
}

/** The filters of a list that could find something marked: texts by a part, links by the id, the rest by what is in it. */
const filtersAt = (path: string, marked: Have) => {
  const operation = operations.find((one) => one.method === 'GET' && one.path === path)!
  return Object.entries(operation.parameters).flatMap(([name, { link, type }]) => {
    if (name.startsWith('expose_')) return [`?${name}`]
    if (link?.by === 'url')
      return [`?${name}=${marked[link.table]}`, `?${name}=${singer.url(link.table, marked[link.table]!)}`]
    if (name.startsWith('id__')) return [`?${name}=${marked[resourceSent(path)!] ?? 1}`]
    if (type === 'string' && name.endsWith('__icontains')) return [`?${name}=${part}`, `?${name}=${part.toUpperCase()}`]
    return []
  })
}

/** Everything that can be asked: every route with ids of each organisation, in every form, with bodies that name them. */
const askEverything = async (as: Asker, at: TestOrganisation, have: Have, atATime = 400): Promise<Heard[]> => {
  const questions = routes.flatMap((route) => {
    const resource = resourceAt(route.path)
    const ids = resource === undefined ? [0] : [...new Set([sung[resource]!, heard[resource]!])]
    const paths = ids.map((id) => route.path.replace('{id}', String(id)))
    const filtered =
      route.method === 'GET' ? paths.flatMap((path) => filtersAt(route.path, sung).map((query) => path + query)) : []
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
    path: path.replace('{id}', String(sung[resourceAt(path) ?? ''] ?? 0)),
    body: undefined,
    accept: forms[0]!,
  }))
  const all: Heard[] = []
  const every = [...questions, ...described]
  for (let from = 0; from < every.length; from += atATime) {
    await rates.empty()
    all.push(
      ...(await forEachOf(every.slice(from, from + atATime), 8, async ({ method, path, body, accept }) => ({
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
    for (const resource of resources)
      if (resource.create || resource.patch)
        for (const [name, { options, type, schema }] of fieldsOf(resource)) {
          if (options.readOnly || resource.within?.field === name) continue
          const body = sampleOf(singer, resource.name, sung, canary)
          if (!(name in body)) unmarked.push(`${resource.name}.${name} is not in the sample`)
          const isText = type === 'string' && !['country', 'time_zone', 'phone_number'].includes(name)
          const isTexts = type === 'list' && (schema.items as { enum?: unknown }).enum === undefined
          if ((isText || isTexts) && !JSON.stringify(body[name]).includes(canary.word))
            unmarked.push(`${resource.name}.${name} is not marked`)
        }
    expect(unmarked).toEqual([])
    expect(Object.keys(samples).length).toBeGreaterThan(10)
  })

  it('is heard by its own organisation in every resource, so that silence elsewhere means something', async () => {
    const found = hearings(await askEverything(await singer.caller(), singer, sung)).map(({ asked }) => asked)
    const marked = routes.filter(
      ({ method, path }) => method === 'GET' && path !== '/' && !path.startsWith('/codelist/'),
    )
    const silent = marked.filter(({ path }) => {
      const id = String(sung[resourceAt(path) ?? ''])
      return !forms
        .slice(0, 1)
        .concat('text/html')
        .every((form) => found.includes(`GET ${path.replace('{id}', id)} ${form}`))
    })
    expect(silent.map(nameOf)).toEqual([])
  })

  it.each([
    ['with everything permitted', (at: TestOrganisation) => at.caller()],
    ['with the wholesaler scope', (at: TestOrganisation) => at.caller({ scopes: ['wholesaler'] })],
    ['with a legacy key', (at: TestOrganisation) => at.legacyCaller()],
    ['with no permission', (at: TestOrganisation) => at.caller({})],
    ['with no credential', (at: TestOrganisation) => Promise.resolve(at.as())],
  ])('is never heard by another organisation %s', async (_name, caller) => {
    const all = await askEverything(await caller(listener), listener, heard)
    expect(all.length).toBeGreaterThan(400)
    expect(hearings(all).map(({ asked, answer }) => `${asked}: ${answer.text.slice(0, 200)}`)).toEqual([])
    expect(all.filter(({ answer }) => answer.status >= 500)).toEqual([])
  })

  it('is never heard at its own address by another organisation’s token', async () => {
    const { authorization } = await tokenOf(listener)
    const all = await askEverything(singer.as(authorization), singer, sung, 50)
    expect(hearings(all)).toEqual([])
    expect(new Set(all.map(({ answer }) => answer.status))).toEqual(new Set([401]))
  })

  it('takes no name away from others: what is unique here is free there', async () => {
    const as = await listener.caller()
    for (const [path, resource] of [
      ['/permissiongroup/', 'permissiongroup'],
      ['/application/', 'application'],
      ['/user/', 'user'],
    ] as const) {
      const of = async (organisation: TestOrganisation, have: Have) => {
        const own = await (await organisation.caller()).get(`${path}${have[resource]}/`)
        return { name: own.body.name, email: own.body.email }
      }
      const { name, email } = await of(singer, sung)
      const body = { ...sampleOf(listener, resource, heard), ...(name && { name }), ...(email && { email }) }
      expect([path, (await as.post(path, body)).status]).toEqual([path, 201])
      expect([path, (await as.post(path, body)).status]).toEqual([path, 400])
    }
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
