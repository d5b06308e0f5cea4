import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource, type Requirement } from '../../kernel/resource.ts'
import { boolean, choice, oneOf, text } from '../../kernel/values.ts'
import { contentTypes, fieldTypes } from './field-types.ts'
import { optionList } from './options.ts'
import { createClinicField, changeFieldSettings } from './field-settings.ts'

/** What applications may not do at /custom_fields/ they may not do here either. */
const forPeople = { userTokenOnly: true } as const
const mayChange: Requirement = { all: ['General: Patients and clients', 'Custom field settings'] }

export const customFieldSetting = defineResource({
  name: 'custom_field_setting',
  title: 'Custom field setting',
  about:
    'The settings of a custom field that belong to staff: whether it is required, and its options. Same id as the field. For people only: it needs a token that acts for a user.',
  table: 'custom_field',
  permission: 'Custom field settings',
  fields: {
    name: text(127),
    content_type: oneOf(contentTypes),
    field_type: choice(fieldTypes),
    default_value: text(10_000, optional),
    is_required: boolean(optional),
    options: optionList(),
    // Null where the field is the clinic's own.
    application: ref('application', { readOnly: true, nullable: true }),
    archived,
    created,
    modified,
  },
  filters: {
    name: ['is', 'icontains'],
    content_type: ['is', 'in'],
    field_type: ['is', 'in'],
    is_required: ['is'],
    application: ['is_null'],
    archived: ['is', 'is_not'],
    modified: ['gte'],
  },
  ordering: ['name', 'modified'],
  pageSize: 1000,
  unique: { custom_field_name: ['name', 'There is a field of this name already, perhaps an archived one.'] },
  list: { rate: 100, ...forPeople },
  retrieve: { rate: 300, ...forPeople },
  create: { rate: 300, permission: mayChange, ...forPeople, run: createClinicField },
  patch: { rate: 300, permission: mayChange, ...forPeople, run: changeFieldSettings },
})
