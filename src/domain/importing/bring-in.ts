import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import { inOrder, type Tx } from '../../db/tx.ts'
import type { Body, Input } from '../../kernel/body.ts'
import type { Actor } from '../../kernel/caller.ts'
import { messagesOf, nonField, ApiError, validationError, InvalidValue, type FieldErrors } from '../../kernel/errors.ts'
import { linksOf, type Links } from '../../kernel/links.ts'
import type { Registry, Resource } from '../../kernel/resource.ts'
import { makeRecord, readInput } from '../../kernel/writing.ts'
import { columnsOf, readChoices, type Cells, type Choices, type Column } from './columns.ts'
import { kinds, type Kind } from './kinds.ts'

/** Rows that are one transaction: few enough that nobody waits long for the organisation's lock. */
const atOnce = 100
/** Rows that name each other in a chain, each made again by a check: more than any practice has. */
const longestChain = 20
/** A worker frozen in the middle keeps its turn no longer than this: PostgreSQL ends its transaction. */
const longestIdle = '5s'

type Row = {
  readonly line: number
  readonly reference: string
  readonly cells: Cells | null
  readonly messages: Readonly<Record<string, readonly string[]>>
}
type Outcome = {
  readonly outcome: 'new' | 'matched' | 'refused'
  readonly record: number | null
  readonly messages: object
}

/** What is needed to bring in a row. */
type Desk = {
  readonly tx: Tx
  readonly import: number
  readonly actor: Actor
  readonly links: Links
  readonly resources: Registry
  readonly choices: Choices
  readonly columns: ReadonlyMap<Kind, readonly Column[]>
  /** How many rows have named this one, each from the one before. */
  readonly depth: number
}

/** Undoes what work has done when it fails, and leaves the transaction usable. */
const attempt = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (problem) {
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    throw problem
  }
}

const findReferred = (tx: Tx, { name }: Kind, reference: string) =>
  tx
    .selectFrom('import_reference')
    .select('record')
    .where('kind', '=', name)
    .where('reference', '=', reference)
    .executeTakeFirst()

const findStaged = async ({ tx, import: id }: Desk, { name }: Kind, reference: string) =>
  (await tx
    .selectFrom('import_row')
    .select(['line', 'reference', 'cells', 'messages', 'outcome'])
    .where('import', '=', id)
    .where('kind', '=', name)
    .where('reference', '=', reference)
    .orderBy('line')
    .limit(1)
    .executeTakeFirst()) as (Row & { readonly outcome: Outcome['outcome'] | null }) | undefined

/** The record that a row names by its reference in the old system. */
const findNamed = async (desk: Desk, kind: Kind, reference: string, from: { kind: Kind; line: number }) => {
  const referred = await findReferred(desk.tx, kind, reference)
  if (referred) return referred.record
  const staged = await findStaged(desk, kind, reference)
  if (staged === undefined)
    throw new InvalidValue(
      `There is no ${kind.one} "${reference}" in this import's file of ${inWords(kind)} or in an earlier import.`,
    )
  const there = `Its ${kind.one} on line ${staged.line} of the file of ${inWords(kind)}`
  if (kind === from.kind && staged.line >= from.line)
    throw new InvalidValue(`${there} comes later. Move it above this row.`)
  if (staged.outcome === 'refused') throw new InvalidValue(`${there} was refused.`)
  // Only a check comes here: what it made of that row is undone by now, and made again.
  if (desk.depth === longestChain)
    throw new InvalidValue(`${there} is the end of a chain of more than ${longestChain} rows.`)
  const deeper = { ...desk, depth: desk.depth + 1 }
  const { record } = await attempt(desk.tx, () => place(deeper, kind, staged)).catch((problem: unknown) => {
    throw problem instanceof ApiError ? new InvalidValue(`${there} was refused.`) : problem
  })
  return record
}

const inWords = ({ name }: Kind) => name.replace('_', ' ')

const complaintOf = (problem: unknown) => {
  if (problem instanceof InvalidValue) return [{ message: problem.message, code: problem.code }]
  throw problem
}

/** A row as the body of the POST that it stands for, and what is wrong with cells that mean nothing here. */
const bodyFrom = async (desk: Desk, kind: Kind, { line, cells }: Row): Promise<[Body, FieldErrors]> => {
  const texts = new Map<string, readonly string[]>()
  const complaints: FieldErrors = {}
  for (const { name, field, names, isRequired, read } of desk.columns.get(kind)!) {
    const cell = cells![name]
    try {
      if (cell === undefined && isRequired) throw new InvalidValue('This field is required.', 'required')
      if (cell === undefined || field === undefined) continue
      const text = names
        ? desk.choices.linkTo(names.resource, await findNamed(desk, names, cell, { kind, line }))
        : read(cell, desk.choices, cells!)
      texts.set(field, [text].flat())
    } catch (problem) {
      complaints[field ?? name] = complaintOf(problem)
    }
  }
  return [{ kind: 'form', value: texts }, complaints]
}

