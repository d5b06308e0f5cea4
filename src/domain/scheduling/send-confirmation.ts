import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { confirmation, email, sms, type MessageChannel } from '../messaging/kinds.ts'
import { holdReasons, type HoldReason } from '../messaging/reasons.ts'
import { requestMessage } from '../messaging/request-message.ts'
import { confirmationContent } from './appointment-message.ts'
import type { AppointmentType } from './types.ts'

type Request = {
  request_hash: string
  dont_send_email_confirmation?: boolean
  dont_send_sms_confirmation?: boolean
}

/** What becomes of a confirmation by one channel. */
export const confirmationAnswers = ['queued', 'not_asked', ...(Object.keys(holdReasons) as HoldReason[])] as const
export type ConfirmationAnswer = (typeof confirmationAnswers)[number]

const onlineBooking: AppointmentType = 2

/** An online booking is confirmed to whoever booked it, about the animals they named. */
const requireBooked = async (tx: Tx, appointment: Id<'appointment'>) => {
  const patient = await tx
    .selectFrom('onlinebookingclient')
    .innerJoin('onlinebookingpatient', 'onlinebookingpatient.onlinebookingclient', 'onlinebookingclient.id')
    .select('onlinebookingpatient.id')
    .where('onlinebookingclient.appointment', '=', appointment)
    .limit(1)
    .executeTakeFirst()
  if (patient === undefined)
    throw invalid(
      nonField,
      'Connect an online booking client and an online booking patient to this appointment first.',
      'needs_online_booking',
    )
}

/** Queues the confirmation of an appointment by e-mail and SMS, each once for every version of the appointment. */
export const sendConfirmation = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { request_hash, dont_send_email_confirmation = false, dont_send_sms_confirmation = false }: Request,
): Promise<{ email: ConfirmationAnswer; sms: ConfirmationAnswer }> => {
  const appointment = await tx
    .selectFrom('appointment')
    .select(['type', 'client', 'department', 'request_hash'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (appointment.request_hash !== request_hash)
    throw invalid(
      'request_hash',
      'This is not the request_hash of the appointment as it is now. Read the appointment again.',
      'wrong_request_hash',
    )
  if (appointment.type === onlineBooking) await requireBooked(tx, id)
  const { client, department } = appointment
  const ask = (channel: MessageChannel) =>
    requestMessage(
      tx,
      { kind: confirmation, channel, request: request_hash, appointment: id, client, department },
      confirmationContent,
      actor.now,
    )
  return {
    email: dont_send_email_confirmation ? 'not_asked' : await ask(email),
    sms: dont_send_sms_confirmation ? 'not_asked' : await ask(sms),
  }
}
