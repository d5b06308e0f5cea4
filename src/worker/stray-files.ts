import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { pathOf } from '../domain/attachments/files.ts'
import type { ObjectStore } from '../gateways/object-store.ts'

/** A file that this worker is about to remove. */
type Stray = { readonly organisation: number; readonly key: string }

const atOnce = 10
/** A worker that dies leaves its files to the others for so long; removing one twice does no harm. */
const againSeconds = 60

/** Takes stray files that are due, of any organisation. From then on no record can have them. */
export const takeStrays = async (db: Database): Promise<readonly Stray[]> => {
  const { rows } = await sql<Stray>`
    with due as materialized (
      select organisation, key from stray_file where due <= clock_timestamp()
      order by due limit ${atOnce} for no key update skip locked)
    update stray_file s set doomed = true, due = clock_timestamp() + make_interval(secs => ${againSeconds})
    from due where s.organisation = due.organisation and s.key = due.key
    returning s.organisation, s.key`.execute(db)
  return rows
}

/** Removes a file from the store, and then forgets its key, or returns to it when nothing can come under it any more. */
export const removeStray = async (db: Database, store: ObjectStore, { organisation, key }: Stray) => {
  await store.remove(pathOf(organisation, key))
  await inOrganisation(db, organisation, async (tx) => {
    await sql`delete from stray_file where key = ${key} and open_until <= clock_timestamp()`.execute(tx)
    await sql`update stray_file set due = open_until where key = ${key}`.execute(tx)
  })
}
