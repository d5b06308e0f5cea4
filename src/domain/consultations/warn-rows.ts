import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { contentsOf, holdContraindications, isExplainedBy, type Warning, warningsOf } from './find-warnings.ts'

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
 * Compares rows of visits with what their patients must not get now. A reason stays unless there is one warning more than it
 * was given for; one that came with the change is for all of them.
 */
export const warnRows = async (tx: Tx, ids: readonly number[], { isReasonNew = false } = {}) => {
  const rows = await readRows(tx, ids)
  const held = await holdContraindications(tx, [...new Set(rows.flatMap(({ patients }) => patients))])
  if (held.length === 0 && rows.every(({ warnings }) => warnings.length === 0)) return
  const contents = await contentsOf(
    tx,
    rows.map(({ item }) => item),
  )
  for (const { id, item, patients, warnings, warning_reason } of rows) {
    const after = warningsOf(contents.get(item)!, held, patients)
    if (isDeepStrictEqual(after, warnings)) continue
    const reason = isReasonNew || isExplainedBy(warnings, after) ? warning_reason : ''
    await tx
      .updateTable('consultationitem')
      .set({ warnings: JSON.stringify(after), warning_reason: reason })
      .where('id', '=', id)
      .execute()
  }
}
