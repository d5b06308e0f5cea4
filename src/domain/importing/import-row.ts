import { sql } from 'kysely'
import { inOrder, type Tx } from '../../db/tx.ts'
import type { Body, Input } from '../../kernel/body.ts'
import type { Actor } from '../../kernel/caller.ts'
import { messagesOf, nonField, ApiError, validationError, InvalidValue, type FieldErrors } from '../../kernel/errors.ts'
import type { Links } from '../../kernel/links.ts'
import { asDeclared, type Registry, type Resource } from '../../kernel/resource.ts'
import { makeRecord, readInput } from '../../kernel/writing.ts'
import type { Cells, Choices, Column } from './columns.ts'
import type { Kind } from './kinds.ts'

/** Rows that refer to each other in a chain, which a check makes again for each row: more than any practice has. */
const maxChain = 20

export type Row = {
  readonly line: number
  readonly reference: string
  readonly cells: Cells | null
  readonly messages: Readonly<Record<string, readonly string[]>>
}
export type Outcome = {
  readonly outcome: 'new' | 'matched' | 'refused'
  readonly record: number | null
  readonly messages: object
}

/** What importing a row needs to know. */
export type ImportContext = {
  readonly tx: Tx
  readonly import: number
  readonly actor: Actor
  readonly links: Links
  readonly resources: Registry
  readonly choices: Choices
  readonly columns: ReadonlyMap<Kind, readonly Column[]>
  /** How many references were followed to this row. */
  readonly depth: number
}

/** Runs work in a savepoint: if it fails, its changes are rolled back and the transaction goes on. */
const inSavepoint = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint row`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint row`.execute(tx)
    return result
  } catch (problem) {
    await sql`rollback to savepoint row`.execute(tx)
    await sql`release savepoint row`.execute(tx)
    throw problem
  }
}

const findImported = (tx: Tx, { name }: Kind, reference: string) =>
  tx
    .selectFrom('import_reference')
    .select('record')
    .where('kind', '=', name)
    .where('reference', '=', reference)
    .executeTakeFirst()

const findStaged = async ({ tx, import: id }: ImportContext, { name }: Kind, reference: string) =>
  (await tx
    .selectFrom('import_row')
    .select(['line', 'reference', 'cells', 'messages', 'outcome'])
    .where('import', '=', id)
    .where('kind', '=', name)
    .where('reference', '=', reference)
    .orderBy('line')
    .limit(1)
    .executeTakeFirst()) as (Row & { readonly outcome: Outcome['outcome'] | null }) | undefined

/** The record that a row refers to by its id in the old system. */
const resolveReference = async (
  context: ImportContext,
  kind: Kind,
  reference: string,
  from: { kind: Kind; line: number },
) => {
  const imported = await findImported(context.tx, kind, reference)
  if (imported) return imported.record
  const staged = await findStaged(context, kind, reference)
  if (staged === undefined)
    throw new InvalidValue(
      `There is no ${kind.one} "${reference}" in this import's file of ${inWords(kind)} or in an earlier import.`,
    )
  const there = `Its ${kind.one} on line ${staged.line} of the file of ${inWords(kind)}`
  if (kind === from.kind && staged.line >= from.line)
    throw new InvalidValue(`${there} comes later. Move it above this row.`)
  if (staged.outcome === 'refused') throw new InvalidValue(`${there} was refused.`)
  // Only in a check: the record of that row was rolled back with its batch, and is made again.
  if (context.depth === maxChain)
    throw new InvalidValue(`${there} is the end of a chain of more than ${maxChain} rows.`)
  const deeper = { ...context, depth: context.depth + 1 }
  const { record } = await inSavepoint(context.tx, () => findOrCreate(deeper, kind, staged)).catch(
    (problem: unknown) => {
      throw problem instanceof ApiError ? new InvalidValue(`${there} was refused.`) : problem
    },
  )
  return record
}

const inWords = ({ name }: Kind) => name.replace('_', ' ')

const errorOf = (problem: unknown) => {
  if (problem instanceof InvalidValue) return [{ message: problem.message, code: problem.code }]
  throw problem
}

/** A row as the body of a POST, and the errors of cells that cannot be read. */
const bodyFrom = async (context: ImportContext, kind: Kind, { line, cells }: Row): Promise<[Body, FieldErrors]> => {
  const texts = new Map<string, readonly string[]>()
  const errors: FieldErrors = {}
  for (const { name, field, names, isRequired, read } of context.columns.get(kind)!) {
    const cell = cells![name]
    try {
      if (cell === undefined && isRequired) throw new InvalidValue('This field is required.', 'required')
      if (cell === undefined || field === undefined) continue
      const text = names
        ? context.choices.linkTo(names.resource, await resolveReference(context, names, cell, { kind, line }))
        : read(cell, context.choices, cells!)
      texts.set(field, [text].flat())
    } catch (problem) {
      errors[field ?? name] = errorOf(problem)
    }
  }
  return [{ kind: 'form', value: texts }, errors]
}

