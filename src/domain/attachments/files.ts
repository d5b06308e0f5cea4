import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOrganisation, type Database, type Tx } from '../../db/tx.ts'
import type { ObjectStore } from '../../gateways/object-store.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { recordSecurityEvent } from '../identity/security-events.ts'

/** After this time a copy that no record has is a stray. */
const copyHours = 1
/** A form expires within minutes, but an upload that began in time may end late. */
const lateHours = 24

const inHours = (hours: number) => sql<Date>`clock_timestamp() + make_interval(hours => ${hours})`

/** The key of a file in the store. The second part cannot be guessed. */
export const pathOf = (organisation: number, key: string) => `${organisation}/${key}`

/** Records a key before anything is written to it. */
export const expectFile = async (tx: Tx, key: string) => {
  await tx
    .insertInto('stray_file')
    .values({ key, due: inHours(copyHours) })
    .execute()
}

/** Lets the worker delete an upload, now and again once every form for its key has expired. */
export const discardUpload = async (tx: Tx, key: string) => {
  await tx
    .insertInto('stray_file')
    .values({ key, open_until: inHours(lateHours) })
    .execute()
}

export type Upload = { readonly organisation: number; readonly upload_key: string; readonly size: number }

const sizeOf = (store: ObjectStore, { organisation, upload_key }: Upload) =>
  store.sizeOf(pathOf(organisation, upload_key))

export const hasArrived = async (store: ObjectStore, upload: Upload) => (await sizeOf(store, upload)) === upload.size

/** Refuses an upload that is not there, or not as it was announced. */
export const requireArrived = async (store: ObjectStore, upload: Upload) => {
  const found = await sizeOf(store, upload)
  if (found === undefined)
    throw invalid(
      nonField,
      'The file has not arrived. Ask for a form at upload/, send the file with it, and then complete.',
      'not_uploaded',
    )
  if (found !== upload.size)
    throw invalid(
      nonField,
      `The file has ${found} bytes, and the attachment says ${upload.size}. Create an attachment with the right size.`,
      'wrong_size',
    )
}

/**
 * Copies an upload to a key that nobody has a form for, and answers the key. No transaction is open meanwhile: one before
 * records the key, and one after gives it to the record (`keepFile`).
 */
export const copyUpload = async (db: Database, store: ObjectStore, { organisation, upload_key }: Upload) => {
  const key = randomUUID()
  await inOrganisation(db, organisation, (tx) => expectFile(tx, key))
  await store.copy(pathOf(organisation, upload_key), pathOf(organisation, key))
  return key
}

/** Takes a file that was expected for a record: from now on it is no stray. */
export const claimFile = async (tx: Tx, key: string) => {
  const { numDeletedRows } = await tx
    .deleteFrom('stray_file')
    .where('key', '=', key)
    .where('doomed', '=', false)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Error('The copy was taken for a stray. It has to be made again.')
}

/** Lets the worker delete a file that no record has any more. */
export const discardFile = async (tx: Tx, key: string) => {
  await tx.insertInto('stray_file').values({ key }).execute()
}

const holdAwaited = (tx: Tx, id: number) =>
  tx
    .selectFrom('attachment')
    .select(['upload_key', 'content_type'])
    .where('id', '=', id)
    .where('uploaded', 'is', null)
    .where('refusal', '=', '')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Gives a file that is in the store to its attachment, unless that has one already. The upload is deleted. */
export const keepFile = async (tx: Tx, id: number, key: string, isScanned = false) => {
  const awaited = await holdAwaited(tx, id)
  if (awaited === undefined) return
  await claimFile(tx, key)
  await tx
    .updateTable('attachment')
    .set({
      kept_key: key,
      uploaded: sql<Date>`clock_timestamp()`,
      scan: isScanned ? 'pending' : 'not_configured',
    })
    .where('id', '=', id)
    .execute()
  if (isScanned) await tx.insertInto('file_scan').values({ attachment: id }).execute()
  await discardUpload(tx, awaited.upload_key)
}

export const wrongContent = (type: string) =>
  `The content of the file is not that of the type ${type}, and it was deleted. Create an attachment with the type that the file has.`

/** Refuses a file whose content is not of its type: the copy and the upload are deleted, and the attachment says why. */
export const refuseFile = async (tx: Tx, id: number, key: string) => {
  const awaited = await holdAwaited(tx, id)
  if (awaited === undefined) return
  const { content_type, upload_key } = awaited
  await claimFile(tx, key)
  await discardFile(tx, key)
  await tx
    .updateTable('attachment')
    .set({ refusal: wrongContent(content_type) })
    .where('id', '=', id)
    .execute()
  await discardUpload(tx, upload_key)
  await recordSecurityEvent(tx, { kind: 'file.refused', details: { attachment: id, content_type } })
}

/** Lets the worker delete the file of a deleted attachment. One that was refused is being deleted already. */
export const discardFileOf = async (
  tx: Tx,
  { kept_key, upload_key, refusal }: Pick<Selectable<Tables['attachment']>, 'kept_key' | 'upload_key' | 'refusal'>,
) => {
  if (kept_key !== null) await discardFile(tx, kept_key)
  else if (refusal === '') await discardUpload(tx, upload_key)
}

/** Deletes an attachment whose file was never uploaded. */
export const dropAwaited = async (tx: Tx, id: number) => {
  const gone = await tx
    .deleteFrom('attachment')
    .where('id', '=', id)
    .where('uploaded', 'is', null)
    .where('refusal', '=', '')
    .returning(['kept_key', 'upload_key', 'refusal'])
    .executeTakeFirst()
  if (gone !== undefined) await discardFileOf(tx, gone)
}
