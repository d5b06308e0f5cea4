import { created, modified } from '../../kernel/record-fields.ts'
import { optional, readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { country, currency, email, timeZone } from '../../kernel/text-formats.ts'
import { boolean, integer, oneOf, text } from '../../kernel/values.ts'
import { changeOrganisation } from './change-organisation.ts'
import { languages } from './languages.ts'

export const organisation = defineResource({
  name: 'organisation',
  title: 'Organisation',
  about: 'The organisation whose API this is. There is always exactly one.',
  permission: 'Settings: Departments',
  fields: {
    name: text(255, { about: 'The legal name of the clinic, printed on invoices.' }),
    country: country({
      about:
        'Seat of the clinic, as an ISO 3166-1 alpha-2 code. New clients, payers and departments get it unless they have their own.',
    }),
    currency: currency({ ...readOnly, about: 'ISO 4217 code of all amounts in this API. Fixed for good.' }),
    time_zone: timeZone({
      about:
        'IANA name. New departments start with it; from then on the `time_zone` of their settings decides which day it is.',
    }),
    language: oneOf(languages, {
      ...optional,
      about:
        'In which language clients are written to who have none of their own, as a primary tag of BCP 47. `en` unless changed.',
    }),
    email: email({
      ...optional,
      about:
        'Where people write to the clinic. Printed on invoices of departments that have no e-mail address of their own.',
    }),
    phone: text(63, {
      ...optional,
      about: 'Where people call the clinic. Printed on invoices of departments that have no number of their own.',
    }),
    street_address: text(255, {
      ...optional,
      about:
        'Street and house number of the seat, printed on invoices. Without it and `city`, the department’s is printed.',
    }),
    zip_code: text(31, { ...optional, about: 'Postal code of the seat, printed on invoices. Not checked.' }),
    city: text(127, { ...optional, about: 'Town of the seat, printed on invoices.' }),
    vat_number: text(63, { ...optional, about: 'As registered for VAT, country code included. Printed on invoices.' }),
    register_number: text(63, {
      ...optional,
      about: 'What the trade register or business register lists the clinic under. Printed on invoices.',
    }),
    reference_numbers: boolean({
      ...optional,
      about:
        'Whether an invoice gets a creditor reference (ISO 11649) when it is finalized. Invoices that have one keep it.',
    }),
    reporting_dimension_3_enabled: boolean({
      ...optional,
      about: 'Whether new invoice rows copy `reporting_dimension_3` from their items. Otherwise it is null there.',
    }),
    logo: integer({
      ...readOnlyOrNull,
      min: 0,
      max: 999_999_999_999_999,
      about:
        'Which logo is printed on invoices and receipts: another number whenever another one is put at `settings/logo/`. Null: none.',
    }),
    setup_open: boolean({
      ...optional,
      about:
        'Whether the clinic is still being set up: its managers are shown what `GET /setup/` says is missing. True for a new clinic until they hide it.',
    }),
    vat_rates_confirmed: boolean({
      ...optional,
      about:
        'Whether somebody of the clinic has confirmed the VAT groups that it started with. No rule depends on it; `GET /setup/` shows it.',
    }),
    default_department: ref('department', {
      optional: true,
      nullable: true,
      about:
        'Where a consultation is opened if neither the patient nor the veterinarian has a home department. The first department, unless changed.',
    }),
    created,
    modified,
  },
  filters: { modified: ['gte'] },
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  patch: {
    rate: 300,
    run: changeOrganisation,
    about: 'Invoices that have their number keep the name, address and numbers they were printed with.',
  },
})
