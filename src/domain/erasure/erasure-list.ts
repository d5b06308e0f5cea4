import type { Tx } from '../../db/tx.ts'
import type { ObjectStore } from '../../gateways/object-store.ts'
import { pathOf } from '../attachments/files.ts'
import { eraseClientAgain } from './erase-client.ts'
import { eraseUserAgain } from './erase-user.ts'

/**
 * The list of erasures is kept in the object store, an object for each: a database that is restored from a backup has the
 * person again, and does not know that they were erased. It names records and files by their numbers and keys, and nobody.
 */
const folder = 'erasures'

export type ListedErasure = {
  readonly organisation: number
  readonly resource: string
  readonly record: number
  readonly erased: string
  readonly files: readonly string[]
}

const keyOf = ({ organisation, resource, record }: ListedErasure) =>
  `${folder}/${organisation}/${resource}-${record}.json`

/** Writes an erasure to the list. Doing it twice does no harm. */
export const listErasure = (store: ObjectStore, erasure: ListedErasure) =>
  store.put(keyOf(erasure), Buffer.from(JSON.stringify(erasure)), 'application/json')

/** Every erasure in the list. */
export const readErasures = async function* (store: ObjectStore): AsyncGenerator<ListedErasure> {
  for await (const key of store.keysUnder(`${folder}/`)) {
    const pieces: Buffer[] = []
    for await (const piece of (await store.read(key)) ?? []) pieces.push(piece)
    if (pieces.length > 0) yield JSON.parse(Buffer.concat(pieces).toString()) as ListedErasure
  }
}

/** Applies an erasure again, if the database has the person: answers whether it had. */
export const applyErasure = async (tx: Tx, { resource, record, erased, files }: ListedErasure): Promise<boolean> => {
  if (resource === 'user') return eraseUserAgain(tx, record, new Date(erased))
  return resource === 'client' && (await eraseClientAgain(tx, record, { erased: new Date(erased), files }))
}

/** Removes the files of an erasure from the store, where a copy of it has brought them back. */
export const removeFiles = async (store: ObjectStore, { organisation, files }: ListedErasure) => {
  for (const file of files) await store.remove(pathOf(organisation, file))
}
