import type { Tx } from '../../../db/tx.ts'
import { readAntibiotics, readDiagnoses } from './read.ts'

/** Brings the deployment's diagnoses and antibiotics up to date. Entries are added and renamed, never removed. */
export const loadItemCodelists = async (tx: Tx) => {
  await tx
    .insertInto('diagnosis')
    .values(readDiagnoses())
    .onConflict((entry) =>
      entry.column('id').doUpdateSet((row) => ({ code: row.ref('excluded.code'), name: row.ref('excluded.name') })),
    )
    .execute()
  await tx
    .insertInto('antibiotic')
    .values(readAntibiotics())
    .onConflict((entry) =>
      entry.column('id').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        atc_code: row.ref('excluded.atc_code'),
        substance_class: row.ref('excluded.substance_class'),
        critically_important: row.ref('excluded.critically_important'),
      })),
    )
    .execute()
}
