import { TextTemplateKind } from '@fetlock/sdk'
import { plural } from './plural.ts'

/** The texts that staff write often. */
export const templatesText = {
  title: 'Templates',
  what: 'The templates',
  count: (count: number) => plural(count, { one: 'template', other: 'templates' }),
  new: 'New template',
  find: 'Name, shortcut or text',
  findLabel: 'Find a template',
  kind: 'Kind of template',
  anyKind: 'All kinds',
  kinds: {
    [TextTemplateKind.Note]: 'Note',
    [TextTemplateKind.Discharge]: 'Discharge instructions',
    [TextTemplateKind.Prescription]: 'Prescription',
    [TextTemplateKind.Message]: 'Message',
    [TextTemplateKind.Other]: 'Other',
  } as Readonly<Record<TextTemplateKind, string>>,
  columns: { name: 'Name', shortcut: 'Shortcut', kind: 'Kind', language: 'Language', text: 'Text' },
  shortcut: (letters: string) => `;${letters}`,
  none: 'No template is stored yet. A text that is often written is inserted by its name or its shortcut.',
  noneArchived: 'No template is archived.',
  nothing: 'No template matches.',
  form: {
    name: 'Name',
    shortcut: 'Shortcut',
    shortcutHint: (shown: string) => `In notes and discharge instructions, ${shown} and a space become the text.`,
    shortcutExample: ';dent',
    kind: 'Kind',
    language: 'Language',
    anyLanguage: 'Does not matter',
    text: 'Text',
    textHint: 'It is inserted as it stands, and changed there.',
  },
}
