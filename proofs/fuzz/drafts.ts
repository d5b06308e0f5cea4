import { createRandom, type Random } from '../../src/demo/random.ts'
import { describedOperation, type Got, type Json } from '../answer-check.ts'
import { isKnown, known as fixed } from './known.ts'
import { fileFor, fits, obeying, type Breeds } from './rules.ts'
import type { Outgoing } from './send.ts'
import type { Fixture } from './fixture.ts'
import { declining, knownHint, rowPlace, visitOf, visitWithHint } from './visits.ts'
import { two, validObject, validValue, type Given } from './values.ts'

export type Operation = {
  readonly method: string
  readonly path: string
  readonly described: Json
  /** Where the record is served that the path ends at or acts on. */
  readonly of: string | undefined
}

/** A request in parts, so that each can be made wrong by itself. */
export type Draft = {
  readonly operation: Operation
  readonly method: string
  readonly organisation: string
  readonly id: string
  /** The id of the record's parent, where the path has both. */
  readonly parentId: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly who: Readonly<Record<string, string>>
  readonly body?: Record<string, unknown>
  /** The body as it is sent, where it is not simply written as JSON. */
  readonly text?: string | Buffer
  readonly contentType?: string
}

const maxKept = 300
const webhooks = 'hook/webhook'

/** What has been learnt from answers so far. */
export const newMemory = ({ organisation, credentials, spared }: Fixture) => {
  const found = new Map<string, number[]>()
  const seen = new Map<string, Json>()
  const breeds = new Map<number, number>()
  const etags = new Map<string, string>()
  const owners = new Map<number, Readonly<Record<string, string>>>()
  const keyed: { readonly draft: Draft; readonly outgoing: Outgoing }[] = []
  const address = new RegExp(`/${organisation}/api/0\\.1/([a-z/_]+)/(\\d+)/$`)

  const learnRecord = (record: Json) => {
    const [, place, id] = address.exec(record.url) ?? []
    if (place === undefined || spared.has(`${place}/${id}`)) return
    // Events and deletions have the address of a record, but not all that it has.
    seen.set(record.url, { ...seen.get(record.url), ...record })
    if (isKnown(Number(id))) return
    const known = found.get(place) ?? found.set(place, []).get(place)!
    if (!known.includes(Number(id))) known.push(Number(id))
    if (known.length > maxKept) known.shift()
    if (place === 'codelist/breeds') breeds.set(Number(id), record.species)
  }
  /** The `url` of a webhook is where it posts to: its own address follows from its id. */
  const withAddress = (record: Json, { path }: Operation) =>
    path.startsWith(`/${webhooks}/`) && !address.test(record.url)
      ? { ...record, url: `http://127.0.0.1/${organisation}/api/0.1/${webhooks}/${record.id}/` }
      : record
  const learnFrom = (value: Json, at: Operation) => {
    if (typeof value !== 'object' || value === null) return
    if (typeof value.url === 'string') learnRecord(withAddress(value, at))
    for (const inner of Object.values(value)) learnFrom(inner, at)
  }

  return {
    found,
    seen: seen as ReadonlyMap<string, Json>,
    breeds: breeds as Breeds,
    etags,
    owners,
    keyed,
    strangers: credentials['another organisation’s'],
    /** Remembers the records of an answer; what was only tried does not exist. */
    learn: (draft: Draft, outgoing: Outgoing, { status, header, text }: Got) => {
      if (status >= 300 || header('preference-applied') !== undefined) return
      if (draft.operation.of !== undefined && draft.method === 'DELETE')
        found.set(draft.operation.of, found.get(draft.operation.of)?.filter((id) => id !== Number(draft.id)) ?? [])
      if (outgoing.headers['idempotency-key'] !== undefined) keyed.push({ draft, outgoing })
      if (keyed.length > maxKept) keyed.shift()
      if (!header('content-type')?.includes('json') || text === '') return
      const body = JSON.parse(text)
      learnFrom(body, draft.operation)
      const etag = header('etag')
      if (etag !== undefined && address.test(body.url)) etags.set(new URL(body.url).pathname, etag)
      if (draft.operation.described.operationId === 'available_wholesaler.create') owners.set(body.id, draft.who)
    },
  }
}
export type Memory = ReturnType<typeof newMemory>

