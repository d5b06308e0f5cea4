import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, validationError, type FieldErrors } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { registerClient } from '../clients/clients.ts'
import { registerPatient } from '../clients/patients.ts'
import { addPhoneNumber, phoneTypeOf } from '../clients/phone-numbers.ts'
import { requireClient } from '../clients/require-current.ts'
import { changeAppointment } from './appointments.ts'
import { clientCreated, declined, linked, undecided, type OnlineBookingStatus } from './online-statuses.ts'

type Animal = {
  readonly id: Id<'onlinebookingpatient'>
  readonly name: string
  readonly species: number | null
  readonly breed: number | null
}

/** Locks a booking that is to be decided about: of several decisions at once the first counts, and the others are refused. */
const holdUndecided = async (tx: Tx, id: number) => {
  const booking = await tx
    .selectFrom('onlinebookingclient')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (booking.status !== undecided)
    throw invalid(
      nonField,
      'This booking has been decided about already. See its status and client.',
      'decided_already',
    )
  const animals: readonly Animal[] = await tx
    .selectFrom('onlinebookingpatient')
    .select(['id', 'name', 'species', 'breed'])
    .where('onlinebookingclient', '=', id)
    .orderBy('id')
    .execute()
  const appointment = await tx
    .selectFrom('appointment')
    .select(['id', 'client', 'department', 'active'])
    .where('id', '=', booking.appointment)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { booking, animals, appointment }
}

type Held = Awaited<ReturnType<typeof holdUndecided>>

const requireTakeable = ({ appointment }: Held, client: Id<'client'> | null) => {
  if (!appointment.active)
    throw invalid(nonField, 'This appointment was cancelled. Set active to true first.', 'cancelled_appointment')
  if (appointment.client !== null && appointment.client !== client)
    throw invalid(
      nonField,
      'The appointment has another client already. Link the booking to that client, or set the client of the appointment to null first.',
      'has_client',
    )
}

type Decision = {
  readonly status: OnlineBookingStatus
  readonly client?: Id<'client'>
  readonly decline_reason?: string
}

const decide = (tx: Tx, actor: Actor, id: number, decision: Decision) =>
  tx
    .updateTable('onlinebookingclient')
    .set({ ...decision, decided: actor.now, decided_user: actor.user })
    .where('id', '=', id)
    .execute()

/** Makes the client and the animals those of the appointment; animals that are no patients yet are registered. */
const connect = async (
  tx: Tx,
  actor: Actor,
  { booking, animals, appointment }: Held,
  client: Id<'client'>,
  patientOf: ReadonlyMap<number, Id<'patient'>>,
) => {
  const patients: Id<'patient'>[] = []
  for (const { id, name, species, breed } of animals) {
    const patient =
      patientOf.get(id) ??
      (await registerPatient(tx, actor, { client, name, species, breed, home_department: appointment.department }))
    patients.push(patient)
    await tx.updateTable('onlinebookingpatient').set({ patient }).where('id', '=', id).execute()
  }
  await changeAppointment(tx, actor, booking.appointment, { client, patients })
}

export type ChosenPatient = {
  readonly onlinebookingpatient: Id<'onlinebookingpatient'>
  readonly patient?: Id<'patient'> | null
}

