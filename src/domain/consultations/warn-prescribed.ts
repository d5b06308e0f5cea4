import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import { comparedAgain, contentsNamed, holdContraindications, type Warning, warningsOf } from './find-warnings.ts'

/** The status of a prescription that nobody has signed. */
const draft = 1

type Medicine = { readonly name: string; readonly patients: readonly number[] }

/** What each medicine meets of what its patients must not get. The patients are locked. */
export const warningsOfPrescribed = async (
  tx: Tx,
  medicines: readonly Medicine[],
): Promise<readonly (readonly Warning[])[]> => {
  const held = await holdContraindications(tx, [...new Set(medicines.flatMap(({ patients }) => patients))])
  if (held.length === 0) return medicines.map(() => [])
  const contents = await contentsNamed(
    tx,
    medicines.map(({ name }) => name),
  )
  return medicines.map(({ patients }, at) => warningsOf(contents[at]!, held, patients))
}

type Row = Medicine & {
  readonly id: number
  readonly prescription: number
  readonly warnings: readonly Warning[]
  readonly warning_reason: string
}

/** Compares the medicines of prescriptions with what their patients must not get now. */
export const warnPrescribed = async (tx: Tx, prescriptions: readonly number[]) => {
  const { rows } = await sql<Row>`
    select id, prescription, name, warnings, warning_reason,
      (select json_agg(of_item.patient) from prescription_item_patient of_item where of_item.prescription_item = entry.id) as patients
    from prescription_item entry where prescription = any(${prescriptions}::bigint[]) order by id`.execute(tx)
  const warnings = await warningsOfPrescribed(tx, rows)
  const changed: number[] = []
  for (const [at, row] of rows.entries()) {
    const changes = comparedAgain(row, warnings[at]!)
    if (changes === undefined) continue
    await tx.updateTable('prescription_item').set(changes).where('id', '=', row.id).execute()
    changed.push(row.prescription)
  }
  await touch(tx, 'prescription', 'id', changed)
}

/** Locks the drafts that have a medicine for a patient. */
export const holdDrafts = async (tx: Tx, patient: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from prescription where status = ${draft}
      and id in (select of_item.prescription from prescription_item_patient of_item where of_item.patient = ${patient})
    order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}
