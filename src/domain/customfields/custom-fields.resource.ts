import { created, modified } from '../../kernel/record-fields.ts'
import { optional, readOnly, type Field } from '../../kernel/fields.ts'
import { defineResource, type Requirement } from '../../kernel/resource.ts'
import { boolean, choice, oneOf, text } from '../../kernel/values.ts'
import { archiveField, changeField, defineField, requireOwnField } from './define-field.ts'
import { contentTypes, fieldTypes, whatArchivedMeans } from './field-types.ts'

const owned: Field<boolean, { readOnly: true }> = {
  ...boolean({
    ...readOnly,
    about: 'True where the application of your token created the field, and so may change it.',
  }),
  select: (_column, { row, application }) => `coalesce(${row}.application = ${application}, false)`,
}

const mayChange: Requirement = { all: ['General: Patients and clients', 'Custom field settings'] }

export const customFields = defineResource({
  name: 'custom_fields',
  title: 'Custom field',
  about:
    'A field that an application, or the clinic, has added to clients, patients or consultations. Only the application that added it may change it here.',
  table: 'custom_field',
  permission: 'General: Patients and clients',
  fields: {
    name: text(127, {
      about:
        'What people see as the label. Unique within its `content_type`, without regard to upper and lower case; archived fields keep theirs. If the field of that name is your own, the 400 gives its id.',
    }),
    content_type: oneOf(contentTypes, {
      about: 'The kind of record that has the field. Fixed at creation: a PATCH with another is refused.',
    }),
    field_type: choice(fieldTypes, {
      about:
        'What values look like. Applications create 1 to 5; 6 (Select) and 7 (Multi-select) are made by staff at `custom_field_setting`. Fixed at creation.',
    }),
    default_value: text(10_000, {
      ...optional,
      about:
        'What a new record gets if nothing is sent; existing records keep what they have. In the format of a value, a number of at most 15 digits. Empty: none. 5 (JSON), 6 and 7 cannot have one.',
    }),
    owned,
    is_required: boolean({
      ...readOnly,
      about:
        'Whether a new record must have a value, and an existing one cannot be cleared; a check box must be `True`. Staff decide it at `custom_field_setting`; what is sent here is ignored.',
    }),
    archived: boolean({ ...optional, about: whatArchivedMeans }),
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
  create: {
    rate: 300,
    permission: mayChange,
    oauthOnly: true,
    run: defineField,
    about: 'The field belongs to the application of the token from then on.',
  },
  patch: {
    rate: 300,
    permission: mayChange,
    oauthOnly: true,
    run: changeField,
    about:
      'Only the application that created the field may do this; others get 403. `archived` false restores the field. Renaming it changes the label everywhere without advancing `modified` of the records that show it.',
  },
  remove: {
    rate: 300,
    permission: mayChange,
    oauthOnly: true,
    run: archiveField,
    about:
      'Values stay and can be read and written, and the name stays taken. A PATCH of `archived` to false restores the field. Only the application that created it may do this; others get 403.',
  },
})
