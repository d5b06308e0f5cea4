import { created, modified } from '../../kernel/record-fields.ts'
import { optional, readOnly, type Field } from '../../kernel/fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { country, email, timeZone } from '../../kernel/text-formats.ts'
import { boolean, text } from '../../kernel/values.ts'
import { createDepartment } from './create-department.ts'

const zoneOfSettings: Field<string, typeof readOnly & { about: string }> = {
  ...timeZone({
    ...readOnly,
    about: 'IANA name of the zone the location is in, from its settings: its calendar and its days are in it.',
  }),
  select: (_column, { row, organisation }) => `(select settings.time_zone from department_settings settings
    where settings.organisation = ${organisation} and settings.id = ${row}.id)`,
}

export const department = defineResource({
  name: 'department',
  title: 'Department',
  about: 'One location of the organisation, with an address and settings of its own.',
  permission: 'Settings: Departments',
  fields: {
    name: text(255, { about: 'What the location is called. Printed on its invoices.' }),
    number: text(31, { ...optional, about: 'The clinic’s own code, for example a cost centre. Need not be unique.' }),
    street_address: text(255, {
      ...optional,
      about: 'Street and house number. Printed on invoices where the organisation has no address itself.',
    }),
    zip_code: text(31, { ...optional, about: 'Postal code, in the form its country uses. Not checked.' }),
    city: text(127, { ...optional, about: 'Town or village of the location.' }),
    country: country({
      ...optional,
      about:
        'Where the location is, as an ISO 3166-1 alpha-2 code. A new department gets the organisation’s unless it is sent.',
    }),
    phone: text(63, {
      ...optional,
      about: 'Number of the location, printed on its invoices instead of the organisation’s.',
    }),
    email: email({
      ...optional,
      about: 'Address of the location, printed on its invoices instead of the organisation’s.',
    }),
    time_zone: zoneOfSettings,
    archived: boolean({
      ...optional,
      about: 'Closed: new consultations are refused there, and what it has stays as it is.',
    }),
    created,
    modified,
  },
  filters: { name: ['icontains'], number: ['is'], archived: ['is', 'is_not'], modified: ['gte'] },
  ordering: ['name', 'modified'],
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: {
    rate: 300,
    run: createDepartment,
    about:
      'The department has default settings, at `settings/department/{id}/`. The first one becomes the `default_department` of the organisation.',
  },
  patch: { rate: 300 },
})
