import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Explained, type Plan, rowsRead, stepsOf } from '../../proofs/search/plan.ts'
import { resourceRegistry, resources } from '../../src/app/resources.ts'
import { defaultCeilings } from '../../src/kernel/ceilings.ts'
import { noBody } from '../../src/kernel/body.ts'
import { linksOf } from '../../src/kernel/links.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { operationsOf } from '../../src/kernel/operations.ts'
import { pathsIn, tableOf, type Resource } from '../../src/kernel/resource.ts'
import { actorOf, type ApiClient, testApi, type TestApi } from '../support/api.ts'
import { fillPath } from '../support/routes.ts'
import { fill } from '../support/samples/fill.ts'
import type { Have } from '../support/samples/given.ts'
import { valueFor } from '../support/samples/values.ts'

const large = 10_000
const organisations = 100
const rows = { many: 100_000, some: 12_000 }
/** How many rows a query for a handful of records may read; every organisation here has a thousand. */
const few = 250

let api: TestApi
let superuser: pg.Client
let practice: number
let have: Have
let as: ApiClient

/** Rows of many organisations, of which one has few; only their numbers and texts differ. */
const grow = async () => {
  const whose = `(case n % ${organisations} when 0 then ${practice} else 1000 + n % ${organisations} end)`
  await superuser.query(`
    insert into client (organisation, id, firstname, lastname, email)
      select ${whose}, 1000000 + n, left(md5(n::text), 4), left(md5(n::text || 'x'), 6), n || '@example.com' from generate_series(1, ${rows.many}) n;
    insert into phonenumber (organisation, id, client, phone_number, e164, type_code)
      select ${whose}, 1000000 + n, 1000000 + n, n::text, '+' || n, n % 2 from generate_series(1, ${rows.many}) n;
    insert into patient (organisation, id, client, name, species, microchip)
      select ${whose}, 1000000 + n, 1000000 + n, left(md5(n::text), 4), 1 + n % 2, n::text from generate_series(1, ${rows.many}) n;
    insert into patientweight (organisation, id, patient, weight, measured)
      select ${whose}, 1000000 + n, 1000000 + n, 1 + n % 50, now() from generate_series(1, ${rows.many}) n;
    insert into suffix select distinct organisation, field, suffix, id from (
      select r.organisation, f.*, r.id from client r, findable(r) f where r.id > 1000000 union all
      select r.organisation, f.*, r.id from phonenumber r, findable(r) f where r.id > 1000000 union all
      select r.organisation, f.*, r.id from patient r, findable(r) f where r.id > 1000000) s`)
  // An organisation and each of its settings are one record.
  const filled = new Set([
    'client',
    'phonenumber',
    'patient',
    'patientweight',
    'organisation',
    'integration_settings',
    'message_settings',
    'security_settings',
  ])
  const tables = new Set(resources.filter(({ shared }) => !shared).map((resource) => tableOf(resource) as string))
  for (const table of [...tables].filter((name) => !filled.has(name))) {
    const { rows: unique } = await superuser.query<{ column: string; text: boolean }>(
      `select distinct a.attname as column, a.atttypid = 'text'::regtype as text from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0
         and regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING | WHERE .*$', '', 'g') ~ ('\\m' || a.attname || '\\M')
       where i.indrelid in (select $1::regclass union all select inhrelid from pg_inherits where inhparent = $1::regclass)
         and i.indisunique and a.attname <> 'organisation' and a.atttypid <> all('{date,timestamptz}'::regtype[])
         and not (a.attname = any('{kind,channel}') and a.atttypid = 'int'::regtype)
         and not (a.atttypid = 'text'::regtype and exists (select from pg_constraint k
           where k.conrelid = i.indrelid and k.contype = 'c' and a.attnum = any(k.conkey)))`,
      [`"${table}"`],
    )
    const others = unique.map(({ column, text }) =>
      text ? `'${column}', 'sample ' || n || '@example.com'` : `'${column}', 1000000 + n`,
    )
    // The copies are all at one time.
    if (table === 'appointment') others.push(`'allow_overlap', true`)
    const { rows: written } = await superuser.query<{ column: string }>(
      `select quote_ident(attname) as column from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`"${table}"`],
    )
    const columns = written.map(({ column }) => column)
    await superuser.query(
      `insert into "${table}" (${columns.join(', ')}) overriding system value
       select ${columns.map((column) => `(copy).${column}`).join(', ')} from (
         select jsonb_populate_record(r, (select jsonb_object_agg(key, value) from
           jsonb_each(jsonb_build_object(${[`'organisation', ${whose}`, ...others].join(', ')}))
           where to_jsonb(r) -> key <> 'null')) as copy
         from "${table}" r, generate_series(1, ${rows.some}) n where r.ctid = (select ctid from "${table}" limit 1) offset 0) c`,
    )
  }
  await superuser.query('analyze')
}

beforeAll(async () => {
  api = await testApi()
  const organisation = await api.givenOrganisation()
  practice = organisation.id
  as = await organisation.userCaller()
  have = await fill(organisation, as)
  superuser = new pg.Client({ connectionString: api.database.superuserUrl })
  superuser.on('error', () => {})
  await superuser.connect()
  // Without the triggers, which would audit a million rows one by one.
  await superuser.query('set session_replication_role = replica')
  await grow()
})
afterAll(async () => {
  await superuser.end()
  await api.app.close()
  await Promise.all([api.owner.close(), api.rows.close()])
  await api.database.drop()
})

const lists = resources.flatMap((resource) =>
  operationsOf(resource)
    .filter(({ name }) => name.endsWith('.list'))
    .map((operation) => ({ resource, operation, name: operation.name })),
)

type Explain = (text: string, values: readonly unknown[]) => Promise<Plan>

const literal = (value: unknown) =>
  pg.escapeLiteral(
    Array.isArray(value) ? `{${value.join(',')}}` : typeof value === 'string' ? value : JSON.stringify(value),
  )

/** plan_cache_mode: a custom plan, a generic plan, or what PostgreSQL chooses for a statement that was executed often. */
type Way = 'values' | 'any values' | 'often'

/** The plan of a statement as the application gets it. */
const explained =
  (options: string, way: Way): Explain =>
  async (text, values) => {
    const ask = async (statement: string, given: unknown[] = []) =>
      (await superuser.query<{ 'QUERY PLAN': Explained }>(`explain (${options}format json) ${statement}`, given))
        .rows[0]!['QUERY PLAN'][0].Plan
    await superuser.query(
      `savepoint before; set local role fetlock_app; set local app.organisation = '0'; set local jit = off`,
    )
    if (way === 'any values') await superuser.query('set local plan_cache_mode = force_generic_plan')
    try {
      if (way === 'values') return await ask(text, [...values])
      await superuser.query(`prepare asked as ${text}`)
      const execute = `execute asked(${values.map(literal).join(', ')})`
      // From the sixth execution on PostgreSQL may use a generic plan, if it estimates it to be as good.
      if (way === 'often') for (let time = 0; time < 6; time++) await superuser.query(execute)
      return await ask(execute)
    } finally {
      await superuser.query('rollback to before')
      if (way !== 'values') await superuser.query('deallocate asked')
    }
  }

/** The plans of every statement of a request. None is executed, so their results are made up. */
const plansOf = async (operation: Operation, query: string, id: number, explain: Explain): Promise<Plan[]> => {
  const plans: Plan[] = []
  await operation.run({
    db: api.rows.db,
    read: async <Row>(text: string, values: readonly unknown[]) => {
      plans.push(await explain(text, values))
      return [{ count: 1, results: '', last: 1, newest: null }] as Row[]
    },
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
    actor: actorOf(practice),
    links: linksOf(api.publicUrl, practice, pathsIn(resourceRegistry)),
    id,
    parentId: undefined,
    query: new URLSearchParams(query),
    body: () => Promise.resolve(noBody),
  })
  return plans
}

const undone = async <T>(work: () => Promise<T>): Promise<T> => {
  await superuser.query('begin')
  try {
    return await work()
  } finally {
    await superuser.query('rollback')
  }
}

const largeTables = async () => {
  const found = await superuser.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and reltuples > ${large}
       and relnamespace::regnamespace::text in ('public', 'partitions')`,
  )
  return new Set(found.rows.map(({ name }) => name))
}

/** Every query of a list: none, and each of its filters, flags and orderings. */
const queriesOf = async ({ resource, operation }: { resource: Resource; operation: Operation }) => {
  const path = fillPath(operation.path, have)
  const { body } = await as.get(`${path}?id__is=${have[resource.name]}`)
  const record = body.results[0]
  const orders = (operation.parameters.ordering?.schema.enum ?? []) as readonly string[]
  const others = Object.entries(operation.parameters).flatMap(([name, kind]) => {
    if (name.startsWith('expose_')) return [name]
    const value = valueFor(name, kind, record)
    return value === undefined || name === 'filter_type' ? [] : [`${name}=${encodeURIComponent(value)}`]
  })
  const either = (resource.orFilters ?? []).map((name) => `${name}__icontains=sam`).join('&')
  return [
    '',
    ...others,
    ...orders.map((order) => `ordering=${order}`),
    ...(either ? [`filter_type=or&${either}`] : []),
  ].filter((query) => !query.startsWith('expose_') || operation.parameters[query] !== undefined)
}

const kinds = { 'for its values': explained('', 'values'), 'for any value': explained('', 'any values') }

/** Tables that some query of a list scans sequentially. */
const sequential = async (list: (typeof lists)[number], explains = Object.entries(kinds)) => {
  const tables = await largeTables()
  const found = new Set<string>()
  for (const query of await queriesOf(list))
    for (const [kind, explain] of explains)
      for (const plan of await plansOf(list.operation, query, have[list.resource.within?.parent ?? ''] ?? 0, explain))
        for (const step of stepsOf(plan))
          if (step['Node Type'].includes('Seq Scan') && tables.has(step['Relation Name'] ?? ''))
            found.add(`${list.name}?${query}, planned ${kind}, reads all of ${step['Relation Name']}`)
  return [...found]
}

const listOf = (name: string) => lists.find((list) => list.name === `${name}.list`)!

describe('a list of large tables', () => {
  it('is tested on tables that are large', async () => {
    const tables = await largeTables()
    // An organisation has one row of these.
    const single = ['organisation', 'integration_settings', 'message_settings', 'security_settings']
    const asked = resources.filter(({ shared, name }) => !shared && !single.includes(name)).map(tableOf)
    expect(asked.filter((table) => !tables.has(table))).toEqual([])
    expect(tables.has('suffix')).toBe(true)
  })

  it.each(lists)('never scans a large table sequentially: $name', async (list) => {
    expect(await undone(() => sequential(list))).toEqual([])
  })

  it('would be reported without the index', async () => {
    const found = await undone(async () => {
      await superuser.query('alter table suffix drop constraint suffix_pkey')
      return sequential(listOf('client'))
    })
    expect(found.join('\n')).toMatch(/client\.list\?lastname__icontains=.* reads all of suffix/)
    expect(found.join('\n')).toMatch(/client\.list\?filter_type=or.* reads all of suffix/)
  })
})

/** Queries that few records match, and the index without which all of the organisation's would be read. */
const selective: readonly { readonly list: string; readonly query: string; readonly index?: string }[] = [
  { list: 'client', query: 'email__is=100@example.com', index: 'client_email' },
  { list: 'client', query: 'modified__gte=2999-01-01T00:00:00Z', index: 'client_modified' },
  { list: 'client', query: 'firstname__icontains=f89' },
  { list: 'client', query: 'lastname__is=8ce87b' },
  { list: 'client', query: 'firstname__icontains=f89&lastname__icontains=8ce&filter_type=or' },
  { list: 'client', query: 'phonenumbers__icontains=12-3' },
  { list: 'phonenumber', query: 'client__is=1000100', index: 'phonenumber_client' },
  { list: 'phonenumber', query: 'phone_number__icontains=1234' },
  { list: 'phonenumber', query: 'e164__is=%2B12300' },
  { list: 'phonenumber', query: 'modified__gte=2999-01-01T00:00:00Z', index: 'phonenumber_modified' },
  { list: 'patient', query: 'client__is=1000100', index: 'patient_client' },
  { list: 'patient', query: 'name__icontains=f89' },
  { list: 'patient', query: 'microchip__is=100', index: 'patient_microchip' },
  { list: 'patient', query: 'modified__gte=2999-01-01T00:00:00Z', index: 'patient_modified' },
]

describe('a query that few records match', () => {
  const most = async (list: string, query: string, way: Way) => {
    const plans = await plansOf(listOf(list).operation, query, 0, explained('analyze, ', way))
    return Math.max(...plans.map(rowsRead))
  }

  it.each(selective)('reads few rows: $list $query', async ({ list, query }) => {
    for (const way of ['values', 'often'] as const) expect(await undone(() => most(list, query, way))).toBeLessThan(few)
  })

  it.each(selective.filter(({ index }) => index))(
    'would be seen to look at many without $index: $query',
    async ({ list, query, index }) => {
      const seen = await undone(async () => {
        await superuser.query(`drop index ${index}`)
        return most(list, query, 'values')
      })
      expect(seen).toBeGreaterThan(few)
    },
  )

  it('would read all rows of the organisation without the table of suffixes', async () => {
    const list = listOf('client')
    const { findable: _findable, ...plain } = list.resource
    const [operation] = operationsOf(plain)
    const [plan] = await undone(() =>
      plansOf(operation!, 'firstname__icontains=f89', 0, explained('analyze, ', 'values')),
    )
    expect(rowsRead(plan!)).toBeGreaterThan(few)
  })
})
