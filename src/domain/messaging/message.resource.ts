import { objectOf, orNull, word } from '../../kernel/answer-schemas.ts'
import { parseBody, requireLinks } from '../../kernel/body.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { optional, optionalOrNull, readOnly, readOnlyOrNull, type Field, type Timestamp } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, integer, text, timestamp } from '../../kernel/values.ts'
import { messageChannels, messageKinds, messageStatuses } from './kinds.ts'
import { previewPersonal, sendPersonal } from './personal-message.ts'

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
  about:
    'A message to a client, by e-mail or SMS: what it is about, what was sent to whom, and what became of it. The service writes most of them; a personal one (kind 6) is created.',
  table: 'client_message',
  permission: 'General: Patients and clients',
  fields: {
    kind: choice(messageKinds, { ...readOnly, about: 'What the message is about.' }),
    channel: choice(messageChannels, { createOnly: true, about: 'How it is sent.' }),
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
      nullable: true,
      createOnly: true,
      about: 'Whom it is for. Null where somebody who is not a client yet booked; a personal one has a client.',
    }),
    patient: ref('patient', {
      ...optionalOrNull,
      createOnly: true,
      about: 'The patient it is about, if it is about one: of the client.',
    }),
    consultation: ref('consultation', {
      ...optionalOrNull,
      createOnly: true,
      about: 'The visit that a personal message is about: of the client.',
    }),
    appointment: ref('appointment', { ...readOnlyOrNull, about: 'What is confirmed, or reminded of.' }),
    invoice: ref('invoice', {
      ...optionalOrNull,
      createOnly: true,
      about:
        'The invoice that is attached to it as a PDF (kind 4), or that a personal message is about: the client pays it, or it is of a visit of theirs. Nothing is attached to a personal message.',
    }),
    department: ref('department', {
      ...optional,
      createOnly: true,
      about:
        'On whose behalf it is sent, and whose local times it names. A personal message takes that of its invoice or visit unless it is sent, and needs it without either.',
    }),
    created_user: ref('user', {
      ...readOnlyOrNull,
      about: 'Whose token wrote it. Null where the service did, which is everything but a personal message.',
    }),
    recipient: text(254, {
      ...readOnly,
      about: 'The e-mail address or phone number it was sent to. Empty before the first attempt.',
    }),
    subject: text(1000, {
      ...optional,
      createOnly: true,
      about: 'The subject as it was sent. Empty for an SMS. A personal e-mail needs one.',
    }),
    text: text(20_000, {
      ...optional,
      createOnly: true,
      about:
        'The text as it was sent. It is written when it is sent, but for a personal message, which is kept as it was written: its placeholders are filled in at once.',
    }),
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
    consultation: ['is'],
    invoice: ['is'],
    created: ['gte', 'lt'],
  },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 60,
    run: sendPersonal,
    about:
      'Writes a personal message (kind 6) to one client and sends it at once. `subject` and `text` may have placeholders. Each request is a message. It is refused with the code `held` where it would be held, so that whoever writes hears of it, and with 429 once the organisation has written 200 by that channel within 24 hours.',
  },
})

const { channel, client, patient, consultation, invoice, department, ...said } = message.fields
const asked = { channel, client, patient, consultation, invoice, department, subject: said.subject, text: said.text }

export const messagePreview = endpoint({
  name: 'message.preview',
  method: 'POST',
  path: '/message/preview/',
  title: 'Message',
  summary: 'Preview a personal message',
  about:
    'Fills a personal message in as the client would read it, and says whether it would be held. Without `text` it is a greeting and the name of the clinic in the language of the client, to write between. Nothing is stored or sent.',
  permission: 'General: Patients and clients',
  rate: 300,
  body: asked,
  answers: {
    200: objectOf('A personal message as it would be sent.', {
      recipient: word('The e-mail address or phone number it would go to. Empty where there is none.'),
      subject: word('The subject with everything filled in. Empty for an SMS.'),
      text: word('The text with everything filled in.'),
      sms_parts: orNull({
        type: 'integer',
        description:
          'As how many messages networks send and charge the SMS: 160 characters of the GSM alphabet are one, 70 with any other character; in several parts, 153 and 67 each. Null for an e-mail.',
      }),
      reason: word('Why it would be held as things are now, such as `no_sms`. Empty where nothing is in its way.'),
      detail: word('The `reason` for people.'),
    }),
  },
  run: async (tx, actor, call) => {
    const input = parseBody(asked, await call.body(), 'create', call.links)
    await requireLinks(tx, asked, input)
    return { status: 200, body: JSON.stringify(await previewPersonal(tx, actor, input)) }
  },
})
