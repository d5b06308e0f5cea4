import { created, modified } from '../../kernel/record-fields.ts'
import { optional, readOnly, type Field } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource, type Requirement } from '../../kernel/resource.ts'
import { boolean, choice, oneOf, text } from '../../kernel/values.ts'
import { contentTypes, fieldTypes, whatArchivedMeans } from './field-types.ts'
import { optionList } from './options.ts'
import { createClinicField, changeFieldSettings } from './field-settings.ts'

/** What applications may not do at /custom_fields/ they may not do here either. */
const forPeople = { userTokenOnly: true } as const
const mayChange: Requirement = { all: ['General: Patients and clients', 'Custom field settings'] }

/** Staff who may not read applications still see whose field it is. */
const applicationName: Field<string, { readOnly: true }> = {
  ...text(127, {
    ...readOnly,
    about: 'What the integration that created the field is called. Empty for the clinic’s own.',
  }),
  select: (_column, { row, organisation }) =>
    `coalesce((select a.name from application a where a.organisation = ${organisation} and a.id = ${row}.application), '')`,
}

export const customFieldSetting = defineResource({
  name: 'custom_field_setting',
  title: 'Custom field setting',
  about:
    'The settings of a custom field that belong to staff: whether it is required, and its options. Same id as the field. For people only: it needs a token that acts for a user.',
  table: 'custom_field',
  permission: 'Custom field settings',
  fields: {
    name: text(127, {
      about:
        'What people see as the label. Unique within its `content_type`, archived fields included. That of an application’s field can be changed only by the application.',
    }),
    content_type: oneOf(contentTypes, {
      about: 'The kind of record that has the field. Fixed at creation: a PATCH with another is refused.',
    }),
    field_type: choice(fieldTypes, { about: 'What values look like. Staff may create all seven. Fixed at creation.' }),
    default_value: text(10_000, {
      ...optional,
      about:
        'What a new record gets if nothing is sent. Empty: none. 5 (JSON), 6 (Select) and 7 (Multi-select) cannot have one. That of an application’s field can be changed only by the application.',
    }),
    is_required: boolean({
      ...optional,
      about:
        'True: a record cannot be created without a value, nor its value cleared; a check box must be `True`. Records that lack one are left alone. A select field needs an option first.',
    }),
    options: optionList(),
    application: ref('application', {
      readOnly: true,
      nullable: true,
      about: 'Which integration created the field. Null where it is the clinic’s own.',
    }),
    application_name: applicationName,
    archived: boolean({ ...optional, about: whatArchivedMeans }),
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
  create: {
    rate: 300,
    permission: mayChange,
    ...forPeople,
    run: createClinicField,
    about: 'The field is the clinic’s own: applications can fill it in, and none of them can change it.',
  },
  patch: {
    rate: 300,
    permission: mayChange,
    ...forPeople,
    run: changeFieldSettings,
    about: 'Any field can be made required, archived and restored here, whoever created it.',
  },
})
