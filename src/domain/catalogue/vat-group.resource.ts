import { archived, created, modified } from '../../kernel/common-fields.ts'
import { ref } from '../../kernel/links.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { decimal, text } from '../../kernel/values.ts'
import { changeVatGroup } from './change-vat-group.ts'

export const vatGroup = defineResource({
  name: 'vatgroup',
  title: 'VAT group',
  about: 'A rate of VAT and the account it is posted to.',
  permission: 'Settings: Items',
  fields: {
    title: text(127),
    percentage: decimal(2, 2, { min: 0 }),
    account_number: ref('accountnumber', { optional: true, nullable: true }),
    archived,
    created,
    modified,
  },
  filters: { title: ['icontains'], percentage: ['is'], archived: ['is', 'is_not'], modified: ['gte'] },
  ordering: ['title'],
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: { rate: 300 },
  patch: { rate: 300, run: changeVatGroup },
  remove: { rate: 300 },
})
