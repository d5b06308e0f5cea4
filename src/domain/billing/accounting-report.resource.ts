import { day, orNull, shapeOf, word } from '../../kernel/answer-schemas.ts'
import { parseBody, requireLinks } from '../../kernel/body.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { endpoint, view } from '../../kernel/endpoint.ts'
import { propertyOf, type CreateInput, type Schema } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { type Call, recordNotFound } from '../../kernel/operation.ts'
import { defineResource } from '../../kernel/resource.ts'
import { anything, choice, date, decimal, group, integer, listOf, text, timestamp } from '../../kernel/values.ts'
import { show } from '../../kernel/writing.ts'
import { closeDay } from './close-day.ts'
import { readTotals } from './period-totals.ts'
import { amount, computed, twoDecimals } from './computed-fields.ts'
import { paymentTypes, prepayment, rounding } from './statuses.ts'

const paymentType = choice(paymentTypes, { about: 'How it was paid, as on payments and prepayments.' })

const listOfTotals = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'array',
  items: shapeOf(properties),
})
const byAccount = listOfTotals({
  number: word('The ledger account of items or VAT groups. Empty for what was sold without one.'),
  description: word('What the account was for when the last of these entries was posted.'),
  total: amount('What was posted to the account: positive for sales, negative where credit notes are more.'),
})
const aboutAccounts = 'Net sales and VAT by the ledger account they are posted to, credit notes deducted.'
const byVatGroup = listOfTotals({
  title: word('The VAT group, by the title it had when the invoices were made.'),
  percentage: amount('The rate of VAT in percent.'),
  net: amount('Sales at this rate without VAT, credit notes deducted.'),
  vat: amount('The VAT on those sales, as the invoices show it.'),
  total: amount('Sales at this rate with VAT: `net` and `vat` together.'),
})
const aboutVatGroups =
  'Sales and VAT by VAT group and rate, for the VAT return. Opening balances are among them, at 0 percent: leave out their group.'
const aboutPaymentTypes =
  'What was taken by each payment type, payouts and cancellations deducted. 3 is rounding, 8 came out of prepayments, and set-offs sum to zero in 12.'
const aboutTotals = {
  total: 'Sales without VAT, credit notes deducted: `net` of all VAT groups together.',
  total_vat: 'The VAT on those sales: `vat` of all VAT groups together.',
  total_with_vat: 'Sales with VAT, credit notes deducted: `total` of all VAT groups together.',
  total_taken: 'All money that came in, payouts deducted: every payment type but 3 (Rounding) and 8 (Prepayment).',
} as const
const sumIn = (about: string, list: string, amountOf: string, condition = 'true') =>
  computed(
    twoDecimals,
    ({ row }) => `(select coalesce(sum((one->>'${amountOf}')::numeric), 0.00)::text
      from jsonb_array_elements(${row}.${list}) one where ${condition})`,
    { about },
  )
const cameIn = `(one->>'payment_type')::int not in (${rounding}, ${prepayment})`
const shownAs = (about: string, schema: Schema) => ({ ...anything({ about }), schema })

