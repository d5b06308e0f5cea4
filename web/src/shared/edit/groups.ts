import type { Field, Option } from './fields.ts'
import { text } from '../../text/en.ts'
import { oddChip } from '../microchip.ts'

const label = (name: string) => text.records.labels[name] ?? name
const field = (name: string, kind: Field['kind'] = 'text', more: Partial<Field> = {}): Field => ({
  name,
  label: label(name),
  kind,
  ...more,
})
const optionsOf = (names: Readonly<Record<number | string, string>>): readonly Option[] =>
  Object.entries(names).map(([value, name]) => [value, name])

export const clientGroups = () =>
  ({
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
  }) satisfies Record<string, readonly Field[]>

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
      field('microchip', 'text', { isNull: true, doubt: oddChip }),
      field('microchip_date', 'date', { isNull: true }),
      field('passport_number'),
      field('register_number'),
      field('blood_group'),
      field('not_for_food', 'tick', { isQuiet: true }),
    ],
    insurance: [field('insurance_company'), field('insurance')],
    notes: [field('critical_notes', 'area'), field('remarks', 'area')],
  }) satisfies Record<string, readonly Field[]>
