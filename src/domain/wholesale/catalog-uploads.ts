import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { ObjectStore } from '../../gateways/object-store.ts'
import type { Actor } from '../../kernel/caller.ts'
import { ceilingFor, overCeiling } from '../../kernel/ceilings.ts'
import { InvalidValue } from '../../kernel/errors.ts'
import type { Links } from '../../kernel/links.ts'
import { text } from '../../kernel/values.ts'
import { pathOf } from '../attachments/files.ts'
import { largestCatalog, type CatalogType } from './catalog-columns.ts'

/** The name of a catalog file. It is trimmed. */
export const catalogFilename = () => {
  const base = text(255, {
    about: 'The name of the file. It ends in `.csv`, in any case, and has neither slashes nor two dots in a row.',
  })
  return {
    ...base,
    parse: (input: unknown, links: Links) => {
      const name = base.parse(input, links).trim()
      if (!/\.csv$/i.test(name)) throw new InvalidValue('The name must end in .csv, for example products.csv.')
      if (/[/\\]|\.\./.test(name))
        throw new InvalidValue('Use a plain file name, without slashes and without two dots in a row.')
      return name
    },
  }
}

export type CatalogFile = { readonly filename: string; readonly content_type: CatalogType }

type Waiting = { readonly id: number; readonly catalog_id: string; readonly key: string }

/** The upload of a wholesaler that waits for its file: the newest one, unless its file has arrived. */
export const findWaitingUpload = async (tx: Tx, wholesaler: number): Promise<Waiting | undefined> => {
  const { rows } = await sql<Waiting>`
    select newest.id, newest.catalog_id, work.storage_key as key
    from (select id, catalog_id from catalog_upload
      where organisation = organisation() and wholesaler = ${wholesaler} order by id desc limit 1) newest
    join catalog_work work on work.organisation = organisation() and work.upload = newest.id
    where work.file_key is null and not work.done`.execute(tx)
  return rows[0]
}

export type UploadForm = { readonly url: string; readonly fields: Readonly<Record<string, string>> }
/** A form that may be given out, and the upload that it continues, if any. */
export type PreparedForm = { readonly waiting: Waiting | undefined; readonly key: string; readonly form: UploadForm }

/**
 * Signs a form for the upload that waits, or for a new one: there is none, or a file for it is in the store already. That is
 * asked of the store in any case, so that nobody is given a form for a store that cannot be reached.
 */
export const prepareForm = async (
  store: ObjectStore,
  organisation: number,
  found: Waiting | undefined,
  { type, expired }: { readonly type: CatalogType; readonly expired: boolean },
): Promise<PreparedForm> => {
  const isThere = (await store.sizeOf(pathOf(organisation, found?.key ?? randomUUID()))) !== undefined
  const waiting = isThere ? undefined : found
  const key = waiting?.key ?? randomUUID()
  const limits = { type, least: 1, most: largestCatalog, ...(expired ? { seconds: 0 } : {}) }
  const { url, fields } = await store.signUpload(pathOf(organisation, key), limits)
  return { waiting, key, form: { url, fields } }
}

const secondsToRead = 300

/** Refuses another catalog where as many of the organisation as may wait for their file or to be read. */
const requireFewCatalogs = async (tx: Tx, actor: Actor) => {
  if (actor.ceilings === undefined) return
  const most = ceilingFor(actor.ceilings.catalogs, actor)
  const { rows } = await sql<{ waiting: number }>`
    select (select count(*) from (select from catalog_work
        where organisation = organisation() and file_key is null and not done and due < 'infinity' limit ${most}) awaited)
      + (select count(*) from (select from catalog_work
        where organisation = organisation() and file_key is not null and not done limit ${most}) arrived) as waiting`.execute(
    tx,
  )
  const { waiting } = rows[0]!
  if (waiting >= most)
    throw overCeiling(
      429,
      'queue_full',
      `${waiting} catalogs of this organisation wait for their file or to be read. Try again in ${secondsToRead / 60} minutes.`,
      secondsToRead,
    )
}

const startUpload = async (tx: Tx, wholesaler: number, key: string, file: CatalogFile, storage_key: string) => {
  const made = await tx
    .insertInto('catalog_upload')
    .values({ wholesaler, ...file, storage_key })
    .returning(['id', 'catalog_id'])
    .executeTakeFirstOrThrow()
  await tx.insertInto('catalog_work').values({ upload: made.id, storage_key: key }).execute()
  return made
}

const continueUpload = async (tx: Tx, { id, catalog_id }: Waiting, file: CatalogFile) => {
  const now = sql<Date>`clock_timestamp()`
  await tx
    .updateTable('catalog_upload')
    .set({ ...file, issued: now })
    .where('id', '=', id)
    .execute()
  await sql`update catalog_work set issued = ${now}, due = case when lease is null then ${now} else due end
    where organisation = organisation() and upload = ${id}`.execute(tx)
  return { id, catalog_id }
}

/**
 * Records that a form is given out. Undefined if another request was faster or the file has arrived since the form was
 * prepared. The wholesaler is locked, so two requests do not begin two uploads.
 */
export const issueForm = async (
  tx: Tx,
  actor: Actor,
  wholesaler: number,
  seen: Waiting | undefined,
  { waiting, key }: PreparedForm,
  file: CatalogFile,
) => {
  const current = await findWaitingUpload(tx, wholesaler)
  if (current?.id !== seen?.id) return undefined
  const storage_key = pathOf(actor.organisation, key)
  if (waiting === undefined) await requireFewCatalogs(tx, actor)
  const upload = await (waiting === undefined
    ? startUpload(tx, wholesaler, key, file, storage_key)
    : continueUpload(tx, waiting, file))
  return { ...upload, storage_key }
}
