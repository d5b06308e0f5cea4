import { ref } from '../../kernel/links.ts'
import { defineResource, meets, tableOf } from '../../kernel/resource.ts'
import { anything, integer, oneOf, text, timestamp } from '../../kernel/values.ts'

const readOnly = { readOnly: true } as const
const nullable = { readOnly: true, nullable: true } as const

export const auditEvent = defineResource({
  name: 'auditevent',
  title: 'Audit event',
  about: 'One change of one record: who made it, through which application, from where, and what became of each field.',
  permission: 'Settings: Users and permissions',
  fields: {
    sequence: integer({ readOnly: true, min: 0, max: 999_999_999_999_999 }),
    resource: text(63, readOnly),
    record: integer({ readOnly: true, min: 0, max: 999_999_999_999_999 }),
    action: oneOf(['create', 'change', 'delete'], readOnly),
    changes: anything(),
    user: ref('user', nullable),
    application: ref('application', nullable),
    credential: text(31, readOnly),
    address: text(63, readOnly),
    request: text(63, readOnly),
    occurred: timestamp(readOnly),
  },
  filters: { resource: ['is'], record: ['is'], user: ['is'], request: ['is'], occurred: ['gte', 'lt'] },
  // What somebody may not read where it lives, they may not read here either.
  visible: (actor, add, resources) => {
    const open = [...resources.values()].filter(({ retrieve, permission }) =>
      meets(actor, retrieve?.permission ?? permission, 'read'),
    )
    return `r.resource = any(${add(open.map(tableOf), 'text[]')})`
  },
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
