import { sql } from 'kysely'
import { inOrganisation, type Database, type Tx } from '../db/tx.ts'
import { discardFile } from '../domain/attachments/files.ts'
import { reportDays } from '../domain/wholesale/catalog-outcome.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { firstOf } from './due-work.ts'

type Upload = { readonly organisation: number; readonly upload: number }

const batchSize = 5_000
/** A catalog that is live again is looked at again after this. */
const laterHours = 24

/** When the first catalog is to be looked at. */
export const oldCatalogsDue = firstOf('catalog_work', sql`done`)

const findReplaced = async (db: Database): Promise<readonly Upload[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find replaced catalogs',
    sql<Upload>`
      select organisation, upload from catalog_work where done and due <= clock_timestamp() order by due limit 100`,
  )
  return rows
}

/** Whether products are offered for import, or would be again if the clinic returned to the previous catalog. */
const isInUse = async (tx: Tx, upload: number) => {
  const { rows } = await sql`select from wholesaler
    where organisation = organisation() and (catalog = ${upload} or previous_catalog = ${upload})`.execute(tx)
  return rows.length > 0
}

const deleteFrom = async (tx: Tx, table: 'catalog_product' | 'catalog_error', upload: number) => {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where organisation = organisation() and upload = ${upload}
    limit ${batchSize}))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes some of what is left of an upload; returns whether that was the last of it. */
const deleteSome = async (tx: Tx, upload: number) => {
  if (await isInUse(tx, upload)) {
    await sql`update catalog_work set due = clock_timestamp() + make_interval(hours => ${laterHours})
      where upload = ${upload} and done`.execute(tx)
    return true
  }
  for (const table of ['catalog_product', 'catalog_error'] as const)
    if ((await deleteFrom(tx, table, upload)) === batchSize) return false
  await sql`delete from catalog_work where upload = ${upload} and done`.execute(tx)
  return true
}

/** Deletes products and errors of catalogs that are neither live nor the one before, in batches. */
export const deleteOldCatalogs = async (
  db: Database,
  app: Database,
  onFailure: (organisation: number, error: unknown) => void,
  shouldContinue = () => true,
) => {
  for (const { organisation, upload } of await findReplaced(db))
    try {
      while (shouldContinue() && !(await inOrganisation(app, organisation, (tx) => deleteSome(tx, upload))));
    } catch (problem) {
      onFailure(organisation, problem)
    }
}

/** Deletes error reports that are too old. */
export const deleteOldReports = async (
  db: Database,
  app: Database,
  onFailure: (organisation: number, error: unknown) => void,
  shouldContinue = () => true,
) => {
  const { rows } = await forAllOrganisations(
    db,
    'find old error reports',
    sql<Upload>`select organisation, id as upload from catalog_upload
      where report_key is not null and processed < now() - make_interval(days => ${reportDays})`,
  )
  for (const { organisation, upload } of rows) {
    if (!shouldContinue()) return
    await inOrganisation(app, organisation, async (tx) => {
      const { rows: removed } = await sql<{ report_key: string }>`
        update catalog_upload new set report_key = null from catalog_upload old
        where new.organisation = organisation() and new.id = ${upload} and old.organisation = new.organisation
          and old.id = new.id and old.report_key is not null returning old.report_key`.execute(tx)
      for (const { report_key } of removed) await discardFile(tx, report_key.split('/')[1]!)
    }).catch((problem: unknown) => onFailure(organisation, problem))
  }
}
