import { optional } from '../../kernel/fields.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, oneOf, text } from '../../kernel/values.ts'
import { messageChannels, messageKinds } from './kinds.ts'
import { languages } from '../organisation/languages.ts'
import { addTemplate, changeTemplate, removeTemplate } from './templates.ts'

export const messageTemplate = defineResource({
  name: 'message_template',
  title: 'Message template',
  about:
    'The clinic’s own wording of a message to clients, for one kind, channel and language. Where there is none, a built-in one in that language is sent.',
  permission: 'Settings: Integration settings',
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
