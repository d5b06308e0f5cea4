import { inOrganisation, type Database } from '../db/tx.ts'
import { bringInNext } from '../domain/importing/bring-in.ts'
import { forgetFiles, isForgettable } from '../domain/importing/imports.ts'
import type { Registry } from '../kernel/resource.ts'

type Import = { readonly organisation: number; readonly id: number }

/** The imports that are under way, of any organisation. */
export const findUnderWay = async (db: Database): Promise<readonly Import[]> =>
  db
    .selectFrom('import')
    .select(['organisation', 'id'])
    .where('state', 'in', ['checking', 'running'])
    .orderBy('organisation')
    .orderBy('id')
    .execute()

/** Takes an import a step further. What its rows become is made as the API makes it, so with the rights of the API. */
export const stepOn = (app: Database, { organisation, id }: Import, resources: Registry): Promise<number> =>
  inOrganisation(app, organisation, (tx) => bringInNext(tx, id, resources))

/** Forgets the files that have been here long enough, each import's in a transaction of its own. */
export const forgetAllFiles = async (
  db: Database,
  app: Database,
  onFailure: (organisation: number, error: unknown) => void,
  goesOn = () => true,
) => {
  const old = await db.selectFrom('import').select(['organisation', 'id']).where(isForgettable()).execute()
  for (const { organisation, id } of old) {
    if (!goesOn()) return
    await inOrganisation(app, organisation, (tx) => forgetFiles(tx, id)).catch((error: unknown) =>
      onFailure(organisation, error),
    )
  }
}
