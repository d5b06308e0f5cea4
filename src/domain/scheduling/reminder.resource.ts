import { optional, optionalOrNull, readOnly, readOnlyOrNull, type Field } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, choice, integer, timestamp } from '../../kernel/values.ts'
import { addReminder, removeReminder } from './reminders.ts'

/** How far a reminder is. The numbers are part of the contract. */
const reminderStatuses = { 0: 'Created', 1: 'Queued', 2: 'Sending', 3: 'Sent', 4: 'Failed' } as const

/** Follows the messages that were queued last: what is under way counts first, and one that was sent is enough. */
const status: Field<keyof typeof reminderStatuses, typeof readOnly & { about: string }> = {
  ...choice(reminderStatuses, {
    ...readOnly,
    about:
      'How far it is, by its messages: 3 where one of them was sent, 4 where none was and none is under way. `/message/` says why one was held or failed. It follows without advancing `modified`.',
  }),
  select: (_column, at) => `case when ${at.row}.queued is null then 0 else coalesce((
    select case when bool_or(m.status = 2) then 2 when bool_or(m.status = 1) then 1 when bool_or(m.status = 3) then 3 else 4 end
    from client_message m where m.organisation = ${at.organisation} and m.reminder = ${at.row}.id
      and m.request = ${at.row}.request), 1) end`,
}

export const appointmentReminder = defineResource({
  name: 'appointment_reminder',
  title: 'Appointment reminder',
  about: 'A message that reminds a client of an appointment, at a set time or some hours before it.',
  permission: 'General: Appointments',
  fields: {
    appointment: ref('appointment', {
      createOnly: true,
      about:
        'What the client is reminded of. A cancelled one is refused, and nobody is reminded of one that is cancelled later.',
    }),
    send_at: timestamp({
      ...optionalOrNull,
      createOnly: true,
      about:
        'When to send it, before the appointment starts. It stays when the appointment is moved. Send either this or `hours_before`.',
    }),
    hours_before: integer({
      ...optionalOrNull,
      createOnly: true,
      min: 1,
      max: 720,
      about:
        'How many hours before the appointment starts to send it. It follows when the appointment is moved, and is sent once more if it was sent for the earlier time.',
    }),
    send_email: boolean({ ...optional, createOnly: true, about: 'Whether to send an e-mail. True unless sent.' }),
    send_sms: boolean({ ...optional, createOnly: true, about: 'Whether to send a text message. True unless sent.' }),
    automatic: boolean({
      ...readOnly,
      about: 'Whether it was made because of the department’s `reminder_hours_before`.',
    }),
    due: timestamp({
      ...readOnlyOrNull,
      about:
        'When its messages are queued. They are sent between 08:00 and 20:00 of the department. Null where the appointment was cancelled, or moved so close that this time is over.',
    }),
    status,
    created,
    modified,
  },
  filters: { appointment: ['is', 'in'], modified: ['gte', 'gt', 'lt'] },
  ordering: ['modified'],
  exposes: ['appointment'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: addReminder,
    about: 'Its time must be still to come, and before the appointment.',
  },
  remove: { rate: 300, run: removeReminder, about: 'Refused once its messages are queued.' },
})
