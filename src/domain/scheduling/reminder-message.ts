import type { ContentOf } from '../messaging/content.ts'
import { describeAppointment } from './appointment-message.ts'
import { reminderRequest } from './reminders.ts'

/** What a reminder says: of the time that it was queued for, or nothing. */
export const reminderContent: ContentOf = async (tx, { appointment, reminder, request }, now) => {
  const { requestHash: _hash, ...content } = await describeAppointment(tx, appointment!, now)
  const { start } = await tx
    .selectFrom('appointment')
    .select('start')
    .where('id', '=', appointment!)
    .executeTakeFirstOrThrow()
  const isMoved = content.hold === undefined && request !== reminderRequest(reminder!, start)
  return { ...content, ...(isMoved && { hold: 'changed' }), isQuietAtNight: true }
}
