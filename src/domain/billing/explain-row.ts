import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Schema } from '../../kernel/fields.ts'

const steps = {
  list_price: 'The item’s own price of one package, net.',
  alternative_pricing: 'An alternative pricing replaces it with this price.',
  dosage_unit: 'The package has this many dosage units. The price of one is rounded to four decimals.',
  own_price: 'This price was entered instead.',
  quantity: 'This quantity was sold.',
  animals: 'It was for this many animals.',
  percentage_change: 'The amount is changed by this percentage.',
  vat: 'VAT at this percentage is added before the amount is rounded.',
  sum_total: 'Rounded to cents, half away from zero.',
} as const

const operations = ['start', 'replace', 'divide', 'multiply', 'add_percent', 'round'] as const

export const explanationSchema: Schema = {
  type: 'object',
  required: ['steps', 'sum', 'sum_vat', 'sum_total'],
  additionalProperties: false,
  properties: {
    steps: {
      type: 'array',
      items: {
        type: 'object',
        required: ['step', 'about', 'operation', 'operand', 'result'],
        additionalProperties: false,
        properties: {
          step: { type: 'string', enum: Object.keys(steps) },
          about: { type: 'string' },
          operation: { type: 'string', enum: operations },
          operand: { type: 'string' },
          result: { type: 'string' },
        },
      },
    },
    sum: { type: 'string' },
    sum_vat: { type: 'string' },
    sum_total: { type: 'string' },
  },
}

type Step = keyof typeof steps
type Operation = (typeof operations)[number]

/** A step as an SQL row: its operation, operand, result, and the condition under which it applies. */
const step = (name: Step, operation: Operation, operand: string, result: string, when = 'true') =>
  `(${Object.keys(steps).indexOf(name)}, '${name}', '${steps[name]}', '${operation}', (${operand})::text, ${result}, ${when})`

const perUnit = 'round(r.package_price / r.dosage_units, 4)'
const amount = 'row_amount(r.quantity, r.price, r.percentage_change)'

const way = [
  step('list_price', 'start', 'r.list_price', 'r.list_price'),
  step('alternative_pricing', 'replace', 'r.package_price', 'r.package_price', 'r.alternativepricing is not null'),
  step('dosage_unit', 'divide', 'r.dosage_units', perUnit, 'r.dosage_units <> 1'),
  step('own_price', 'replace', 'r.price', 'r.price', `r.price <> ${perUnit}`),
  step('quantity', 'multiply', 'r.sent_quantity', 'r.price * r.sent_quantity'),
  step('animals', 'multiply', 'r.multiplier', 'r.price * r.quantity', 'r.multiplier <> 1'),
  step('percentage_change', 'add_percent', 'r.percentage_change', amount, 'r.percentage_change <> 0'),
  step(
    'vat',
    'add_percent',
    'r.vat_percentage',
    `${amount} * (100 + r.vat_percentage) * 0.01`,
    'r.vat_percentage <> 0',
  ),
  step('sum_total', 'round', '2', 'r.sum_total'),
]

/** The calculation of a row's total, step by step: following it gives the same cent. */
export const explainRow = async (read: Reader, organisation: number, row: number): Promise<string | undefined> => {
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    organisation,
    `select json_build_object('steps', (
        select json_agg(json_build_object('step', s.step, 'about', s.about, 'operation', s.operation, 'operand', s.operand,
          'result', round(s.result, greatest(2, min_scale(s.result)))::text) order by s.place)
        from (values ${way.join(', ')}) s (place, step, about, operation, operand, result, applies) where s.applies),
      'sum', r.sum::text, 'sum_vat', r.sum_vat::text, 'sum_total', r.sum_total::text)::text as body
    from invoicerow r where r.organisation = t.o and r.id = $2::bigint`,
    [row],
  )
  return found?.body
}
