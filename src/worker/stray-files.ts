import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { pathOf } from '../domain/attachments/files.ts'
import type { ObjectStore } from '../gateways/object-store.ts'
import { turnsOfOrganisations } from './lanes.ts'
import { takeInTurn, type Queue } from './queues.ts'

/** A file that this worker is about to delete from the object store. */
type StrayFile = { readonly organisation: number; readonly key: string }

/** Once a file is leased, no record can be given it. If a worker dies, its files are due again: deleting twice does no harm. */
export const strayFileQueue: Queue<StrayFile> = {
  statement: 'lease stray files',
  table: 'stray_file',
  key: 'key',
  waiting: sql`true`,
  seconds: 60,
  hasOwner: false,
  onLease: sql`doomed = true`,
}

const batchSize = 10
export const takeStrayFiles = (db: Database, turns = turnsOfOrganisations()) =>
  takeInTurn(db, strayFileQueue, batchSize, turns)

/** Deletes a file and its row, or keeps the row until no upload to its key is possible, and then deletes again. */
export const deleteStrayFile = async (db: Database, store: ObjectStore, { organisation, key }: StrayFile) => {
  await store.remove(pathOf(organisation, key))
  await inOrganisation(db, organisation, async (tx) => {
    await sql`delete from stray_file where key = ${key} and open_until <= clock_timestamp()`.execute(tx)
    await sql`update stray_file set due = open_until where key = ${key}`.execute(tx)
  })
}
