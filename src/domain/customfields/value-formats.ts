import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { ErrorCode } from '../../kernel/error-codes.ts'
import { InvalidValue } from '../../kernel/errors.ts'
import { isObject, literalOf, parseJson } from '../../kernel/json.ts'
import { linksOf } from '../../kernel/links.ts'
import { date, text } from '../../kernel/values.ts'
import { selectTypes, type FieldType } from './field-types.ts'
import { findOption, optionId, type Option, type SentOption } from './options.ts'

/** What the rules about a value need to know of its field. */
export type Definition = {
  readonly id: number
  readonly name: string
  readonly field_type: FieldType
  readonly default_value: string
  readonly is_required: boolean
  readonly archived: boolean
  readonly options: readonly Option[]
}
/** The row of a definition, which keeps its options as JSON. */
export const asDefinition = (row: Selectable<Tables['custom_field']>): Definition => ({
  ...row,
  field_type: row.field_type as FieldType,
  options: row.options as readonly Option[],
})

/** A value as it is kept: a text, or the ids of options. Neither is no value. */
export type StoredValue = { readonly value: string; readonly options: readonly number[] }

export const maxValue = 65_536
const nowhere = linksOf('', 0)
const anyText = text(maxValue, { optional: true })
const day = date()
const throwInvalid = (message: string, code?: ErrorCode): never => {
  throw new InvalidValue(message, code)
}

const readText = (sent: unknown) => anyText.parse(sent, nowhere)

const readNumber = (sent: unknown) => {
  const literal = literalOf(sent) ?? ''
  return /^-?\d{1,30}$/.test(literal)
    ? BigInt(literal).toString()
    : throwInvalid('Use a whole number. Decimals go in a text field.')
}

const readCheckBox = (sent: unknown) => {
  if (typeof sent === 'boolean') return sent ? 'True' : 'False'
  return sent === 'True' || sent === 'False' ? sent : throwInvalid('Use True or False.')
}

const readJson = (sent: unknown) => {
  if (typeof sent !== 'string')
    return throwInvalid('Send the JSON encoded as a string, not as an object, list or number.')
  const encoded = readText(sent)
  try {
    parseJson(encoded)
  } catch {
    return throwInvalid('This string is not valid JSON, or it is nested too deep.')
  }
  return encoded
}

const readers: Readonly<Record<number, (sent: unknown) => string>> = {
  1: readText,
  2: readNumber,
  3: (sent) => day.parse(sent, nowhere),
  4: readCheckBox,
  5: readJson,
}

const wantsList = 'Send a list of options, each an object with id or name.'

const optionIn = (item: unknown): SentOption => {
  if (!isObject(item)) return throwInvalid(wantsList)
  const { id, name } = item
  if (id !== undefined) return { id: optionId(id) }
  return typeof name === 'string' ? { name } : throwInvalid('Give each option its id or its name.')
}

/** In forms the list is sent as JSON text. */
const listIn = (sent: unknown): readonly unknown[] => {
  try {
    const list = typeof sent === 'string' ? parseJson(sent) : sent
    if (Array.isArray(list)) return list
  } catch {
    return throwInvalid(wantsList, 'not_a_list')
  }
  return throwInvalid(wantsList, 'not_a_list')
}

/** Archived options can no longer be chosen, but records that have one keep it. */
const readOptions = (sent: unknown, { options, field_type }: Definition, current: readonly number[]): number[] => {
  const offered = options.filter(({ id, archived }) => !archived || current.includes(id))
  const chosen = listIn(sent).map((item) => {
    const known = findOption(offered, optionIn(item))
    const names = offered.map(({ id, name }) => `${id} (${name})`).join(', ')
    return known?.id ?? throwInvalid(`There is no such option. Choose from ${names || 'none yet'}.`, 'invalid_choice')
  })
  const once = [...new Set(chosen)]
  return field_type === 6 && once.length > 1 ? throwInvalid('Choose one option only.', 'max_items') : once
}

const isNothing = (sent: unknown) => sent === '' || (Array.isArray(sent) && sent.length === 0)

const readAny = (sent: unknown, definition: Definition, current: readonly number[]): StoredValue => {
  if (sent == null) return throwInvalid('This field may not be null. Send an empty string to clear it.', 'null')
  const isSelect = selectTypes.has(definition.field_type)
  if (sent === '' || (isSelect && isNothing(sent))) return { value: '', options: [] }
  return isSelect
    ? { value: '', options: readOptions(sent, definition, current) }
    : { value: readers[definition.field_type]!(sent), options: [] }
}

/** A value in the format of its field, or a complaint. An empty one clears it, which a required field refuses. */
export const readValue = (sent: unknown, definition: Definition, current: readonly number[] = []): StoredValue => {
  const kept = readAny(sent, definition, current)
  if (!definition.is_required || definition.archived) return kept
  if (kept.value === '' && kept.options.length === 0) return throwInvalid('This field is required.', 'required')
  return definition.field_type === 4 && kept.value !== 'True'
    ? throwInvalid('This box has to be checked: send True.', 'required')
    : kept
}

/** Refuses a default that would be no value of the field. An empty one is none. */
export const readDefault = (sent: string, field_type: FieldType): string => {
  if (sent === '') return sent
  if (field_type === 5 || selectTypes.has(field_type))
    return throwInvalid('A field of this type cannot have a default.')
  if (field_type === 2 && !/^-?\d{1,15}$/.test(sent))
    return throwInvalid('The default of a number is a whole number of at most 15 digits.')
  return readers[field_type]!(sent)
}
