import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import { contactOf, usualWording, type Contact } from '../messaging/contact.ts'
import type { ContentOf, MessageContent } from '../messaging/content.ts'
import { dayIn, listIn, timeIn } from '../messaging/local-time.ts'
import { declined } from './online-statuses.ts'

type Party = Contact & {
  readonly patients: readonly { readonly id?: Id<'patient'>; readonly name: string }[]
}

/** Who comes with which animals, where the clinic knows them as clients. */
const partyOfClient = async (tx: Tx, appointment: Id<'appointment'>, client: Id<'client'>): Promise<Party> => {
  const patients = await tx
    .selectFrom('appointment_patient')
    .innerJoin('patient', 'patient.id', 'appointment_patient.patient')
    .select(['patient.id', 'patient.name'])
    .where('appointment_patient.appointment', '=', appointment)
    .orderBy('patient.id')
    .execute()
  return { ...(await contactOf(tx, client)), patients }
}

/** The same as an online booking has it, as long as staff have not said whose it is. */
const partyOfBooking = async (tx: Tx, appointment: Id<'appointment'>): Promise<Party> => {
  const booked = await tx
    .selectFrom('onlinebookingclient')
    .select(['id', 'first_name', 'last_name', 'email', 'e164'])
    .where('appointment', '=', appointment)
    .executeTakeFirst()
  const wording = await usualWording(tx)
  if (booked === undefined) return { ...wording, name: '', email: '', phone: '', patients: [] }
  const patients = await tx
    .selectFrom('onlinebookingpatient')
    .select('name')
    .where('onlinebookingclient', '=', booked.id)
    .orderBy('id')
    .execute()
  const name = `${booked.first_name} ${booked.last_name}`.trim()
  return { ...wording, name, email: booked.email, phone: booked.e164, patients }
}

/** The appointment as it is now. It is locked: it is not cancelled or moved before the message is on its way. */
const holdAppointment = async (tx: Tx, id: Id<'appointment'>) => {
  const { rows } = await sql<{
    start: Date
    active: boolean
    client: Id<'client'> | null
    request_hash: string
    time_zone: string
    reason: string
    instructions: string
    veterinarian: string
  }>`
    select appointment.start, appointment.active, appointment.client, appointment.request_hash, settings.time_zone,
      coalesce(reason.name, '') as reason, coalesce(reason.instructions, '') as instructions,
      trim("user".first_name || ' ' || "user".last_name) as veterinarian
    from appointment
    join department_settings settings on settings.organisation = appointment.organisation
      and settings.id = appointment.department
    join "user" on "user".organisation = appointment.organisation and "user".id = appointment."user"
    left join reason on reason.organisation = appointment.organisation and reason.id = appointment.reason
    where appointment.organisation = organisation() and appointment.id = ${id} for share of appointment`.execute(tx)
  return rows[0]!
}

/** What any message about an appointment says, and the `request_hash` of the appointment as it is now. */
export const describeAppointment = async (
  tx: Tx,
  id: Id<'appointment'>,
  now: Date,
): Promise<Omit<MessageContent, 'isQuietAtNight'> & { readonly requestHash: string }> => {
  const {
    client,
    start,
    time_zone: zone,
    reason,
    instructions,
    veterinarian,
    ...appointment
  } = await holdAppointment(tx, id)
  const party = client === null ? await partyOfBooking(tx, id) : await partyOfClient(tx, id, client)
  const { locale, language, name, email, phone, patients } = party
  const hold = appointment.active ? (start <= now ? 'past' : undefined) : 'cancelled'
  const named = patients.flatMap((patient) => (patient.name.trim() === '' ? [] : [patient.name]))
  return {
    ...(hold && { hold }),
    client,
    to: { email, phone },
    language,
    patients: patients.flatMap((patient) => (patient.id === undefined ? [] : [patient.id])),
    values: {
      client: name,
      patients: listIn(named, locale),
      date: dayIn(start, { locale, zone }),
      time: timeIn(start, { locale, zone }),
      veterinarian,
      reason,
      instructions,
    },
    requestHash: appointment.request_hash,
  }
}

/** What a confirmation says: of the appointment as it was when the confirmation was asked for, or nothing. */
export const confirmationContent: ContentOf = async (tx, { appointment, request }, now) => {
  const { requestHash, ...content } = await describeAppointment(tx, appointment!, now)
  const isChanged = content.hold === undefined && requestHash !== request
  return { ...content, ...(isChanged && { hold: 'changed' }), isQuietAtNight: false }
}

/** What asks for the message about a decision: each decision is told once. */
export const declineRequest = (booking: number, decided: Date) => `${booking} ${decided.toISOString()}`

/** What whoever booked online is told once the clinic has declined it, with the reason as staff said it. */
export const declineContent: ContentOf = async (tx, { appointment, request }, now) => {
  const {
    requestHash: _requestHash,
    hold: _cancelled,
    values,
    ...content
  } = await describeAppointment(tx, appointment!, now)
  const { id, status, decided, decline_reason } = await tx
    .selectFrom('onlinebookingclient')
    .select(['id', 'status', 'decided', 'decline_reason'])
    .where('appointment', '=', appointment!)
    .executeTakeFirstOrThrow()
  // The decision was taken back before the message went out; another may have been made since, which is told by itself.
  const isTakenBack = status !== declined || declineRequest(id, decided!) !== request
  return {
    ...content,
    values: { ...values, decline_reason },
    ...(isTakenBack && { hold: 'changed' }),
    isQuietAtNight: false,
  }
}
