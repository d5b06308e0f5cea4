import { created, modified } from '../../kernel/common-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { email, text } from '../../kernel/values.ts'
import { changeRegistration, registerWholesaler, removeRegistration, requireOwnRegistration } from './registrations.ts'

const wholesaler = { openTo: 'wholesaler' } as const

export const availableWholesaler = defineResource({
  name: 'available_wholesaler',
  title: 'Available wholesaler',
  about: 'A wholesaler that an integration has registered. Only that integration may change it.',
  permission: 'Settings: Integration settings',
  fields: {
    name: text(255),
    email: email(optional),
    register_number: text(63, optional),
    webhook_callback_url: text(2000),
    verification_salt: text(128, { writeOnly: true, verbatim: true, anyCharacter: true }),
    created,
    modified,
  },
  filters: { name: ['icontains'], modified: ['gte'] },
  ordering: ['name', 'modified'],
  // With the wholesaler scope an application sees only what it registered itself.
  visible: (actor, add) =>
    actor.scopes.has('wholesaler') ? `r.application = ${add(actor.application, 'bigint')}` : undefined,
  requireOwn: requireOwnRegistration,
  requireOwnToRead: true,
  list: { rate: 100, ...wholesaler, permission: { any: ['Settings: Integration settings', 'Settings: Stock'] } },
  retrieve: { rate: 300, ...wholesaler },
  create: { rate: 300, ...wholesaler, oauthOnly: true, run: registerWholesaler },
  patch: { rate: 300, ...wholesaler, run: changeRegistration },
  remove: { rate: 300, ...wholesaler, run: removeRegistration },
})
