import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { pathOf } from '../domain/attachments/files.ts'
import type { ObjectStore } from '../gateways/object-store.ts'
import { forAllOrganisations } from './all-organisations.ts'

/** A file that this worker is about to delete from the object store. */
type StrayFile = { readonly organisation: number; readonly key: string }

const batchSize = 10
/** If a worker dies, its files are due again after this; deleting one twice does no harm. */
const retrySeconds = 60

/** Takes stray files that are due, of any organisation. From then on no record can be given one of them. */
export const takeStrayFiles = async (db: Database): Promise<readonly StrayFile[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'lease stray files',
    sql<StrayFile>`
      with due as materialized (
        select organisation, key from stray_file where due <= clock_timestamp()
        order by due limit ${batchSize} for no key update skip locked)
      update stray_file set doomed = true, due = clock_timestamp() + make_interval(secs => ${retrySeconds})
      from due where stray_file.organisation = due.organisation and stray_file.key = due.key
      returning stray_file.organisation, stray_file.key`,
  )
  return rows
}

/** Deletes a file and its row, or keeps the row until no upload to its key is possible, and then deletes again. */
export const deleteStrayFile = async (db: Database, store: ObjectStore, { organisation, key }: StrayFile) => {
  await store.remove(pathOf(organisation, key))
  await inOrganisation(db, organisation, async (tx) => {
    await sql`delete from stray_file where key = ${key} and open_until <= clock_timestamp()`.execute(tx)
    await sql`update stray_file set due = open_until where key = ${key}`.execute(tx)
  })
}
