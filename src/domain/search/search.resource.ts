import { oneWordOf, orNull, word } from '../../kernel/answer-schemas.ts'
import { parseBody } from '../../kernel/body.ts'
import { view } from '../../kernel/endpoint.ts'
import { optional } from '../../kernel/fields.ts'
import { text } from '../../kernel/values.ts'
import { twoDecimals } from '../billing/computed-fields.ts'
import { maxResults, search } from './search.ts'

const question = {
  q: text(127, {
    ...optional,
    about:
      'What was typed: a name or several, an e-mail address, a phone number, a microchip or an invoice number. Words of three characters or more are looked for; without any, only an invoice number is.',
  }),
}

const result = {
  type: oneWordOf('The name of the list that has the record: what to open.', ['client', 'patient', 'invoice']),
  id: { type: 'integer', description: 'The record’s `id` in that resource.' },
  url: { type: 'string', format: 'uri', description: 'The address of the record.' },
  label: word('The name of the client or the patient, or the number of the invoice with its prefix. May be empty.'),
  detail: word(
    'A second line: a client’s phone number, a patient’s species and owner with the microchip if it was found by that, an invoice’s payer.',
  ),
  found_by: oneWordOf('Why it is here. An e-mail address counts as a name.', [
    'name',
    'phone_number',
    'microchip',
    'invoice_number',
  ]),
  state: oneWordOf('Whether the record is in use. Those that are not come last.', ['active', 'archived', 'deceased']),
  client: orNull({
    type: 'string',
    format: 'uri',
    description: 'The owner of a patient, or the client of an invoice. Null for clients and for sales without one.',
  }),
  owing: orNull({
    ...twoDecimals,
    description:
      'What the client, or the owner of the patient, owes on all invoices, or what is owed on this one. Null for callers without `Financial: Invoices`.',
  }),
}

export const quickSearch = view({
  name: 'search.list',
  path: '/search/',
  title: 'Search',
  summary: 'Search clients, patients and invoices',
  about: `For one search box: at most ${maxResults} results, the best first, of the kinds that you may read. Every word must be found: in the names or the e-mail address of a client, in the name of a patient or, beside it, in the names of its owner. A phone number is found by any of its digits, with or without its country code, a microchip by its first or its last four to six. Filters of the lists find all records, this finds the likely ones.`,
  permission: { any: ['General: Patients and clients', 'Financial: Invoices'] },
  rate: 300,
  parameters: question,
  answers: {
    200: {
      type: 'object',
      description: 'What was found, the best first.',
      properties: {
        results: {
          type: 'array',
          description: `At most ${maxResults}. Empty where nothing was found or nothing was asked for.`,
          items: { type: 'object', properties: result, required: Object.keys(result), additionalProperties: false },
        },
      },
      required: ['results'],
      additionalProperties: false,
    },
  },
  run: async ({ query, links, read, actor }) => {
    const { q = '' } = parseBody(question, { kind: 'json', value: Object.fromEntries(query) }, 'create', links)
    return { status: 200, body: await search(read, actor, q) }
  },
})
