import { view } from '../../kernel/endpoint.ts'
import { propertyOf, type Schema } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { choice } from '../../kernel/values.ts'
import { twoDecimals } from './computed-fields.ts'
import { readPrintedInvoice } from './printed-invoice.ts'
import { invoiceStatuses, paymentTypes } from './statuses.ts'

const words = (description: string): Schema => ({ type: 'string', description })
const day = (description: string): Schema => ({ type: 'string', format: 'date', description })
const amount = (description: string): Schema => ({ ...twoDecimals, description })
const yesOrNo = (description: string): Schema => ({ type: 'boolean', description })
const count = (description: string): Schema => ({ type: 'integer', description })
const orNull = ({ description, ...schema }: Schema): Schema => ({
  anyOf: [schema, { type: 'null' }],
  ...(description === undefined ? {} : { description }),
})
const object = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const listOf = (description: string, item: Schema): Schema => ({ type: 'array', description, items: item })

const status = choice(invoiceStatuses, { about: 'Where it is in the clinic’s process, as on the invoice.' })
const paymentType = choice(paymentTypes, { about: 'How it was paid, as on the payment.' })

const place = {
  street_address: words('Street and house number.'),
  zip_code: words('As the post of that country writes it.'),
  city: words('The town or village to which post is sent.'),
  country: words('ISO 3166-1 code of the country.'),
}

const letterhead = object('Who sold it, as it was when the invoice was finalized.', {
  name: words('The organisation, as on its letters.'),
  department: words('The location where it was sold, as clients know it.'),
  ...place,
  vat_number: words('The VAT identification number of the organisation.'),
  register_number: words('By which the trade register knows the organisation.'),
  phone: words('The phone number of the location, or else of the organisation.'),
  email: words('The e-mail address of the location, or else of the organisation.'),
  iban: words('The account to pay to.'),
  bic: words('The bank of that account.'),
  time_zone: words('IANA name of the zone of the location, in which dates are meant.'),
})

const payer = object('Who is invoiced, as it was when the invoice was made.', {
  name: words('First and last name. Empty for a walk-in customer.'),
  organization_name: words('The company, farm or charity. Empty for a private person.'),
  vat_number: words('The VAT identification number of the payer.'),
  register_number: words('The number of the payer in the trade register.'),
  ...place,
  street_address_2: words('The second line of the address.'),
  state: words('The province, where addresses have one.'),
})

const row = object('A row, in the order of printing: by patient, after those without one.', {
  name: words('What was sold.'),
  patient: orNull(count('The id of the animal. Null for none, and for several.')),
  patient_names: words('The animals that it was for, separated by commas. Empty for none.'),
  unit: words('What the quantity is counted in.'),
  multiplier: count('For how many animals of a herd it was; 1 unless it is a herd.'),
  sent_quantity: words('The quantity for one animal.'),
  quantity: words('What the price is multiplied by: for all animals together.'),
  price: words('The net price of one unit.'),
  percentage_change: words('The discount (negative) or surcharge in percent.'),
  vat_percentage: words('The rate of VAT in percent.'),
  sum: amount('The net amount.'),
  sum_total: amount('The amount with VAT.'),
})

export const printedInvoice = view({
  name: 'invoice.printed',
  path: '/invoice/{id}/printed/',
  title: 'Invoice',
  summary: 'Retrieve what is printed on an invoice or a receipt',
  about:
    'What `pdf/` prints, as data: the clinic, the payer, rows by patient, VAT by rate, and payments without those that were cancelled. For a receipt printer or a form of one’s own; every amount is computed here, so nothing has to be added up.',
  permission: 'Financial: Invoices',
  rate: 300,
  answers: {
    200: object('An invoice or credit note as it is printed.', {
      status: propertyOf(status, status.schema),
      credit_note: yesOrNo('Whether it takes back what an earlier invoice charged.'),
      currency: words('ISO 4217 code of the currency of all amounts.'),
      reference_number: orNull(words('The creditor reference for a bank transfer. Null where there is none.')),
      additional_reference: orNull(words('A fixed text of the department. Null where there is none.')),
      total: amount('The sum without VAT.'),
      total_vat: amount('The tax contained in what is to be paid, of all rates.'),
      total_with_vat: amount('What is to be paid, before payments.'),
      number: orNull(words('Prefix, hyphen and number. Null on a draft.')),
      date: day('When it was issued, by the local calendar of the department.'),
      due_date: day('The last day to pay.'),
      date_paid: orNull(day('When the last of it was paid. Null while something is owed.')),
      supplied: orNull(
        listOf('The first and the last day of the visit. Null for sales.', { type: 'string', format: 'date' }),
      ),
      original: orNull(
        object('On a credit note: the invoice that it credits.', {
          number: words('Prefix, hyphen and number, as the client received it.'),
          date: day('When that invoice was issued.'),
        }),
      ),
      remarks: words('Printed below the amounts.'),
      letterhead,
      payer,
      other_payer: orNull(
        object('The insurer or other third party that pays a share. Null for none.', {
          name: words('The insurer or the person, as on the invoice.'),
          share: words('How many percent it pays.'),
          due: amount('What it still has to pay.'),
        }),
      ),
      rows: listOf('What is charged.', row),
      vat: listOf(
        'The sums by rate of VAT, highest rate first.',
        object('A rate.', {
          title: words('The VAT group, several if they share the rate.'),
          percentage: words('The rate in percent.'),
          sum: amount('Without VAT.'),
          sum_vat: amount('The tax at this rate.'),
          sum_total: amount('The rows at this rate, tax included.'),
        }),
      ),
      payments: listOf(
        'What was paid, oldest first, without cancelled payments.',
        object('A payment.', {
          date: day('When, by the local date of the department.'),
          type: propertyOf(paymentType, paymentType.schema),
          less: amount('The amount negated: what it takes off the total.'),
        }),
      ),
      due: amount('What is left to pay, by all payers.'),
      client_due: amount('What is left for the client to pay.'),
    }),
  },
  run: async ({ read, actor, id }) => {
    const printed = await readPrintedInvoice(read, actor.organisation, id)
    if (printed === undefined) throw recordNotFound('Invoice')
    return { status: 200, body: JSON.stringify(printed) }
  },
})
