import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { claimFile, discardUpload, expectFile, pathOf } from '../domain/attachments/files.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { inSeconds, leaseSeconds } from './leases.ts'
import type { WorkerParts } from './messages.ts'

/** An upload whose file this worker is looking for. */
type AwaitedFile = {
  readonly organisation: number
  readonly upload: number
  readonly lease: string
}

const batchSize = 20
/** A form expires within minutes, but an upload that began in time may end late. */
const latestHours = 24

/** When to look again: often while an upload is likely, and not at all after a day. The store's notification comes first. */
const nextLook = sql`case
  when issued > ${inSeconds(-600)} then ${inSeconds(3)}
  when issued > ${inSeconds(-3_600)} then ${inSeconds(30)}
  when issued > ${inSeconds(-latestHours * 3_600)} then ${inSeconds(300)}
  else 'infinity' end`

/** Leases uploads of any organisation whose file may have arrived. */
export const takeAwaitedFiles = async (db: Database): Promise<readonly AwaitedFile[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'lease awaited catalogs',
    sql<AwaitedFile>`
      with due as materialized (
        select organisation, upload from catalog_work where file_key is null and not done and due <= clock_timestamp()
        order by due limit ${batchSize} for no key update skip locked)
      update catalog_work work set lease = gen_random_uuid(), due = ${inSeconds(leaseSeconds)}
      from due where work.organisation = due.organisation and work.upload = due.upload
      returning work.organisation, work.upload, work.lease`,
  )
  return rows
}

const uploadKeyOf = ({ db }: WorkerParts, { organisation, upload }: AwaitedFile) =>
  inOrganisation(db, organisation, async (tx) => {
    const { storage_key } = await tx
      .selectFrom('catalog_work')
      .select('storage_key')
      .where('upload', '=', upload)
      .executeTakeFirstOrThrow()
    return storage_key
  })

const release = ({ db }: WorkerParts, { organisation, upload, lease }: AwaitedFile) =>
  inOrganisation(db, organisation, async (tx) => {
    await sql`update catalog_work set lease = null, due = ${nextLook}
      where upload = ${upload} and lease = ${lease}`.execute(tx)
  })

/**
 * Keeps the first complete file of an upload by copying it to a key that nobody has a form for; what is uploaded to the old key
 * later is deleted. Answers whether the file was there.
 */
export const keepCatalogFile = async (parts: WorkerParts, awaited: AwaitedFile): Promise<boolean> => {
  const { db, store } = parts
  const { organisation, upload, lease } = awaited
  const storage_key = await uploadKeyOf(parts, awaited)
  const uploaded = pathOf(organisation, storage_key)
  const etag = await store.etagOf(uploaded)
  if (etag === undefined) {
    await release(parts, awaited)
    return false
  }
  const key = randomUUID()
  await inOrganisation(db, organisation, (tx) => expectFile(tx, key))
  await store.copy(uploaded, pathOf(organisation, key), etag)
  return inOrganisation(db, organisation, async (tx) => {
    const { numAffectedRows } = await sql`
      update catalog_work set file_key = ${key}, lease = null, due = clock_timestamp()
      where upload = ${upload} and lease = ${lease} and file_key is null`.execute(tx)
    // Another worker was faster; the copy is deleted as a stray.
    if (numAffectedRows !== 1n) return false
    await claimFile(tx, key)
    await discardUpload(tx, storage_key)
    return true
  })
}
