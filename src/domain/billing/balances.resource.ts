import { parseBody } from '../../kernel/body.ts'
import { view } from '../../kernel/endpoint.ts'
import type { Schema } from '../../kernel/fields.ts'
import { linksIn } from '../../kernel/filters.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { readBalance, readOwing, readReceivables } from './balances.ts'
import { twoDecimals } from './computed-fields.ts'

const amounts = (about: string, descriptions: Readonly<Record<string, string>>): Schema => ({
  type: 'object',
  description: about,
  properties: Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { ...twoDecimals, description }]),
  ),
  required: Object.keys(descriptions),
  additionalProperties: false,
})

const byAge = amounts('What is owed to the clinic today, by how long it has been due.', {
  not_due: 'What is due today or later.',
  late_1_to_30: 'What has been due for 1 to 30 days: time for a first reminder.',
  late_31_to_60: 'What has been due for 31 to 60 days.',
  late_61_to_90: 'What has been due for 61 to 90 days.',
  late_over_90: 'What has been due for more than 90 days.',
  total: 'All that is owed: the sum of the other five.',
})
const aboutAges =
  'Adds up `due_sum` of all invoices but drafts, alternative payers’ shares included, by the days since `invoice_due_date` on the local date of the department. Credit notes that are not paid out yet are deducted.'

const standing = { permission: 'Financial: Invoices', rate: 300 } as const

export const clientBalance = view({
  ...standing,
  name: 'client.balance',
  path: '/client/{id}/balance/',
  title: 'Client',
  summary: 'Retrieve the balance of a client: what they owe, are owed and have prepaid',
  about:
    'As of now, over all departments, of the invoices that the client is the payer of: their own, and those of clients whom they pay for as `invoicing_client`. Drafts and the shares of alternative payers are left out.',
  answers: {
    200: amounts('Where a client stands with the clinic, in the organisation’s currency.', {
      owing: 'What the client still has to pay on their invoices.',
      owed_to_client:
        'What the clinic owes the client from credit notes, as a positive amount. Pay it out, or keep it as a prepayment.',
      prepaid: 'What is unused of the client’s prepayments. It is not deducted from `owing` until it is applied.',
    }),
  },
  run: async ({ read, actor, id }) => {
    const body = await readBalance(read, actor.organisation, id)
    if (body === undefined) throw recordNotFound('Client')
    return { status: 200, body }
  },
})

const chosenClients = {
  client__in: linksIn('client', 'clients'),
}
const owing: Schema = {
  type: 'object',
  description: 'What a client owes.',
  properties: {
    client: { type: 'integer', description: 'Whose amount it is: the `id` of a client that was asked for.' },
    owing: { ...twoDecimals, description: 'What the client still has to pay, as in `balance/`.' },
  },
  required: ['client', 'owing'],
  additionalProperties: false,
}

export const clientsOwing = view({
  ...standing,
  name: 'client.owing',
  path: '/client/owing/',
  title: 'Client',
  summary: 'Retrieve what each of some clients owes',
  about: 'For a page of a list: the `owing` of `client/<id>/balance/` for several clients at once.',
  parameters: chosenClients,
  answers: {
    200: {
      type: 'object',
      description: 'What the clients owe, in the order of their ids. Ids of no client are left out.',
      properties: { results: { type: 'array', description: 'One entry for each client.', items: owing } },
      required: ['results'],
      additionalProperties: false,
    },
  },
  run: async ({ query, links, read, actor }) => {
    const sent = { kind: 'json', value: Object.fromEntries(query) } as const
    const { client__in } = parseBody(chosenClients, sent, 'create', links)
    return { status: 200, body: await readOwing(read, actor.organisation, client__in ?? []) }
  },
})

export const departmentReceivables = view({
  ...standing,
  name: 'department.receivables',
  path: '/department/{id}/receivables/',
  title: 'Department',
  summary: 'Retrieve the receivables of a department by days overdue',
  about: aboutAges,
  answers: { 200: byAge },
  run: async ({ read, actor, id }) => {
    const body = await readReceivables(read, actor.organisation, id, actor.now)
    if (body === undefined) throw recordNotFound('Department')
    return { status: 200, body }
  },
})

export const receivables = view({
  name: 'accountingreport.receivables',
  path: '/accountingreport/receivables/',
  title: 'Accounting report',
  summary: 'Retrieve the receivables of all departments by days overdue',
  about: aboutAges,
  permission: 'Financial: End of day and accounting reports',
  rate: 300,
  answers: { 200: byAge },
  run: async ({ read, actor }) => ({
    status: 200,
    body: (await readReceivables(read, actor.organisation, undefined, actor.now))!,
  }),
})