/** The parent that a POST has in its path is a column here. */
const parentIn = ({ within }: Resource, body: Body, { links }: Desk) => {
  const [url] = (within && body.kind === 'form' && body.value.get(within.field)) || []
  return within && url !== undefined ? { [within.field]: links.toId(within.parent, url) } : {}
}

const complaintsIn = ({ fields, message }: ApiError): FieldErrors =>
  [fields ?? { [nonField]: [{ message, code: 'invalid' }] }].flat()[0] as FieldErrors

/** What a row says of its record, or everything that is wrong with it at once. */
const readRow = async (desk: Desk, kind: Kind, row: Row, resource: Resource): Promise<Input> => {
  const [body, complaints] = await bodyFrom(desk, kind, row)
  const input = await readInput(desk.tx, resource, body, desk.links).catch((problem: unknown) => {
    throw problem instanceof ApiError ? validationError({ ...complaintsIn(problem), ...complaints }) : problem
  })
  if (Object.keys(complaints).length > 0) throw validationError(complaints)
  return { ...input, ...parentIn(resource, body, desk) }
}

const requireOnly = (kind: Kind, same: readonly number[]) => {
  if (same.length < 2) return same[0]
  throw validationError({
    [nonField]: [
      {
        message: `There are ${same.length} with this ${kind.sameBy}: ${same.join(', ')}. Archive all but one, then import it again.`,
        code: 'ambiguous',
      },
    ],
  })
}

/** Finds or makes the record of a row, and remembers what it was called. */
const place = async (desk: Desk, kind: Kind, row: Row): Promise<{ outcome: 'new' | 'matched'; record: number }> => {
  const { tx, actor, resources } = desk
  const resource = resources.get(kind.resource)!
  const input = await readRow(desk, kind, row, resource)
  const same = requireOnly(kind, await kind.findSame(tx, input as never))
  const made = same ?? (await (kind.make?.(tx, actor, input as never) ?? makeRecord(tx, actor, resource, input)))
  const record = typeof made === 'number' ? made : made.id
  if (kind.isNamed)
    await tx.insertInto('import_reference').values({ kind: kind.name, reference: row.reference, record }).execute()
  return { outcome: same === undefined ? 'new' : 'matched', record }
}

/** Says of the API's fields what it says of them, under the names of the columns. */
const refused = (columns: readonly Column[], refusal: ApiError): Outcome => {
  const nameOf = (field: string) => columns.find((column) => column.field === field)?.name ?? field
  const named = Object.entries(messagesOf(complaintsIn(refusal))).map(([field, list]) => [nameOf(field), list])
  return { outcome: 'refused', record: null, messages: Object.fromEntries(named) }
}

/** What PostgreSQL does not take is this row's fault, and no reason to stop at it for ever. */
const isUnfitForDatabase = (problem: unknown): problem is { readonly code: string } =>
  problem instanceof Error && 'code' in problem && /^2[23]/.test(String(problem.code))

const bringIn = async (desk: Desk, kind: Kind, row: Row): Promise<Outcome> => {
  if (row.cells === null) return { outcome: 'refused', record: null, messages: row.messages }
  const columns = desk.columns.get(kind)!
  if (kind.isNamed && row.reference !== '') {
    const [first, referred] = await inOrder(
      desk.tx,
      () => findStaged(desk, kind, row.reference),
      () => findReferred(desk.tx, kind, row.reference),
    )
    if (first && first.line < row.line)
      return refused(
        columns,
        validationError({ reference: [{ message: `Line ${first.line} has this reference already.`, code: 'unique' }] }),
      )
    if (referred) return { outcome: 'matched', record: referred.record, messages: {} }
  }
  try {
    return { ...(await attempt(desk.tx, () => place(desk, kind, row))), messages: {} }
  } catch (problem) {
    if (problem instanceof ApiError) return refused(columns, problem)
    if (!isUnfitForDatabase(problem)) throw problem
    return refused(columns, new ApiError(400, `The database does not take this row (${problem.code}).`))
  }
}

const noSecrets = () => {
  throw new Error('Nothing that is brought in has a secret.')
}