/** Which patient each animal is. Staff say it for every animal, so that none is registered twice by mistake. */
const requireChoices = (animals: readonly Animal[], chosen: readonly ChosenPatient[]) => {
  const errors: FieldErrors = {}
  for (const [at, { onlinebookingpatient: id, patient }] of chosen.entries()) {
    if (!animals.some((animal) => animal.id === id))
      errors[`patients.${at}.onlinebookingpatient`] = [
        { message: 'This animal belongs to another booking.', code: 'wrong_booking' },
      ]
    else if (chosen.findIndex((other) => other.onlinebookingpatient === id) < at)
      errors[`patients.${at}.onlinebookingpatient`] = [{ message: 'This animal is named twice.', code: 'repeated' }]
    if (patient != null && chosen.findIndex((other) => other.patient === patient) < at)
      errors[`patients.${at}.patient`] = [{ message: 'Another animal is this patient already.', code: 'repeated' }]
  }
  if (animals.some(({ id }) => !chosen.some(({ onlinebookingpatient }) => onlinebookingpatient === id)))
    errors.patients = [
      {
        message: 'Name every animal of the booking: which patient it is, or null for a new one.',
        code: 'required',
      },
    ]
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

export type Linking = { readonly client: Id<'client'>; readonly patients?: readonly ChosenPatient[] }

/** Links a booking to a client of the clinic, and its animals to the client's patients or to new ones. */
export const linkBooking = async (tx: Tx, actor: Actor, id: number, { client, patients = [] }: Linking) => {
  const held = await holdUndecided(tx, id)
  requireTakeable(held, client)
  requireChoices(held.animals, patients)
  await requireClient(tx, client)
  const known = patients.flatMap(({ onlinebookingpatient, patient }) =>
    patient == null ? [] : [[onlinebookingpatient, patient] as const],
  )
  await connect(tx, actor, held, client, new Map(known))
  await decide(tx, actor, id, { status: linked, client })
  return id
}

/** Makes a client, their phone number and patients of what was written in a booking. */
export const createBookedClient = async (tx: Tx, actor: Actor, id: number) => {
  const held = await holdUndecided(tx, id)
  requireTakeable(held, null)
  const { first_name, last_name, email, phone_number, e164, street_address, zip_code, city } = held.booking
  const client = await registerClient(tx, actor, {
    firstname: first_name,
    lastname: last_name,
    email,
    street_address,
    zip_code,
    city,
    home_department: held.appointment.department,
  })
  if (e164 !== '') await addPhoneNumber(tx, actor, { client, phone_number, type_code: phoneTypeOf(e164) })
  await connect(tx, actor, held, client, new Map())
  await decide(tx, actor, id, { status: clientCreated, client })
  return id
}

/** Declines a booking: its appointment is cancelled for the reason that is given. */
export const declineBooking = async (tx: Tx, actor: Actor, id: number, { reason }: { readonly reason: string }) => {
  const { booking, appointment } = await holdUndecided(tx, id)
  if (appointment.active)
    await changeAppointment(tx, actor, booking.appointment, { active: false, cancellation_reason: reason })
  await decide(tx, actor, id, { status: declined, decline_reason: reason })
  return id
}

/** What a decision has made of the appointment may have gone on since; then there is no way back. */
const requireReversible = (
  client: Id<'client'> | null,
  appointment: { readonly client: Id<'client'> | null; readonly consultation: Id<'consultation'> | null },
) => {
  if (appointment.consultation !== null)
    throw invalid(nonField, 'The appointment has its visit already. Withdraw the visit first.', 'has_visit')
  if (client !== null && appointment.client !== client)
    throw invalid(
      nonField,
      'The appointment has another client by now. Change the client in the appointment instead.',
      'has_client',
    )
}

/**
 * Takes back what was decided, so that the booking waits again: the appointment has no client, or is booked again if it was
 * cancelled by declining. Clients and patients that were registered stay.
 */
export const reopenBooking = async (tx: Tx, actor: Actor, id: number) => {
  const { status, client, appointment, decline_reason } = await tx
    .selectFrom('onlinebookingclient')
    .select(['status', 'client', 'appointment', 'decline_reason'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (status === undecided) throw invalid(nonField, 'Nothing has been decided about this booking yet.', 'not_decided')
  const booked = await tx
    .selectFrom('appointment')
    .select(['client', 'consultation', 'active', 'cancellation_reason'])
    .where('id', '=', appointment)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  requireReversible(client, booked)
  const isCancelledByIt = status === declined && !booked.active && booked.cancellation_reason === decline_reason
  if (isCancelledByIt) await changeAppointment(tx, actor, appointment, { active: true, cancellation_reason: '' })
  if (status !== declined) await changeAppointment(tx, actor, appointment, { client: null, patients: [] })
  await tx.updateTable('onlinebookingpatient').set({ patient: null }).where('onlinebookingclient', '=', id).execute()
  await tx
    .updateTable('onlinebookingclient')
    .set({ status: undecided, client: null, decline_reason: '', decided: null, decided_user: null })
    .where('id', '=', id)
    .execute()
  return id
}
