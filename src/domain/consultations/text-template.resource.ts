import { optional } from '../../kernel/fields.ts'
import { archived, created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { validatedText } from '../../kernel/text-formats.ts'
import { oneOf, text } from '../../kernel/values.ts'
import { maxText } from './statuses.ts'
import { templateKinds } from './template-kinds.ts'

const isLanguage = (value: string) => {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

/** In the record of an animal, or to its owner. */
const whoeverWrites = { any: ['Clinical: Consultations', 'General: Patients and clients'] } as const

export const textTemplate = defineResource({
  name: 'text_template',
  title: 'Text template',
  about: 'A text that staff write often, to be inserted into a note, an instruction or a letter and changed there.',
  permission: 'Clinical: Consultations',
  fields: {
    name: text(127, { about: 'What staff choose it by, for example “Dental cleaning, after care”.' }),
    shortcut: text(31, {
      ...optional,
      about:
        'A few letters that a program replaces with the text, for example `dent`. Unique within its language, in any case, among those that are not archived. Empty for none.',
    }),
    kind: oneOf(templateKinds, { about: 'Where programs offer it. `other` for everything else.' }),
    text: text(maxText, {
      about:
        'The text itself. It may have the placeholders of a personal message, which are filled in once it is sent as one; nothing else in it is replaced by the service.',
    }),
    language: validatedText(
      { ...optional, about: 'BCP 47 tag of the language it is written in. Empty where that does not matter.' },
      31,
      'fi',
      isLanguage,
      'Use a language tag such as fi or sv-FI.',
    ),
    archived,
    created,
    modified,
  },
  filters: {
    name: ['icontains'],
    shortcut: ['is'],
    kind: ['is', 'in'],
    language: ['is', 'in'],
    archived: ['is'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['name', 'modified'],
  unique: { text_template_shortcut: ['shortcut', 'There is a template with this shortcut already.'] },
  list: { rate: 100, permission: whoeverWrites },
  retrieve: { rate: 300, permission: whoeverWrites },
  create: { rate: 300 },
  patch: { rate: 300, about: 'Notes and instructions that were written with it stay as they are.' },
  remove: {
    rate: 300,
    about: 'It is no longer offered, and its shortcut is free again. What was written with it stays.',
  },
})
