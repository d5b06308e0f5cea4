import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { holdEntry, holdOpen, recordEntry, requirePatientsOf } from './entries.ts'
import type { DiagnosisCategory, DiagnosisType } from './statuses.ts'

/** A codelist entry, or a list item that the clinic added. */
export type DiagnosisRef =
  | { readonly diagnosis: number; readonly listitem: null }
  | { readonly diagnosis: null; readonly listitem: number }

export type NewDiagnosis = {
  consultation: Id<'consultation'>
  patient: Id<'patient'>
  diagnosis: DiagnosisRef
  code: string
  name: string
  category: DiagnosisCategory
  type: DiagnosisType
}

const requireDiagnosis = async (tx: Tx, { diagnosis, listitem }: DiagnosisRef) => {
  const { rows } = await sql<{ list: string }>`
    select 'diagnoses' as list from diagnosis where id = ${diagnosis}::bigint
    union all select list from listitem where id = ${listitem}::bigint`.execute(tx)
  const [found] = rows
  if (found?.list === 'diagnoses') return
  throw invalid(
    'diagnosis',
    found === undefined
      ? 'This diagnosis does not exist. Use the id of an entry of /codelist/diagnoses/, or the url of a listitem.'
      : `This list item is in the list ${found.list}. Choose one of the list diagnoses.`,
    found === undefined ? 'does_not_exist' : 'wrong_list',
  )
}

/** Only the clinic's own diagnoses may have an empty code. */
const requireCode = ({ listitem }: Pick<DiagnosisRef, 'listitem'>, code: string) => {
  if (listitem === null && code.trim() === '')
    throw invalid('code', 'This field may not be blank. Send the code of the diagnosis.', 'blank')
}

/** Adds a diagnosis. Code and name are stored as sent: a record does not follow later changes of the codelist. */
export const addDiagnosis = async (
  tx: Tx,
  actor: Actor,
  { diagnosis, ...own }: NewDiagnosis,
): Promise<Id<'consultationdiagnosis'>> => {
  const held = await holdOpen(tx, own.consultation)
  await requirePatientsOf(tx, held.id, [own.patient], 'patient')
  await requireDiagnosis(tx, diagnosis)
  requireCode(diagnosis, own.code)
  const { id } = await tx
    .insertInto('consultationdiagnosis')
    .values({ ...own, ...diagnosis })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEntry(tx, actor, held)
  return id
}

const listItemOf = (tx: Tx, id: number) =>
  tx.selectFrom('consultationdiagnosis').select('listitem').where('id', '=', id).executeTakeFirstOrThrow()

/** Changes a diagnosis. Code and name are required with a different one. */
export const changeDiagnosis = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  { diagnosis, ...changes }: Partial<Omit<NewDiagnosis, 'consultation'>>,
) => {
  const held = await holdEntry(tx, 'consultationdiagnosis', id)
  if (changes.patient !== undefined) await requirePatientsOf(tx, held.id, [changes.patient], 'patient')
  if (diagnosis !== undefined) {
    await requireDiagnosis(tx, diagnosis)
    const missing = (['code', 'name'] as const).find((field) => changes[field] === undefined)
    if (missing) throw invalid(missing, 'A different diagnosis needs its own code and name. Send both.', 'required')
  }
  if (changes.code !== undefined) requireCode(diagnosis ?? (await listItemOf(tx, id)), changes.code)
  const values = { ...changes, ...diagnosis }
  if (Object.keys(values).length === 0) return
  await tx.updateTable('consultationdiagnosis').set(values).where('id', '=', id).execute()
  await touch(tx, 'consultation', 'id', [held.id])
}
