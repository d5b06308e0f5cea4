import { created, modified } from '../../kernel/record-fields.ts'
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
    client: ref('client', {
      createOnly: true,
      about: 'Who is reached there. A number cannot be moved to another client.',
    }),
    phone_number: text(63, {
      about:
        'As people write it, spaces and punctuation included. Without + and a country code it is taken to be from the client’s country. A number that cannot exist is refused.',
    }),
    e164: text(16, {
      ...readOnly,
      about: 'The same number in E.164 format, for dialling and comparing: +358401234567. Follows `phone_number`.',
    }),
    type_code: choice(phoneTypes, { about: 'The kind of line, as it was entered; it is not derived from the number.' }),
    description: text(127, {
      optional: true,
      about: 'What to know before calling, for example “work, mornings only”.',
    }),
    created,
    modified,
  },
  filters: { client: ['is', 'in'], type_code: ['is'], phone_number: ['icontains'], e164: ['is'], modified: ['gte'] },
  findable: { phone_number: phoneNumbersContaining, e164: phoneNumbersContaining },
  ordering: ['modified'],
  exposes: ['client'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: addPhoneNumber, about: 'The client’s `modified` advances, too.' },
  patch: {
    rate: 300,
    run: changePhoneNumber,
    about: 'A new `phone_number` is checked and gets its `e164`. The client’s `modified` advances, too.',
  },
})
