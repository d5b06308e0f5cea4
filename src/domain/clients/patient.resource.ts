import { fieldsRel } from '../customfields/fields-rel.ts'
import { bySuffix } from '../../db/suffixes.ts'
import { archived, created, modified } from '../../kernel/record-fields.ts'
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
    client: ref('client', {
      about: 'The owner. A PATCH moves the patient to a new owner; consultations until then keep the client they had.',
    }),
    name: text(127, { ...optional, about: 'What the animal or herd is called. Empty for one that has none yet.' }),
    official_name: text(255, {
      ...optional,
      about: 'As the pedigree, studbook or passport has it, where that differs from `name`. Often empty.',
    }),
    species: codelist('species', {
      ...optionalOrNull,
      about: 'Sent as the `id` of an entry of `/codelist/species/`, shown as its name. Null where it is not known.',
    }),
    species_code: integer({
      readOnly: true,
      nullable: true,
      column: 'species',
      about: 'The `id` of what `species` shows, for programs: names may be reworded.',
    }),
    breed: codelist('breed', {
      ...optionalOrNull,
      about:
        'Sent as the `id` of an entry of `/codelist/breeds/`, shown as its name. It must belong to `species`, so change both together. Null where it is not known.',
    }),
    breed_code: integer({
      readOnly: true,
      nullable: true,
      column: 'breed',
      about: 'The `id` of what `breed` shows, for programs: names may be reworded.',
    }),
    gender: oneOf(genders, {
      ...optional,
      about: 'Sex, and whether neutered. Gelding, Mare and Stallion are for equine species only. Unknown unless sent.',
    }),
    color: text(127, { ...optional, about: 'Coat and markings, in the clinic’s own words.' }),
    weight: decimal(6, 3, {
      optional: true,
      nullable: true,
      positive: true,
      unit: 'kg',
      about:
        'Kilograms, as measured last. A new value is also added to the history at `/patient/{id}/weight/`, as of now. Null: never weighed.',
    }),
    date_of_birth: date({
      ...optionalOrNull,
      about: 'The day the animal was born, often an estimate. Null where it is not known.',
    }),
    deceased: date({
      ...optionalOrNull,
      about:
        'The day of death, not before `date_of_birth`: sending it marks the patient as deceased, and null undoes that. A deceased patient can still have consultations.',
    }),
    reason_of_death: text(255, {
      ...optional,
      about: 'Cause, or “euthanasia” and why. Kept when `deceased` is set back to null; clear it as well.',
    }),
    microchip: text(63, {
      ...optionalOrNull,
      about:
        'Number of the transponder as read: 15 digits by ISO 11784, older ones may be shorter. Neither checked nor unique. Null where there is none; an empty text is stored as null.',
    }),
    microchip_date: date({
      ...optionalOrNull,
      about: 'Day on which the transponder was implanted. Null where unknown.',
    }),
    date_of_registration: date({
      ...optionalOrNull,
      about:
        'Day on which the animal became a patient, where that is earlier than `created`: for example in an older system. May be null.',
    }),
    insurance: text(127, { ...optional, about: 'Number of the policy. Empty where the animal is not insured.' }),
    insurance_company: text(127, {
      ...optional,
      about: 'Who insures the animal. To let them pay, create an alternative payer as well.',
    }),
    passport_number: text(63, { ...optional, about: 'As printed in the pet or equine passport.' }),
    register_number: text(63, {
      ...optional,
      about: 'What a kennel club, studbook or livestock database lists the animal under.',
    }),
    herd_size: integer({
      optional: true,
      nullable: true,
      min: 1,
      max: 10_000_000,
      about:
        'How many animals this record stands for; null for a single one. The quantity of a consultation item is multiplied by it, unless `no_multiplier` is sent.',
    }),
    not_for_food: boolean({
      ...optional,
      about:
        'True: excluded from slaughter for human consumption, as in a horse’s passport. Medicines are not checked.',
    }),
    blood_group: text(31, { ...optional, about: 'Result of typing, for transfusions: for example DEA 1 negative.' }),
    remarks: text(10_000, {
      ...optional,
      about: 'What staff noted about the patient. For staff only: printed nowhere.',
    }),
    critical_notes: text(10_000, {
      ...optional,
      about: 'What everybody must know before touching the animal: allergies, biting. Show it wherever it is opened.',
    }),
    home_department: ref('department', {
      ...optionalOrNull,
      about:
        'The location that usually treats the patient; a consultation that names no other is opened there. May be null.',
    }),
    tags_rel: listOf(text(63), 50, {
      ...optional,
      about:
        'Words by which the clinic groups patients, for example “diabetic”. The list that is sent replaces the old one.',
    }),
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
  create: {
    rate: 300,
    run: registerPatient,
    about:
      'Only `client` is required. A custom field that is not in `fields_rel` gets its default; one that the clinic requires and that has none must be sent. The client’s `modified` advances, too.',
  },
  patch: {
    rate: 300,
    run: changePatient,
    about:
      'Gender and breed must fit the species as it is after the change. Patients are not deleted: set `deceased` or `archived`. The client’s `modified` advances, too.',
  },
})

const record = { $ref: '#/components/schemas/Patient' }
const newPatients = {
  type: 'array',
  minItems: 1,
  maxItems: maxPatients,
  items: { $ref: '#/components/schemas/PatientCreate' },
}
const withForcePush = 'Create those that are valid even if others are not.'

export const patientBulk = endpoint({
  name: 'patient.bulk',
  sentAlone: 'writes_many',
  method: 'POST',
  path: '/patient/bulk/',
  title: 'Patient',
  summary: 'Create many patients at once',
  about: `Creates up to ${maxPatients} patients and answers 201 with all of them, in the order sent. If one is invalid, none is created, and the 400 has one object for each entry, in the same order, empty where the entry is valid. With \`force_push\` the valid ones are created, and the answer is 207 with the others and their errors; if none is valid, it is a 400 still. Only JSON is taken.`,
  permission: 'General: Patients and clients',
  rate: 300,
  resource: patient,
  parameters: {
    force_push: boolean({ about: `${withForcePush} The name alone is enough. It overrides the one in the body.` }),
  },
  bodySchema: {
    description: 'The new patients: a plain list, or an object with the list and `force_push`.',
    oneOf: [
      newPatients,
      {
        type: 'object',
        required: ['patients'],
        properties: {
          patients: { ...newPatients, description: `The animals to register, at most ${maxPatients}.` },
          force_push: { type: 'boolean', default: false, description: withForcePush },
        },
      },
    ],
  },
  answers: {
    201: { type: 'array', items: record, description: 'All patients that were created, in the order sent.' },
    207: {
      type: 'object',
      description: 'Which patients were created and which were not.',
      required: ['created', 'failed'],
      properties: {
        created: { type: 'array', items: record, description: 'The valid ones as they are now, in the order sent.' },
        failed: {
          type: 'array',
          description: 'The invalid ones, in the order sent. Correct them and send only these again.',
          items: {
            type: 'object',
            required: ['index', 'errors'],
            properties: {
              index: { type: 'integer', minimum: 0, description: 'The place of the entry in the list sent, from 0.' },
              errors: {
                $ref: '#/components/schemas/FieldMessages',
                description: 'What is wrong with the entry: for each field a list of sentences for people.',
              },
            },
          },
        },
      },
    },
  },
  run: registerPatients,
})
