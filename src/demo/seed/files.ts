import { randomUUID } from 'node:crypto'
import { inOrganisation, type Database, type Tx } from '../../db/tx.ts'
import { announceFile } from '../../domain/attachments/attachments.ts'
import { expectFile, keepFile, pathOf } from '../../domain/attachments/files.ts'
import type { ObjectStore } from '../../gateways/object-store.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { DemoFile } from '../generate/files.ts'

type Stored = DemoFile & { readonly key: string }

/** Uploads the files to the object store, before the records that refer to them. */
export const putFiles = async (
  db: Database,
  store: ObjectStore,
  organisation: number,
  files: readonly DemoFile[],
): Promise<Stored[]> => {
  const stored = files.map((file) => ({ ...file, key: randomUUID() }))
  for (const { key, bytes, content_type } of stored) {
    await inOrganisation(db, organisation, (tx) => expectFile(tx, key))
    await store.put(pathOf(organisation, key), bytes, content_type)
  }
  return stored
}

/** Attaches the files to their clients and patients. */
export const seedFiles = async (
  tx: Tx,
  actor: Actor,
  files: readonly Stored[],
  { clients, patients }: { readonly clients: readonly number[]; readonly patients: readonly number[] },
) => {
  for (const { client, patient, name, content_type, bytes, key } of files) {
    const owner = client === undefined ? { patient: patients[patient!]! } : { client: clients[client]! }
    const id = await announceFile(tx, actor, { ...owner, name, content_type, size: bytes.length })
    await keepFile(tx, id, key)
  }
}
