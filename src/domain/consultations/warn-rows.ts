import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import {
  comparedAgain,
  contentsOf,
  holdContraindications,
  readContraindications,
  type Warning,
  warningsOf,
} from './find-warnings.ts'

type Row = {
  readonly id: number
  readonly item: number
  readonly patients: readonly number[]
  readonly warnings: readonly Warning[]
  readonly warning_reason: string
}

const readRows = async (tx: Tx, ids: readonly number[]): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select id, item, warnings, warning_reason,
      (select json_agg(of_row.patient) from consultationitem_patient of_row where of_row.consultationitem = entry.id) as patients
    from consultationitem entry where id = any(${ids}::bigint[]) order by id`.execute(tx)
  return rows
}

/**
 * What a row meets before it is written, so that the audit trail has its warnings with its creation. Nothing is locked yet:
 * `warnRows` compares again, with what was recorded meanwhile.
 */
export const warningsOfNewRow = async (tx: Tx, item: number, patients: readonly number[]) => {
  const recorded = await readContraindications(tx, patients)
  return recorded.length === 0 ? [] : warningsOf([(await contentsOf(tx, [item])).get(item)!], recorded, patients)
}

/** Compares rows of visits with what their patients must not get now. */
export const warnRows = async (tx: Tx, ids: readonly number[], options: { readonly isReasonNew?: boolean } = {}) => {
  const rows = await readRows(tx, ids)
  const held = await holdContraindications(tx, [...new Set(rows.flatMap(({ patients }) => patients))])
  if (held.length === 0 && rows.every(({ warnings }) => warnings.length === 0)) return
  const contents = await contentsOf(
    tx,
    rows.map(({ item }) => item),
  )
  for (const { id, item, patients, ...before } of rows) {
    const changes = comparedAgain(before, warningsOf([contents.get(item)!], held, patients), options)
    if (changes === undefined) continue
    await tx.updateTable('consultationitem').set(changes).where('id', '=', id).execute()
  }
}
