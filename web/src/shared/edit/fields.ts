import { typedDecimal } from '../../format.ts'
import type { Client, Consultation, Item, Patient } from '../../api/records.ts'
import type { Values } from '../../api/versions.ts'

/** What is edited where it stands. */
export type EditedRecord = Client | Patient | Consultation | Item

export type Option = readonly [value: string, label: string, group?: string]

/** How a field is shown and typed. An empty one that `isNull` is sent as null. */
export type Field = {
  readonly name: string
  readonly label: string
  readonly kind:
    | 'text'
    | 'email'
    | 'area'
    | 'tick'
    | 'choice'
    | 'choices'
    | 'date'
    | 'birth'
    | 'number'
    | 'decimal'
    | 'words'
    | 'breed'
  readonly options?: readonly Option[]
  readonly isNull?: boolean
  /** What may be right and seldom is: said once before it is saved. */
  readonly doubt?: (typed: string) => string | undefined
  /** Marked as one that must be filled in. */
  readonly isNeeded?: boolean
  /** Choices that the API has numbers for. */
  readonly isNumber?: boolean
  /** What says no more than the absence of something, and is left out unless it is edited. */
  readonly isQuiet?: boolean
}

export type Draft = Readonly<Record<string, string | boolean>>

const customPrefix = 'field '
/** The name under which the value of a custom field is compared and typed. */
export const customName = (id: number) => `${customPrefix}${id}`

/** The fields of a record as they are sent, compared and typed. */
export const valuesOf = (record: EditedRecord): Values => {
  const { modified: _modified, ...rest } = record
  const { fields_rel = [], ...plain } = 'fields_rel' in rest ? rest : { ...rest, fields_rel: [] }
  // The code beside what it is the code of.
  const isBeside = (name: string) => name === 'species_code' || name === 'breed_code'
  const shown = Object.entries(plain).filter(([name]) => !name.endsWith('_data') && !isBeside(name))
  const custom = fields_rel.map(({ field_id, value }) => [customName(field_id), value] as const)
  const codes = 'species_code' in record ? { species: record.species_code, breed: record.breed_code } : {}
  return { ...Object.fromEntries(shown), ...codes, ...Object.fromEntries(custom) }
}

export const bodyOf = (changes: Values) => {
  const entries = Object.entries(changes)
  const custom = entries.filter(([name]) => name.startsWith(customPrefix))
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(customPrefix))),
    ...(custom.length > 0 && {
      fields_rel: custom.map(([name, value]) => ({ field_id: Number(name.slice(customPrefix.length)), value })),
    }),
  }
}

type Chosen = { readonly id: number; readonly name: string }

/** A value that is no list, as text. */
export const plainText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** A value as it is typed. Several choices are the ids with commas between them. */
export const draftOf = ({ kind }: Field, value: unknown): string | boolean => {
  if (kind === 'tick') return value === true || value === 'True'
  if (kind === 'words') return (value as readonly string[]).join(', ')
  if (Array.isArray(value)) return (value as readonly Chosen[]).map(({ id }) => id).join(',')
  return plainText(value)
}

/** What was typed, as the API takes it. */
export const sentOf = ({ kind, name, isNull, isNumber }: Field, typed: string | boolean): unknown => {
  if (typeof typed === 'boolean') return name.startsWith(customPrefix) ? (typed ? 'True' : 'False') : typed
  const value = typed.trim()
  const isChosen = kind === 'choices' || (kind === 'choice' && name.startsWith(customPrefix))
  if (isChosen) return value === '' ? [] : value.split(',').map((id) => ({ id: Number(id) }))
  if (value === '' && isNull === true) return null
  if (kind === 'words')
    return value
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean)
  // What is no number is sent as it was typed, and refused beside its field.
  if (kind === 'decimal') return typedDecimal(value) ?? value
  if (isNumber === true || (kind === 'number' && /^\d+$/.test(value) && !name.startsWith(customPrefix)))
    return Number(value)
  return kind === 'area' ? typed : value
}
