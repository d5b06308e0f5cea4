import { created, modified } from '../../kernel/record-fields.ts'
import { view } from '../../kernel/endpoint.ts'
import { ref } from '../../kernel/links.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, decimal, text } from '../../kernel/values.ts'
import { explainRow, explanationSchema } from './explain-row.ts'
import { computed, twoDecimals, priceWithVat } from './computed-fields.ts'

const word = { type: 'string' }
const wordOrNull = { anyOf: [word, { type: 'null' }] }

const internal = {
  internal_account_number: 'The item’s account for internal accounting as it was at invoicing. Null for none.',
  internal_reporting_dimension_1: 'The item’s cost centre for internal accounting at invoicing. Null for none.',
  internal_reporting_dimension_2: 'The item’s second cost centre for internal accounting at invoicing. Null for none.',
}

/** An object with some columns of the row under other names. */
const objectOf = (
  columns: Readonly<Record<string, { readonly column: string; readonly schema: object }>>,
  about: string,
) =>
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
    { about },
  )

export const invoiceRow = defineResource({
  name: 'invoicerow',
  title: 'Invoice row',
  about:
    'A row of an invoice or credit note: what was sold at which price, with its accounts and dimensions as they were at invoicing. Nobody edits it: a draft is voided, an invoice is credited.',
  permission: 'Financial: Invoices',
  fields: {
    invoice: ref('invoice', { readOnly: true, about: 'The invoice or credit note that the row is on.' }),
    consultation_item: ref('consultationitem', {
      readOnly: true,
      nullable: true,
      about:
        'The entry of the visit that is charged. Null on sales over the counter, opening balances and voided drafts.',
    }),
    countersale_item: ref('countersaleitem', {
      readOnly: true,
      nullable: true,
      about: 'The row of the sale over the counter that is charged. Null on invoices of visits and opening balances.',
    }),
    item: ref('item', {
      readOnly: true,
      about: 'What was sold. It may have another name or price by now; the row keeps those of the sale.',
    }),
    code: text(63, {
      readOnly: true,
      about: 'The clinic’s product number as it was at the sale. Empty where the item had none.',
    }),
    name: text(255, {
      readOnly: true,
      about: 'The text that is printed: `print_name` of the item, or else its `name`, as it was.',
    }),
    unit: text(31, { readOnly: true, about: 'What `quantity` is counted in, such as “pc”. Printed after it.' }),
    patient: ref('patient', {
      readOnly: true,
      nullable: true,
      about: 'The animal that it was for. Null for none, and for several, whose names are printed with the row.',
    }),
    quantity: decimal(15, 3, {
      readOnly: true,
      about:
        'The quantity charged: what was entered, times the number of animals of a herd or farm visit. Negative on a credit note.',
    }),
    price: decimal(8, 4, {
      readOnly: true,
      about:
        'The net price of one unit of `quantity`, before `percentage_change`. The explanation of the row says where it is from.',
    }),
    price_with_vat: priceWithVat,
    percentage_change: decimal(3, 2, {
      readOnly: true,
      about: 'The discount (negative) or surcharge on the row, in percent; 0.00 for none.',
    }),
    vat_percentage: decimal(2, 2, {
      readOnly: true,
      about: 'The rate of VAT in percent, as it was when the item was entered.',
    }),
    sum: decimal(12, 2, {
      readOnly: true,
      about: 'The net amount of the row: `quantity` times `price` with `percentage_change`, rounded to cents.',
    }),
    sum_vat: decimal(12, 2, {
      readOnly: true,
      about: 'The VAT of the row: `sum_total` less `sum`. It may be a cent off `sum` times the rate.',
    }),
    sum_total: decimal(12, 2, {
      readOnly: true,
      about: 'The amount with VAT, rounded once from the exact amount. Negative on a credit note.',
    }),
    account_number: text(31, {
      readOnly: true,
      about: 'The ledger account that `sum` is posted to, from the item. Empty where the item had none.',
    }),
    reporting_dimension_1: text(63, {
      readOnly: true,
      nullable: true,
      about: 'A cost centre or the like for bookkeeping: the visit’s own, or else the item’s. Null for none.',
    }),
    reporting_dimension_2: text(63, {
      readOnly: true,
      nullable: true,
      about: 'A second cost centre or the like: the visit’s own, or else the item’s. Null for none.',
    }),
    reporting_dimension_3: text(63, {
      readOnly: true,
      nullable: true,
      about:
        'A third cost centre or the like, from the item. Null unless the organisation has `reporting_dimension_3_enabled`.',
    }),
    invoice_row_extra: objectOf(
      Object.fromEntries(
        Object.entries(internal).map(([column, description]) => [
          column,
          { column, schema: { ...wordOrNull, description } },
        ]),
      ),
      'What the clinic’s internal accounting needs of the row, copied from the item.',
    ),
    invoicerow_vat_group: {
      ...objectOf(
        {
          title: {
            column: 'vat_title',
            schema: { ...word, description: 'The title of the VAT group, as it was at invoicing.' },
          },
          percentage: {
            column: 'vat_percentage::text',
            schema: {
              ...twoDecimals,
              description: 'The rate of VAT in percent, the same as `vat_percentage` of the row.',
            },
          },
          account_number: {
            column: 'vat_account_number',
            schema: {
              ...word,
              description: 'The ledger account that `sum_vat` is posted to. Empty where the group had none.',
            },
          },
        },
        '',
      ),
      options: {
        readOnly: true,
        exposed: true,
        about: 'The VAT of the row and where it is posted. Only there if `expose_invoicerow_vat_group` asks for it.',
      },
    },
    return_to_stock: boolean({
      readOnly: true,
      about:
        'On a credit note: whether the refund asked for the goods of the row to go back into stock. False on invoices.',
    }),
    credited_invoicerow: ref('invoicerow', {
      readOnly: true,
      nullable: true,
      about: 'On a credit note: the row of the original that is credited, each at most once. Null on invoices.',
    }),
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
  list: { rate: 100, about: '`invoice__is=<id>` lists the rows of one invoice.' },
  retrieve: { rate: 300 },
})

export const rowExplanation = view({
  name: 'invoicerow.explanation',
  path: '/invoicerow/{id}/explanation/',
  title: 'Invoice row',
  summary: 'Retrieve the calculation of a row, step by step',
  about:
    'Shows how the total came about, from the price of a package to the rounded sum: whoever repeats the steps gets the same cent. Use it to answer a client who asks about a row.',
  permission: 'Financial: Invoices',
  rate: 300,
  answers: { 200: explanationSchema },
  run: async ({ read, actor, id }) => {
    const body = await explainRow(read, actor.organisation, id)
    if (body === undefined) throw recordNotFound('Invoice row')
    return { status: 200, body }
  },
})
