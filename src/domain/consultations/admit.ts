import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { completeValues, valuesByName } from '../customfields/values.ts'
import type { AppointmentType } from '../scheduling/types.ts'
import { holdConsultation } from './entries.ts'
import { changeConsultation, openConsultation, type NewConsultation } from './consultations.ts'
import { admitted, boarding, draft, farmVisit, outpatient, petService, type ConsultationType } from './statuses.ts'
import { updateStatus } from './update-status.ts'

export type Admission = Omit<NewConsultation, 'client' | 'patients' | 'type' | 'fields_rel'> &
  Partial<Pick<NewConsultation, 'client' | 'patients' | 'type'>> & {
    appointment?: Id<'appointment'>
    custom_fields?: Readonly<Record<string, unknown>>
  }

/** The kind of visit that an appointment becomes. Other and internal bookings are no visits. */
const visitTypes: Readonly<Partial<Record<AppointmentType, ConsultationType>>> = {
  1: outpatient,
  2: outpatient,
  5: outpatient,
  6: farmVisit,
  7: outpatient,
  8: boarding,
  9: petService,
}

/** Locks an appointment that a visit can be made of, and answers what the visit then has. */
const holdAppointment = async (tx: Tx, id: Id<'appointment'>, field: string) => {
  const appointment = await tx
    .selectFrom('appointment')
    .select(['id', 'start', 'type', 'client', 'department', 'user', 'reason', 'complaint', 'active', 'consultation'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (appointment === undefined) throw recordNotFound('Appointment')
  const type = visitTypes[appointment.type as AppointmentType]
  if (!appointment.active)
    throw invalid(
      field,
      'This appointment was cancelled. Set active to true first, or admit without it.',
      'cancelled_appointment',
    )
  if (type === undefined)
    throw invalid(field, 'This appointment is not for a visit. Change its type first.', 'no_visit')
  if (appointment.client === null)
    throw invalid(field, 'This appointment has no client yet. Set its client first.', 'needs_client')
  const patients = await tx
    .selectFrom('appointment_patient')
    .select('patient')
    .where('appointment', '=', id)
    .orderBy('patient')
    .execute()
  return {
    consultation: appointment.consultation,
    start: appointment.start.toISOString(),
    visit: {
      type,
      client: appointment.client,
      patients: patients.map(({ patient }) => patient),
      complaint: appointment.complaint,
      plannedReason: appointment.reason,
      department: appointment.department,
      supervising_veterinarian: appointment.user,
    },
  }
}

const linkTo = (tx: Tx, appointment: Id<'appointment'>, consultation: Id<'consultation'>) =>
  tx.updateTable('appointment').set({ consultation }).where('id', '=', appointment).execute()

/** Prepares the visit of an appointment before the patients arrive: a draft, which is admitted later. */
export const prepareVisit = async (tx: Tx, actor: Actor, id: Id<'appointment'>): Promise<Id<'consultation'>> => {
  const { consultation, visit, start } = await holdAppointment(tx, id, nonField)
  if (consultation !== null)
    throw invalid(nonField, 'This appointment has its visit already. See its consultation.', 'has_visit')
  const made = await openConsultation(tx, actor, { ...visit, status: draft, started: start, admitted_time: null })
  await linkTo(tx, id, made)
  return made
}

type Sent = Omit<Admission, 'appointment'>

const requireSameClient = (planned: Id<'client'>, sent: Id<'client'> | undefined) => {
  if (sent !== undefined && sent !== planned)
    throw invalid('client', 'The appointment is of another client. Leave client out.', 'wrong_client')
}

/** Admits the patients of a visit that was prepared, and changes what was sent beside it. */
const admitPrepared = async (
  tx: Tx,
  actor: Actor,
  id: Id<'consultation'>,
  { custom_fields = {}, client, ...sent }: Sent,
) => {
  const before = await holdConsultation(tx, id)
  if (before.status !== draft)
    throw invalid('appointment', 'The patients of this appointment have been admitted already.', 'has_visit')
  requireSameClient(before.client, client)
  await changeConsultation(tx, actor, id, { started: actor.now.toISOString(), ...sent })
  await completeValues(tx, 'consultation', id, await valuesByName(tx, 'consultation', custom_fields), 'custom_fields')
  await updateStatus(tx, actor, id, { status: admitted })
  return id
}

const required = (field: 'client' | 'patients') =>
  invalid(field, 'This field is required, unless you send an appointment.', 'required')

/** Admits patients: those of an appointment, or those that are sent. Custom fields are by name. */
export const admit = async (tx: Tx, actor: Actor, { appointment, ...sent }: Admission): Promise<Id<'consultation'>> => {
  const planned = appointment === undefined ? undefined : await holdAppointment(tx, appointment, 'appointment')
  if (planned?.consultation != null) return admitPrepared(tx, actor, planned.consultation, sent)
  if (planned !== undefined) requireSameClient(planned.visit.client, sent.client)
  const { client, patients, custom_fields = {}, type = outpatient, ...visit } = { ...planned?.visit, ...sent }
  if (client === undefined) throw required('client')
  if (patients === undefined) throw required('patients')
  const fields_rel = await valuesByName(tx, 'consultation', custom_fields)
  const made = await openConsultation(tx, actor, { ...visit, client, patients, type, fields_rel }, 'custom_fields')
  if (appointment !== undefined) await linkTo(tx, appointment, made)
  return made
}