export const operationsIn = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete']
      .filter((method) => method in item)
      .map((method) => ({
        method: method.toUpperCase(),
        path,
        described: describedOperation(document, method, path),
        of: path.includes('{child_id}') ? rowPlace : /^\/(.+?)\/\{id\}\//.exec(path)?.[1],
      })),
  )

/** Chance that depends on the seed and the number of a case only, so that one case can be made again by itself. */
export const randomOf = (seed: number, number: number): Random => createRandom(seed * 1_000_003 + number * 7_919)

/** One of the records known, in a state that the operation takes if there is one. */
const idFor = ({ of, described }: Operation, { random, found, link, seen }: Given) => {
  if (of === undefined) return ''
  const known = found.get(of) ?? found.get(of.split('/').at(-1)!) ?? []
  const doesFit = fits[described.operationId]
  const fitting = known.filter((id) => {
    const record = seen(link(of, id))
    return record !== undefined && doesFit?.(record, seen)
  })
  const choice = fitting.length > 0 ? fitting : known
  return choice.length === 0 ? '1' : String(random.pick(choice))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const baseOf = (name: string) => name.replace(/__[a-z_]+$/, '')

/** Parameters that a list takes, with values that it takes: of lists of values two. */
const validQuery = (parameters: readonly Json[], given: Given, isFiltered: boolean): [string, string][] => {
  const { random } = given
  const queried = parameters.filter((parameter) => parameter.in === 'query')
  const candidates = isFiltered ? queried : []
  const chosen = candidates.filter(({ name }) =>
    random.chance(name === 'page_size' ? 0.4 : name.startsWith('expose_') ? 0.2 : 2 / queried.length),
  )
  // Days that go together: a period ends after it has begun, within a year.
  if (queried.some(({ name }) => name === 'from'))
    return [
      ['from', '2026-01-15'],
      ['to', `2026-${two(random.int(2, 12))}-15`],
    ]
  const walks = chosen.some(({ name }) => name.startsWith('modified__'))
  return chosen
    .filter(({ name }) => !(walks && name === 'ordering'))
    .map(({ name, schema }): [string, string] => {
      if (name === 'page') return [name, '1']
      if (name === 'page_size') return [name, String(random.pick([1, 2, 10, 50, 50, 100]))]
      if (name.startsWith('expose_')) return [name, random.pick(['', 'true'])]
      if (name.endsWith('__is_null')) return [name, random.pick(['true', 'false'])]
      const base = baseOf(name)
      const single = queried.find((other) => baseOf(other.name) === base && /__(is|gte|gt|lt)$/.test(other.name))
      const one = () => {
        const linked = given.found.get(base)
        const value = linked?.length ? random.pick(linked) : validValue((single ?? { schema }).schema, given)
        return textOf(value ?? random.int(1, 100))
      }
      return [
        name,
        /__(in|not_in|range)$/.test(name) ? [one(), one()].map((text) => text.replaceAll(',', '')).join() : one(),
      ]
    })
}

const bodySchemaOf = ({ described }: Operation): Json => described.requestBody?.content['application/json']?.schema

/** Many records at once, where the body is a list of what another operation takes one of. */
const manyOf = (operations: readonly Operation[], operation: Operation) =>
  operations.find(({ method, path }) => method === 'POST' && `${path}bulk/` === operation.path)

/** A client with animals and a phone number, in one transaction. */
const validEntries = (operations: readonly Operation[], given: Given, memory: Memory) => {
  const entry = (name: string, operationId: string, changes: object = {}) => {
    const { method, path, described } = operations.find((one) => one.described.operationId === operationId)!
    const schema = described.requestBody.content['application/json'].schema
    const body = obeying(described, validObject(schema, given), given, memory.breeds)
    return { name, method, path, body: { ...body, ...changes } }
  }
  const client = { $entry: 'first', field: 'url' }
  return [
    entry('first', 'client.create'),
    ...Array.from({ length: given.random.int(0, 3) }, (_, at) => entry(`animal${at}`, 'patient.create', { client })),
    ...(given.random.chance(0.5) ? [entry('phone', 'phonenumber.create', { client })] : []),
    ...(given.random.chance(0.5)
      ? [{ name: 'changed', method: 'PATCH', path: '/client/{first.id}/', body: { city: 'Oulu' } }]
      : []),
  ]
}

const validBody = (operations: readonly Operation[], operation: Operation, given: Given, memory: Memory) => {
  if (operation.path === '/composite/') return { body: { entries: validEntries(operations, given, memory) } }
  const one = manyOf(operations, operation)
  const single = one ?? operation
  const make = (n: number) =>
    obeying(single.described, validObject(bodySchemaOf(single), { ...given, n }), { ...given, n }, memory.breeds)
  if (one === undefined) return { body: make(given.n) }
  const many = Array.from(
    {
      length: given.random.weighted([
        [3, 20],
        [30, 2],
        [300, 0.1],
      ]),
    },
    (_, at) => make(given.n + at),
  )
  return { body: { patients: many, force_push: given.random.chance(0.3) } }
}

export type Drafting = { readonly operations: readonly Operation[]; readonly fixture: Fixture; readonly memory: Memory }

/** A request that should succeed. */
export const draft = (
  operation: Operation,
  number: number,
  random: Random,
  { operations, fixture, memory }: Drafting,
): Draft => {
  const { organisation, credentials } = fixture
  const link = (resource: string, id: number) => `http://127.0.0.1/${organisation}/api/0.1/${resource}/${id}/`
  const { found } = memory
  const seen = (url: string) => memory.seen.get(url)
  const all = (place: string) => (found.get(place) ?? []).flatMap((id) => seen(link(place, id)) ?? [])
  const anyone: Given = { random, found, link, seen, all, n: number }
  const isOfWholesaler = /^\/wholesaler\/\{id\}\/(receipts|catalog_upload_url)\/$/.test(operation.path)
  const isDeclining = operation.described.operationId === declining
  const id = isOfWholesaler ? String(fixed.wholesaler) : isDeclining ? knownHint : idFor(operation, anyone)
  const record = operation.of && seen(link(operation.of, Number(id)))
  const given: Given = { ...anyone, record }
  const isForStaff = /^\/order\/\{id\}\/(set_wholesaler_reference_number|mark_delivered)\/$/.test(operation.path)
  const who =
    (isOfWholesaler ? credentials.wholesaler : undefined) ??
    (isForStaff ? credentials.person : undefined) ??
    (operation.of === 'available_wholesaler' && operation.method !== 'GET'
      ? memory.owners.get(Number(id))
      : undefined) ??
    credentials.everything[number % credentials.everything.length]!
  return {
    operation,
    method: operation.method,
    organisation: String(organisation),
    id,
    parentId: isDeclining ? visitWithHint(anyone) : operation.path.includes('{child_id}') ? visitOf(record) : '',
    // Every other round lists everything, so that records of every kind are known.
    query:
      operation.method === 'GET'
        ? validQuery(operation.described.parameters, given, Math.floor(number / operations.length) % 2 === 1)
        : [],
    headers: {},
    who,
    ...fileFor(operation.described, given),
    ...(bodySchemaOf(operation) === undefined ? {} : validBody(operations, operation, given, memory)),
  }
}

const formPairs = (body: Record<string, unknown>): [string, string][] =>
  Object.entries(body).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return value.length === 0 ? [[name, '']] : value.map((item) => [name, textOf(item)])
    return [[name, value === null ? '' : textOf(value)]]
  })

export const asForm = (body: Record<string, unknown>) => new URLSearchParams(formPairs(body)).toString()
export const asMultipart = (body: Record<string, unknown>, boundary: string) =>
  `${formPairs(body)
    .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--${boundary}--\r\n`

/** The address of a draft. A query that is text already is taken as it is. */
export const targetOf = ({ operation, organisation, id, parentId, query }: Draft, more = '') => {
  const asked = [
    new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString(),
    more,
  ].filter(Boolean)
  const path = operation.path.includes('{child_id}')
    ? operation.path.replace('{child_id}', id).replace('{id}', parentId)
    : operation.path.replace('{id}', id)
  return `/${organisation}/api/0.1${path}${asked.length === 0 ? '' : `?${asked.join('&')}`}`
}

export const wire = (made: Draft): Outgoing => {
  const { method, headers, who, body, text = body === undefined ? undefined : JSON.stringify(body), contentType } = made
  return {
    method,
    target: targetOf(made),
    headers: {
      ...who,
      ...(text === undefined ? {} : { 'content-type': contentType ?? 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  }
}
