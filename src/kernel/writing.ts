import type { Generated, Transaction } from 'kysely'
import { finishChanges, hasCode, inOrder, inOrganisation, retryOnDeadlock, readerIn, type Tx } from '../db/tx.ts'
import { parseBody, requireLinks, type Body, type Input, type Mode } from './body.ts'
import type { Actor } from './caller.ts'
import { abandoned, invalid, nonField } from './errors.ts'
import type { Fields } from './fields.ts'
import { findStoredResponse, storeResponse, requestOf, waitForKey } from './idempotency.ts'
import type { Links } from './links.ts'
import {
  recordNotFound,
  readingIn,
  type ApiResponse,
  type Call,
  type Operation,
  type Outcome,
  type Work,
} from './operation.ts'
import { mayExpose, readRecord, recordExists, type ParentFilter } from './reading.ts'
import { etagOf, requireUnchanged } from './versions.ts'
import { asDeclared, fieldOf, pathOf, tableOf, type DetailAction, type Resource, type Written } from './resource.ts'

const isUniqueViolation = (problem: unknown): problem is { constraint: string } => hasCode(problem, '23505')

/** Raised by triggers where a record would be changed, or added to, whose personal data was erased. */
const isErased = (problem: unknown): problem is Error & { readonly column?: string } => hasCode(problem, 'FL001')

/** What was violated in the database means to whoever writes a record of this resource. */
export const meaningOf = (problem: unknown, resource: Resource | undefined): unknown => {
  if (isErased(problem)) return invalid(problem.column ?? nonField, problem.message, 'erased')
  const meaning = isUniqueViolation(problem) ? resource?.unique?.[problem.constraint] : undefined
  return meaning ? invalid(meaning[0], meaning[1], 'unique') : problem
}

/** Adds the address of the record that was created. */
export const withLocation = (
  response: ApiResponse,
  { links }: Pick<Call, 'links'>,
  resource: Resource | undefined,
): ApiResponse => {
  const { created, headers } = response
  if (created === undefined || resource === undefined) return response
  return { ...response, headers: { ...headers, location: `${links.base}${pathOf(resource)}/${created}/` } }
}

/** Adds what is shown only once, at the end of the record. */
const withRevealed = (response: ApiResponse): ApiResponse => {
  const { body, revealed } = response
  if (body === undefined || revealed === undefined) return response
  return { ...response, body: JSON.stringify({ ...(JSON.parse(body) as Input), ...revealed }) }
}

/** The response to what was done: one that shows a record is read now. */
export const respond = async (call: Call, tx: Tx, outcome: Outcome): Promise<ApiResponse | undefined> =>
  'read' in outcome ? outcome.read(readingIn(call, tx)) : outcome

/** The response to a write that was sent alone, which must be there to be shown. Its changes are stamped before it is read. */
const finish = async (call: Call, tx: Tx, outcome: Outcome): Promise<ApiResponse> => {
  const [, response] = await inOrder(tx, finishChanges, () => respond(call, tx, outcome))
  if (response === undefined) throw recordNotFound(recordOf(outcome)?.resource.title ?? 'record')
  return response
}

export const recordOf = (outcome: Outcome) => ('read' in outcome ? outcome.record : undefined)

const asDryRun = (response: ApiResponse): ApiResponse => ({
  ...response,
  headers: { ...response.headers, 'preference-applied': 'dry-run' },
})

/**
 * Carries out a write in one transaction: a stored response is replayed; otherwise the work is done, its changes are stamped
 * and audited, and the response is stored, without what is shown only once. A dry run does all of it and is rolled back.
 */
