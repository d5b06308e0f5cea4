import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readCsv, UnreadableCsv, type Row } from '../csv/read-csv.ts'
import { inOrganisation, retryOnDeadlock, type Database, type Tx } from '../db/tx.ts'
import { expectFile, pathOf } from '../domain/attachments/files.ts'
import { reportFile, reportHeader, reportLines } from '../domain/wholesale/catalog-outcome.ts'
import {
  missingHeader,
  noDataRows,
  readCatalogHeader,
  unreadableFile,
  type CatalogError,
  type Header,
} from '../domain/wholesale/catalog-rows.ts'
import { errorsAfter, finishCatalog, maxErrors } from '../domain/wholesale/finish-catalog.ts'
import {
  holdCatalog,
  joinRows,
  judgeRows,
  LeaseLost,
  saveRows,
  type JudgedRows,
  type LeasedCatalog,
} from '../domain/wholesale/process-catalog.ts'
import { noTurns } from './lanes.ts'
import { leaseSeconds, withLease } from './leases.ts'
import type { WorkerParts } from './messages.ts'
import { lease, release, renew, retryLater, type Queue } from './queues.ts'

export type ArrivedCatalog = LeasedCatalog & { readonly failures: number }

/** Rows of one transaction. */
const batchSize = 2_000

/** A catalog is read until it has an outcome, whatever fails meanwhile. */
export const catalogQueue: Queue<ArrivedCatalog> = {
  statement: 'lease arrived catalogs',
  table: 'catalog_work',
  key: 'upload',
  waiting: sql`file_key is not null and not done`,
  onLease: sql`failures = failures + 1`,
  retries: { seconds: [2, 4, 8, 16, 32, 64, 128, 256, 300] },
}

/** Leases catalogs of any organisation that wait to be read. */
export const takeArrivedCatalogs = (db: Database, most = 1, allowance = noTurns(most)) =>
  lease(db, catalogQueue, most, allowance)

/** The rows after a line, read and in batches. Throws if the file cannot be read. */
const batchesOf = async function* (source: AsyncIterable<Buffer>, after: number): AsyncGenerator<JudgedRows> {
  let header: Header | undefined
  let waiting: JudgedRows[] = []
  let count = 0
  let hasRows = false
  for await (const rows of readCsv(source, { delimiter: ',' })) {
    const data = header === undefined ? rows.slice(1) : rows
    header ??= headerIn(rows[0]!)
    hasRows ||= data.length > 0
    const next = data.at(-1)?.line ?? 0
    if (next <= after) continue
    waiting.push(judgeRows(data[0]!.line > after ? data : data.filter(({ line }) => line > after), header))
    count += waiting.at(-1)!.count
    if (count < batchSize) continue
    yield joinRows(waiting)
    waiting = []
    count = 0
  }
  if (header === undefined) throw new BrokenFile([missingHeader()])
  if (!hasRows) throw new BrokenFile([noDataRows()])
  if (count > 0) yield joinRows(waiting)
}

/** The file as a whole cannot be used. */
class BrokenFile extends Error {
  readonly errors: readonly CatalogError[]
  constructor(errors: readonly CatalogError[]) {
    super('The catalog cannot be used.')
    this.errors = errors
  }
}

const headerIn = (row: Row): Header => {
  const read = readCatalogHeader(row)
  if (Array.isArray(read)) throw new BrokenFile(read)
  return read as Header
}

type Work = { readonly parts: WorkerParts; readonly catalog: ArrivedCatalog; readonly shouldContinue: () => boolean }

/** The worker stops, or has lost its lease. */
class Interrupted extends Error {}

const inClinic = <T>({ parts: { app }, catalog: { organisation } }: Work, work: (tx: Tx) => Promise<T>) =>
  retryOnDeadlock(() => inOrganisation(app, organisation, work))

/** Saves the rows after a line, which is the last that has been saved. While one batch is saved, the next is read. */
const saveAll = async (work: Work, source: AsyncIterable<Buffer>, after: number) => {
  const { catalog } = work
  let saving: Promise<void> = Promise.resolve()
  try {
    for await (const rows of batchesOf(source, after)) {
      await saving
      if (!work.shouldContinue()) throw new Interrupted()
      saving = inClinic(work, (tx) => saveRows(tx, catalog, rows, leaseSeconds))
      // Awaited with the next batch; until then a failure is not unhandled.
      saving.catch(() => {})
    }
  } finally {
    await saving
  }
}

/** Everything wrong with the file as a whole, once its rows are saved. */
const readFile = async (work: Work): Promise<readonly CatalogError[]> => {
  const { parts, catalog } = work
  const { file_key, line } = await inClinic(work, (tx) => holdCatalog(tx, catalog))
  const source = await parts.store.read(pathOf(catalog.organisation, file_key!))
  if (source === undefined) return [unreadableFile('The file is no longer in the object store. Upload it again.')]
  try {
    await saveAll(work, source, line)
    return []
  } catch (problem) {
    if (problem instanceof BrokenFile) return problem.errors
    if (problem instanceof UnreadableCsv) return [unreadableFile(problem.message)]
    throw problem
  }
}

/** The report as CSV, some thousand errors at a time. */
const reportPieces = async function* (work: Work): AsyncGenerator<Buffer> {
  yield Buffer.from(reportHeader)
  let line = 0
  for (;;) {
    const errors = await inClinic(work, (tx) => errorsAfter(tx, work.catalog.upload, line, batchSize))
    if (errors.length === 0) return
    if (!work.shouldContinue()) throw new Interrupted()
    yield Buffer.from(reportLines(errors))
    line = errors.at(-1)!.row
  }
}

/** Writes the report of a catalog with too many errors to be told; answers its key. */
const writeReport = async (work: Work): Promise<string | undefined> => {
  const { parts, catalog } = work
  const { rows_rejected } = await inClinic(work, (tx) => holdCatalog(tx, catalog))
  if (rows_rejected <= maxErrors) return undefined
  const key = randomUUID()
  await inClinic(work, (tx) => expectFile(tx, key))
  await parts.store.putAll(pathOf(catalog.organisation, key), reportPieces(work), reportFile.type)
  return key
}

const processCatalog = async (work: Work) => {
  const fileErrors = await readFile(work)
  if (!work.shouldContinue()) throw new Interrupted()
  const report = fileErrors.length > 0 ? undefined : await writeReport(work)
  await inClinic(work, (tx) => finishCatalog(tx, work.catalog, { fileErrors, report }))
}

/**
 * Reads a catalog to its outcome. A worker that dies on the way leaves what it has saved to the one that takes over; one that
 * is told to stop lets it go at once.
 */
export const readCatalog = async (
  parts: WorkerParts,
  catalog: ArrivedCatalog,
  since: number,
  shouldContinue = () => true,
) => {
  const { organisation, upload, failures } = catalog
  const inItsOrganisation = (work: (tx: Tx) => Promise<boolean>) => inOrganisation(parts.db, organisation, work)
  try {
    await withLease({ since, renew: () => renew(parts.db, catalogQueue, catalog) }, (isHeld) =>
      processCatalog({ parts, catalog, shouldContinue: () => isHeld() && shouldContinue() }),
    )
  } catch (problem) {
    if (problem instanceof LeaseLost || problem instanceof Interrupted) {
      const change = { due: sql`clock_timestamp()`, failures: 0 }
      await inItsOrganisation((tx) => release(tx, catalogQueue, catalog, change))
      parts.log.warn({ organisation, upload }, 'a catalog was left to another worker')
      return
    }
    await inItsOrganisation((tx) => retryLater(tx, catalogQueue, catalog, failures))
    throw problem
  }
}
