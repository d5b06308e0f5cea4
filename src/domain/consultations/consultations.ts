import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { resolveAlternativePayer } from '../billing/alternative-payer.ts'
import { requireClient, requirePatients } from '../clients/require-current.ts'
import { requireDepartment } from '../organisation/require-department.ts'
import { requireReason } from '../scheduling/appointments.ts'
import { unlinkVisit } from '../stock/use-stock.ts'
import { changeValues, removeValues, createValues, type SentValue } from '../customfields/values.ts'
import { entryTables, type Held, holdConsultation, patientsOf, setPatients, requireOpen } from './entries.ts'
import { useStockOf } from './item-stock.ts'
import { moveRecalls } from './recalls.ts'
import { draft, type ConsultationType, type Status } from './statuses.ts'

export type NewConsultation = {
  client: Id<'client'>
  patients: Id<'patient'>[]
  type: ConsultationType
  complaint?: string
  reason?: Id<'reason'> | null
  admitted_time?: Timestamp | null
  started?: Timestamp
  finished?: Timestamp | null
  supervising_veterinarian?: Id<'user'>
  department?: Id<'department'>
  reporting_dimension_1?: string | null
  reporting_dimension_2?: string | null
  alternative_payer?: Id<'alternative_payer'> | null
  alternative_payer_share?: Decimal | null
  fields_rel?: SentValue[]
}

/** A visit that is prepared is a draft at first. The reason of its appointment may have been archived since. */
type OpenedAs = { readonly status?: Status; readonly plannedReason?: Id<'reason'> | null }

const requireSomePatient = (patients: readonly number[]) => {
  if (patients.length === 0) throw invalid('patients', 'Send at least one patient.', 'empty')
}

/** The home department of the first patient, else of the veterinarian, else the organisation's default. */
export const findDepartment = async (tx: Tx, patient: number, veterinarian: number): Promise<Id<'department'>> => {
  const { rows } = await sql<{ id: number }>`
    select d.id from (
      select 1 as rank, home_department as id from patient where id = ${patient}
      union all select 2, home_department from "user" where id = ${veterinarian}
      union all select 3, default_department from organisation) home
    join department d on d.id = home.id and not d.archived order by home.rank limit 1`.execute(tx)
  const [found] = rows
  if (found === undefined)
    throw invalid(
      'department',
      'Neither the patient nor the veterinarian has a home department. Send department.',
      'required',
    )
  return found.id
}

type Preferences = { readonly unanswered: readonly string[]; readonly isRecent: boolean; readonly months: number }

/** A department can require communication preferences that were answered within some months. */
const requirePreferences = async (tx: Tx, actor: Actor, client: number, department: number) => {
  const { rows } = await sql<Preferences>`
    select s.preferences_valid_months as months,
      array(select a from unnest(array['email', 'sms', 'post']) a where p ->> a is null) as unanswered,
      coalesce((p ->> 'answered_at')::timestamptz >= ${actor.now}::timestamptz - make_interval(months => s.preferences_valid_months),
        false) as "isRecent"
    from department_settings s, client c cross join lateral (select c.communication_preferences) l (p)
    where s.id = ${department} and s.enable_communication_preferences and c.id = ${client}`.execute(tx)
  const [found] = rows
  if (found === undefined || (found.unanswered.length === 0 && found.isRecent)) return
  const { unanswered, months } = found
  const why =
    unanswered.length > 0 ? `no answer about ${unanswered.join(', ')}` : `not asked within the last ${months} months`
  throw invalid(
    'client',
    `This client has no valid communication preferences: ${why}. Ask the client, then set communication_preferences of the client.`,
    'communication_preferences',
  )
}

type Times = { readonly started: Date | Timestamp; readonly finished?: Date | Timestamp | null | undefined }

const requireOrder = ({ started, finished }: Times) => {
  if (finished != null && new Date(finished) < new Date(started))
    throw invalid('finished', 'Must not be before started.', 'before_start')
}

