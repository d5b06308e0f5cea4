import { readOnly, type Field } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { integer, oneOf, text, timestamp } from '../../kernel/values.ts'
import { contentTypes } from './field-types.ts'
import { customValue, largestId } from './fields-rel.ts'
import { ofReadableKinds, someKind } from './record-kinds.ts'
import { setValue, setValueOf } from './set-value.ts'

const id = { min: 1, max: largestId } as const

const label: Field<string, { readOnly: true }> = {
  ...text(127, readOnly),
  select: (_column, { row, organisation }) =>
    `(select f.name from custom_field f where f.organisation = ${organisation} and f.id = ${row}.field)`,
}

/** Values of records of every kind, wherever the field says they belong. */
export const customFieldValues = defineResource({
  name: 'custom_field_values',
  title: 'Custom field value',
  about: 'What one record has in one custom field. A second value for the same field takes the place of the first.',
  table: 'custom_field_value',
  permission: someKind,
  fields: {
    field: integer(id),
    object_id: integer(id),
    content_type: oneOf(contentTypes, readOnly),
    label,
    value: customValue(),
    created: timestamp(readOnly),
    modified: timestamp(readOnly),
  },
  filters: { field: ['is', 'in'], object_id: ['is', 'in'], content_type: ['is'], modified: ['gte', 'gt', 'lt'] },
  ordering: ['modified'],
  visible: ofReadableKinds,
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: setValue },
})

const entry = {
  field_id: integer({ ...id, column: 'field' }),
  label,
  value: customValue(),
  created: timestamp(readOnly),
  modified: timestamp(readOnly),
}
const nested = {
  // One call gives all values of a record, and each is found among those of every kind.
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
  title: 'Custom field value of a client',
  about: 'What a client has in one custom field.',
  within: { parent: 'client', field: 'client', as: 'custom_field_values' },
  fields: { client: ref('client'), ...entry },
  create: { rate: 300, run: (tx, _actor, { client, ...sent }) => setValueOf(tx, 'client', client, sent) },
})

export const patientCustomFieldValue = defineResource({
  ...nested,
  name: 'patient_custom_field_value',
  title: 'Custom field value of a patient',
  about: 'What a patient has in one custom field.',
  within: { parent: 'patient', field: 'patient', as: 'custom_field_values' },
  fields: { patient: ref('patient'), ...entry },
  create: { rate: 300, run: (tx, _actor, { patient, ...sent }) => setValueOf(tx, 'patient', patient, sent) },
})
