import { inOrganisation, readerIn, type Tx } from '../db/tx.ts'
import { parseBody, requireLinks, type Input } from './body.ts'
import { invalid } from './errors.ts'
import type { Fields } from './fields.ts'
import { noSuch, readingIn, type Answer, type Call } from './operation.ts'
import { readRecord, recordExists } from './reading.ts'
import { tableOf, type DetailAction, type Resource, type Revealed } from './resource.ts'

type Run = (call: Call) => Promise<Answer>
type UniqueViolation = { readonly code: '23505'; readonly constraint: string }

const isUniqueViolation = (problem: unknown): problem is UniqueViolation =>
  typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === '23505'

/** Runs a write, and words a broken unique index as the resource does. */
const write = async (call: Call, resource: Resource, work: (tx: Tx) => Promise<Answer>): Promise<Answer> => {
  try {
    return await inOrganisation(call.db, call.actor.organisation, work)
  } catch (problem) {
    const meaning = isUniqueViolation(problem) ? resource.unique?.[problem.constraint] : undefined
    throw meaning ? invalid(meaning[0], meaning[1], 'unique') : problem
  }
}

/** What exists but is another's is refused by `requireOwn`, which words it; without one it stays as hidden as it is to readers. */
const requireRecord = async (call: Call, tx: Tx, resource: Resource) => {
  const hidden = resource.requireOwn !== undefined
  if (!(await recordExists(readingIn(call, tx), resource, call.id, { hidden }))) throw noSuch(resource.title)
  await resource.requireOwn?.(tx, call.actor, call.id)
}

/** Refuses a path whose parent does not exist and answers what the child must carry: the parent's id in its field. */
export const requireParent = async (call: Call, resource: Resource, read = call.read): Promise<Input> => {
  if (!resource.within) return {}
  const parent = call.resources.get(resource.within.parent)!
  if (!(await recordExists({ ...call, read }, parent, call.id))) throw noSuch(parent.title)
  return { [resource.within.field]: call.id }
}

/** What a create's body may carry: all of the fields, less the one the path has already settled. */
export const bodyOf = (resource: Resource): Fields =>
  Object.fromEntries(Object.entries(resource.fields as Fields).filter(([name]) => name !== resource.within?.field))

const insert = async (tx: Tx, resource: Resource, input: Input): Promise<number> => {
  const row = await tx
    .insertInto(tableOf(resource))
    .values(input as never)
    .returning('id' as never)
    .executeTakeFirstOrThrow()
  return (row as { id: number }).id
}

const update = async (tx: Tx, resource: Resource, id: number, input: Input) => {
  if (Object.keys(input).length > 0)
    await tx
      .updateTable(tableOf(resource))
      .set(input as never)
      .where('id' as never, '=', id as never)
      .execute()
}

/** Reads back what was written; what is shown only once stands at the end of the record. */
const show = async (call: Call, tx: Tx, resource: Resource, made: number | Revealed): Promise<string> => {
  const { id, revealed } = typeof made === 'number' ? { id: made, revealed: undefined } : made
  const body = await readRecord(readingIn(call, tx), resource, id)
  if (body === undefined) throw noSuch(resource.title)
  return revealed === undefined ? body : `${body.slice(0, -1)},${JSON.stringify(revealed).slice(1)}`
}

export const createRecord = (resource: Resource): Run => {
  const fields = bodyOf(resource)
  const run = resource.create!.run ?? ((tx: Tx, _actor: unknown, input: Input) => insert(tx, resource, input))
  return (call) =>
    write(call, resource, async (tx) => {
      const given = await requireParent(call, resource, readerIn(tx))
      const input = parseBody(fields, await call.body(), 'create', call.links)
      await requireLinks(tx, fields, input)
      return { status: 201, body: await show(call, tx, resource, await run(tx, call.actor, { ...input, ...given })) }
    })
}

export const patchRecord = (resource: Resource): Run => {
  const run =
    resource.patch!.run ?? ((tx: Tx, _actor: unknown, id: number, input: Input) => update(tx, resource, id, input))
  return (call) =>
    write(call, resource, async (tx) => {
      await requireRecord(call, tx, resource)
      const input = parseBody(resource.fields, await call.body(), 'patch', call.links)
      await requireLinks(tx, resource.fields, input)
      await run(tx, call.actor, call.id, input)
      return { status: 200, body: await show(call, tx, resource, call.id) }
    })
}

export const removeRecord =
  (resource: Resource): Run =>
  (call) =>
    write(call, resource, async (tx) => {
      await requireRecord(call, tx, resource)
      await resource.remove!.run(tx, call.actor, call.id)
      return { status: 204 }
    })

export const actOnRecord =
  (resource: Resource, action: DetailAction): Run =>
  (call) =>
    write(call, resource, async (tx) => {
      await requireRecord(call, tx, resource)
      const input = parseBody(action.body, await call.body(), 'create', call.links)
      await requireLinks(tx, action.body, input)
      const made = await action.run(tx, call.actor, call.id, input as never)
      return { status: 200, body: await show(call, tx, resource, made) }
    })
