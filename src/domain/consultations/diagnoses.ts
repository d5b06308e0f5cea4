import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { holdEntry, holdOpen, moveConsultation, noteEntry, requirePatientsOf } from './entries.ts'
import type { DiagnosisCategory, DiagnosisType } from './statuses.ts'

/** An entry of the codelist, or one that the clinic has added itself. */
export type Named =
  | { readonly diagnosis: number; readonly listitem: null }
  | { readonly diagnosis: null; readonly listitem: number }

export type NewDiagnosis = {
  consultation: Id<'consultation'>
  patient: Id<'patient'>
  diagnosis: Named
  code: string
  name: string
  category: DiagnosisCategory
  type: DiagnosisType
}

const requireNamed = async (tx: Tx, { diagnosis, listitem }: Named) => {
  const { rows } = await sql<{ list: string }>`
    select 'diagnoses' as list from diagnosis where id = ${diagnosis}::bigint
    union all select list from listitem where id = ${listitem}::bigint`.execute(tx)
  const [found] = rows
  if (found?.list === 'diagnoses') return
  throw invalid(
    'diagnosis',
    found === undefined
      ? 'There is no such diagnosis. Use the id of an entry of /codelist/diagnoses/, or the url of a listitem.'
      : `This is an entry of the list ${found.list}. Choose a list item of the list diagnoses.`,
    found === undefined ? 'does_not_exist' : 'wrong_list',
  )
}

/** Only what the clinic has added itself may have no code. */
const requireCode = ({ listitem }: Pick<Named, 'listitem'>, code: string) => {
  if (listitem === null && code.trim() === '')
    throw invalid('code', 'This field may not be blank. Send the code of the diagnosis.', 'blank')
}

/** Enters a diagnosis. Its code and name are kept as they are sent: codelists change, records do not. */
export const addDiagnosis = async (
  tx: Tx,
  actor: Actor,
  { diagnosis, ...own }: NewDiagnosis,
): Promise<Id<'consultationdiagnosis'>> => {
  const held = await holdOpen(tx, own.consultation)
  await requirePatientsOf(tx, held.id, [own.patient], 'patient')
  await requireNamed(tx, diagnosis)
  requireCode(diagnosis, own.code)
  const { id } = await tx
    .insertInto('consultationdiagnosis')
    .values({ ...own, ...diagnosis })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteEntry(tx, actor, held)
  return id
}

const nameOf = (tx: Tx, id: number) =>
  tx.selectFrom('consultationdiagnosis').select('listitem').where('id', '=', id).executeTakeFirstOrThrow()

/** Corrects a diagnosis. Another one comes with its own code and name. */
export const changeDiagnosis = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  { diagnosis, ...changes }: Partial<Omit<NewDiagnosis, 'consultation'>>,
) => {
  const held = await holdEntry(tx, 'consultationdiagnosis', id)
  if (changes.patient !== undefined) await requirePatientsOf(tx, held.id, [changes.patient], 'patient')
  if (diagnosis !== undefined) {
    await requireNamed(tx, diagnosis)
    const missing = (['code', 'name'] as const).find((field) => changes[field] === undefined)
    if (missing) throw invalid(missing, 'Another diagnosis comes with its code and name: send both.', 'required')
  }
  if (changes.code !== undefined) requireCode(diagnosis ?? (await nameOf(tx, id)), changes.code)
  const values = { ...changes, ...diagnosis }
  if (Object.keys(values).length === 0) return
  await tx.updateTable('consultationdiagnosis').set(values).where('id', '=', id).execute()
  await moveConsultation(tx, held.id)
}
