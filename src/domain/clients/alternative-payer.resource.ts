import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { country, text } from '../../kernel/values.ts'
import { addPayer, changePayer } from './alternative-payers.ts'

export const alternativePayer = defineResource({
  name: 'alternative_payer',
  title: 'Alternative payer',
  about:
    'A third party that pays for a client, or for one of the client’s patients: an insurer, an employer, a charity.',
  permission: 'General: Patients and clients',
  fields: {
    client: ref('client'),
    patient: ref('patient', { optional: true, nullable: true }),
    name: text(255, optional),
    organization_name: text(255, optional),
    vat_number: text(63, optional),
    register_number: text(63, optional),
    country: country(optional),
    street_address: text(255, optional),
    street_address_2: text(255, optional),
    zip_code: text(31, optional),
    city: text(127, optional),
    state: text(127, optional),
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
  create: { rate: 300, run: addPayer },
  put: { rate: 300 },
  patch: { rate: 300, run: changePayer },
  remove: { rate: 300 },
})
