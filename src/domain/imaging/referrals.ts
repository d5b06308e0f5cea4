import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { findDepartment } from '../consultations/consultations.ts'
import { requireOpen, requirePatientsOf } from '../consultations/entries.ts'
import type { Status } from '../consultations/statuses.ts'
import { requireDepartment } from '../organisation/require-department.ts'
import { holdOrder, requireNotFinal } from './orders.ts'
import type { Modality } from './statuses.ts'

export type NewReferral = {
  patient: Id<'patient'>
  modality: Modality
  target_areas: string[]
  consultation?: Id<'consultation'> | null
  consultation_id?: Id<'consultation'> | null
  supervising_veterinarian?: Id<'user'>
  department?: Id<'department'>
  remarks?: string
  internal_notes?: string
  appointment_id?: Id<'appointment'> | null
}

const requireSomeArea = (areas: readonly string[]) => {
  if (areas.length === 0) throw invalid('target_areas', 'Send at least one target area.', 'empty')
}

/** Refuses an archived patient, and locks the row so that it stays with its client. A deceased patient is accepted. */
const requirePatient = async (tx: Tx, id: number) => {
  const patient = await tx
    .selectFrom('patient')
    .innerJoin('client', 'client.id', 'patient.client')
    .select(['patient.archived', 'patient.client', 'client.archived as client_archived'])
    .where('patient.id', '=', id)
    .forShare('patient')
    .executeTakeFirstOrThrow()
  if (patient.archived) throw invalid('patient', 'This patient is archived. Restore the patient first.', 'archived')
  if (patient.client_archived)
    throw invalid('patient', 'The client of this patient is archived. Restore the client first.', 'archived')
  return patient
}

const requireAppointment = async (tx: Tx, id: Id<'appointment'> | null | undefined) => {
  if (id == null) return
  const found = await tx.selectFrom('appointment').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined)
    throw invalid('appointment_id', 'There is no appointment with this id in your organisation.', 'does_not_exist')
}

type Visit = {
  readonly id: Id<'consultation'>
  readonly client: Id<'client'>
  readonly department: Id<'department'>
  readonly supervising_veterinarian: Id<'user'>
}

/** Locks the visit of a referral, so that it is neither finalized nor withdrawn meanwhile. */
const holdVisit = async (
  tx: Tx,
  { patient, consultation, consultation_id }: NewReferral,
): Promise<Visit | undefined> => {
  if (consultation != null && consultation_id != null && consultation !== consultation_id)
    throw invalid(
      'consultation_id',
      'This is not the consultation of the url. Send one of the two.',
      'other_consultation',
    )
  const id = consultation ?? consultation_id
  if (id == null) return undefined
  const held = await tx
    .selectFrom('consultation')
    .select(['id', 'status', 'client', 'department', 'supervising_veterinarian'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (held === undefined)
    throw invalid(
      consultation == null ? 'consultation_id' : 'consultation',
      'There is no such consultation. Use one that exists in your organisation.',
      'does_not_exist',
    )
  requireOpen({ status: held.status as Status })
  await requirePatientsOf(tx, id, [patient], 'patient')
  return held
}

/**
 * Refers a patient to imaging: makes the order and its referral, with one id. Veterinarian and department are those of the
 * visit; without one, the caller and the patient's home department.
 */
export const refer = async (tx: Tx, actor: Actor, sent: NewReferral): Promise<Id<'diagnosticimaging_referral'>> => {
  requireSomeArea(sent.target_areas)
  const visit = await holdVisit(tx, sent)
  await requireAppointment(tx, sent.appointment_id)
  const { client } = await requirePatient(tx, sent.patient)
  const supervising_veterinarian = sent.supervising_veterinarian ?? visit?.supervising_veterinarian ?? actor.user
  if (sent.department !== undefined) await requireDepartment(tx, sent.department)
  const department =
    sent.department ?? visit?.department ?? (await findDepartment(tx, sent.patient, supervising_veterinarian))
  const { id } = await tx
    .insertInto('diagnosticimaging_worklist')
    .values({
      modality: sent.modality,
      target_areas: sent.target_areas,
      requesting_user: actor.user,
      supervising_veterinarian,
      patient: sent.patient,
      client: visit?.client ?? client,
      department,
      consultation: visit?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { remarks = '', internal_notes = '', appointment_id: appointment = null } = sent
  await tx.insertInto('diagnosticimaging_referral').values({ id, remarks, internal_notes, appointment }).execute()
  return id
}

type ReferralChange = Partial<
  Pick<NewReferral, 'remarks' | 'internal_notes' | 'appointment_id' | 'modality' | 'target_areas'>
>

const isEmpty = (values: object) => Object.keys(values).length === 0

/** Changes a referral, and what it asks for on the order, until the order is completed or cancelled. */
export const changeReferral = async (tx: Tx, _actor: Actor, id: number, sent: ReferralChange) => {
  if (isEmpty(sent)) return
  requireNotFinal(await holdOrder(tx, id))
  const { modality, target_areas, appointment_id, ...noted } = sent
  await requireAppointment(tx, appointment_id)
  const own = { ...noted, ...(appointment_id !== undefined && { appointment: appointment_id }) }
  if (target_areas !== undefined) requireSomeArea(target_areas)
  const ordered = { ...(modality !== undefined && { modality }), ...(target_areas !== undefined && { target_areas }) }
  if (!isEmpty(ordered)) await tx.updateTable('diagnosticimaging_worklist').set(ordered).where('id', '=', id).execute()
  if (isEmpty(own)) await touch(tx, 'diagnosticimaging_referral', 'id', [id])
  else await tx.updateTable('diagnosticimaging_referral').set(own).where('id', '=', id).execute()
}

/** Deletes a referral and its order. */
export const removeReferral = async (tx: Tx, _actor: Actor, id: number) => {
  await holdOrder(tx, id)
  await tx.deleteFrom('diagnosticimaging_referral').where('id', '=', id).execute()
  await tx.deleteFrom('diagnosticimaging_worklist').where('id', '=', id).execute()
}
