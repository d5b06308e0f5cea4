import { readInOrganisation, type Reader } from '../../db/tx.ts'
import { namedEnum } from '../../kernel/enums.ts'
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

const words: Schema = { type: 'string' }

export const explanationSchema: Schema = {
  type: 'object',
  description: 'How a row of an invoice came to its total.',
  required: ['steps', 'sum', 'sum_vat', 'sum_total'],
  additionalProperties: false,
  properties: {
    steps: {
      type: 'array',
      description: 'The steps of the calculation in their order; those that change nothing are left out.',
      items: {
        type: 'object',
        required: ['step', 'about', 'operation', 'operand', 'result'],
        additionalProperties: false,
        properties: {
          step: {
            ...words,
            ...namedEnum(Object.keys(steps), Object.keys(steps)),
            description: 'Where the number of this step comes from, for programs; `about` says it in words.',
          },
          about: { ...words, description: 'A sentence for people that says what happens in this step.' },
          operation: {
            ...words,
            ...namedEnum(operations, operations),
            description:
              'What is done with the result so far: `start` and `replace` take the operand instead of it, `add_percent` adds that many percent of it, and `round` rounds it to that many decimals.',
          },
          operand: {
            ...words,
            description: 'The number that the operation is done with: a price, a quantity or a percentage.',
          },
          result: {
            ...words,
            description: 'What has come out so far, exact: it has as many decimals as it needs, at least two.',
          },
        },
      },
    },
    sum: {
      ...words,
      description: 'The net amount of the row, as on the invoice: the step before VAT, rounded to cents.',
    },
    sum_vat: { ...words, description: 'The VAT of the row, as on the invoice: `sum_total` less `sum`.' },
    sum_total: { ...words, description: 'The amount with VAT, as on the invoice: the result of the last step.' },
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
