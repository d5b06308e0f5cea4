import { inOrder, type Tx } from '../db/tx.ts'
import { idOf, parseReference, referencesIn, valueOf, withValues, type Reference } from './composite-references.ts'
import { matcherOf, maxEntries, planOf, type PlannedEntry } from './composite-plan.ts'
import { answerSchema, bodySchema } from './composite-schemas.ts'
import { ApiError, invalid, InvalidValue, nonField } from './errors.ts'
import { requireKnown } from './filters.ts'
import { idsFrom, requireAccess } from './handle.ts'
import {
  readingIn,
  recordNotFound,
  weightOne,
  type ApiResponse,
  type Call,
  type Operation,
  type Outcome,
  type WrittenRecord,
} from './operation.ts'
import { pairsIn } from './pairs.ts'
import { recordExists } from './reading.ts'
import { anyToken } from './resource.ts'
import { requireValidIfMatch } from './versions.ts'
import { meaningOf, recordOf, respond, withLocation, write } from './writing.ts'

const largestAnswer = 2 * 1024 * 1024

/** The same refusal with the entry that it is about. */
const ofEntry = (problem: unknown, { name, operation }: PlannedEntry): unknown => {
  const meaning = meaningOf(problem, operation.resource)
  if (!(meaning instanceof ApiError)) return meaning
  const { status, message, code, fields, headers } = meaning
  return new ApiError(status, message, {
    code,
    ...(fields ? { fields } : {}),
    headers,
    entry: { name, operation: operation.name },
  })
}

/** What a reference cannot be resolved to is an error of the place where it stands. */
const at = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (problem) {
    throw problem instanceof InvalidValue ? invalid(path, problem.message, problem.code) : problem
  }
}

/** The request that an entry would be if it were sent alone, with its references resolved. */
const callOf = async (
  tx: Tx,
  composite: Call,
  { operation, ids, query, body, ifMatch }: PlannedEntry,
  records: ReadonlyMap<string, WrittenRecord | undefined>,
): Promise<Call> => {
  const context = readingIn(composite, tx)
  const recordAt = (reference: Reference) => {
    const record = records.get(reference.entry)
    if (record === undefined) throw new InvalidValue(`The entry "${reference.entry}" has no record to refer to.`)
    return record
  }
  const resolved: string[] = []
  for (const id of ids)
    resolved.push(typeof id === 'string' ? id : String(await at(nonField, async () => idOf(context, id, recordAt(id)))))
  const values: unknown[] = []
  for (const { path, value } of referencesIn(body)) {
    const reference = parseReference(value)
    values.push(await at(path || nonField, async () => valueOf(context, reference, recordAt(reference))))
  }
  const { dryRun } = composite.requestHeaders
  const requestHeaders = { ...(dryRun ? { dryRun } : {}), ...(ifMatch === undefined ? {} : { ifMatch }) }
  requireValidIfMatch(requestHeaders)
  const pairs = pairsIn(query, 'query')
  requireKnown(pairs, Object.keys(operation.parameters))
  return {
    ...composite,
    ...idsFrom(operation, { id: resolved[0], childId: resolved[1] }),
    query: pairs,
    body: async () => ({ kind: 'json', value: withValues(body, values) }),
    requestHeaders,
  }
}

/** An entry that was carried out, with the call that it was carried out as. */
type Done = { readonly entry: PlannedEntry; readonly call: Call; readonly outcome: Outcome }

/** The response of an entry. What a later entry removed has its status alone. */
const responseOf = async (tx: Tx, { entry, call, outcome }: Done): Promise<ApiResponse> => {
  const response = await respond(call, tx, outcome)
  if (response !== undefined) return response
  const record = recordOf(outcome)
  if (record && (await recordExists(readingIn(call, tx), record.resource, record.id, { hidden: true })))
    throw ofEntry(recordNotFound(record.resource.title), entry)
  return { status: outcome.status }
}

