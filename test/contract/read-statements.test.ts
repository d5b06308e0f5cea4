import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assembleApi } from '../../src/app/api.ts'
import { resourceRegistry, resources } from '../../src/app/resources.ts'
import { connect, type Pool } from '../../src/db/pool.ts'
import { inOrganisation, readerIn, type Reader } from '../../src/db/tx.ts'
import { findCaller } from '../../src/domain/identity/credentials.ts'
import { defaultCeilings } from '../../src/kernel/ceilings.ts'
import { noBody } from '../../src/kernel/body.ts'
import { ApiError } from '../../src/kernel/errors.ts'
import { linksOf } from '../../src/kernel/links.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { operationsOf } from '../../src/kernel/operations.ts'
import { pathsIn, tableOf, type Resource } from '../../src/kernel/resource.ts'
import { connected } from '../../scripts/database.ts'
import { actorOf, useApi } from '../support/api.ts'
import { atNight } from '../support/night.ts'
import { fillPath, nameOf, routesIn, routeTable } from '../support/routes.ts'
import { bodyFor } from '../support/samples/bodies.ts'
import { fill } from '../support/samples/fill.ts'
import type { Have } from '../support/samples/given.ts'
import { valueFor } from '../support/samples/values.ts'

/** Plan node types, which PostgreSQL chooses by its statistics. */
const plannings = {
  'as it likes': '',
  'without nested loops': '-c enable_nestloop=off',
  'without hash joins': '-c enable_hashjoin=off',
  'without merge joins': '-c enable_mergejoin=off',
  'without index scans': '-c enable_indexscan=off -c enable_indexonlyscan=off',
  'without sequential scans': '-c enable_seqscan=off',
  'without bitmap scans': '-c enable_bitmapscan=off',
  'once for all values': '-c plan_cache_mode=force_generic_plan',
  'in parallel': '-c force_parallel_mode=on -c parallel_setup_cost=0 -c min_parallel_table_scan_size=0',
} as const
type Planning = keyof typeof plannings
const allPlans = Object.keys(plannings) as readonly Planning[]

/** At night a plain read is planned in every way. Others are planned as PostgreSQL likes and in one other way: eight in a row meet all. */
const plansFor = ({ query }: Question, at: number) =>
  atNight && query === '' ? allPlans : allPlans.filter((_plan, nth) => nth === 0 || nth % 8 === at % 8)

type Practice = { readonly id: number; readonly have: Have }
const api = await useApi()
let superuser: pg.Client
let few: Practice
let many: Practice
const connections = new Map<Planning, Pool>()

beforeAll(async () => {
  for (const [name, options] of Object.entries(plannings)) {
    const url = new URL(api.database.appUrl)
    // Disabled node types have such high costs that JIT would compile every statement, which takes a second.
    url.searchParams.set('options', `-c jit=off ${options}`)
    connections.set(name as Planning, connect(url.href, { max: 1 }))
  }
  const filled = async (name: string): Promise<Practice> => {
    const organisation = await api.givenOrganisation({ name })
    return { id: organisation.id, have: await fill(organisation, await organisation.userCaller(), { word: name }) }
  }
  few = await filled('Few')
  many = await filled('Many')
  superuser = new pg.Client({ connectionString: api.database.superuserUrl })
  superuser.on('error', () => {})
  await superuser.connect()
})
afterAll(async () => {
  for (const connection of connections.values()) await connection.close()
  await superuser.end()
})

const readings = resources.flatMap((resource) =>
  operationsOf(resource)
    .filter(({ method }) => method === 'GET')
    .map((operation) => ({ resource, operation, name: operation.name })),
)

type Reading = (typeof readings)[number]
type Question = {
  readonly organisation: number
  readonly operation: Operation
  readonly id: number
  readonly parentId?: number | undefined
  readonly query: string
}

const ask = async (read: Reader, { organisation, operation, id, parentId, query }: Question): Promise<string> => {
  try {
    const { body } = await operation.run({
      db: api.rows.db,
      read,
      resources: resourceRegistry,
      rates: undefined as never,
      notifier: undefined as never,
      store: undefined as never,
      ceilings: defaultCeilings,
      messageServers: undefined as never,
      requestHeaders: {},
      who: undefined as never,
      request: '',
      isAbandoned: () => false,
      actor: actorOf(organisation),
      links: linksOf(api.publicUrl, organisation, pathsIn(resourceRegistry)),
      id,
      parentId,
      query: new URLSearchParams(query),
      body: () => Promise.resolve(noBody),
    })
    return body!
  } catch (problem) {
    if (problem instanceof ApiError) return `${problem.status} ${problem.message}`
    throw problem
  }
}

