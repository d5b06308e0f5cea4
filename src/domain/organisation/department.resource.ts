import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { country, email, text } from '../../kernel/values.ts'
import { createDepartment } from './create-department.ts'

export const department = defineResource({
  name: 'department',
  title: 'Department',
  about: 'One location of the organisation.',
  permission: 'Settings: Departments',
  fields: {
    name: text(255),
    number: text(31, optional),
    street_address: text(255, optional),
    zip_code: text(31, optional),
    city: text(127, optional),
    country: country(optional),
    phone: text(63, optional),
    email: email(optional),
    archived,
    created,
    modified,
  },
  filters: { name: ['icontains'], number: ['is'], archived: ['is', 'is_not'], modified: ['gte'] },
  ordering: ['name', 'modified'],
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: { rate: 300, run: createDepartment },
  patch: { rate: 300 },
})
