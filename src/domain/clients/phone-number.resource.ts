import { created, modified } from '../../kernel/common-fields.ts'
import { readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, text } from '../../kernel/values.ts'
import { phoneNumbersContaining } from './finding-clients.ts'
import { addPhoneNumber, changePhoneNumber } from './phone-numbers.ts'
import { phoneTypes } from './statuses.ts'

export const phoneNumber = defineResource({
  name: 'phonenumber',
  title: 'Phone number',
  about: 'A phone number of a client, as it was sent and in E.164 format.',
  permission: 'General: Patients and clients',
  fields: {
    client: ref('client', { createOnly: true }),
    phone_number: text(63),
    e164: text(16, readOnly),
    type_code: choice(phoneTypes),
    description: text(127, { optional: true }),
    created,
    modified,
  },
  filters: { client: ['is', 'in'], type_code: ['is'], phone_number: ['icontains'], e164: ['is'], modified: ['gte'] },
  findable: { phone_number: phoneNumbersContaining, e164: phoneNumbersContaining },
  ordering: ['modified'],
  exposes: ['client'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: addPhoneNumber },
  patch: { rate: 300, run: changePhoneNumber },
})