const askInTransaction = (question: Question) =>
  inOrganisation(api.rows.db, question.organisation, (tx) => ask(readerIn(tx), question))

const askedWith = (question: Question, planning: Planning, doctor = (read: Reader) => read) =>
  ask(doctor(connections.get(planning)!.read), question)

/** Plans under which the response differs from that of a transaction. */
const differences = async (question: Question, doctor?: (read: Reader) => Reader, plans = allPlans) => {
  const right = await askInTransaction(question)
  const found = plans.map(async (planning) =>
    (await askedWith(question, planning, doctor)) === right
      ? []
      : [`${question.operation.name} ${question.id}?${question.query} planned ${planning}`],
  )
  return (await Promise.all(found)).flat()
}

/** The queries of a route: none, every flag, every ordering, all or some filters, a later page. */
const queriesOf = (operation: Operation, record: Readonly<Record<string, unknown>>, most: number) => {
  const names = Object.keys(operation.parameters)
  const flags = names.filter((name) => name.startsWith('expose_'))
  const orders = (operation.parameters.ordering?.schema.enum ?? []) as readonly string[]
  const filters = names.flatMap((name) => {
    const value = valueFor(name, operation.parameters[name]!, record)
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
  })
  return [
    ...new Set([
      '',
      ...flags,
      flags.join('&'),
      ...orders.map((order) => `ordering=${order}`),
      ...filters.filter((_filter, at) => at % Math.ceil(filters.length / most) === 0),
      [...flags, ...filters.slice(0, 3)].join('&'),
      ...(names.includes('page_size') ? ['page_size=1&page=2', 'page_size=2'] : []),
    ]),
  ]
}

/** A registration that was deleted is kept and hidden, with its changes. */
const shownOnly: Readonly<Record<string, string>> = {
  available_wholesaler: 'and not removed',
  auditevent: `and not (resource = 'available_wholesaler' and exists (select from available_wholesaler gone
    where gone.organisation = auditevent.organisation and gone.id = auditevent.record and gone.removed))`,
}

const idsOf = async (resource: Resource, organisation: number): Promise<number[]> => {
  const table = tableOf(resource)
  const { rows } = await superuser.query<{ id: string }>(
    `select id from "${table}" ${resource.shared ? '' : `where organisation = ${organisation} ${shownOnly[table] ?? ''}`}
     order by id`,
  )
  return rows.map(({ id }) => Number(id))
}

const parentOf = ({ within }: Resource, { have }: Practice) => (within ? have[within.parent]! : 0)

const questionsOf = async (
  { resource, operation }: Reading,
  practice: Practice,
  other: Practice,
  most = 100,
): Promise<Question[]> => {
  const listed = operation.name.endsWith('.list')
  const parentId = resource.within?.nestedDetail && !listed ? parentOf(resource, practice) : undefined
  const question = (id: number, query: string): Question => ({
    organisation: practice.id,
    operation,
    id,
    parentId,
    query,
  })
  const own = listed ? parentOf(resource, practice) : practice.have[resource.name]!
  const plain = JSON.parse(await askInTransaction(question(own, '')))
  const mine = plain.results?.find(({ id }: { id: number }) => id === practice.have[resource.name])
  const record = listed ? mine : plain
  const theirs = listed ? parentOf(resource, other) : other.have[resource.name]!
  const elsewhere = listed && !resource.within ? [] : [999_999_999, ...(resource.shared ? [] : [theirs])]
  return [
    ...queriesOf(operation, record, most).map((query) => question(own, query)),
    ...elsewhere.map((id) => question(id, '')),
  ]
}

/** Responses that have a record of another organisation, or lack one of its own. */
const strangers = async ({ resource, operation }: Reading, practice: Practice, other: Practice, most: number) => {
  const ids = new Set(await idsOf(resource, practice.id))
  const found: string[] = []
  for (const question of await questionsOf({ resource, operation, name: '' }, practice, other, most)) {
    const answer = await askedWith(question, 'as it likes')
    const named = `${operation.name} ${question.id}?${question.query}`
    if (answer.includes(`/${other.id}/api/0.1/`)) found.push(`${named} names the other organisation`)
    if (answer.startsWith('404')) {
      if (ids.has(question.id) && !resource.within) found.push(`${named} is not found`)
      continue
    }
    const { results, count, id } = JSON.parse(answer)
    const shown: number[] = results?.map((record: { id: number }) => record.id) ?? [id]
    if (shown.some((one) => !ids.has(one))) found.push(`${named} shows a record of another`)
    if (question.query === '' && results !== undefined && !resource.within && count !== ids.size)
      found.push(`${named} counts ${count} of ${ids.size}`)
  }
  return found
}