export const write = async (
  call: Call,
  resource: Resource | undefined,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<ApiResponse> => {
  const { db, actor, who, requestHeaders } = call
  const request = await requestOf(call)
  const carryOut = async (tx: Tx) => {
    const before = await findStoredResponse(tx, call, request)
    if (before !== undefined) return before
    // The client may have repeated the request meanwhile, and been refused: this one must then change nothing.
    if (call.isAbandoned()) throw abandoned()
    const response = await finish(call, tx, await work(tx))
    await storeResponse(tx, call, request, response)
    return response
  }
  const attempt = () =>
    inOrganisation(db, actor.organisation, carryOut, who, requestHeaders.dryRun ? 'rollback' : 'commit')
  try {
    const answer = await waitForKey(() => retryOnDeadlock(attempt))
    const response = withRevealed(withLocation(answer, call, resource))
    if (requestHeaders.dryRun) return asDryRun(response)
    call.notifier.publish(actor.organisation)
    return response
  } catch (problem) {
    throw meaningOf(problem, resource)
  }
}

/** A write that is a transaction of its own if it is sent alone. */
export const writes = (resource: Resource | undefined, work: Work): Required<Pick<Operation, 'work' | 'run'>> => ({
  work,
  run: (call) => write(call, resource, (tx) => work(tx, call)),
})

/** A record of somebody else is refused by `requireOwn`, with its message; without one it is not found, as for readers. */
export const requireRecord = async (call: Call, tx: Tx, resource: Resource, requireOwn = resource.requireOwn) => {
  const hidden = requireOwn !== undefined
  const parent = resource.within?.nestedDetail ? await requireParent(call, resource, readerIn(tx)) : undefined
  if (!(await recordExists(readingIn(call, tx), resource, call.id, { hidden, parent })))
    throw recordNotFound(resource.title)
  await requireOwn?.(tx, call.actor, call.id)
  if (call.requestHeaders.ifMatch !== undefined) await resource.holdBefore?.(tx, call.actor, call.id)
  await requireUnchanged(tx, resource, call.id, call.requestHeaders.ifMatch)
  return parent
}

/** Why a caller cannot read a record: it belongs to somebody else, as `requireOwn` says it, or there is none. */
export const throwUnreadable = async (
  call: Call,
  { requireOwn, requireOwnToRead, ...resource }: Resource,
): Promise<never> => {
  if (requireOwnToRead && requireOwn && (await recordExists(call, resource, call.id, { hidden: true })))
    await inOrganisation(call.db, call.actor.organisation, (tx) => requireOwn(tx, call.actor, call.id))
  throw recordNotFound(resource.title)
}

/** Refuses a path whose parent does not exist. */
export const requireParent = async (
  call: Call,
  { within }: Resource,
  read = call.read,
): Promise<ParentFilter | undefined> => {
  if (within === undefined) return undefined
  const id = call.parentId ?? call.id
  const parent = call.resources.get(within.parent)!
  if (!(await recordExists({ ...call, read }, parent, id))) throw recordNotFound(parent.title)
  return { field: within.field, id }
}

/** What a create's body may carry. Where the path names the parent, its field can be left out. */
export const bodyOf = (resource: Resource): Fields => {
  const { fields, within } = resource
  if (within === undefined) return fields
  const parent = fieldOf(resource, within.field)
  const { createOnly: _inThePath, ...options } = parent.options
  return { ...fields, [within.field]: { ...parent, options: { ...options, optional: true } } }
}

/** The same for a change: what is not nested has no parent in its path. */
export const changesOf = (resource: Resource): Fields =>
  resource.within?.nestedDetail ? bodyOf(resource) : resource.fields

/** What was sent besides the parent, which must be the one in the path. */
const withoutParent = (sent: Input, parent: ParentFilter | undefined): Input => {
  if (parent === undefined) return sent
  const { [parent.field]: named = parent.id, ...rest } = sent
  if (named !== parent.id)
    throw invalid(
      parent.field,
      'This is not the record in the address of the request. Leave it out, or send the request to the address of that record.',
      'parent_mismatch',
    )
  return rest
}

/** A table of any resource: which columns it has is known to its declaration, and checked by PostgreSQL. */
type AnyTable = { readonly [column: string]: unknown; readonly id: Generated<number> }
const inAnyTable = (tx: Tx) => tx as unknown as Transaction<Record<string, AnyTable>>

const insert = async (tx: Tx, resource: Resource, input: Input): Promise<number> => {
  const into = inAnyTable(tx).insertInto(tableOf(resource))
  const filled = Object.keys(input).length > 0 ? into.values(input) : into.defaultValues()
  return (await filled.returning('id').executeTakeFirstOrThrow()).id
}

const update = async (tx: Tx, resource: Resource, id: number, input: Input) => {
  if (Object.keys(input).length > 0)
    await inAnyTable(tx).updateTable(tableOf(resource)).set(input).where('id', '=', id).execute()
}

const archive = async (tx: Tx, resource: Resource, id: number) => {
  await inAnyTable(tx)
    .updateTable(tableOf(resource))
    .set({ archived: true })
    .where('id', '=', id)
    .where('archived', '=', false)
    .execute()
}

/** Responds with the record that was written, as it is once all changes are stamped. */
export const show = (resource: Resource, status: 200 | 201, written: Written, expose?: URLSearchParams): Outcome => {
  const { id, ...rest } = typeof written === 'number' ? { id: written } : written
  return {
    status,
    record: { resource, id },
    read: async (context) => {
      const shown = await readRecord(context, resource, id, expose)
      if (shown === undefined) return undefined
      const { body, version } = shown
      return {
        status,
        body,
        ...rest,
        ...(status === 201 ? { created: id } : {}),
        ...(version === null ? {} : { headers: { etag: etagOf(version) } }),
      }
    },
  }
}

/** Responds with something else than the record that was changed. */
const answer = (resource: Resource, id: number, response: ApiResponse): Outcome => ({
  status: response.status,
  record: { resource, id },
  read: async () => response,
})

/** Parses the body of a record to be created, and checks its links. */
export const readInput = async (tx: Tx, resource: Resource, body: Body, links: Links): Promise<Input> => {
  const fields = bodyOf(resource)
  const input = parseBody(fields, body, 'create', links)
  await requireLinks(tx, fields, input)
  return input
}

export const makeRecord = (tx: Tx, actor: Actor, resource: Resource, input: Input): Promise<Written> =>
  resource.create!.run?.(tx, actor, asDeclared(input)) ?? insert(tx, resource, input)

export const createRecord =
  (resource: Resource): Work =>
  async (tx, call) => {
    const parent = await requireParent(call, resource, readerIn(tx))
    const sent = await readInput(tx, resource, await call.body(), call.links)
    const input = { ...withoutParent(sent, parent), ...(parent && { [parent.field]: parent.id }) }
    return show(resource, 201, await makeRecord(tx, call.actor, resource, input))
  }

export const changeRecord = (resource: Resource, mode: Exclude<Mode, 'create'>): Work => {
  const run =
    resource.patch!.run ?? ((tx: Tx, _actor: unknown, id: number, input: Input) => update(tx, resource, id, input))
  const fields = changesOf(resource)
  return async (tx, call) => {
    const parent = await requireRecord(call, tx, resource)
    const sent = parseBody(fields, await call.body(), mode, call.links)
    await requireLinks(tx, fields, sent)
    await run(tx, call.actor, call.id, asDeclared(withoutParent(sent, parent)))
    return show(resource, 200, call.id)
  }
}

export const removeRecord = (resource: Resource): Work => {
  const run = resource.remove?.run ?? ((tx: Tx, _actor: unknown, id: number) => archive(tx, resource, id))
  return async (tx, call) => {
    await requireRecord(call, tx, resource)
    await run(tx, call.actor, call.id)
    return answer(resource, call.id, { status: 204 })
  }
}

/** The flags that expose what an action makes, in a dry run of it. */
const exposedInDryRun = (call: Call, resource: Resource, { dryRunExposes = [] }: DetailAction) => {
  const names = dryRunExposes.filter((name) => call.requestHeaders.dryRun && mayExpose(resource, name, call))
  return new URLSearchParams(Object.fromEntries(names.map((name) => [`expose_${name}`, ''])))
}

/** What an action responds with instead of a record: links as URLs, everything else as it is. */
const resultText = (result: Fields, values: Input, links: Links) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(result).map(([name, { link }]) => [
        name,
        link && values[name] !== null ? links.toUrl(link.table, values[name] as number) : values[name],
      ]),
    ),
  )

export const actOnRecord =
  (resource: Resource, action: DetailAction): Work =>
  async (tx, call) => {
    await requireRecord(call, tx, resource, action.requireOwn)
    const input = parseBody(action.body, await call.body(), 'create', call.links)
    await requireLinks(tx, action.body, input)
    const made = await action.run(tx, call.actor, call.id, asDeclared(input))
    if (action.result)
      return answer(resource, call.id, {
        status: 200,
        body: resultText(action.result, made as Input, call.links),
      })
    return show(resource, action.creates ? 201 : 200, made as Written, exposedInDryRun(call, resource, action))
  }
