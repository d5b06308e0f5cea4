import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { bookingDeclined, email, sms, type MessageChannel } from '../messaging/kinds.ts'
import { requestMessage } from '../messaging/request-message.ts'
import { declineContent, declineRequest } from './appointment-message.ts'
import { declined } from './online-statuses.ts'
import type { ConfirmationAnswer } from './send-confirmation.ts'

/**
 * Tells whoever booked online that the clinic has declined it: by e-mail, and by SMS where no e-mail can be sent. The same
 * decision is told once.
 */
export const sendDecline = async (
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ email: ConfirmationAnswer; sms: ConfirmationAnswer }> => {
  const { status, decided, appointment, department, client } = await tx
    .selectFrom('onlinebookingclient')
    .innerJoin('appointment', 'appointment.id', 'onlinebookingclient.appointment')
    .select(['onlinebookingclient.status', 'onlinebookingclient.decided', 'onlinebookingclient.appointment'])
    .select(['appointment.department', 'appointment.client'])
    .where('onlinebookingclient.id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (status !== declined || decided === null)
    throw invalid(nonField, 'This booking was not declined. Decline it first.', 'not_declined')
  const request = declineRequest(id, decided)
  const ask = (channel: MessageChannel) =>
    requestMessage(
      tx,
      { kind: bookingDeclined, channel, request, appointment, client, department },
      declineContent,
      actor.now,
    )
  const byMail = await ask(email)
  return { email: byMail, sms: byMail === 'queued' ? 'not_asked' : await ask(sms) }
}
