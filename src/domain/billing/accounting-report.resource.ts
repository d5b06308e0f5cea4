import { parseBody, requireLinks } from '../../kernel/body.ts'
import { created, modified } from '../../kernel/common-fields.ts'
import { endpoint, view } from '../../kernel/endpoint.ts'
import { readOnly, type CreateInput, type Schema } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { type Call, recordNotFound } from '../../kernel/operation.ts'
import { defineResource } from '../../kernel/resource.ts'
import { anything, choice, date, decimal, group, integer, listOf, text, timestamp } from '../../kernel/values.ts'
import { show } from '../../kernel/writing.ts'
import { closeDay } from './close-day.ts'
import { readTotals } from './period-totals.ts'
import { twoDecimals } from './computed-fields.ts'
import { paymentTypes } from './statuses.ts'

const word: Schema = { type: 'string' }
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

const day: Schema = { type: 'string', format: 'date' }

const objectOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const listOfTotals = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'array',
  items: objectOf(properties),
})
const byAccount = listOfTotals({ number: word, description: word, total: twoDecimals })
const byVatGroup = listOfTotals({
  title: word,
  percentage: twoDecimals,
  net: twoDecimals,
  vat: twoDecimals,
  total: twoDecimals,
})
const shownAs = (schema: Schema) => ({ ...anything(), schema })

export const accountingReport = defineResource({
  name: 'accountingreport',
  title: 'Accounting report',
  about: 'What a department has posted since its last report. It never changes.',
  permission: 'Financial: End of day and accounting reports',
  fields: {
    department: ref('department', readOnly),
    report_number: integer(readOnly),
    period_start: timestamp(readOnly),
    period_end: timestamp(readOnly),
    created_user: ref('user', readOnly),
    totals_by_account: shownAs(byAccount),
    totals_by_vat_group: shownAs(byVatGroup),
    totals_by_payment_type: shownAs(
      listOfTotals({
        payment_type: { type: 'integer' },
        total: twoDecimals,
        counted: orNull(twoDecimals),
        difference: orNull(twoDecimals),
        explanation: orNull(word),
      }),
    ),
    opening_receivables: decimal(18, 2, readOnly),
    closing_receivables: decimal(18, 2, readOnly),
    created,
    modified,
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
    group({ payment_type: choice(paymentTypes), amount: decimal(18, 2), explanation: text(1_000, { optional: true }) }),
    Object.keys(paymentTypes).length,
    { optional: true },
  ),
}

export const dayClosing = endpoint({
  name: 'accountingreport.close_day',
  method: 'POST',
  path: '/accountingreport/close_day/',
  title: 'Accounting report',
  summary: 'Close a department’s day: all that was posted since its last report becomes a report',
  permission: 'Financial: End of day and accounting reports',
  rate: 300,
  resource: accountingReport,
  body: closing,
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    const input = parseBody(closing, await call.body(), 'create', call.links)
    await requireLinks(tx, closing, input)
    const id = await closeDay(tx, actor, input)
    return show(call, tx, accountingReport, 201, id)
  },
})

const period = { from: date({ optional: true }), to: date({ optional: true }) }

const totalsOfPeriod = {
  permission: 'Financial: End of day and accounting reports',
  rate: 100,
  parameters: period,
  answers: {
    200: objectOf({
      from: day,
      to: day,
      takings_by_day: listOfTotals({ dated: day, payment_type: { type: 'integer' }, total: twoDecimals }),
      totals_by_payment_type: listOfTotals({ payment_type: { type: 'integer' }, total: twoDecimals }),
      totals_by_account: byAccount,
      totals_by_vat_group: byVatGroup,
      opening_receivables: twoDecimals,
      closing_receivables: twoDecimals,
    }),
  },
} as const

const askedIn = ({ query, links }: Call): CreateInput<typeof period> =>
  parseBody(period, { kind: 'json', value: Object.fromEntries(query) }, 'create', links)

export const totals = view({
  ...totalsOfPeriod,
  name: 'accountingreport.totals',
  path: '/accountingreport/totals/',
  title: 'Accounting report',
  summary: 'Retrieve the totals of all departments in a period: takings, accounts, VAT and receivables',
  run: async (call) => ({ status: 200, body: (await readTotals(call.read, call.actor, askedIn(call)))! }),
})

export const departmentTotals = view({
  ...totalsOfPeriod,
  name: 'department.totals',
  path: '/department/{id}/totals/',
  title: 'Department',
  summary: 'Retrieve the totals of a department in a period: takings, accounts, VAT and receivables',
  run: async (call) => {
    const body = await readTotals(call.read, call.actor, askedIn(call), call.id)
    if (body === undefined) throw recordNotFound('Department')
    return { status: 200, body }
  },
})
