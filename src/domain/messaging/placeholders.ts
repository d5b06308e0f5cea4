import { invalid } from '../../kernel/errors.ts'
import { bookingDeclined, confirmation, invoice, personal, recall, reminder, type MessageKind } from './kinds.ts'

/** What can be filled in in every message. */
export const commonPlaceholders = [
  'clinic',
  'department',
  'department_address',
  'department_phone',
  'department_email',
  'client',
] as const

const ofAppointment = ['patients', 'date', 'time', 'veterinarian', 'reason', 'instructions'] as const

const ownPlaceholders: Readonly<Record<MessageKind, readonly string[]>> = {
  [confirmation]: ofAppointment,
  [reminder]: ofAppointment,
  [recall]: ['patients', 'item', 'due_date'],
  [invoice]: ['number', 'amount', 'due_date'],
  [bookingDeclined]: [...ofAppointment, 'decline_reason'],
  [personal]: ['patients', 'number', 'amount', 'due_date'],
}

/** What a text of this kind may have in double braces. */
export const placeholdersOf = (kind: MessageKind): readonly string[] => [
  ...commonPlaceholders,
  ...ownPlaceholders[kind],
]

/** A placeholder, also one that was not closed or is misspelt. */
const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g
const looseBraces = /\{\{|\}\}/

const namesIn = (text: string) => [...text.matchAll(placeholder)].map(([, name]) => name!)

/** Refuses a text with a placeholder that nothing would be filled in for. */
export const requireKnownPlaceholders = (kind: MessageKind, field: string, text: string) => {
  const known = placeholdersOf(kind)
  const unknown = namesIn(text).find((name) => !known.includes(name))
  const list = known.map((name) => `{{${name}}}`).join(', ')
  if (unknown !== undefined)
    throw invalid(field, `There is no placeholder {{${unknown}}} here. Known ones: ${list}.`, 'unknown_placeholder')
  if (looseBraces.test(text.replace(placeholder, '')))
    throw invalid(field, `A placeholder has two braces on each side. Known ones: ${list}.`, 'unknown_placeholder')
}

/** Fills in what is known. A line is left out where it has placeholders and nothing is known for any of them. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string => {
  const valueOf = (name: string) => (values[name] ?? '').trim()
  return text
    .split('\n')
    .filter((line) => {
      const names = namesIn(line)
      return names.length === 0 || names.some((name) => valueOf(name) !== '')
    })
    .map((line) => line.replace(placeholder, (_whole, name: string) => valueOf(name)).trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
