import { archived, created, modified } from '../../kernel/record-fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { text } from '../../kernel/values.ts'
import { openAccount } from './open-account.ts'

export const accountNumber = defineResource({
  name: 'accountnumber',
  title: 'Account number',
  about:
    'An account of the clinic’s general ledger. Items name the one that their sales are posted to, and VAT groups the one for their VAT.',
  permission: 'Financial: Invoices',
  fields: {
    number: text(31, {
      about:
        'The account as the bookkeeping system writes it. Several records may have the same one, with another `description` or `department`.',
    }),
    description: text(255, {
      optional: true,
      about:
        'What the account is for, such as “Sales of medicines”. Reports show the one it had when an invoice was posted.',
    }),
    department: ref('department', {
      optional: true,
      nullable: true,
      about:
        'The department whose `description` this is: it is preferred to the general one on that department’s postings. Null for all departments.',
    }),
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
  create: {
    rate: 300,
    run: openAccount,
    about:
      'If there is a record with the same `number`, `description` and `department`, the answer is that one, also with 201, and restored if it was archived.',
  },
  put: {
    rate: 300,
    about: 'Refused if another record has the same `number`, `description` and `department`.',
  },
  patch: {
    rate: 300,
    about:
      'Refused if another record has the same `number`, `description` and `department`. Posted entries keep theirs.',
  },
})