/** Creates a consultation. Veterinarian and department default to the caller and to the patient's home department. */
export const openConsultation = async (
  tx: Tx,
  actor: Actor,
  { patients, fields_rel, plannedReason = null, ...visit }: NewConsultation & OpenedAs,
  valuesField: 'fields_rel' | 'custom_fields' = 'fields_rel',
): Promise<Id<'consultation'>> => {
  requireSomePatient(patients)
  await requireClient(tx, visit.client)
  await requirePatients(tx, actor, visit.client, patients)
  const { supervising_veterinarian = actor.user, started = actor.now } = visit
  requireOrder({ started, finished: visit.finished })
  if (visit.department !== undefined) await requireDepartment(tx, visit.department)
  if (visit.reason != null) await requireReason(tx, visit.reason)
  const department = visit.department ?? (await findDepartment(tx, patients[0]!, supervising_veterinarian))
  await requirePreferences(tx, actor, visit.client, department)
  const payer = await resolveAlternativePayer(tx, visit.client, visit)
  const { id } = await tx
    .insertInto('consultation')
    .values({
      admitted_time: actor.now,
      reason: plannedReason,
      ...visit,
      ...payer,
      supervising_veterinarian,
      department,
      started,
      status_changed: actor.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setPatients(tx, 'consultation', id, patients)
  // Those of a visit that is only prepared are asked for when its patients are admitted.
  if (visit.status !== draft) await createValues(tx, 'consultation', [{ id, sent: fields_rel }], valuesField)
  return id
}

const hasEntries = async (tx: Tx, consultation: number, patients?: readonly number[]): Promise<boolean> => {
  const ofPatients = (alias: string) =>
    patients === undefined ? sql`` : sql`and ${sql.ref(alias)}.patient = any(${patients}::bigint[])`
  const found = [...entryTables, 'vital'].map((table) =>
    table === 'consultationitem'
      ? sql`exists (select from consultationitem e join consultationitem_patient p
          on p.organisation = e.organisation and p.consultationitem = e.id where e.consultation = ${consultation} ${ofPatients('p')})`
      : sql`exists (select from ${sql.table(table)} e where e.consultation = ${consultation} ${ofPatients('e')})`,
  )
  const { rows } = await sql<{ any: boolean }>`select ${sql.join(found, sql` or `)} as any`.execute(tx)
  return rows[0]!.any
}

/** Whether imaging was asked for in a visit, for any patient or for some. */
const hasReferrals = async (tx: Tx, consultation: number, patients?: readonly number[]) => {
  const orders = tx.selectFrom('diagnosticimaging_worklist').select('id').where('consultation', '=', consultation)
  const wanted = patients === undefined ? orders : orders.where(sql<boolean>`patient = any(${patients}::bigint[])`)
  return (await wanted.limit(1).executeTakeFirst()) !== undefined
}

/** Whether medicines were prescribed in a visit. */
const hasPrescriptions = async (tx: Tx, consultation: number) => {
  const written = tx.selectFrom('prescription').select('id').where('consultation', '=', consultation)
  return (await written.limit(1).executeTakeFirst()) !== undefined
}

const without = (some: readonly number[], others: readonly number[]) => [...new Set(some).difference(new Set(others))]

/** Adds patients to a consultation, and removes those without entries. */
const changePatients = async (
  tx: Tx,
  actor: Actor,
  { id: consultation, client }: Held,
  patients: readonly number[],
) => {
  requireSomePatient(patients)
  const before = await patientsOf(tx, 'consultation', consultation)
  const [added, removed] = [without(patients, before), without(before, patients)]
  if (added.length + removed.length === 0) return
  await requirePatients(tx, actor, client, added)
  if (await hasEntries(tx, consultation, removed))
    throw invalid(
      'patients',
      'A patient you left out has entries in this consultation. Remove those entries first, or keep the patient.',
      'has_entries',
    )
  if (await hasReferrals(tx, consultation, removed))
    throw invalid(
      'patients',
      'A patient you left out was referred to imaging in this consultation. Delete the referral first, or keep the patient.',
      'has_referrals',
    )
  await setPatients(tx, 'consultation', consultation, patients)
  await touch(tx, 'consultation', 'id', [consultation])
}

/** Changes a consultation until it is finalized; custom fields can also be changed afterwards. */
export const changeConsultation = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { fields_rel = [], patients, ...sent }: Partial<Omit<NewConsultation, 'client'>>,
) => {
  const before = await holdConsultation(tx, id)
  if (patients !== undefined || Object.keys(sent).length > 0) requireOpen(before)
  if (patients !== undefined) await changePatients(tx, actor, before, patients)
  const isElsewhere = sent.department !== undefined && sent.department !== before.department
  if (isElsewhere) await requireDepartment(tx, sent.department!)
  if (sent.reason != null && sent.reason !== before.reason) await requireReason(tx, sent.reason)
  if (sent.started !== undefined || sent.finished !== undefined) requireOrder({ ...before, ...sent })
  const payer = await resolveAlternativePayer(tx, before.client, sent, before)
  await changeValues(tx, 'consultation', id, fields_rel)
  const values = { ...sent, ...payer }
  if (Object.keys(values).length > 0) await tx.updateTable('consultation').set(values).where('id', '=', id).execute()
  // What was used comes from the stock of the department where the visit takes place.
  if (isElsewhere) await useStockOf(tx, actor, { consultation: id })
  if (isElsewhere || sent.started !== undefined) await moveRecalls(tx, id)
}

const hasFiles = async (tx: Tx, id: number) => {
  const file = await tx.selectFrom('attachment').select('id').where('consultation', '=', id).limit(1).executeTakeFirst()
  return file !== undefined
}

const wasInvoiced = async (tx: Tx, id: number) => {
  const invoice = await tx.selectFrom('invoice').select('id').where('consultation', '=', id).limit(1).executeTakeFirst()
  return invoice !== undefined
}

/** Deletes a consultation that has no entries. */
export const withdrawConsultation = async (tx: Tx, _actor: Actor, id: number) => {
  // The appointment comes before its visit, as when the visit is admitted.
  await tx.selectFrom('appointment').select('id').where('consultation', '=', id).forNoKeyUpdate().execute()
  requireOpen(await holdConsultation(tx, id))
  if (await hasEntries(tx, id))
    throw invalid(nonField, 'This consultation has entries. Remove them first, or finalize it.', 'has_entries')
  if (await hasFiles(tx, id))
    throw invalid(
      nonField,
      'Files are attached to this consultation. Remove them first, or finalize it.',
      'has_attachments',
    )
  if (await hasReferrals(tx, id))
    throw invalid(
      nonField,
      'A patient was referred to imaging in this consultation. Delete the referral first, or finalize the consultation.',
      'has_referrals',
    )
  if (await hasPrescriptions(tx, id))
    throw invalid(
      nonField,
      'A prescription was written in this consultation, so it cannot be withdrawn. Finalize it instead.',
      'has_prescriptions',
    )
  if (await wasInvoiced(tx, id))
    throw invalid(
      nonField,
      'A voided draft invoice belongs to this consultation, so it cannot be withdrawn. Finalize it instead: without entries its invoice is 0.00.',
      'has_invoice',
    )
  await removeValues(tx, 'consultation', id)
  await unlinkVisit(tx, id)
  await tx.updateTable('appointment').set({ consultation: null }).where('consultation', '=', id).execute()
  await tx.deleteFrom('consultation').where('id', '=', id).execute()
}

/** Records when it was sent to another system. */
export const markSent = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  { external_sent }: { readonly external_sent: Timestamp },
): Promise<number> => {
  await tx.updateTable('consultation').set({ external_sent }).where('id', '=', id).execute()
  return id
}
