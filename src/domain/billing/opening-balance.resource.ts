import { created, modified } from '../../kernel/record-fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { date, decimal, text } from '../../kernel/values.ts'

export const openingBalance = defineResource({
  name: 'openingbalance',
  title: 'Opening balance',
  about:
    'What a client owed, or had prepaid, in the system that the clinic used before. Only the operator’s command `fetlock import` makes one: no route makes an invoice.',
  permission: 'Financial: Invoices',
  fields: {
    client: ref('client', { createOnly: true, about: 'Who owes the amount or has prepaid it.' }),
    department: ref('department', {
      createOnly: true,
      about: 'In whose books the amount was posted, on the day of the import.',
    }),
    amount: decimal(8, 2, {
      createOnly: true,
      about: 'What the client owed, VAT included, in the organisation’s currency. Negative for what they had prepaid.',
    }),
    due_date: date({
      createOnly: true,
      optional: true,
      nullable: true,
      about: 'When the debt was due, as imported. Null where the usual terms of payment applied, and for a prepayment.',
    }),
    description: text(1_000, {
      createOnly: true,
      optional: true,
      about: 'What the amount is for, such as the number of the old invoice. Printed as the remarks of the new one.',
    }),
    invoice: ref('invoice', {
      readOnly: true,
      nullable: true,
      about: 'The invoice that it became, with one row at 0 percent VAT. Null for a prepayment.',
    }),
    unallocatedpayment: ref('unallocatedpayment', {
      readOnly: true,
      nullable: true,
      about: 'The prepayment that a negative amount became. Null for a debt.',
    }),
    created,
    modified,
  },
  filters: { client: ['is', 'in'], department: ['is'], modified: ['gte'] },
  exposes: ['client', 'invoice', 'unallocatedpayment'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
