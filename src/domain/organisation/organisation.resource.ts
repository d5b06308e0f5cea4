import { created, modified } from '../../kernel/common-fields.ts'
import { optional, readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { boolean, country, currency, email, text, timeZone } from '../../kernel/values.ts'
import { changeOrganisation } from './change-organisation.ts'

export const organisation = defineResource({
  name: 'organisation',
  title: 'Organisation',
  about: 'The organisation whose API this is. There is always exactly one.',
  permission: 'Settings: Departments',
  fields: {
    name: text(255),
    country: country(),
    currency: currency(readOnly),
    time_zone: timeZone(),
    email: email(optional),
    phone: text(63, optional),
    street_address: text(255, optional),
    zip_code: text(31, optional),
    city: text(127, optional),
    vat_number: text(63, optional),
    register_number: text(63, optional),
    reference_numbers: boolean(optional),
    reporting_dimension_3_enabled: boolean(optional),
    default_department: ref('department', { optional: true, nullable: true }),
    created,
    modified,
  },
  filters: { modified: ['gte'] },
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  patch: { rate: 300, run: changeOrganisation },
})
