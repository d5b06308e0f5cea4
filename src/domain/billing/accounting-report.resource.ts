import type { Schema } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { anything, decimal, integer, timestamp } from '../../kernel/values.ts'

const readOnly = { readOnly: true } as const
const word: Schema = { type: 'string' }
const amount: Schema = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }

const totals = (properties: Readonly<Record<string, Schema>>) => ({
  ...anything(),
  schema: {
    type: 'array',
    items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  },
})

export const accountingReport = defineResource({
  name: 'accountingreport',
  title: 'Accounting report',
  about: 'What a department has posted since it closed before. It never changes.',
  permission: 'Financial: End of day and accounting reports',
  fields: {
    department: ref('department', readOnly),
    report_number: integer(readOnly),
    period_start: timestamp(readOnly),
    period_end: timestamp(readOnly),
    created_user: ref('user', readOnly),
    totals_by_account: totals({ number: word, description: word, total: amount }),
    totals_by_vat_group: totals({ title: word, percentage: amount, net: amount, vat: amount, total: amount }),
    totals_by_payment_type: totals({ payment_type: { type: 'integer' }, total: amount }),
    opening_receivables: decimal(12, 2, readOnly),
    closing_receivables: decimal(12, 2, readOnly),
    created: timestamp(readOnly),
    modified: timestamp(readOnly),
  },
  filters: {
    department: ['is', 'in'],
    report_number: ['is', 'gte'],
    period_start: ['gte', 'lt'],
    period_end: ['gte', 'lt'],
    created: ['gte', 'lt'],
    modified: ['gte'],
  },
  ordering: ['period_end'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