const growLarge = () =>
  connected(api.database.superuserUrl, async (client) => {
    await client.query(`select set_config('app.organisation', $1, false)`, [String(many.id)])
    await client.query(`
      insert into client (organisation, firstname, lastname, email)
        select ${many.id}, 'First ' || n, 'Last ' || n % 97, n || '@example.com' from generate_series(1, 400) n;
      insert into phonenumber (organisation, client, phone_number, e164, type_code)
        select organisation, id, '+35845731' || id, '+35845731' || id, id % 2 from client where organisation = ${many.id};
      insert into patient (organisation, client, name, species)
        select c.organisation, c.id, 'Animal ' || c.id, 1 + n from client c, generate_series(0, 1) n where organisation = ${many.id};
      insert into patientweight (organisation, patient, weight, measured)
        select organisation, id, 1 + id % 50, now() from patient where organisation = ${many.id};
      insert into "user" (organisation, last_name, email)
        select ${many.id}, 'User ' || n, 'user' || n || '@example.com' from generate_series(1, 200) n;
      insert into department (organisation, name) select ${many.id}, 'Department ' || n from generate_series(1, 100) n;
      analyze`)
  })

const practices = () => [
  { practice: few, other: many },
  { practice: many, other: few },
]
/** Until one of them has grown, both are alike. */
const oneOfThem = () => practices().slice(0, 1)

describe.each([
  ['with few rows', () => Promise.resolve(), oneOfThem, 100],
  ['with few rows beside many, and statistics that say so', growLarge, practices, 8],
])('a read in one statement, %s', (_name, prepare, asked, most) => {
  beforeAll(prepare)

  it.each(readings)('gives the same response for $name as a transaction, whatever the plan', async (reading) => {
    for (const { practice, other } of asked())
      for (const [at, question] of (await questionsOf(reading, practice, other, most)).entries())
        expect(await differences(question, undefined, plansFor(question, at))).toEqual([])
  })

  it.each(readings)('has for $name all rows of the organisation and none of another', async (reading) => {
    for (const { practice, other } of asked()) expect(await strangers(reading, practice, other, most)).toEqual([])
  })
})

describe('a read in one statement', () => {
  it('is tested with every filter and flag of every list', async () => {
    const untried: string[] = []
    for (const reading of readings) {
      const asked = (await Promise.all(practices().map(({ practice, other }) => questionsOf(reading, practice, other))))
        .flat()
        .flatMap(({ query }) => [...new URLSearchParams(query).keys()])
      for (const name of Object.keys(reading.operation.parameters))
        if (!asked.includes(name)) untried.push(`${reading.name} ${name}`)
    }
    expect(untried).toEqual([])
  })
})

/** The top of every plan: it must set the organisation before it reads anything. */
const organisationFirst = (plan: Plan) => {
  const [first, ...rest] = (plan.Plans ?? []).filter((child) => child['Parent Relationship'] !== 'InitPlan')
  return plan['Node Type'] === 'Nested Loop' && first?.['CTE Name'] === 't' && rest.length === 1
}
type Plan = {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly 'CTE Name'?: string
  readonly Plans?: readonly Plan[]
}

/** The statements of a request for which some plan does not set the organisation first. */
const unordered = async (question: Question, doctor = (text: string) => text) => {
  const found: string[] = []
  await ask(async <Row>(text: string, values: readonly unknown[]) => {
    for (const [planning, { read }] of connections) {
      const [row] = await read<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
        `explain (format json) ${doctor(text)}`,
        values,
      )
      if (!organisationFirst(row!['QUERY PLAN'][0].Plan)) found.push(`${question.operation.name} planned ${planning}`)
    }
    return connections.get('as it likes')!.read<Row>(text, values)
  }, question)
  return found
}

/** The same statement with only row-level security to restrict the tables to the organisation, and with the other join order. */
const loosened = (text: string) => {
  const loose = text
    .replaceAll(/\b[a-z]\.organisation = t\.o\b/g, 'true')
    .replace(/ from t, lateral (\(.*) offset 0\) x$/s, ' from $1) x, t')
  if (loose === text) throw new Error('The statement has changed and the twin no longer loosens it.')
  return loose
}

