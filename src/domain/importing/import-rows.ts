import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { linksOf } from '../../kernel/links.ts'
import type { Registry } from '../../kernel/resource.ts'
import { columnsOf, readChoices } from './columns.ts'
import { importRow, type ImportContext, type Outcome, type Row } from './import-row.ts'
import { kinds, type Kind } from './kinds.ts'

/** Rows of one transaction: few enough to hold the organisation's lock only briefly. */
const batchSize = 100
/** A worker that is suspended keeps its locks no longer than this: PostgreSQL ends its session. */
const maxIdle = '5s'

const noSecrets = () => {
  throw new Error('Imported records have no secrets.')
}
const noVisits = () => {
  throw new Error('Imported records have no visits.')
}

/** Whoever started the import, by the organisation's clock. Their permissions were checked when they started it. */
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
    matchesSealed: noSecrets,
    rules: { visits: { holdItems: noVisits, onSettlementChange: noVisits, onDraftVoided: noVisits } },
    baseUrl: '',
  }
}

/** Locks the import until the commit. One import of an organisation runs at a time, so that two do not create the same client. */
const lockImport = async (tx: Tx, id: number) => {
  await sql`select set_config('idle_in_transaction_session_timeout', ${maxIdle}, true)`.execute(tx)
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('import'), organisation()) as locked`.execute(tx)
  if (!rows[0]!.locked) return undefined
  const found = await tx
    .selectFrom('import')
    .select(['state', 'who', sql`set_config('app.actor', coalesce(who::text, ''), true)`.as('actor')])
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'running'])
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return found && { isCheck: found.state === 'checking', who: found.who as Partial<Actor> | null }
}

/** The first file with rows left to import, and the last line that was. */
const findFile = async (tx: Tx, id: number) => {
  const files = await tx.selectFrom('import_file').selectAll().where('import', '=', id).execute()
  const waiting = files.filter((file) => file.new + file.matched + file.refused < file.rows).map(({ kind }) => kind)
  const kind = kinds.find(({ name }) => waiting.includes(name))
  return kind && { kind, line: files.find((file) => file.kind === kind.name)!.line }
}

const saveOutcomes = async (
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
 * Imports the next batch of rows, in the order of the files and their lines. The outcome of a row is written in the
 * transaction of its record, so a row is imported once even if this is interrupted. A check does the same and rolls back
 * everything but the outcomes. Returns the number of rows: none when the import is finished, or locked by another worker.
 */
export const importNextRows = async (tx: Tx, id: number, resources: Registry): Promise<number> => {
  const locked = await lockImport(tx, id)
  if (locked === undefined) return 0
  const actor = await actorOf(tx, locked.who)
  const file = await findFile(tx, id)
  if (file === undefined) {
    await finish(tx, id, locked.isCheck, actor.now)
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
    .limit(batchSize)
    .execute()) as Row[]
  const links = linksOf('', actor.organisation)
  const choices = await readChoices(tx, links.toUrl)
  const columns = new Map(kinds.map((one) => [one, columnsOf(one, resources)]))
  const context: ImportContext = { tx, import: id, actor, links, resources, choices, columns, depth: 0 }
  const outcomes: (Outcome & { readonly line: number })[] = []
  await sql`savepoint before`.execute(tx)
  for (const row of rows) outcomes.push({ line: row.line, ...(await importRow(context, kind, row)) })
  if (locked.isCheck) await sql`rollback to savepoint before`.execute(tx)
  const kept = locked.isCheck
    ? outcomes.map((one) => (one.outcome === 'new' ? { ...one, record: null } : one))
    : outcomes
  await saveOutcomes(tx, id, kind, kept)
  // The import shows its progress.
  await touch(tx, 'import', 'id', [id])
  return rows.length
}
