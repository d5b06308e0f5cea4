import { created, modified } from '../../kernel/common-fields.ts'
import { createOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { date, decimal, text } from '../../kernel/values.ts'

export const openingBalance = defineResource({
  name: 'openingbalance',
  title: 'Opening balance',
  about:
    'What a client owed, or had prepaid, in the old system. Only `fetlock import` makes one: no route makes an invoice.',
  permission: 'Financial: Invoices',
  fields: {
    client: ref('client', createOnly),
    department: ref('department', createOnly),
    amount: decimal(8, 2, createOnly),
    due_date: date({ createOnly: true, optional: true, nullable: true }),
    description: text(1_000, { createOnly: true, optional: true }),
    invoice: ref('invoice', readOnlyOrNull),
    unallocatedpayment: ref('unallocatedpayment', readOnlyOrNull),
    created,
    modified,
  },
  filters: { client: ['is', 'in'], department: ['is'], modified: ['gte'] },
  exposes: ['client', 'invoice', 'unallocatedpayment'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
