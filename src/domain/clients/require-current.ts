import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { type Actor, hasPermission } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'

/** Refuses an archived client. */
export const requireClient = async (tx: Tx, id: Id<'client'>, field = 'client') => {
  const { archived } = await tx.selectFrom('client').select('archived').where('id', '=', id).executeTakeFirstOrThrow()
  if (archived) throw invalid(field, 'This client is archived. Restore the client first.', 'archived')
}

type LabelledPatient = { readonly id: number; readonly name: string }

/** The name is shown only to callers who may read patients. */
const patientLabel = (actor: Actor, { id, name }: LabelledPatient) =>
  name.trim() !== '' && hasPermission(actor, 'General: Patients and clients', 'read') ? name : `Patient ${id}`

/** Refuses archived patients and those of other clients, and locks the rows so that neither changes. Deceased patients are allowed. */
export const requirePatients = async (tx: Tx, actor: Actor, client: number, ids: readonly number[]) => {
  if (ids.length === 0) return
  const patients = await tx
    .selectFrom('patient')
    .select(['id', 'name', 'client', 'archived'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
  const stranger = patients.find((patient) => patient.client !== client)
  if (stranger)
    throw invalid(
      'patients',
      `${patientLabel(actor, stranger)} belongs to another client. Choose from the client’s own patients.`,
      'wrong_client',
    )
  const archived = patients.find((patient) => patient.archived)
  if (archived)
    throw invalid('patients', `${patientLabel(actor, archived)} is archived. Restore the patient first.`, 'archived')
}
