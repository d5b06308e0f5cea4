import { created, modified } from '../../kernel/common-fields.ts'
import { readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { view } from '../../kernel/endpoint.ts'
import { ref } from '../../kernel/links.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { defineResource } from '../../kernel/resource.ts'
import { decimal, text } from '../../kernel/values.ts'
import { explainRow, explanationSchema } from './explain-row.ts'
import { computed, twoDecimals, priceWithVat } from './computed-fields.ts'

const word = { type: 'string' }
const wordOrNull = { anyOf: [word, { type: 'null' }] }

const internal = ['internal_account_number', 'internal_reporting_dimension_1', 'internal_reporting_dimension_2']

/** An object with some columns of the row under other names. */
const objectOf = (columns: Readonly<Record<string, { readonly column: string; readonly schema: object }>>) =>
  computed(
    {
      type: 'object',
      required: Object.keys(columns),
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema])),
    },
    ({ row }) =>
      `json_build_object(${Object.entries(columns)
        .map(([name, { column }]) => `'${name}', ${row}.${column}`)
        .join(', ')})`,
  )

export const invoiceRow = defineResource({
  name: 'invoicerow',
  title: 'Invoice row',
  about: 'A row of an invoice, with its accounts and dimensions as they were at invoicing.',
  permission: 'Financial: Invoices',
  fields: {
    invoice: ref('invoice', readOnly),
    consultation_item: ref('consultationitem', readOnlyOrNull),
    countersale_item: ref('countersaleitem', readOnlyOrNull),
    item: ref('item', readOnly),
    code: text(63, readOnly),
    name: text(255, readOnly),
    unit: text(31, readOnly),
    patient: ref('patient', readOnlyOrNull),
    quantity: decimal(15, 3, readOnly),
    price: decimal(8, 4, readOnly),
    price_with_vat: priceWithVat,
    percentage_change: decimal(3, 2, readOnly),
    vat_percentage: decimal(2, 2, readOnly),
    sum: decimal(12, 2, readOnly),
    sum_vat: decimal(12, 2, readOnly),
    sum_total: decimal(12, 2, readOnly),
    account_number: text(31, readOnly),
    reporting_dimension_1: text(63, readOnlyOrNull),
    reporting_dimension_2: text(63, readOnlyOrNull),
    reporting_dimension_3: text(63, readOnlyOrNull),
    invoice_row_extra: objectOf(Object.fromEntries(internal.map((column) => [column, { column, schema: wordOrNull }]))),
    invoicerow_vat_group: {
      ...objectOf({
        title: { column: 'vat_title', schema: word },
        percentage: { column: 'vat_percentage::text', schema: twoDecimals },
        account_number: { column: 'vat_account_number', schema: word },
      }),
      options: { readOnly: true, exposed: true },
    },
    credited_invoicerow: ref('invoicerow', readOnlyOrNull),
    created,
    modified,
  },
  filters: {
    invoice: ['is', 'in'],
    item: ['is'],
    patient: ['is'],
    consultation_item: ['is'],
    countersale_item: ['is'],
    credited_invoicerow: ['is', 'is_null'],
    modified: ['gte'],
  },
  exposes: ['invoicerow_vat_group'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})

export const rowExplanation = view({
  name: 'invoicerow.explanation',
  path: '/invoicerow/{id}/explanation/',
  title: 'Invoice row',
  summary: 'Retrieve the calculation of a row, step by step',
  permission: 'Financial: Invoices',
  rate: 300,
  answers: { 200: explanationSchema },
  run: async ({ read, actor, id }) => {
    const body = await explainRow(read, actor.organisation, id)
    if (body === undefined) throw recordNotFound('Invoice row')
    return { status: 200, body }
  },
})
