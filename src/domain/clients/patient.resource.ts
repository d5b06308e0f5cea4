import { fieldsRel } from '../customfields/fields-rel.ts'
import { bySuffix } from '../../db/suffixes.ts'
import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional, optionalOrNull } from '../../kernel/fields.ts'
import { codelist, ref } from '../../kernel/links.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, date, decimal, integer, listOf, oneOf, text } from '../../kernel/values.ts'
import { maxPatients, registerPatients } from './patient-bulk.ts'
import { changePatient, registerPatient } from './patients.ts'
import { genders } from './statuses.ts'

export const patient = defineResource({
  name: 'patient',
  title: 'Patient',
  about: 'An animal or a herd. It belongs to exactly one client.',
  permission: 'General: Patients and clients',
  fields: {
    client: ref('client'),
    name: text(127, optional),
    official_name: text(255, optional),
    species: codelist('species', optionalOrNull),
    species_code: integer({ readOnly: true, nullable: true, column: 'species' }),
    breed: codelist('breed', optionalOrNull),
    breed_code: integer({ readOnly: true, nullable: true, column: 'breed' }),
    gender: oneOf(genders, optional),
    color: text(127, optional),
    weight: decimal(6, 3, { optional: true, nullable: true, positive: true }),
    date_of_birth: date(optionalOrNull),
    // A date marks the patient deceased; null reactivates it.
    deceased: date(optionalOrNull),
    reason_of_death: text(255, optional),
    microchip: text(63, optionalOrNull),
    microchip_date: date(optionalOrNull),
    date_of_registration: date(optionalOrNull),
    insurance: text(127, optional),
    insurance_company: text(127, optional),
    passport_number: text(63, optional),
    register_number: text(63, optional),
    herd_size: integer({ optional: true, nullable: true, min: 1, max: 10_000_000 }),
    not_for_food: boolean(optional),
    blood_group: text(31, optional),
    remarks: text(10_000, optional),
    critical_notes: text(10_000, optional),
    home_department: ref('department', optionalOrNull),
    tags_rel: listOf(text(63), 50, optional),
    fields_rel: fieldsRel('patient'),
    archived,
    created,
    modified,
  },
  filters: {
    client: ['is', 'in'],
    name: ['icontains', 'is'],
    microchip: ['is', 'is_null'],
    species: ['is', 'is_not', 'in'],
    breed: ['is', 'is_null'],
    archived: ['is', 'is_not'],
    deceased: ['is_null', 'gte', 'lt'],
    date_of_birth: ['gte', 'gt', 'lt', 'lte', 'range', 'is_null'],
    home_department: ['is'],
    weight: ['gte', 'lt'],
    created: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt', 'lte', 'range'],
  },
  findable: { name: bySuffix(5) },
  ordering: ['name', 'modified'],
  exposes: ['client'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: registerPatient },
  patch: { rate: 300, run: changePatient },
})

const record = { $ref: '#/components/schemas/Patient' }

export const patientBulk = endpoint({
  name: 'patient.bulk',
  method: 'POST',
  path: '/patient/bulk/',
  title: 'Patient',
  summary: 'Create many patients at once',
  permission: 'General: Patients and clients',
  rate: 300,
  resource: patient,
  parameters: { force_push: boolean() },
  bodySchema: {
    oneOf: [
      { type: 'array', minItems: 1, maxItems: maxPatients, items: { type: 'object' } },
      {
        type: 'object',
        required: ['patients'],
        properties: { patients: { type: 'array', items: { type: 'object' } }, force_push: { type: 'boolean' } },
      },
    ],
  },
  answers: {
    201: { type: 'array', items: record },
    207: {
      type: 'object',
      required: ['created', 'failed'],
      properties: {
        created: { type: 'array', items: record },
        failed: {
          type: 'array',
          items: {
            type: 'object',
            required: ['index', 'errors'],
            properties: { index: { type: 'integer' }, errors: { type: 'object' } },
          },
        },
      },
    },
  },
  run: registerPatients,
})
