import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { importNextRows } from '../domain/importing/import-rows.ts'
import { forgetFiles, isForgettable } from '../domain/importing/imports.ts'
import type { Registry } from '../kernel/resource.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { nowIfAny } from './due-work.ts'

type Import = { readonly organisation: number; readonly id: number }

const running = sql`state in ('checking', 'running')`

export const importsDue = nowIfAny('import', running)

/** An import of each organisation that is being checked or run: the one that was left alone for the longest. */
export const findRunningImports = async (db: Database): Promise<readonly Import[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find imports',
    sql<Import>`
      select distinct on (organisation) organisation, id from import where ${running}
      order by organisation, modified, id`,
  )
  return rows
}

/** Advances an import by one step, with the database role of the API: its rows become records as the API creates them. */
export const advanceImport = (app: Database, { organisation, id }: Import, resources: Registry): Promise<number> =>
  inOrganisation(app, organisation, (tx) => importNextRows(tx, id, resources))

/** Deletes imported files whose retention has ended, each import's in a transaction of its own. */
export const forgetAllFiles = async (
  db: Database,
  app: Database,
  onFailure: (organisation: number, error: unknown) => void,
  shouldContinue = () => true,
) => {
  const { rows } = await forAllOrganisations(
    db,
    'find imported files',
    sql<Import>`select organisation, id from import where ${isForgettable()}`,
  )
  for (const { organisation, id } of rows) {
    if (!shouldContinue()) return
    await inOrganisation(app, organisation, (tx) => forgetFiles(tx, id)).catch((error: unknown) =>
      onFailure(organisation, error),
    )
  }
}