/** What a statement leaves to the planner: a missing optimization fence, a table without a condition on its organisation. */
const gaps = (text: string): string[] => {
  const shared = new Set<string>(resources.filter((resource) => resource.shared).map(tableOf))
  const asked = [...text.matchAll(/\b(?:from|join) "?([a-z_]+)"? ([a-z])\b/g)].filter(
    ([, table]) => !shared.has(table!),
  )
  return [
    ...(/^with t as materialized \(.* from t, lateral \(.* offset 0\) x$/s.test(text) ? [] : ['no fence']),
    ...asked
      .filter(([, , alias]) => !text.includes(`${alias}.organisation = t.o`))
      .map(([, table]) => `${table} is not asked for its organisation`),
  ]
}

/** The gaps of every statement that the work sends. */
const gapsIn = async (work: (read: Reader) => Promise<unknown>) => {
  const found: string[] = []
  let sent = 0
  await work((text, values) => {
    sent += 1
    found.push(...gaps(text))
    return connections.get('as it likes')!.read(text, values)
  })
  return sent === 0 ? ['nothing was sent'] : found
}

describe('the optimization fence of a read', () => {
  it.each(readings)(
    'stands in every statement of $name, and every table is asked for its organisation',
    async (reading) => {
      for (const question of await questionsOf(reading, few, many))
        expect(await gapsIn((read) => ask(read, question))).toEqual([])
    },
  )

  it.each(['oauth', 'legacy', 'session'] as const)(
    'stands where the holder of a credential is found: %s',
    async (kind) => {
      expect(await gapsIn((read) => findCaller(read, few.id, { kind, fingerprint: 'none' }))).toEqual([])
    },
  )

  it.each([
    ['the fence', (text: string) => text.replace(' offset 0) x', ') x'), 'no fence'],
    [
      'the organisation of a table',
      (text: string) => text.replaceAll('r.organisation = t.o', 'true'),
      'client is not asked',
    ],
    [
      'the organisation of a linked table',
      (text: string) => text.replaceAll('l.organisation = t.o', 'true'),
      'is not asked',
    ],
  ])('is reported missing without %s', async (_name, doctor, gap) => {
    const { operation } = readings.find(({ name }) => name === 'client.retrieve')!
    const sent: string[] = []
    await ask(
      (text, values) => {
        sent.push(text)
        return connections.get('as it likes')!.read(text, values)
      },
      { organisation: few.id, operation, id: few.have.client!, query: '' },
    )
    expect(sent.flatMap((text) => gaps(doctor(text))).join()).toContain(gap)
  })

  it.each(readings.filter(({ resource }) => !resource.shared))(
    'makes $name find out the organisation before it looks into a table',
    async (reading) => {
      // Both organisations send the same statements: the one with few rows is the one that a plan could lose.
      for (const question of (await questionsOf(reading, few, many)).slice(0, 3))
        expect(await unordered(question)).toEqual([])
    },
  )

  it.each(['client', 'patient', 'phonenumber', 'user'])('is needed: without it a %s is not found', async (name) => {
    const { operation } = readings.find((reading) => reading.name === `${name}.retrieve`)!
    const question = { organisation: few.id, operation, id: few.have[name]!, query: '' }
    const planned = [...connections.keys()].map((planning) => `${operation.name} planned ${planning}`)
    expect(await unordered(question, loosened)).toEqual(planned)
    const without =
      (read: Reader): Reader =>
      (text, values) =>
        read(loosened(text), values)
    expect(await askedWith(question, 'as it likes', without)).toMatch(/^404 No .* matches the given query\.$/)
    expect(await differences(question, without)).toHaveLength(connections.size)
    expect(await differences(question)).toEqual([])
  })
})

describe('a request', () => {
  it('never needs two connections at once, so that the pool cannot deadlock', async () => {
    const app = await assembleApi({ ...api.options, connections: 1 })
    const organisation = await api.givenOrganisation()
    const as = await organisation.userCaller()
    const have = await fill(organisation, as)
    const authorization = `Bearer ${await organisation.tokenOf(await organisation.givenApplication())}`
    const stuck: string[] = []
    for (const route of routesIn(routeTable)) {
      const body = bodyFor(organisation, route, have) ?? {}
      const isFile = body instanceof Blob
      const { statusCode } = await app.inject({
        method: route.method as 'GET',
        url: `/${organisation.id}/api/0.1${fillPath(route.path, have)}`,
        headers: { authorization, 'content-type': isFile ? body.type : 'application/json' },
        payload: isFile ? Buffer.from(await body.arrayBuffer()) : JSON.stringify(body),
      })
      if (statusCode >= 500) stuck.push(`${nameOf(route)} ${statusCode}`)
    }
    await app.close()
    expect(stuck).toEqual([])
  })

  it('would deadlock if it did', async () => {
    const { db, read, close } = connect(api.database.appUrl, { max: 1 })
    await expect(inOrganisation(db, few.id, () => read('select 1', []))).rejects.toThrow('timeout exceeded')
    await close()
  })
})
