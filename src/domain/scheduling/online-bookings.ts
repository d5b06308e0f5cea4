import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, validationError } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { organisationCountry } from '../clients/clients.ts'
import { findInconsistencies } from '../clients/patients.ts'
import { toE164 } from '../clients/phone-numbers.ts'
import { undecided } from './online-statuses.ts'
import { onlineBooking } from './types.ts'

export type NewOnlineClient = {
  appointment: Id<'appointment'>
  first_name?: string
  last_name?: string
  email?: string
  phone_number?: string
  street_address?: string
  zip_code?: string
  city?: string
}

const requireReachable = ({ first_name = '', last_name = '', email = '', phone_number = '' }: NewOnlineClient) => {
  if (`${first_name}${last_name}`.trim() === '')
    throw invalid(nonField, 'Send at least one of first_name and last_name.', 'required')
  if (`${email}${phone_number}`.trim() === '')
    throw invalid(
      nonField,
      'Send at least one of email and phone_number, so that the client can be reached.',
      'required',
    )
}

/** Refuses an appointment that was not booked online or was cancelled. It is locked, so that neither changes meanwhile. */
const requireOnlineBooking = async (tx: Tx, id: Id<'appointment'>) => {
  const { type, active } = await tx
    .selectFrom('appointment')
    .select(['type', 'active'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (type !== onlineBooking)
    throw invalid(
      'appointment',
      'This appointment is not an online booking. Its type must be 2 (Online booking).',
      'not_online',
    )
  if (!active)
    throw invalid('appointment', 'This appointment was cancelled. Set active to true first.', 'cancelled_appointment')
}

/** Stores who booked an appointment online. An appointment has one. */
export const addOnlineClient = async (
  tx: Tx,
  _actor: Actor,
  client: NewOnlineClient,
): Promise<Id<'onlinebookingclient'>> => {
  requireReachable(client)
  const phone_number = client.phone_number?.trim() ?? ''
  const e164 = phone_number === '' ? '' : toE164(phone_number, await organisationCountry(tx))
  await requireOnlineBooking(tx, client.appointment)
  const { id } = await tx
    .insertInto('onlinebookingclient')
    .values({ ...client, phone_number, e164 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewOnlinePatient = {
  onlinebookingclient: Id<'onlinebookingclient'>
  name: string
  species?: number | null
  breed?: number | null
  notes?: string
}

/** Stores an animal that is to be brought. Once staff have decided about the booking, it has no more. */
export const addOnlinePatient = async (
  tx: Tx,
  _actor: Actor,
  patient: NewOnlinePatient,
): Promise<Id<'onlinebookingpatient'>> => {
  const [errors = {}] = await findInconsistencies(tx, [patient])
  if (Object.keys(errors).length > 0) throw validationError(errors)
  const { status } = await tx
    .selectFrom('onlinebookingclient')
    .select('status')
    .where('id', '=', patient.onlinebookingclient)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (status !== undecided)
    throw invalid(
      'onlinebookingclient',
      'The clinic has decided about this booking already. Add the animal to the appointment instead.',
      'decided_already',
    )
  const { id } = await tx.insertInto('onlinebookingpatient').values(patient).returning('id').executeTakeFirstOrThrow()
  await touch(tx, 'onlinebookingclient', 'id', [patient.onlinebookingclient])
  return id
}
