import { address, listOf, objectOf, orNull } from '../../kernel/answer-schemas.ts'
import { view } from '../../kernel/endpoint.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { readProposedOrders, weeksAhead, weeksOfUse } from './proposed-orders.ts'

const packages = (description: string) => ({ type: 'string', pattern: '^-?\\d+\\.\\d{3}$', description })

const line = objectOf('An item of which the department has no more than its alert level.', {
  wholesaler: orNull(
    address('Whom to order it from: its primary wholesaler. Null where it has none, or an archived one.'),
  ),
  item: address('What is running out: a medicine, supply or food.'),
  on_hand: packages('How many packages the department has, all batches together. Negative if more was used.'),
  alert_level: packages('At how many packages the clinic wants to order more.'),
  weekly_use: packages(
    `How many packages visits and sales took in a week, on average of the last ${weeksOfUse}, less what came back.`,
  ),
  on_order: packages('How many packages are still to come, of orders of the department in status 0 and 1.'),
  quantity: packages(
    `How many whole packages to order, so that there are more than the alert level, and the use of ${weeksAhead} weeks beyond it. 0 where what is to come is enough.`,
  ),
  wholesale_price: orNull({
    type: 'string',
    pattern: '^\\d+\\.\\d{4}$',
    description: 'What one package costs, net of VAT, as the item says. Null if it is unknown.',
  }),
})

export const proposedOrders = view({
  name: 'department.proposed_orders',
  path: '/department/{id}/proposed_orders/',
  title: 'Department',
  summary: 'Propose what a department should order',
  about: `Worked out at every request from alert levels, stock, use and what is on order; nothing is stored. Items that the department has never had, that are archived or that are discontinued are left out. Order by \`POST /order/\` with \`items\`, once for each wholesaler.`,
  permission: 'Settings: Stock',
  rate: 100,
  answers: {
    200: objectOf('What is running out in a department.', {
      results: listOf('One line for each item, by their names.', line),
    }),
  },
  run: async ({ read, actor, id, links }) => {
    const lines = await readProposedOrders(read, actor, id)
    if (lines === undefined) throw recordNotFound('Department')
    const results = lines.map(({ wholesaler, item, ...rest }) => ({
      wholesaler: wholesaler === null ? null : links.toUrl('wholesaler', wholesaler),
      item: links.toUrl('item', item),
      ...rest,
    }))
    return { status: 200, body: JSON.stringify({ results }) }
  },
})