/** Whoever has asked for the import, at the organisation's time. They held the permissions when they asked. */
const actorOf = async (tx: Tx, who: Partial<Actor> | null): Promise<Actor> => {
  const { id, now, clock_offset } = await tx
    .selectFrom('organisation')
    .select(['id', 'clock_offset', sql<Date>`clock_timestamp() + make_interval(secs => clock_offset)`.as('now')])
    .executeTakeFirstOrThrow()
  return {
    organisation: id,
    credential: 'oauth',
    account: 'import',
    application: who?.application ?? null,
    user: who?.user ?? 0,
    actsForUser: false,
    scopes: new Set(),
    permissions: new Map(),
    clockOffset: clock_offset,
    now,
    seal: noSecrets,
  }
}

/** The import's turn, held until the commit. Imports of one organisation take turns, so that none makes what another makes. */
const takeTurn = async (tx: Tx, id: number) => {
  await sql`select set_config('idle_in_transaction_session_timeout', ${longestIdle}, true)`.execute(tx)
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('import'), organisation()) as taken`.execute(tx)
  if (!rows[0]!.taken) return undefined
  const turn = await tx
    .selectFrom('import')
    .select(['state', 'who', sql`set_config('app.actor', coalesce(who::text, ''), true)`.as('actor')])
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'running'])
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return turn && { isCheck: turn.state === 'checking', who: turn.who as Partial<Actor> | null }
}

/** The first file with rows that wait, and where they begin. */
const findFile = async (tx: Tx, id: number) => {
  const files = await tx.selectFrom('import_file').selectAll().where('import', '=', id).execute()
  const waiting = files.filter((file) => file.new + file.matched + file.refused < file.rows).map(({ kind }) => kind)
  const kind = kinds.find(({ name }) => waiting.includes(name))
  return kind && { kind, line: files.find((file) => file.kind === kind.name)!.line }
}

const keepOutcomes = async (
  tx: Tx,
  id: number,
  { name }: Kind,
  outcomes: readonly (Outcome & { readonly line: number })[],
) => {
  await sql`update import_row r set outcome = o.outcome, record = o.record, messages = o.messages
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) o (line int, outcome text, record bigint, messages jsonb)
    where r.organisation = organisation() and r.import = ${id} and r.kind = ${name} and r.line = o.line`.execute(tx)
  const count = (word: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === word).length
  await sql`update import_file set line = ${outcomes.at(-1)!.line}, new = new + ${count('new')},
      matched = matched + ${count('matched')}, refused = refused + ${count('refused')}
    where import = ${id} and kind = ${name}`.execute(tx)
}

const finish = async (tx: Tx, id: number, isCheck: boolean, now: Date) => {
  await tx
    .updateTable('import')
    .set({ state: isCheck ? 'checked' : 'done', finished: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Works on the next rows of an import, in the order of the files and their lines. What became of each row is written in the
 * transaction of its record, so it is brought in once however often this is broken off. A check does the same and takes back
 * all but what it found. Answers how many rows there were; none when it is finished, or somebody else is at it.
 */
export const bringInNext = async (tx: Tx, id: number, resources: Registry): Promise<number> => {
  const turn = await takeTurn(tx, id)
  if (turn === undefined) return 0
  const actor = await actorOf(tx, turn.who)
  const file = await findFile(tx, id)
  if (file === undefined) {
    await finish(tx, id, turn.isCheck, actor.now)
    return 0
  }
  const { kind } = file
  const rows = (await tx
    .selectFrom('import_row')
    .select(['line', 'reference', 'cells', 'messages'])
    .where('import', '=', id)
    .where('kind', '=', kind.name)
    .where('line', '>', file.line)
    .orderBy('line')
    .limit(atOnce)
    .execute()) as Row[]
  const links = linksOf('', actor.organisation)
  const choices = await readChoices(tx, (resource, record) => `${links.base}${resource}/${record}/`)
  const columns = new Map(kinds.map((one) => [one, columnsOf(one, resources)]))
  const desk: Desk = { tx, import: id, actor, links, resources, choices, columns, depth: 0 }
  const outcomes: (Outcome & { readonly line: number })[] = []
  await sql`savepoint before`.execute(tx)
  for (const row of rows) outcomes.push({ line: row.line, ...(await bringIn(desk, kind, row)) })
  if (turn.isCheck) await sql`rollback to savepoint before`.execute(tx)
  const kept = turn.isCheck ? outcomes.map((one) => (one.outcome === 'new' ? { ...one, record: null } : one)) : outcomes
  await keepOutcomes(tx, id, kind, kept)
  // Its record shows how far it has come.
  await touch(tx, 'import', 'id', [id])
  return rows.length
}
