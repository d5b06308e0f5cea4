import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { email } from '../../kernel/text-formats.ts'
import { text } from '../../kernel/values.ts'
import { changeRegistration, registerWholesaler, removeRegistration, requireOwnRegistration } from './registrations.ts'

const wholesaler = { openTo: 'wholesaler' } as const

export const availableWholesaler = defineResource({
  name: 'available_wholesaler',
  title: 'Available wholesaler',
  about:
    'A wholesaler that an integration has registered, for clinics to choose from. Only the application that registered it may change it.',
  permission: 'Settings: Integration settings',
  fields: {
    name: text(255, { about: 'What clinics choose the wholesaler by, usually the company’s name.' }),
    email: email({
      optional: true,
      nullable: true,
      about: 'Where clinics reach the wholesaler about orders. Empty for none; null is taken as empty.',
    }),
    register_number: text(63, {
      optional: true,
      nullable: true,
      about: 'The wholesaler’s number in the trade register. Empty for none; null is taken as empty.',
    }),
    webhook_callback_url: text(2000, {
      about:
        'Where events for the wholesaler are posted: an `https` URL with a public host and no user name or password. Private, loopback and local addresses are refused.',
    }),
    verification_salt: text(128, {
      writeOnly: true,
      verbatim: true,
      anyCharacter: true,
      about:
        'The shared secret that events are signed with: the HMAC key in UTF-8, 16 to 128 characters of any kind. It is stored encrypted and never returned; send a new one to replace it.',
    }),
    created,
    modified,
  },
  filters: { name: ['icontains'], modified: ['gte'] },
  ordering: ['name', 'modified'],
  // One that was deleted stays for the deliveries and wholesalers that name it. With the wholesaler scope an application
  // sees only what it registered itself.
  visible: (actor, add) =>
    actor.scopes.has('wholesaler')
      ? `not r.removed and r.application = ${add(actor.application, 'bigint')}`
      : 'not r.removed',
  requireOwn: requireOwnRegistration,
  requireOwnToRead: true,
  list: {
    rate: 100,
    ...wholesaler,
    permission: { any: ['Settings: Integration settings', 'Settings: Stock'] },
    about: 'With the scope `wholesaler` an application sees only those it registered itself.',
  },
  retrieve: {
    rate: 300,
    ...wholesaler,
    about: 'With the scope `wholesaler`, one that another application registered is refused (403).',
  },
  create: {
    rate: 300,
    ...wholesaler,
    oauthOnly: true,
    run: registerWholesaler,
    about: 'It belongs to the application of the token from then on; an owner in the body is ignored.',
  },
  patch: {
    rate: 300,
    ...wholesaler,
    run: changeRegistration,
    about:
      'Refused (403) unless the application of the token registered it. A new address or secret applies to the next event.',
  },
  remove: {
    rate: 300,
    ...wholesaler,
    run: removeRegistration,
    about:
      'Refused (403) unless the application of the token registered it, and (400) while wholesalers of the clinic that are not archived are connected to it. What is still queued for it is given up.',
  },
})
