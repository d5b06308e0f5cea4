import { created, modified } from '../../kernel/common-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { integer, text } from '../../kernel/values.ts'
import { changeSeries } from './invoice-series.ts'

const largestNumber = 999_999_999_999
/** A reference number has twelve digits for the invoice number. */
const largestFirst = 99_999_999_999

export const invoiceSeries = defineResource({
  name: 'invoice_series',
  title: 'Invoice series',
  about: 'The number series of the invoices and credit notes with one prefix. Numbers are assigned without gaps.',
  permission: 'Financial: Invoices',
  fields: {
    prefix: text(15, { createOnly: true, optional: true }),
    first_number: integer({ optional: true, min: 1, max: largestFirst }),
    last_number: integer({ readOnly: true, nullable: true, min: 1, max: largestNumber }),
    created,
    modified,
  },
  filters: { prefix: ['is'], modified: ['gte'] },
  unique: { invoice_series_prefix: ['prefix', 'A series with this prefix already exists. Change that one.'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300 },
  patch: { rate: 300, run: changeSeries },
})
