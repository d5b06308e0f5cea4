import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { text } from '../../kernel/values.ts'
import { openAccount } from './open-account.ts'

export const accountNumber = defineResource({
  name: 'accountnumber',
  title: 'Account number',
  about: 'An account of the ledger that sales are posted to.',
  permission: 'Financial: Invoices',
  fields: {
    number: text(31),
    description: text(255, optional),
    department: ref('department', { optional: true, nullable: true }),
    archived,
    created,
    modified,
  },
  filters: { number: ['is', 'icontains'], department: ['is'], archived: ['is', 'is_not'], modified: ['gte'] },
  ordering: ['number'],
  unique: {
    accountnumber_same: [
      'number',
      'There is already a record with this number, description and department. Use that one, or change one of the three.',
    ],
  },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: openAccount },
  put: { rate: 300 },
  patch: { rate: 300 },
})
