import { beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../src/db/tx.ts'
import { givenCallers, givenRegistrants, type CallerName, type Registrants } from './access-callers.ts'
import {
  casesOf,
  disagreements,
  distinguishing,
  expected,
  isRefused,
  linkPlaces,
  routes,
  type Caller,
  type Case,
  type Outcome,
  type Target,
} from './access-model.ts'
import { useApi, type ApiClient, type TestOrganisation } from './api.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { useRateWindows } from './rates.ts'
import { fillPath, targetOf } from './routes.ts'
import { bodyFor, operationAt } from './samples/bodies.ts'
import { fill, freshFor } from './samples/fill.ts'
import { linkedFrom, type Have } from './samples/given.ts'

/** An organisation with a record of every kind, and the ids of the same in another. */
type World = {
  readonly here: TestOrganisation
  readonly creator: ApiClient
  readonly have: Have
  readonly foreignIds: Have
  readonly registrants: Registrants
}

const missing = 999_999_999
let fieldsMade = 0

const registered = (world: World, resource: string, registrant: keyof Registrants) =>
  world.here.within(async (tx) => {
    const { id: application } = world.registrants[registrant]
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
    return resource === 'wholesaler' || resource === 'order' ? connected(world, tx, resource, registrant, id) : id
  })

/** A wholesaler of a registration, or an order that was sent to it. */
const connected = async ({ have }: World, tx: Tx, resource: string, name: string, available_wholesaler: number) => {
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

const idOf = ({ have, foreignIds }: World, resource: string, target: Target) =>
  target === 'missing' ? missing : (target === 'own' ? have : foreignIds)[resource]!

const idInPath = async (world: World, { route, path, registrant }: Case, own: Have) => {
  const resource = targetOf(route.path)
  if (resource === undefined) return 0
  if (registrant !== undefined) return registered(world, resource, registrant)
  return path === 'own' ? own[resource]! : idOf(world, resource, path)
}

const pathFor = async (world: World, at: Case, own: Have) => {
  const { route, link } = at
  const address = fillPath(route.path, own, await idInPath(world, at, own))
  if (link?.where !== 'query') return address
  const { to } = linkPlaces(route).query.find(({ name }) => name === link.name)!
  const kept = linkedFrom(operationAt(route).resource?.name, to)
  const linked = idOf(world, kept in world.have ? kept : to, link.to)
  return `${address}?${link.name}=${encodeURIComponent(link.form === 'id' ? linked : world.here.url(to, linked))}`
}

const sentAt = (world: World, { route, body, link }: Case, own: Have): unknown => {
  if (body === 'none') return undefined
  const { file } = operationAt(route)
  if (body === 'malformed') return file ? new Blob(['{'], file) : '{'
  const sent = bodyFor(world.here, route, own)
  // The sample has links to the organisation's own records.
  if (link?.where === 'body' && link.to !== 'own') {
    const { to, many, isCode } = linkPlaces(route).body.find(({ name }) => name === link.name)!
    const id = idOf(world, to, link.to)
    const value = isCode ? id : world.here.url(to, id)
    const record = (Array.isArray(sent) ? sent[0]! : sent!) as Record<string, unknown>
    record[link.name] = many ? [value] : value
  }
  return sent
}

const sendAt = async (world: World, at: Case, caller: Caller): Promise<Outcome> => {
  const { here, creator, have } = world
  // Records that the request may delete or use up are created for it.
  const usesUp = at.path === 'own' && at.registrant === undefined && !isRefused(at, caller)
  const own = usesUp ? await freshFor(here, creator, at.route, have) : have
  const body = sentAt(world, at, own)
  const { status, text } = await here.as().send(at.route.method, await pathFor(world, at, own), {
    headers: {
      ...caller.headers(at.route),
      ...(body === undefined || body instanceof Blob ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { at, caller, answer: { status, text } }
}

type Sent = World & {
  readonly callers: readonly Caller[]
  readonly outcomes: readonly Outcome[]
  readonly seconds: number
}

type Rates = Awaited<ReturnType<typeof useRateWindows>>

/** Every request as every caller. */
const sendAll = async (world: World, callers: readonly Caller[], rates: Rates): Promise<Outcome[]> => {
  const combinations = routes
    .flatMap(casesOf)
    .flatMap((at) => callers.map((caller) => ({ at, caller })))
    // A caller who is refused whatever the link is tried with one form of it.
    .filter(({ at, caller }) => at.link?.where !== 'query' || at.link.form === 'id' || !isRefused(at, caller))
  const outcomes: Outcome[] = []
  // Up to three callers in ten are unknown, and an IP address may send sixty unknown credentials a minute.
  for (let from = 0; from < combinations.length; from += 150) {
    await rates.empty()
    outcomes.push(
      ...(await mapConcurrently(combinations.slice(from, from + 150), 8, ({ at, caller }) =>
        sendAt(world, at, caller),
      )),
    )
  }
  await rates.empty()
  // Nothing was decided about a request that met a busy service, or whose record another one removed: it is sent again, alone.
  const undecided = new Set([404, 409, 429, 503])
  const isUndecided = ({ at, caller, answer: { status } }: Outcome) =>
    undecided.has(status) && expected(at, caller) !== status
  for (const [place, { at, caller }] of outcomes.entries())
    for (let attempt = 0; attempt < 3 && isUndecided(outcomes[place]!); attempt++) {
      await rates.empty()
      outcomes[place] = await sendAt(world, at, caller)
    }
  return outcomes
}

/** What every operation answers to these callers with every kind of id, sent before the first test. */
export const useAccess = async (names: readonly CallerName[]) => {
  const api = await useApi()
  const rates = await useRateWindows(api)
  let sent: Sent
  beforeAll(async () => {
    const here = await api.givenOrganisation({ name: 'Here' })
    const there = await api.givenOrganisation({ name: 'There' })
    const creator = await here.userCaller()
    const have = await fill(here, creator)
    const foreignIds = await fill(there, await there.userCaller())
    const registrants = await givenRegistrants(here)
    const world = { here, creator, have, foreignIds, registrants }
    const callers = await givenCallers(names, here, there, registrants)
    const started = performance.now()
    const outcomes = await sendAll(world, callers, rates)
    sent = { ...world, callers, outcomes, seconds: (performance.now() - started) / 1000 }
  })
  return {
    sent: () => sent,
    of: (name: CallerName) => sent.outcomes.filter(({ caller }) => caller.name === name),
  }
}

type AccessTests = Awaited<ReturnType<typeof useAccess>>

/** What holds for every caller. */
export const testAccess = ({ sent }: AccessTests) => {
  it('is as the route table says, for every operation, id and caller', () => {
    const { outcomes, callers, seconds } = sent()
    process.stdout.write(`access: ${outcomes.length} combinations in ${seconds.toFixed(1)} s\n`)
    expect(disagreements(outcomes, routes)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(routes.length * callers.length * 3)
  })

  it('does not distinguish a record of another organisation from one that does not exist', () => {
    const { outcomes, callers } = sent()
    expect(distinguishing(outcomes)).toEqual([])
    expect(outcomes.filter(({ at }) => at.path === 'foreign').length).toBeGreaterThan(callers.length * 100)
  })
}

export const statusesOf = (found: readonly Outcome[]) => new Set(found.map(({ answer }) => answer.status))
export const isFine = ({ at }: Outcome) =>
  at.path === 'own' && at.body !== 'malformed' && (at.link?.to ?? 'own') === 'own'
