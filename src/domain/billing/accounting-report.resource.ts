import { parseBody, requireLinks } from '../../kernel/body.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import type { Schema } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import type { Operation } from '../../kernel/operation.ts'
import { readRecord } from '../../kernel/reading.ts'
import { defineResource } from '../../kernel/resource.ts'
import { anything, choice, decimal, group, integer, listOf, text, timestamp } from '../../kernel/values.ts'
import { etagOf } from '../../kernel/versions.ts'
import { readBack } from '../../kernel/writing.ts'
import { closeDay, type Counted } from './close-day.ts'
import { paymentTypes } from './statuses.ts'

const readOnly = { readOnly: true } as const
const word: Schema = { type: 'string' }
const amount: Schema = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

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
    totals_by_payment_type: totals({
      payment_type: { type: 'integer' },
      total: amount,
      counted: orNull(amount),
      difference: orNull(amount),
      explanation: orNull(word),
    }),
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

const closing = {
  department: ref('department'),
  counted: listOf(
    group({ payment_type: choice(paymentTypes), amount: decimal(12, 2), explanation: text(1_000, { optional: true }) }),
    Object.keys(paymentTypes).length,
    { optional: true },
  ),
}

const closeDayOperation = endpoint({
  name: 'accountingreport.close_day',
  method: 'POST',
  path: '/accountingreport/close_day/',
  title: 'Accounting report',
  summary: 'Close the books of a department: all that was posted since becomes a report',
  permission: 'Financial: End of day and accounting reports',
  rate: 300,
  resource: accountingReport,
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    const input = parseBody(closing, await call.body(), 'create', call.links)
    await requireLinks(tx, closing, input)
    const id = await closeDay(tx, actor, input as { department: number; counted?: Counted[] })
    const shown = await readBack(call, tx, (context) => readRecord(context, accountingReport, id))
    const { body, version } = shown!
    return { status: 201, body, headers: { etag: etagOf(version!) } }
  },
})
export const dayClosing: Operation = { ...closeDayOperation, body: closing }