/** A POST has the parent in its path; a row has it in a column. */
const parentIn = ({ within }: Resource, body: Body, { links }: ImportContext) => {
  const [url] = (within && body.kind === 'form' && body.value.get(within.field)) || []
  return within && url !== undefined ? { [within.field]: links.toId(within.parent, url) } : {}
}

const errorsIn = ({ fields, message }: ApiError): FieldErrors =>
  [fields ?? { [nonField]: [{ message, code: 'invalid' }] }].flat()[0] as FieldErrors

/** The input of a row, or all its errors at once. */
const readRow = async (context: ImportContext, kind: Kind, row: Row, resource: Resource): Promise<Input> => {
  const [body, errors] = await bodyFrom(context, kind, row)
  const input = await readInput(context.tx, resource, body, context.links).catch((problem: unknown) => {
    throw problem instanceof ApiError ? validationError({ ...errorsIn(problem), ...errors }) : problem
  })
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return { ...input, ...parentIn(resource, body, context) }
}

const requireAtMostOne = (kind: Kind, same: readonly number[]) => {
  if (same.length < 2) return same[0]
  throw validationError({
    [nonField]: [
      {
        message: `There are ${same.length} with this ${kind.sameBy}: ${same.join(', ')}. Archive all but one, then import this row again.`,
        code: 'ambiguous',
      },
    ],
  })
}

/** Adds what further cells of the row say to its new record; what is refused of it is refused in its column. */
const addFurther = async ({ tx, actor }: ImportContext, { adds = {} }: Kind, { cells }: Row, record: number) => {
  const errors: FieldErrors = {}
  for (const [name, add] of Object.entries(adds)) {
    const cell = cells![name]
    if (cell === undefined) continue
    try {
      await add(tx, actor, record, cell)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      errors[name] = Object.values(errorsIn(problem)).flat()
    }
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** Finds or creates the record of a row, and stores its reference. */
const findOrCreate = async (
  context: ImportContext,
  kind: Kind,
  row: Row,
): Promise<{ outcome: 'new' | 'matched'; record: number }> => {
  const { tx, actor, resources } = context
  const resource = resources.get(kind.resource)!
  const input = await readRow(context, kind, row, resource)
  const same = requireAtMostOne(kind, await kind.findSame(tx, asDeclared(input)))
  const made = same ?? (await (kind.make?.(tx, actor, asDeclared(input)) ?? makeRecord(tx, actor, resource, input)))
  const record = typeof made === 'number' ? made : made.id
  if (same === undefined) await addFurther(context, kind, row, record)
  if (kind.namedBy)
    await tx.insertInto('import_reference').values({ kind: kind.name, reference: row.reference, record }).execute()
  return { outcome: same === undefined ? 'new' : 'matched', record }
}

/** The errors of a row, by column instead of by field. */
const refused = (columns: readonly Column[], refusal: ApiError): Outcome => {
  const nameOf = (field: string) => columns.find((column) => column.field === field)?.name ?? field
  const named = Object.entries(messagesOf(errorsIn(refusal))).map(([field, list]) => [nameOf(field), list])
  return { outcome: 'refused', record: null, messages: Object.fromEntries(named) }
}

/** A constraint violation or a value out of range (SQLSTATE classes 23 and 22): the row is refused, the import goes on. */
const isRejectedByDatabase = (problem: unknown): problem is { readonly code: string } =>
  problem instanceof Error && 'code' in problem && /^2[23]/.test(String(problem.code))

/** Imports one row: its record is found or created, or the row is refused with its reasons. */
export const importRow = async (context: ImportContext, kind: Kind, row: Row): Promise<Outcome> => {
  if (row.cells === null) return { outcome: 'refused', record: null, messages: row.messages }
  const columns = context.columns.get(kind)!
  if (kind.namedBy && row.reference !== '') {
    const [first, imported] = await inOrder(
      context.tx,
      () => findStaged(context, kind, row.reference),
      () => findImported(context.tx, kind, row.reference),
    )
    if (first && first.line < row.line)
      return refused(
        columns,
        validationError({
          [kind.namedBy]: [
            { message: `Line ${first.line} has the same ${kind.namedBy}. Give each row its own.`, code: 'unique' },
          ],
        }),
      )
    if (imported) return { outcome: 'matched', record: imported.record, messages: {} }
  }
  try {
    return { ...(await inSavepoint(context.tx, () => findOrCreate(context, kind, row))), messages: {} }
  } catch (problem) {
    if (problem instanceof ApiError) return refused(columns, problem)
    if (!isRejectedByDatabase(problem)) throw problem
    return refused(
      columns,
      new ApiError(
        400,
        `The database rejected this row (${problem.code}). Check its values, and report this if they are right.`,
      ),
    )
  }
}