export const accountingReport = defineResource({
  name: 'accountingreport',
  title: 'Accounting report',
  about:
    'The closing of a department’s day: what it has posted since its last report, and what was counted in the till. It never changes.',
  permission: 'Financial: End of day and accounting reports',
  fields: {
    department: ref('department', { readOnly: true, about: 'The department whose day was closed.' }),
    report_number: integer({
      readOnly: true,
      about: 'Counts the reports of the department from 1, without gaps. A gap in a copy is a report not read yet.',
    }),
    period_start: timestamp({
      readOnly: true,
      about: 'When the report before it ended; in the first report, when the first of its entries was posted.',
    }),
    period_end: timestamp({
      readOnly: true,
      about: 'When the day was closed. What is posted later is in the next report, even if it is dated earlier.',
    }),
    created_user: ref('user', {
      readOnly: true,
      about: 'Who closed the day: a person, or the virtual user of an application.',
    }),
    totals_by_account: shownAs(aboutAccounts, byAccount),
    totals_by_vat_group: shownAs(aboutVatGroups, byVatGroup),
    totals_by_payment_type: shownAs(
      aboutPaymentTypes,
      listOfTotals({
        payment_type: propertyOf(paymentType, paymentType.schema),
        total: amount('What the books say was taken by this type, payouts deducted.'),
        counted: orNull(amount('What was counted, as sent when the day was closed. Null where nothing was.')),
        difference: orNull(
          amount('`counted` less `total`: negative where money is missing. Null where nothing was counted.'),
        ),
        explanation: orNull(word('Why the two differ, as sent when the day was closed. Null where nothing was said.')),
      }),
    ),
    total: sumIn(aboutTotals.total, 'totals_by_vat_group', 'net'),
    total_vat: sumIn(aboutTotals.total_vat, 'totals_by_vat_group', 'vat'),
    total_with_vat: sumIn(aboutTotals.total_with_vat, 'totals_by_vat_group', 'total'),
    total_taken: sumIn(aboutTotals.total_taken, 'totals_by_payment_type', 'total', cameIn),
    opening_receivables: decimal(18, 2, {
      readOnly: true,
      about: 'What was owed to the department at `period_start`: `closing_receivables` of the report before, or 0.00.',
    }),
    closing_receivables: decimal(18, 2, {
      readOnly: true,
      about: 'What was owed to the department at `period_end`: invoices less payments and credit notes.',
    }),
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
  department: ref('department', { about: 'The department whose day is closed.' }),
  counted: listOf(
    group({
      payment_type: choice(paymentTypes, {
        about: 'What was counted, such as the cash in the till. Each type at most once.',
      }),
      amount: decimal(18, 2, {
        about:
          'What was taken by this type since the last report, as counted: without the float that stays in the till.',
      }),
      explanation: text(1_000, {
        optional: true,
        about: 'Why it differs from what the books say. Required if it does; kept in the report.',
      }),
    }),
    Object.keys(paymentTypes).length,
    {
      optional: true,
      about: 'What was counted, by payment type. Types that are left out are reported as the books have them.',
    },
  ),
}

export const dayClosing = endpoint({
  name: 'accountingreport.close_day',
  method: 'POST',
  path: '/accountingreport/close_day/',
  title: 'Accounting report',
  summary: 'Close a department’s day and report what it has posted',
  about:
    'Everything that the department has posted since its last report, whatever day it is dated, becomes the next report, which is the answer (201). A counted amount that differs from the books is refused without an `explanation`; the refusal names the difference. Posting in the department waits meanwhile, so every entry is in exactly one report. With `Prefer: dry-run` it shows the takings so far and closes nothing.',
  permission: 'Financial: End of day and accounting reports',
  rate: 300,
  sentAlone: 'writes_many',
  resource: accountingReport,
  body: closing,
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    const input = parseBody(closing, await call.body(), 'create', call.links)
    await requireLinks(tx, closing, input)
    return show(accountingReport, 201, await closeDay(tx, actor, input))
  },
})

const period = {
  from: date({
    optional: true,
    about: 'The first day of the period. Send it with `to`, or neither for this month up to today.',
  }),
  to: date({
    optional: true,
    about: 'The last day of the period, included. Not before `from`, and at most 366 days in all.',
  }),
}

const totalsOfPeriod = {
  permission: 'Financial: End of day and accounting reports',
  rate: 100,
  parameters: period,
  about:
    'Adds up invoices, credit notes, payments and prepayments by the day they are dated, whether or not that day has been closed: a month is the same before and after.',
  answers: {
    200: {
      description: 'What was sold, taken and owed in a period, in the organisation’s currency.',
      ...shapeOf({
        from: day('The first day that is counted: as asked for, or the first of this month.'),
        to: day('The last day that is counted: as asked for, or today where the department or organisation is.'),
        takings_by_day: {
          ...listOfTotals({
            dated: day('The local day on which the money was paid.'),
            payment_type: propertyOf(paymentType, paymentType.schema),
            total: amount('What was taken on that day by this type, payouts and cancellations deducted.'),
          }),
          description: 'What was taken, by day and payment type, to compare with the till and the bank.',
        },
        totals_by_payment_type: {
          ...listOfTotals({
            payment_type: propertyOf(paymentType, paymentType.schema),
            total: amount('What was taken in the period by this type, payouts and cancellations deducted.'),
          }),
          description: aboutPaymentTypes,
        },
        totals_by_account: { ...byAccount, description: aboutAccounts },
        totals_by_vat_group: { ...byVatGroup, description: aboutVatGroups },
        total: amount(aboutTotals.total),
        total_vat: amount(aboutTotals.total_vat),
        total_with_vat: amount(aboutTotals.total_with_vat),
        total_taken: amount(aboutTotals.total_taken),
        opening_receivables: amount('What was owed to the clinic before the first day of the period.'),
        closing_receivables: amount('What was owed to the clinic at the end of the last day: invoices less payments.'),
      }),
    },
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
