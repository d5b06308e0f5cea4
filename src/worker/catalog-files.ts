import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { claimFile, discardUpload, expectFile, pathOf } from '../domain/attachments/files.ts'
import { turnsOfOrganisations } from './lanes.ts'
import { inSeconds, type Leased } from './leases.ts'
import type { WorkerParts } from './messages.ts'
import { release, takeInTurn, type Queue } from './queues.ts'

/** An upload whose file this worker is looking for. */
type AwaitedFile = Leased & { readonly upload: number }

/** A form expires within minutes, but an upload that began in time may end late. */
const latestHours = 24

/** When to look again: often while an upload is likely, and not at all after a day. The store's notification comes first. */
const nextLook = sql`case
  when issued > ${inSeconds(-600)} then ${inSeconds(3)}
  when issued > ${inSeconds(-3_600)} then ${inSeconds(30)}
  when issued > ${inSeconds(-latestHours * 3_600)} then ${inSeconds(300)}
  else 'infinity' end`

export const awaitedFileQueue: Queue<AwaitedFile> = {
  statement: 'lease awaited catalogs',
  table: 'catalog_work',
  key: 'upload',
  waiting: sql`file_key is null and not done`,
}

const batchSize = 20
export const takeAwaitedFiles = (db: Database, turns = turnsOfOrganisations()) =>
  takeInTurn(db, awaitedFileQueue, batchSize, turns)

const uploadKeyOf = ({ db }: WorkerParts, { organisation, upload }: AwaitedFile) =>
  inOrganisation(db, organisation, async (tx) => {
    const { storage_key } = await tx
      .selectFrom('catalog_work')
      .select('storage_key')
      .where('upload', '=', upload)
      .executeTakeFirstOrThrow()
    return storage_key
  })

/**
 * Keeps the first complete file of an upload by copying it to a key that nobody has a form for; what is uploaded to the old key
 * later is deleted. Returns whether the file was there.
 */
export const keepCatalogFile = async (parts: WorkerParts, awaited: AwaitedFile): Promise<boolean> => {
  const { db, store } = parts
  const { organisation } = awaited
  const storage_key = await uploadKeyOf(parts, awaited)
  const uploaded = pathOf(organisation, storage_key)
  const etag = await store.etagOf(uploaded)
  if (etag === undefined) {
    await inOrganisation(db, organisation, (tx) => release(tx, awaitedFileQueue, awaited, { due: nextLook }))
    return false
  }
  const key = randomUUID()
  await inOrganisation(db, organisation, (tx) => expectFile(tx, key))
  await store.copy(uploaded, pathOf(organisation, key), etag)
  return inOrganisation(db, organisation, async (tx) => {
    const isOurs = await release(tx, awaitedFileQueue, awaited, { file_key: key, due: sql`clock_timestamp()` })
    // Another worker was faster; the copy is deleted as a stray.
    if (!isOurs) return false
    await claimFile(tx, key)
    await discardUpload(tx, storage_key)
    return true
  })
}
