import { sql } from 'kysely'
import type { Row } from '../../csv/read-csv.ts'
import type { Tx } from '../../db/tx.ts'
import { hasPermission, type Actor } from '../../kernel/caller.ts'
import { forbidden, invalid, nonField } from '../../kernel/errors.ts'
import { describeRequirement, type Registry } from '../../kernel/resource.ts'
import { recordSecurityEvent } from '../identity/security-events.ts'
import { columnsOf, reportColumns, readHeader, type Cells } from './columns.ts'
import { kinds, type Kind } from './kinds.ts'
import { maxRows, readRows } from './read-rows.ts'

const atOnce = 1_000
/** How long an import's files are kept after it last changed. */
export const daysKept = 7

type Staged = {
  readonly line: number
  readonly reference: string
  readonly cells: Cells | null
  readonly messages: object
}

const maxReference = 255

const unreadable = (line: number, field: string, message: string): Staged => ({
  line,
  reference: '',
  cells: null,
  messages: { [field]: [message] },
})

const stageRow = ({ namedBy }: Kind, { line, cells }: Row, header: readonly string[]): Staged => {
  if (cells.length !== header.length)
    return unreadable(
      line,
      nonField,
      `This row has ${cells.length} cells and the header ${header.length}. Put a cell that contains a separator in quotes.`,
    )
  const filled = header.flatMap((name, at) => {
    const cell = cells[at]!.trim()
    return cell === '' || reportColumns.includes(name) ? [] : [[name, cell]]
  })
  const named: Cells = Object.fromEntries(filled)
  const reference = (namedBy && named[namedBy]) ?? ''
  if (reference.length > maxReference)
    return unreadable(line, namedBy!, `Ensure this field has no more than ${maxReference} characters.`)
  return { line, reference, cells: named, messages: {} }
}

const stage = async (tx: Tx, id: number, { name }: Kind, rows: readonly Staged[]) => {
  await sql`insert into import_row (import, kind, line, reference, cells, messages)
    select ${id}, ${name}, r.line, r.reference, nullif(r.cells, 'null'), r.messages
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (line int, reference text, cells jsonb, messages jsonb)`.execute(
    tx,
  )
}

const removeFile = async (tx: Tx, file: { readonly import: number; readonly kind: string }) => {
  await tx
    .deleteFrom('import_row')
    .where((eb) => eb.and(file))
    .execute()
  await tx
    .deleteFrom('import_file')
    .where((eb) => eb.and(file))
    .execute()
}

/** Holds an import that can still be changed. Once its files are deleted, the outcomes stay as they are. */
const holdImport = async (tx: Tx, id: number) => {
  const { state, kept } = await tx
    .selectFrom('import')
    .select(['state', 'kept'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (state === 'done' && !kept)
    throw invalid(
      nonField,
      `The files of this import were deleted ${daysKept} days after it was done. Create a new import.`,
      'forgotten',
    )
  return state
}

/** Puts a file into an import, replacing one of the same kind. A check or run under way ends. */
export const putFile = async (tx: Tx, id: number, kind: Kind, bytes: Buffer, resources: Registry) => {
  await holdImport(tx, id)
  await tx.updateTable('import').set({ state: 'open', kept: true }).where('id', '=', id).execute()
  await removeFile(tx, { import: id, kind: kind.name })
  let header: readonly string[] | undefined
  let count = 0
  let waiting: Staged[] = []
  for await (const row of readRows(bytes)) {
    if (header === undefined) {
      header = readHeader(row.cells, columnsOf(kind, resources))
      continue
    }
    if (++count > maxRows)
      throw invalid(nonField, `The file has more than ${maxRows} rows. Split it into several imports.`, 'max_items')
    waiting.push(stageRow(kind, row, header))
    if (waiting.length < atOnce) continue
    await stage(tx, id, kind, waiting)
    waiting = []
  }
  if (count === 0)
    throw invalid(nonField, 'The file has no rows. The first row names the columns, the records follow.', 'empty')
  await stage(tx, id, kind, waiting)
  await tx.insertInto('import_file').values({ import: id, kind: kind.name, rows: count }).execute()
}

const requireFiles = async (tx: Tx, id: number) => {
  const file = await tx.selectFrom('import_file').select('kind').where('import', '=', id).limit(1).executeTakeFirst()
  if (file === undefined) throw invalid(nonField, 'This import has no files. Upload at least one first.', 'empty')
}

/** Refuses a file that the API does not import. */
export const throwCommandOnly = ({ name }: Kind): never => {
  const option = name.replace('_', '-')
  throw invalid(
    nonField,
    `A file of ${name.replace('_', ' ')} cannot be imported through the API. ` +
      `Ask whoever operates this service to import it with "fetlock import --${option} FILE".`,
    'command_only',
  )
}

/** Refuses to check or run an import with a file that the API does not import, or that the caller may not. */
export const requireImportableByApi = async (tx: Tx, actor: Actor, id: number) => {
  // Held first: no file is added between this and what follows it.
  await holdImport(tx, id)
  const files = await tx.selectFrom('import_file').select('kind').where('import', '=', id).execute()
  for (const kind of kinds.filter(({ name }) => files.some((file) => file.kind === name))) {
    if (kind.commandOnly) throwCommandOnly(kind)
    if (kind.permission !== undefined && !hasPermission(actor, kind.permission, 'write'))
      throw forbidden(
        `Importing ${kind.name} needs the permission ${describeRequirement(kind.permission, 'write')}. Ask an administrator to add it to your permission group.`,
      )
  }
}

/** Starts from the first row, unless it is already running. Changes are audited with the user who starts it. */
const start = async (tx: Tx, actor: Pick<Actor, 'now'>, id: number, state: 'checking' | 'running') => {
  if ((await holdImport(tx, id)) === state) return id
  await requireFiles(tx, id)
  const who = sql<string>`nullif(current_setting('app.actor', true), '')::jsonb`
  await tx.updateTable('import').set({ state, who, started: actor.now, finished: null }).where('id', '=', id).execute()
  await tx
    .updateTable('import_file')
    .set({ line: 0, new: 0, matched: 0, refused: 0 })
    .where('import', '=', id)
    .execute()
  if (state === 'running') await recordSecurityEvent(tx, { kind: 'import.started', details: { import: id } })
  return id
}

/** Tries every row and keeps nothing. */
export const checkImport = (tx: Tx, actor: Pick<Actor, 'now'>, id: number) => start(tx, actor, id, 'checking')
/** Imports every row. */
export const runImport = (tx: Tx, actor: Pick<Actor, 'now'>, id: number) => start(tx, actor, id, 'running')

/** Whether the retention of an import's files has ended. */
export const isForgettable = () =>
  sql<boolean>`kept and state not in ('checking', 'running') and modified < now() - make_interval(days => ${daysKept})`

/** Deletes the personal data in an import's files. The outcomes stay, if the import was run. */
export const forgetFiles = async (tx: Tx, id: number) => {
  // Checked again under the lock: a file or a run may have come meanwhile.
  const old = await tx
    .updateTable('import')
    .set({ kept: false, state: sql<string>`case state when 'done' then 'done' else 'open' end` })
    .where('id', '=', id)
    .where(isForgettable())
    .returning('state')
    .executeTakeFirst()
  if (old === undefined) return
  for (const { name } of kinds) {
    const isOfFile = { import: id, kind: name }
    if (old.state === 'done')
      await tx
        .updateTable('import_row')
        .set({ cells: null })
        .where((eb) => eb.and(isOfFile))
        .execute()
    else await removeFile(tx, isOfFile)
  }
}
