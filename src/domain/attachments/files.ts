import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inOrganisation, type Database, type Tx } from '../../db/tx.ts'
import type { ObjectStore } from '../../gateways/object-store.ts'
import { invalid, nonField } from '../../kernel/errors.ts'

/** A file that was begun to be copied and that no record has by then is a stray. */
const copyHours = 1
/** A form must be used within minutes, but what was begun in time may arrive late. */
const lateHours = 24

const inHours = (hours: number) => sql<Date>`clock_timestamp() + make_interval(hours => ${hours})`

/** Where a file is in the store: nobody guesses the second part. */
export const pathOf = (organisation: number, key: string) => `${organisation}/${key}`

/** Puts down a key before anything is written under it. */
export const expectFile = async (tx: Tx, key: string) => {
  await tx
    .insertInto('stray_file')
    .values({ key, due: inHours(copyHours) })
    .execute()
}

/** Leaves an upload to the worker, at once and again when no form for its key can be about any more. */
const discardUpload = async (tx: Tx, key: string) => {
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
      `The file has ${found} bytes, and ${upload.size} were announced. Make an attachment of the right size.`,
      'wrong_size',
    )
}

/**
 * Copies an upload to a key that nobody has a form for, and answers the key. No transaction is open meanwhile: one before
 * puts the key down, and one after gives it to the record (`keepFile`).
 */
export const copyUpload = async (db: Database, store: ObjectStore, { organisation, upload_key }: Upload) => {
  const key = randomUUID()
  await inOrganisation(db, organisation, (tx) => expectFile(tx, key))
  await store.copy(pathOf(organisation, upload_key), pathOf(organisation, key))
  return key
}

/** Gives a file that is in the store to its attachment, unless that has one already. What was uploaded goes. */
export const keepFile = async (tx: Tx, id: number, key: string) => {
  const awaited = await tx
    .selectFrom('attachment')
    .select('upload_key')
    .where('id', '=', id)
    .where('uploaded', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (awaited === undefined) return
  const { numDeletedRows } = await tx
    .deleteFrom('stray_file')
    .where('key', '=', key)
    .where('doomed', '=', false)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Error('The copy was taken for a stray. It has to be made again.')
  await tx
    .updateTable('attachment')
    .set({ kept_key: key, uploaded: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  await discardUpload(tx, awaited.upload_key)
}

/** Leaves the file of an attachment that is gone to the worker. */
export const discardFileOf = async (
  tx: Tx,
  { kept_key, upload_key }: { readonly kept_key: string | null; readonly upload_key: string },
) => {
  if (kept_key === null) await discardUpload(tx, upload_key)
  else await tx.insertInto('stray_file').values({ key: kept_key }).execute()
}

/** Gives up an attachment whose file has never come. */
export const dropAwaited = async (tx: Tx, id: number) => {
  const gone = await tx
    .deleteFrom('attachment')
    .where('id', '=', id)
    .where('uploaded', 'is', null)
    .returning(['kept_key', 'upload_key'])
    .executeTakeFirst()
  if (gone !== undefined) await discardFileOf(tx, gone)
}
