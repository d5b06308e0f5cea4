import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, validationError, type FieldErrors } from '../../kernel/errors.ts'
import type { Id, Timestamp } from '../../kernel/fields.ts'
import { requireTransition } from '../../kernel/transitions.ts'
import { requireClient } from '../clients/require-current.ts'
import { warningsOfPrescribed, warnPrescribed } from '../consultations/warn-prescribed.ts'
import { requireActiveUser } from '../identity/require-active.ts'
import { requireDepartment } from '../organisation/require-department.ts'
import { draft, problems, sending, statusChanges, type PrescriptionStatus } from './statuses.ts'

export type NewItem = {
  name: string
  patients: Id<'patient'>[]
  strength: string
  instructions: string
  quantity_packages: number
  valid_until: string
  repeat_number?: number
  warning_reason?: string
}

export type NewPrescription = {
  client_id: Id<'client'>
  department_id: Id<'department'>
  prescriber_id: Id<'user'>
  issue_time: Timestamp
  prescription_items: NewItem[]
  status?: PrescriptionStatus
  consultation_id?: Id<'consultation'> | null
  remarks?: string
  status_message?: string
}

/** Locks the visit of a prescription, so that it is not withdrawn meanwhile, and refuses one of another client. */
const holdVisit = async (tx: Tx, { consultation_id, client_id }: NewPrescription) => {
  if (consultation_id == null) return
  const visit = await tx
    .selectFrom('consultation')
    .select('client')
    .where('id', '=', consultation_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (visit === undefined)
    throw invalid('consultation_id', 'This consultation was just withdrawn. Leave it out.', 'does_not_exist')
  if (visit.client !== client_id)
    throw invalid(
      'consultation_id',
      'This consultation is of another client. Choose one of the client’s own, or leave it out.',
      'wrong_client',
    )
}

type Refusal = {
  readonly place: number
  readonly wrong_client: boolean
  readonly archived: boolean
  readonly early: boolean
}

/** Locks the patients, so that they stay with their client until the prescription is written. */
const holdPatients = (tx: Tx, { prescription_items }: NewPrescription) =>
  sql`select from patient where id = any(${prescription_items.flatMap(({ patients }) => patients)}::bigint[])
    order by id for share`.execute(tx)

/** Refuses medicines for animals of other clients, and those that expire before they are prescribed. */
const requireItems = async (tx: Tx, { client_id, department_id, issue_time, prescription_items }: NewPrescription) => {
  const { rows } = await sql<Refusal>`
    with sent as (
      select place, item -> 'patients' as patients, (item ->> 'valid_until')::date as valid_until
      from jsonb_array_elements(${JSON.stringify(prescription_items)}::jsonb) with ordinality sent (item, place)),
    patient_of_item as (
      select sent.place, patient.client, patient.archived
      from sent, jsonb_array_elements_text(sent.patients) named join patient on patient.id = named::bigint)
    select (place - 1)::int as place,
      exists (select from patient_of_item where place = sent.place and client <> ${client_id}) as wrong_client,
      exists (select from patient_of_item where place = sent.place and archived) as archived,
      valid_until < (${issue_time}::timestamptz at time zone settings.time_zone)::date as early
    from sent join department_settings settings on settings.id = ${department_id} order by place`.execute(tx)
  const errors: FieldErrors = {}
  for (const { place, wrong_client, archived, early } of rows) {
    const path = `prescription_items.${place}`
    if (wrong_client)
      errors[`${path}.patients`] = [
        {
          message: 'A patient belongs to another client. Prescribe for the client’s own animals.',
          code: 'wrong_client',
        },
      ]
    else if (archived)
      errors[`${path}.patients`] = [{ message: 'A patient is archived. Restore the patient first.', code: 'archived' }]
    if (early)
      errors[`${path}.valid_until`] = [
        { message: 'This is before the day on which the prescription is issued.', code: 'before_issue' },
      ]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

const addItems = async (tx: Tx, actor: Actor, prescription: number, items: readonly NewItem[]) => {
  const warnings = await warningsOfPrescribed(tx, items)
  for (const [at, { patients, warning_reason = '', ...item }] of items.entries()) {
    const met = warnings[at]!
    const warned = { warnings: JSON.stringify(met), warning_reason: met.length === 0 ? '' : warning_reason }
    const made = { ...item, ...warned, prescription, created_user: actor.user, modified_user: actor.user }
    const { id } = await tx.insertInto('prescription_item').values(made).returning('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('prescription_item_patient')
      .values(patients.map((patient) => ({ prescription_item: id, prescription, patient })))
      .execute()
  }
}

/** A prescription is signed by being sent. Of people only its prescriber does that; an application acting for itself is none. */
const requireSigner = ({ actsForUser, user }: Actor, prescriber: number) => {
  if (actsForUser && user !== prescriber)
    throw invalid(
      'status',
      'Only its prescriber signs and sends a prescription. Leave it as a draft for them.',
      'not_the_prescriber',
    )
}

/** Which application acts, if it acts for itself and for nobody who signed in. */
const applicationOf = ({ actsForUser, application }: Actor) => (actsForUser ? null : application)

/** Writes a prescription with its medicines, in any status: one that was issued elsewhere may come as sent already. */
export const prescribe = async (tx: Tx, actor: Actor, sent: NewPrescription): Promise<Id<'prescription'>> => {
  const { status = 1, issue_time, remarks = '', status_message = '' } = sent
  if (status !== draft) requireSigner(actor, sent.prescriber_id)
  await holdVisit(tx, sent)
  await requireClient(tx, sent.client_id, 'client_id')
  await requireDepartment(tx, sent.department_id, 'department_id')
  await requireActiveUser(tx, sent.prescriber_id, 'prescriber_id')
  await holdPatients(tx, sent)
  await requireItems(tx, sent)
  const { id } = await tx
    .insertInto('prescription')
    .values({
      status,
      issue_time,
      remarks,
      status_message,
      client: sent.client_id,
      department: sent.department_id,
      prescriber: sent.prescriber_id,
      consultation: sent.consultation_id ?? null,
      created_user: actor.user,
      modified_user: actor.user,
      created_application: applicationOf(actor),
      modified_application: applicationOf(actor),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addItems(tx, actor, id, sent.prescription_items)
  return id
}

type PrescriptionChange = Partial<Pick<NewPrescription, 'status' | 'remarks' | 'status_message'>>

/**
 * Changes the remarks of a prescription, and its status with what was said of it. The status it has already is accepted and
 * changes nothing; another one begins without the message of the one before, which nobody has to read any more. What is signed is compared once more, so that the signature is under the warnings of its day; they never keep it from being signed.
 */
export const changePrescription = async (tx: Tx, actor: Actor, id: number, sent: PrescriptionChange) => {
  const before = await tx
    .selectFrom('prescription')
    .select(['status', 'status_message', 'remarks', 'prescriber', 'message_read_by'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { status = before.status, remarks = before.remarks } = sent
  const isMoved = status !== before.status
  const { status_message = isMoved ? '' : before.status_message } = sent
  const isSaid = status_message !== before.status_message
  if (!isMoved && !isSaid && remarks === before.remarks) return
  if (isMoved) requireTransition(statusChanges, before.status as PrescriptionStatus, status as PrescriptionStatus)
  if (before.status === draft && status === sending) requireSigner(actor, before.prescriber)
  await tx
    .updateTable('prescription')
    .set({
      status,
      status_message,
      remarks,
      message_read_by: isMoved || isSaid ? null : before.message_read_by,
      modified_user: actor.user,
      modified_application: applicationOf(actor),
    })
    .where('id', '=', id)
    .execute()
  if (before.status === draft && status === sending) await warnPrescribed(tx, [id])
}

/** Keeps that somebody has read what came of a prescription, or takes it back. Who read it first stays. */
export const markRead = async (
  tx: Tx,
  actor: Actor,
  id: Id<'prescription'>,
  { read = true }: { readonly read?: boolean },
) => {
  const { status, message_read_by } = await tx
    .selectFrom('prescription')
    .select(['status', 'message_read_by'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!problems.some((problem) => problem === status))
    throw invalid(
      nonField,
      'Nothing has to be read of this prescription: it was not rejected (5), not an error (7) and not accepted with a warning (8).',
      'nothing_to_read',
    )
  if ((message_read_by !== null) === read) return id
  await tx
    .updateTable('prescription')
    .set({
      message_read_by: read ? actor.user : null,
      modified_user: actor.user,
      modified_application: applicationOf(actor),
    })
    .where('id', '=', id)
    .execute()
  return id
}

/**
 * Keeps why a medicine is prescribed although its patients must not get it; nothing where they may. It may come after the
 * signature as well, because a warning may.
 */
export const explainPrescribed = async (tx: Tx, actor: Actor, id: number, { warning_reason }: Partial<NewItem>) => {
  const before = await tx
    .selectFrom('prescription_item')
    .select(['warning_reason', sql<boolean>`warnings <> '[]'`.as('is_warned')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!before.is_warned || warning_reason === undefined || warning_reason === before.warning_reason) return
  await tx
    .updateTable('prescription_item')
    .set({ warning_reason, modified_user: actor.user })
    .where('id', '=', id)
    .execute()
}
