import { shapeOf } from '../../kernel/answer-schemas.ts'
import { view } from '../../kernel/endpoint.ts'
import { propertyOf } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { choice } from '../../kernel/values.ts'
import { amount } from './computed-fields.ts'
import { paymentTypes } from './statuses.ts'
import { readTakings } from './takings.ts'

const paymentType = choice(paymentTypes, { about: 'How it was paid, as on payments and prepayments.' })

export const departmentTakings = view({
  name: 'department.takings',
  path: '/department/{id}/takings/',
  title: 'Department',
  summary: 'Retrieve what a department has taken so far today',
  about:
    'Payments and prepayments, payouts and cancellations deducted: those dated today where the department is, and those entered since its day was last closed, whatever day they are dated. The next `accountingreport/close_day/` reports the latter.',
  permission: 'Financial: Invoices',
  rate: 300,
  answers: {
    200: {
      description: 'The takings of a department, in the organisation’s currency.',
      ...shapeOf({
        date: { type: 'string', format: 'date', description: 'Today, as the calendar at the department has it.' },
        closed_until: {
          anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
          description: 'When the day was last closed: `period_end` of the last report. Null before the first.',
        },
        totals_by_payment_type: {
          type: 'array',
          description: 'What was taken by each type that occurs. 3 is rounding, and 8 came out of prepayments.',
          items: shapeOf({
            payment_type: propertyOf(paymentType, paymentType.schema),
            today: amount('What is dated today, closed or not.'),
            since_close: amount('What was entered since the last report: what should be in the till for cash.'),
          }),
        },
        today: amount('All money that came in today: every type but 3 (Rounding) and 8 (Prepayment).'),
        since_close: amount('All money that came in since the last report, of the same types.'),
      }),
    },
  },
  run: async ({ read, actor, id }) => {
    const body = await readTakings(read, actor, id)
    if (body === undefined) throw recordNotFound('Department')
    return { status: 200, body }
  },
})
