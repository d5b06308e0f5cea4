import { day, flag, listOf, objectOf, orNull, word } from '../../kernel/answer-schemas.ts'
import { view } from '../../kernel/endpoint.ts'
import { propertyOf, type Schema } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { choice } from '../../kernel/values.ts'
import { amount } from './computed-fields.ts'
import { readPrintedInvoice } from './printed-invoice.ts'
import { invoiceStatuses, paymentTypes } from './statuses.ts'

const count = (description: string): Schema => ({ type: 'integer', description })

const status = choice(invoiceStatuses, { about: 'Where it is in the clinic’s process, as on the invoice.' })
const paymentType = choice(paymentTypes, { about: 'How it was paid, as on the payment.' })

const place = {
  street_address: word('Street and house number.'),
  zip_code: word('As the post of that country writes it.'),
  city: word('The town or village to which post is sent.'),
  country: word('ISO 3166-1 code of the country.'),
}

const letterhead = objectOf('Who sold it, as it was when the invoice was finalized.', {
  name: word('The organisation, as on its letters.'),
  department: word('The location where it was sold, as clients know it.'),
  ...place,
  vat_number: word('The VAT identification number of the organisation.'),
  register_number: word('By which the trade register knows the organisation.'),
  phone: word('The phone number of the location, or else of the organisation.'),
  email: word('The e-mail address of the location, or else of the organisation.'),
  iban: word('The account to pay to.'),
  bic: word('The bank of that account.'),
  remarks: word('What the location prints at the foot of everything. Empty for nothing.'),
  time_zone: word('IANA name of the zone of the location, in which dates are meant.'),
})

const payer = objectOf('Who is invoiced, as it was when the invoice was made.', {
  name: word('First and last name. Empty for a walk-in customer.'),
  organization_name: word('The company, farm or charity. Empty for a private person.'),
  vat_number: word('The VAT identification number of the payer.'),
  register_number: word('The number of the payer in the trade register.'),
  ...place,
  street_address_2: word('The second line of the address.'),
  state: word('The province, where addresses have one.'),
})

const row = objectOf('A row, in the order of printing: by patient, after those without one.', {
  name: word('What was sold.'),
  patient: orNull(count('The id of the animal. Null for none, and for several.')),
  patient_names: word('The animals that it was for, separated by commas. Empty for none.'),
  unit: word('What the quantity is counted in.'),
  multiplier: count('For how many animals of a herd it was; 1 unless it is a herd.'),
  sent_quantity: word('The quantity for one animal.'),
  quantity: word('What the price is multiplied by: for all animals together.'),
  price: word('The net price of one unit.'),
  price_with_vat: word('The price of one unit with VAT, rounded to the cent.'),
  percentage_change: word('The discount (negative) or surcharge in percent.'),
  vat_percentage: word('The rate of VAT in percent.'),
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
    200: objectOf('An invoice or credit note as it is printed.', {
      status: propertyOf(status, status.schema),
      credit_note: flag('Whether it takes back what an earlier invoice charged.'),
      currency: word('ISO 4217 code of the currency of all amounts.'),
      reference_number: orNull(word('The creditor reference for a bank transfer. Null where there is none.')),
      additional_reference: orNull(word('A fixed text of the department. Null where there is none.')),
      total: amount('The sum without VAT.'),
      total_vat: amount('The tax contained in what is to be paid, of all rates.'),
      total_with_vat: amount('What is to be paid, before payments.'),
      number: orNull(word('Prefix, hyphen and number. Null on a draft.')),
      date: day('When it was issued, by the local calendar of the department.'),
      due_date: day('The last day to pay.'),
      date_paid: orNull(day('When the last of it was paid. Null while something is owed.')),
      supplied: orNull(
        listOf('The first and the last day of the visit. Null for sales.', { type: 'string', format: 'date' }),
      ),
      original: orNull(
        objectOf('On a credit note: the invoice that it credits.', {
          number: word('Prefix, hyphen and number, as the client received it.'),
          date: day('When that invoice was issued.'),
        }),
      ),
      logo: orNull(
        count('Which logo is printed, to be read at `settings/logo/`: the one the clinic has now. Null for none.'),
      ),
      remarks: word('Printed below the amounts.'),
      letterhead,
      payer,
      consumer: flag(
        'Whether the payer is a private person: without the name, VAT number or register number of a business. Rows are then printed with VAT.',
      ),
      payment_code: orNull(
        objectOf(
          'A QR code with which apps of banks fill in a transfer in euros. Null where nothing is to be transferred.',
          {
            text: word('What it says, by EPC069-12 of the European Payments Council.'),
            size: count('How many modules it is wide and high, without the quiet zone around it.'),
            path: word('Its dark modules, as the path of an SVG drawing in which each is one unit wide.'),
          },
        ),
      ),
      other_payer: orNull(
        objectOf('The insurer or other third party that pays a share. Null for none.', {
          name: word('The insurer or the person, as on the invoice.'),
          share: word('How many percent it pays.'),
          due: amount('What it still has to pay.'),
        }),
      ),
      rows: listOf('What is charged.', row),
      vat: listOf(
        'The sums by rate of VAT, highest rate first.',
        objectOf('A rate.', {
          title: word('The VAT group, several if they share the rate.'),
          percentage: word('The rate in percent.'),
          sum: amount('Without VAT.'),
          sum_vat: amount('The tax at this rate.'),
          sum_total: amount('The rows at this rate, tax included.'),
        }),
      ),
      payments: listOf(
        'What was paid, oldest first, without cancelled payments.',
        objectOf('A payment.', {
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
