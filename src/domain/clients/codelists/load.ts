import type { Tx } from '../../../db/tx.ts'
import { readBreeds, readSpecies } from './read.ts'

/** Brings the deployment's codelists up to date. Entries are added and renamed, never removed: records point at them. */
export const loadCodelists = async (tx: Tx) => {
  await tx
    .insertInto('species')
    .values(readSpecies())
    .onConflict((entry) =>
      entry.column('id').doUpdateSet((row) => ({
        code: row.ref('excluded.code'),
        name: row.ref('excluded.name'),
        equine: row.ref('excluded.equine'),
      })),
    )
    .execute()
  await tx
    .insertInto('breed')
    .values(readBreeds())
    .onConflict((entry) =>
      entry.column('id').doUpdateSet((row) => ({ code: row.ref('excluded.code'), name: row.ref('excluded.name') })),
    )
    .execute()
}
