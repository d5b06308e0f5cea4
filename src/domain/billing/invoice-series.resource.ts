import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { integer, text } from '../../kernel/values.ts'
import { changeSeries } from './invoice-series.ts'

const largestNumber = 999_999_999_999
/** A reference number has twelve digits for the invoice number. */
const largestFirst = 99_999_999_999

export const invoiceSeries = defineResource({
  name: 'invoice_series',
  title: 'Invoice series',
  about:
    'The number series of the invoices and credit notes with one prefix. Numbers are assigned without gaps when invoices are finalized.',
  permission: 'Financial: Invoices',
  fields: {
    prefix: text(15, {
      createOnly: true,
      optional: true,
      about:
        'What the numbers begin with: departments whose `invoice_prefix` is this one share the series. Empty for departments without a prefix. Fixed once it is created.',
    }),
    first_number: integer({
      optional: true,
      min: 1,
      max: largestFirst,
      about: 'The number of the first invoice, to continue where an earlier system ended; 1 unless sent.',
    }),
    last_number: integer({
      readOnly: true,
      nullable: true,
      min: 1,
      max: largestNumber,
      about:
        'The number that was assigned last. Null as long as none is; from then on `first_number` cannot be changed.',
    }),
    created,
    modified,
  },
  filters: { prefix: ['is'], modified: ['gte'] },
  unique: { invoice_series_prefix: ['prefix', 'A series with this prefix already exists. Change that one.'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    about:
      'Needed only to begin with another number than 1: without it a series is made with its first invoice. Refused if the prefix has one.',
  },
  patch: {
    rate: 300,
    run: changeSeries,
    about: 'Refused once a number is assigned: use another prefix to begin a new series.',
  },
})
