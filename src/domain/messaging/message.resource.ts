import { readOnly, readOnlyOrNull, type Field, type Timestamp } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, integer, text, timestamp } from '../../kernel/values.ts'
import { messageChannels, messageKinds, messageStatuses } from './kinds.ts'

/** Null where no attempt is to come. */
const due: Field<Timestamp, { readOnly: true; nullable: true; about: string }> = {
  ...timestamp({
    ...readOnlyOrNull,
    about:
      'Before when it is not sent, by the organisation’s clock: reminders and recalls wait for the morning. Null once it is sent, failed, held or unknown.',
  }),
  select: (column, at) => `case when ${at.row}.status < 3 then ${timestamp().select(column, at)} end`,
}

export const message = defineResource({
  name: 'message',
  title: 'Message',
  about: 'A message to a client, by e-mail or SMS: what it is about, what was sent to whom, and what became of it.',
  table: 'client_message',
  permission: 'General: Patients and clients',
  fields: {
    kind: choice(messageKinds, { ...readOnly, about: 'What the message is about.' }),
    channel: choice(messageChannels, { ...readOnly, about: 'How it is sent.' }),
    status: choice(messageStatuses, {
      ...readOnly,
      about:
        'What became of it. An e-mail is sent when a mail server took it. Held ones are not sent, for the `reason` given. Unknown: an SMS of which the gateway did not say whether it took it; it is not sent again.',
    }),
    reason: text(63, {
      ...readOnly,
      about:
        'Why it is held, such as `no_sms` or `patient_deceased`, or has failed, such as `bounced`. Empty otherwise. docs/messages.md lists them.',
    }),
    detail: text(500, { ...readOnly, about: 'More about the `reason`, or why the last attempt failed, for people.' }),
    client: ref('client', {
      ...readOnlyOrNull,
      about: 'Whom it is for. Null where somebody who is not a client yet booked.',
    }),
    patient: ref('patient', { ...readOnlyOrNull, about: 'The patient it is about, if it is about one.' }),
    appointment: ref('appointment', { ...readOnlyOrNull, about: 'What is confirmed, or reminded of.' }),
    invoice: ref('invoice', { ...readOnlyOrNull, about: 'What is attached to it as a PDF, if it brings a bill.' }),
    department: ref('department', {
      ...readOnly,
      about: 'On whose behalf it is sent, and whose local times it names.',
    }),
    recipient: text(254, {
      ...readOnly,
      about: 'The e-mail address or phone number it was sent to. Empty before the first attempt.',
    }),
    subject: text(1000, { ...readOnly, about: 'The subject as it was sent. Empty for an SMS.' }),
    text: text(20_000, { ...readOnly, about: 'The text as it was sent. It is written when it is sent.' }),
    due,
    attempts: integer({ ...readOnly, min: 0, about: 'How often it was handed to the server, or may have been.' }),
    last_attempt: timestamp({ ...readOnlyOrNull, about: 'When that was last tried. Null before the first time.' }),
    sent: timestamp({ ...readOnlyOrNull, about: 'When the server took it.' }),
    created,
  },
  filters: {
    kind: ['is', 'in'],
    channel: ['is'],
    status: ['is', 'in'],
    client: ['is'],
    appointment: ['is'],
    created: ['gte', 'lt'],
  },
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
