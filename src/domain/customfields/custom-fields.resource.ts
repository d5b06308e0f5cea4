import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional, readOnly, type Field } from '../../kernel/fields.ts'
import { defineResource, type Requirement } from '../../kernel/resource.ts'
import { boolean, choice, oneOf, text } from '../../kernel/values.ts'
import { archiveField, changeField, defineField, requireOwnField } from './define-field.ts'
import { contentTypes, fieldTypes } from './field-types.ts'

const owned: Field<boolean, { readOnly: true }> = {
  ...boolean(readOnly),
  select: (_column, { row, application }) => `coalesce(${row}.application = ${application}, false)`,
}

const mayChange: Requirement = { all: ['General: Patients and clients', 'Custom field settings'] }

export const customFields = defineResource({
  name: 'custom_fields',
  title: 'Custom field',
  about: 'A field that an application adds to clients, patients or consultations. Only that application may change it.',
  table: 'custom_field',
  permission: 'General: Patients and clients',
  fields: {
    name: text(127),
    content_type: oneOf(contentTypes),
    field_type: choice(fieldTypes),
    default_value: text(10_000, optional),
    owned,
    is_required: boolean(readOnly),
    archived,
    created,
    modified,
  },
  filters: {
    name: ['is', 'icontains'],
    content_type: ['is', 'in'],
    field_type: ['is', 'in'],
    is_required: ['is'],
    archived: ['is', 'is_not'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['name', 'modified'],
  pageSize: 1000,
  unique: { custom_field_name: ['name', 'There is a field of this name already, perhaps an archived one.'] },
  requireOwn: requireOwnField,
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, permission: mayChange, oauthOnly: true, run: defineField },
  patch: { rate: 300, permission: mayChange, oauthOnly: true, run: changeField },
  remove: { rate: 300, permission: mayChange, oauthOnly: true, run: archiveField },
})
