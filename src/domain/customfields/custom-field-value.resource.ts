import { created, modified } from '../../kernel/record-fields.ts'
import { readOnly, type Field } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { integer, oneOf, text } from '../../kernel/values.ts'
import { contentTypes } from './field-types.ts'
import { customValue, largestId } from './fields-rel.ts'
import { onlyReadableKinds, anyKind } from './record-kinds.ts'
import { setValue, setValueOf } from './set-value.ts'

const id = { min: 1, max: largestId } as const

const label: Field<string, { readOnly: true }> = {
  ...text(127, { ...readOnly, about: 'The name of the field, as it is now. It changes when the field is renamed.' }),
  select: (_column, { row, organisation }) =>
    `(select f.name from custom_field f where f.organisation = ${organisation} and f.id = ${row}.field)`,
}

const replaces =
  'A record has one value for each field: an existing one is replaced and keeps its `id`, and the answer is 201 all the same. The record’s `modified` advances if the value changed.'

/** Values of records of every kind; the content type is that of the field. */
export const customFieldValues = defineResource({
  name: 'custom_field_values',
  title: 'Custom field value',
  about: 'The value of a custom field of one record. Setting it again replaces it.',
  table: 'custom_field_value',
  permission: anyKind,
  fields: {
    field: integer({ ...id, about: 'The `id` of the definition in `/custom_fields/`. It decides the kind of record.' }),
    object_id: integer({ ...id, about: 'The `id` of the client, patient or consultation that has the value.' }),
    content_type: oneOf(contentTypes, { ...readOnly, about: 'What `object_id` identifies; follows from the field.' }),
    label,
    value: customValue(),
    created,
    modified,
  },
  filters: { field: ['is', 'in'], object_id: ['is', 'in'], content_type: ['is'], modified: ['gte', 'gt', 'lt'] },
  ordering: ['modified'],
  visible: onlyReadableKinds,
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: setValue, about: replaces },
})

const entry = {
  field_id: integer({ ...id, column: 'field', about: 'The `id` of the definition in `/custom_fields/`.' }),
  label,
  value: customValue(),
  created,
  modified,
}
const nested = {
  // One page has all values of a record. Each is also among /custom_field_values/, which is its URL.
  path: 'custom_field_values',
  table: 'custom_field_value',
  permission: 'General: Patients and clients',
  filters: { field_id: ['is'], modified: ['gte'] },
  pageSize: 1000,
  list: { rate: 100 },
} as const

export const clientCustomFieldValue = defineResource({
  ...nested,
  name: 'client_custom_field_value',
  title: 'Client custom field value',
  about: 'What one client has in one custom field, for reading and writing by field.',
  within: { parent: 'client', field: 'client', as: 'custom_field_values' },
  fields: { client: ref('client', { about: 'Who has the value: the one in the path.' }), ...entry },
  create: {
    rate: 300,
    about: replaces,
    run: (tx, _actor, { client, ...sent }) => setValueOf(tx, 'client', client, sent),
  },
})

export const patientCustomFieldValue = defineResource({
  ...nested,
  name: 'patient_custom_field_value',
  title: 'Patient custom field value',
  about: 'What one patient has in one custom field, for reading and writing by field.',
  within: { parent: 'patient', field: 'patient', as: 'custom_field_values' },
  fields: { patient: ref('patient', { about: 'Who has the value: the one in the path.' }), ...entry },
  create: {
    rate: 300,
    about: replaces,
    run: (tx, _actor, { patient, ...sent }) => setValueOf(tx, 'patient', patient, sent),
  },
})
