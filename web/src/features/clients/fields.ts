import type { Client, Patient } from '../../api/records.ts'
import type { Values } from '../../api/versions.ts'
import { text } from '../../text/en.ts'

type Option = readonly [value: string, label: string]

/** How a field is shown and typed. An empty one that `isNull` is sent as null. */
export type Field = {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'email' | 'area' | 'tick' | 'choice' | 'choices' | 'date' | 'birth' | 'number' | 'breed'
  readonly options?: readonly Option[]
  readonly isNull?: boolean
  /** Choices that the API has numbers for. */
  readonly isNumber?: boolean
  /** What says no more than the absence of something, and is left out unless it is edited. */
  readonly isQuiet?: boolean
}

export type Draft = Readonly<Record<string, string | boolean>>

const label = (name: string) => text.records.labels[name] ?? name
const field = (name: string, kind: Field['kind'] = 'text', more: Partial<Field> = {}): Field => ({
  name,
  label: label(name),
  kind,
  ...more,
})
const optionsOf = (names: Readonly<Record<number | string, string>>): readonly Option[] =>
  Object.entries(names).map(([value, name]) => [value, name])

export const clientGroups = {
  name: [field('firstname'), field('lastname'), field('organization_name'), field('title')],
  contact: [
    field('email', 'email'),
    field('language', 'choice', {
      isNull: true,
      options: [['', text.records.asOrganisation], ...optionsOf(text.records.languages)],
    }),
    field('no_sms', 'tick', { isQuiet: true }),
    field('no_email', 'tick', { isQuiet: true }),
  ],
  address: [field('street_address'), field('street_address_2'), field('zip_code'), field('city'), field('country')],
  notes: [field('critical_notes', 'area'), field('remarks', 'area')],
  billing: [
    field('customer_type', 'choice', { isNumber: true, options: optionsOf(text.records.customerTypes) }),
    field('due_date_delay', 'number', { isNull: true }),
    field('vat_number'),
    field('register_number'),
  ],
} satisfies Record<string, readonly Field[]>

const genders = ['Female', 'Female, neutered', 'Male', 'Male, neutered', 'Mare', 'Stallion', 'Gelding', 'Unknown']
export const genderOptions: readonly Option[] = genders.map((name) => [name, name])

export const patientGroups = (species: readonly Option[]) =>
  ({
    animal: [
      field('name'),
      field('species', 'choice', {
        isNull: true,
        isNumber: true,
        options: [['', text.records.notKnown], ...species],
      }),
      field('breed', 'breed', { isNull: true, isNumber: true }),
      field('gender', 'choice', { options: genderOptions }),
      field('date_of_birth', 'birth', { isNull: true }),
      field('color'),
      field('herd_size', 'number', { isNull: true }),
    ],
    marks: [
      field('microchip', 'text', { isNull: true }),
      field('microchip_date', 'date', { isNull: true }),
      field('passport_number'),
      field('register_number'),
      field('blood_group'),
      field('not_for_food', 'tick', { isQuiet: true }),
    ],
    insurance: [field('insurance_company'), field('insurance')],
    notes: [field('critical_notes', 'area'), field('remarks', 'area')],
  }) satisfies Record<string, readonly Field[]>

const customPrefix = 'field '
/** The name under which the value of a custom field is compared and typed. */
export const customName = (id: number) => `${customPrefix}${id}`

/** The fields of a client or patient as they are sent, compared and typed. */
export const valuesOf = (record: Client | Patient): Values => {
  const { fields_rel, modified: _modified, ...plain } = record
  const shown = Object.entries(plain).filter(([name]) => !/_(data|code)$/.test(name))
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
  if (isNumber === true || (kind === 'number' && /^\d+$/.test(value) && !name.startsWith(customPrefix)))
    return Number(value)
  return kind === 'area' ? typed : value
}
