import { view } from '../../kernel/endpoint.ts'
import type { Schema } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { readBalance, readReceivables } from './balances.ts'
import { twoDecimals } from './computed-fields.ts'

const amounts = (...names: readonly string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, twoDecimals])),
  required: names,
  additionalProperties: false,
})

const byAge = amounts('not_due', 'late_1_to_30', 'late_31_to_60', 'late_61_to_90', 'late_over_90', 'total')

const standing = { permission: 'Financial: Invoices', rate: 300 } as const

export const clientBalance = view({
  ...standing,
  name: 'client.balance',
  path: '/client/{id}/balance/',
  title: 'Client',
  summary: 'Retrieve the balance of a client: what they owe, are owed and have prepaid',
  answers: { 200: amounts('owing', 'owed_to_client', 'prepaid') },
  run: async ({ read, actor, id }) => {
    const body = await readBalance(read, actor.organisation, id)
    if (body === undefined) throw recordNotFound('Client')
    return { status: 200, body }
  },
})

export const departmentReceivables = view({
  ...standing,
  name: 'department.receivables',
  path: '/department/{id}/receivables/',
  title: 'Department',
  summary: 'Retrieve the receivables of a department by days overdue',
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
  permission: 'Financial: End of day and accounting reports',
  rate: 300,
  answers: { 200: byAge },
  run: async ({ read, actor }) => ({
    status: 200,
    body: (await readReceivables(read, actor.organisation, undefined, actor.now))!,
  }),
})
