import { sql } from 'kysely'
import { inOrganisation, retryOnDeadlock, type Database } from '../db/tx.ts'
import { advanceCatalogImport } from '../domain/wholesale/import-catalog.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { nowIfAny } from './due-work.ts'

type CatalogImport = { readonly organisation: number; readonly id: number }

const waiting = sql`state in ('waiting', 'running')`

export const catalogImportsDue = nowIfAny('catalog_import', waiting)

/** The catalog import of each organisation whose turn it is: the oldest that has not ended. */
export const findCatalogImports = async (db: Database): Promise<readonly CatalogImport[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find catalog imports',
    sql<CatalogImport>`
      select organisation, min(id) as id from catalog_import where ${waiting}
      group by organisation order by organisation`,
  )
  return rows
}

/** Advances a catalog import by one step, with the database role of the API. */
export const advanceCatalog = (app: Database, { organisation, id }: CatalogImport): Promise<number> =>
  retryOnDeadlock(() => inOrganisation(app, organisation, (tx) => advanceCatalogImport(tx, id)))
