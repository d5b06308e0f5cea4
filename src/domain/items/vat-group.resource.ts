import { archived, created, modified } from '../../kernel/record-fields.ts'
import { ref } from '../../kernel/links.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { decimal, text } from '../../kernel/values.ts'
import { changeVatGroup } from './change-vat-group.ts'

export const vatGroup = defineResource({
  name: 'vatgroup',
  title: 'VAT group',
  about: 'A rate of VAT and the account it is posted to. Every item belongs to one.',
  permission: 'Settings: Items',
  fields: {
    title: text(127, {
      about:
        'What the group is called in reports. At 0 percent it is printed on invoices as the legal reason, such as “Exempt, article 132”.',
    }),
    percentage: decimal(2, 2, {
      min: 0,
      about: 'The rate in percent, such as `25.50`, added to net prices. A new rate keeps the net prices of the items.',
    }),
    account_number: ref('accountnumber', {
      optional: true,
      nullable: true,
      about: 'The ledger account that the VAT is posted to, copied to invoice rows. Null leaves it empty there.',
    }),
    archived,
    created,
    modified,
  },
  filters: { title: ['icontains'], percentage: ['is'], archived: ['is', 'is_not'], modified: ['gte'] },
  ordering: ['title'],
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: { rate: 300 },
  patch: {
    rate: 300,
    run: changeVatGroup,
    about:
      'A new `percentage` advances `modified` of every item of the group, because `price_with_vat` changes. Invoices and rows already entered keep the old rate.',
  },
  remove: { rate: 300, about: 'Its items stay in it and can be sold; no other item can join it.' },
})