/** An entry of the answer as JSON text: the body is passed on as it was read. */
const textOf = ({ entry, call }: Done, response: ApiResponse): string => {
  const { status, headers, body } = withLocation(response, call, entry.operation.resource)
  const members: readonly (readonly [string, string | undefined])[] = [
    ['name', JSON.stringify(entry.name)],
    ['status', String(status)],
    ['location', JSON.stringify(headers?.['location'])],
    ['etag', JSON.stringify(headers?.['etag'])],
    ['body', body],
  ]
  return `{${members.flatMap(([name, text]) => (text === undefined ? [] : `"${name}":${text}`)).join(',')}}`
}

const answerOf = async (tx: Tx, all: readonly Done[]): Promise<ApiResponse> => {
  const responses = await inOrder(tx, ...all.map((done) => () => responseOf(tx, done)))
  const body = `{"entries":[${all.map((done, index) => textOf(done, responses[index]!)).join(',')}]}`
  if (Buffer.byteLength(body) > largestAnswer)
    throw new ApiError(
      413,
      `The answer would be larger than ${largestAnswer} bytes, so nothing was done. Send fewer entries at once.`,
      { code: 'answer_too_large' },
    )
  return { status: 200, body }
}

const carryOutEntry = async (
  tx: Tx,
  composite: Call,
  entry: PlannedEntry,
  records: ReadonlyMap<string, WrittenRecord | undefined>,
): Promise<Done> => {
  try {
    const call = await callOf(tx, composite, entry, records)
    return { entry, call, outcome: await entry.operation.work!(tx, call) }
  } catch (problem) {
    throw problem instanceof ApiError ? ofEntry(problem, entry) : problem
  }
}

/** Carries out all entries in one transaction. No rule takes the organisation's lock before the last one has run. */
const carryOut = async (
  tx: Tx,
  call: Call,
  plan: readonly PlannedEntry[],
  onEntry: (entry: PlannedEntry | undefined) => void,
): Promise<Outcome> => {
  const all: Done[] = []
  const records = new Map<string, WrittenRecord | undefined>()
  tx.hasMoreRules = true
  for (const entry of plan) {
    onEntry(entry)
    const done = await carryOutEntry(tx, call, entry, records)
    records.set(entry.name, recordOf(done.outcome))
    all.push(done)
  }
  onEntry(undefined)
  delete tx.hasMoreRules
  return { status: 200, read: () => answerOf(tx, all) }
}

/** `POST /composite/`: several writes in one transaction, all of them or none. */
export const compositeOf = (operations: () => readonly Operation[]): Operation => {
  let match: ReturnType<typeof matcherOf> | undefined
  const matcher = () => (match ??= matcherOf(operations()))
  return {
    name: 'composite.create',
    method: 'POST',
    path: '/composite/',
    title: 'Composite',
    summary: 'Carry out several writes in one transaction',
    about: `Up to ${maxEntries} requests of this API, carried out in order: all of them or none. A later entry can refer to the record of an earlier one by \`{"$entry": "name", "field": "url"}\` in its body, and by \`{name.id}\` in the place of an id in its path; \`field\` is \`id\`, \`url\` or a link of that record. Each entry is judged as if it were sent alone: permission, rate, validation and \`if_match\`, which means the version before the composite. A refusal is always sent as problem details, with the name of the entry as \`entry\`, and nothing is kept. Refused as entries (\`not_in_composite\`): reads, files, imports, secrets, what expires or calls another service, and what writes many records at once. An answer larger than 2 MiB is refused (\`answer_too_large\`).`,
    permission: anyToken,
    rate: 100,
    access: 'write',
    weight: weightOne,
    parameters: {},
    bodySchema,
    answers: { 200: answerSchema },
    entries: (body, caller, resources) =>
      planOf(body, matcher(), resources).map((entry) => {
        try {
          requireAccess(entry.operation, caller)
        } catch (refusal) {
          throw ofEntry(refusal, entry)
        }
        return entry.operation
      }),
    run: async (call) => {
      const plan = planOf(await call.body(), matcher(), call.resources)
      let current: PlannedEntry | undefined
      const onEntry = (entry: PlannedEntry | undefined) => (current = entry)
      return write(call, undefined, (tx) => carryOut(tx, call, plan, onEntry)).catch((problem: unknown) => {
        // What PostgreSQL refused is known for sure only after the transaction: its statements are pipelined.
        throw current === undefined || problem instanceof ApiError ? problem : ofEntry(problem, current)
      })
    },
  }
}
