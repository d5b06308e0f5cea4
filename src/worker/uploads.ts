import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { copyUpload, dropAwaited, hasArrived, keepFile, type Upload } from '../domain/attachments/files.ts'
import type { ObjectStore } from '../gateways/object-store.ts'

type Awaited = Upload & { readonly id: number; readonly overdue: boolean }

const batch = 100
/** Those who upload are expected to say so themselves; what they have not said by then is looked for. */
const patienceMinutes = 10
const overdueHours = 24

/** Attachments of every organisation whose file has been awaited for a while, after the one given. */
const findAwaited = async (db: Database, organisation: number, id: number): Promise<readonly Awaited[]> => {
  const { rows } = await sql<Awaited>`
    select organisation, id, upload_key, size, created < now() - make_interval(hours => ${overdueHours}) as overdue
    from attachment
    where uploaded is null and created < now() - make_interval(mins => ${patienceMinutes})
      and (organisation, id) > (${organisation}, ${id})
    order by organisation, id limit ${batch}`.execute(db)
  return rows
}

/** Keeps a file that has arrived though nobody said so. An attachment whose file does not come goes after a day. */
const settle = async (db: Database, store: ObjectStore, { id, overdue, ...upload }: Awaited) => {
  if (await hasArrived(store, upload)) {
    const key = await copyUpload(db, store, upload)
    await inOrganisation(db, upload.organisation, (tx) => keepFile(tx, id, key))
  } else if (overdue) await inOrganisation(db, upload.organisation, (tx) => dropAwaited(tx, id))
}

/** Sees to every upload that nobody has reported. Doing it twice changes nothing. */
export const settleUploads = async (
  db: Database,
  store: ObjectStore,
  onFailure: (organisation: number, error: unknown) => void,
  goesOn = () => true,
) => {
  let last = { organisation: 0, id: 0 }
  for (;;) {
    const awaited = await findAwaited(db, last.organisation, last.id)
    for (const one of awaited) {
      if (!goesOn()) return
      await settle(db, store, one).catch((error: unknown) => onFailure(one.organisation, error))
      last = one
    }
    if (awaited.length < batch) return
  }
}
