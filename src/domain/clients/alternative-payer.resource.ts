import { archived, created, modified } from '../../kernel/record-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { country } from '../../kernel/text-formats.ts'
import { text } from '../../kernel/values.ts'
import { addPayer, changePayer } from './alternative-payers.ts'

export const alternativePayer = defineResource({
  name: 'alternative_payer',
  title: 'Alternative payer',
  about:
    'A third party that pays for a client, or for one of the client’s patients: an insurer, an employer, a charity.',
  permission: 'General: Patients and clients',
  fields: {
    client: ref('client', { about: 'For whom the payer pays. Visits and sales of other clients refuse this payer.' }),
    patient: ref('patient', {
      optional: true,
      nullable: true,
      about:
        'The insured animal, one of the client’s. Null: any of them. It is not compared with the patients of a visit.',
    }),
    name: text(255, {
      ...optional,
      about:
        'The person who pays, or the contact there. At least one of `name` and `organization_name` must be filled.',
    }),
    organization_name: text(255, {
      ...optional,
      about: 'The insurer, employer or charity. Invoices name the payer by this, and by `name` only where it is empty.',
    }),
    vat_number: text(63, {
      ...optional,
      about: 'As registered for VAT. Kept for bookkeeping, not printed on invoices.',
    }),
    register_number: text(63, {
      ...optional,
      about: 'What the trade register lists the payer under. Kept for bookkeeping, not printed on invoices.',
    }),
    country: country({
      ...optional,
      about:
        'Seat of the payer, as an ISO 3166-1 alpha-2 code. If it is left out or empty, the organisation’s is stored.',
    }),
    street_address: text(255, { ...optional, about: 'Street and house number, for sending claims to.' }),
    street_address_2: text(255, {
      ...optional,
      about: 'Second line: department, floor, post office box. Often empty.',
    }),
    zip_code: text(31, { ...optional, about: 'Postal code, in the form its country uses. Not checked.' }),
    city: text(127, { ...optional, about: 'Town or village of the postal address.' }),
    state: text(127, {
      ...optional,
      about: 'Region or province, in countries whose addresses name one. Empty elsewhere.',
    }),
    archived,
    created,
    modified,
  },
  filters: {
    client: ['is', 'in'],
    patient: ['is', 'is_null'],
    name: ['icontains'],
    organization_name: ['icontains'],
    archived: ['is', 'is_not'],
    modified: ['gte'],
  },
  ordering: ['name', 'organization_name'],
  exposes: ['client', 'patient'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: addPayer,
    about:
      'To let it pay, name it as `alternative_payer` of a consultation, a sale or a draft invoice, with its share.',
  },
  put: { rate: 300 },
  patch: { rate: 300, run: changePayer },
  remove: {
    rate: 300,
    about:
      'Visits and invoices that name the payer keep it; new ones refuse it until a PATCH of `archived` restores it.',
  },
})
