import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { hasContentOf } from '../domain/attachments/file-content.ts'
import {
  copyUpload,
  dropAwaited,
  hasArrived,
  keepFile,
  pathOf,
  refuseFile,
  type Upload,
} from '../domain/attachments/files.ts'
import type { ObjectStore } from '../gateways/object-store.ts'
import { forAllOrganisations } from './all-organisations.ts'

type Attachment = { readonly organisation: number; readonly id: number }
type PendingUpload = Upload & { readonly content_type: string; readonly overdue: boolean }

const batchSize = 100
/** Clients are expected to call `complete/` themselves; uploads without it are looked for after this. */
const graceMinutes = 10
const overdueHours = 24

/** Attachments of every organisation whose upload is pending for a while, after the one given. */
const findPending = async (db: Database, { organisation, id }: Attachment): Promise<readonly Attachment[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find pending uploads',
    sql<Attachment>`
      select organisation, id from attachment
      where uploaded is null and refusal = '' and created < now() - make_interval(mins => ${graceMinutes})
        and (organisation, id) > (${organisation}, ${id})
      order by organisation, id limit ${batchSize}`,
  )
  return rows
}

/** The upload of an attachment, unless it has been completed meanwhile. */
const pendingUploadOf = (db: Database, { organisation, id }: Attachment): Promise<PendingUpload | undefined> =>
  inOrganisation(db, organisation, (tx) =>
    tx
      .selectFrom('attachment')
      .select(['organisation', 'upload_key', 'size', 'content_type'])
      .select(sql<boolean>`created < now() - make_interval(hours => ${overdueHours})`.as('overdue'))
      .where('id', '=', id)
      .where('uploaded', 'is', null)
      .executeTakeFirst(),
  )

/** Completes or refuses an upload whose file has arrived. An attachment without a file is deleted after a day. */
const reconcile = async (db: Database, store: ObjectStore, attachment: Attachment) => {
  const upload = await pendingUploadOf(db, attachment)
  if (upload === undefined) return
  const { id } = attachment
  const { organisation, content_type: type, size, overdue } = upload
  if (await hasArrived(store, upload)) {
    const key = await copyUpload(db, store, upload)
    const isOfType = await hasContentOf(store, pathOf(organisation, key), { type, size })
    await inOrganisation(db, organisation, (tx) =>
      isOfType ? keepFile(tx, id, key, store.scansFiles) : refuseFile(tx, id, key),
    )
  } else if (overdue) await inOrganisation(db, organisation, (tx) => dropAwaited(tx, id))
}

/** Completes or deletes every upload that no client has completed. Idempotent. */
export const reconcileUploads = async (
  db: Database,
  store: ObjectStore,
  onFailure: (organisation: number, error: unknown) => void,
  shouldContinue = () => true,
) => {
  let last = { organisation: 0, id: 0 }
  for (;;) {
    const pending = await findPending(db, last)
    for (const one of pending) {
      if (!shouldContinue()) return
      await reconcile(db, store, one).catch((error: unknown) => onFailure(one.organisation, error))
      last = one
    }
    if (pending.length < batchSize) return
  }
}
