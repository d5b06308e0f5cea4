import { flag, listOf, objectOf, orNull, word } from '../../kernel/answer-schemas.ts'
import { parseBody, requireLinks } from '../../kernel/body.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { optional } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, oneOf, text } from '../../kernel/values.ts'
import { messageChannels, messageKinds } from './kinds.ts'
import { languages } from '../organisation/languages.ts'
import { previewTemplate } from './preview-template.ts'
import { addTemplate, changeTemplate, removeTemplate } from './templates.ts'

const permission = 'Settings: Integration settings'

export const messageTemplate = defineResource({
  name: 'message_template',
  title: 'Message template',
  about:
    'The clinic’s own wording of a message to clients, for one kind, channel and language. Where there is none, a built-in one in that language is sent.',
  permission,
  fields: {
    kind: choice(messageKinds, {
      createOnly: true,
      about: 'What the message is about, which decides its placeholders.',
    }),
    channel: choice(messageChannels, { createOnly: true, about: 'How it is sent. An SMS has a text only.' }),
    language: oneOf(languages, {
      createOnly: true,
      about:
        'For clients with this `language`, or without one where it is the organisation’s. A primary tag of BCP 47.',
    }),
    subject: text(255, {
      ...optional,
      about: 'The subject of an e-mail, placeholders included. Required for e-mails; an SMS has none.',
    }),
    text: text(10_000, {
      about:
        'What is written, as plain text; e-mails have it as HTML as well. `{{client}}`, `{{date}}` and other placeholders are filled in when it is sent, and a line for whose placeholders nothing is known is left out. An unknown placeholder is refused with the list of known ones.',
    }),
    created,
    modified,
  },
  filters: { kind: ['is'], channel: ['is'], language: ['is'], modified: ['gte'] },
  ordering: ['modified'],
  unique: {
    message_template_one: [
      'language',
      'There is a template for this kind, channel and language already. Change that one.',
    ],
  },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: addTemplate, about: 'Messages that are sent from now on have this wording.' },
  patch: { rate: 300, run: changeTemplate, about: 'Messages that are sent from now on have the new wording.' },
  remove: { rate: 300, run: removeTemplate, about: 'The built-in wording is sent again.' },
})

const asked = {
  kind: choice(messageKinds, { about: 'What the message is about.' }),
  channel: choice(messageChannels, { about: 'How it would be sent.' }),
  language: oneOf(languages, { about: 'In which language dates and amounts are written, and whose wording is used.' }),
  subject: text(255, { ...optional, about: 'The subject of the wording that is tried. Only with `text`.' }),
  text: text(10_000, {
    ...optional,
    about: 'A wording that is tried, checked as if it were stored. Without one, the wording in use is shown.',
  }),
  department: ref('department', {
    ...optional,
    nullable: true,
    about: 'In whose name it would be sent. Without one, that of the department that was added first.',
  }),
}

export const messageTemplatePreview = endpoint({
  name: 'message_template.preview',
  method: 'POST',
  path: '/message_template/preview/',
  title: 'Message template',
  summary: 'Preview a message',
  about:
    'Composes a message as it would be sent, for a client and patients that do not exist. Nothing is stored, and nothing is sent.',
  permission,
  rate: 300,
  body: asked,
  answers: {
    200: objectOf('A message as it would be sent.', {
      subject: word('The subject with everything filled in. Empty for an SMS.'),
      text: word('The text with everything filled in.'),
      wording_subject: word('The subject of the wording in use, with its placeholders.'),
      wording_text: word('The text of the wording in use, with its placeholders.'),
      built_in: flag('True where the clinic has no wording of its own, so that the built-in one is in use.'),
      placeholders: listOf('What may stand in double braces.', word('The name of a placeholder.')),
      sms_parts: orNull({
        type: 'integer',
        description:
          'As how many messages networks send and charge the SMS: 160 characters of the GSM alphabet are one, 70 with any other character; in several parts, 153 and 67 each. Null for an e-mail.',
      }),
    }),
  },
  run: async (tx, actor, call) => {
    const input = parseBody(asked, await call.body(), 'create', call.links)
    await requireLinks(tx, asked, input)
    return { status: 200, body: JSON.stringify(await previewTemplate(tx, actor, input)) }
  },
})
