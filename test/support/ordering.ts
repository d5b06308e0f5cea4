import { keyOfOrder } from '../../src/domain/webhooks/tell-wholesaler.ts'
import type { ApiClient, TestOrganisation, TestResponse } from './api.ts'
import { givenItem, givenRegistration, givenWholesaler } from './clinic.ts'

type Body = TestResponse['body']
type Fields = Readonly<Record<string, unknown>>
type Linked = { readonly id: number; readonly url: string }

const done = ({ status, text, body }: TestResponse): Body => {
  if (status !== 200 && status !== 201) throw new Error(`Answered ${status}: ${text}`)
  return body
}

/** A wholesaler that is connected to an integration: its caller, its registration, and the clinic-wide row. */
export const givenConnection = async (clinic: TestOrganisation, staff: ApiClient, fields: Fields = {}) => {
  const caller = await clinic.caller({ scopes: ['wholesaler'] })
  const registration = await givenRegistration(caller)
  const wholesaler = await givenWholesaler(staff, { type: 1, available_wholesaler: registration.url, ...fields })
  return { caller, registration, wholesaler }
}

/** The credentials that a department has of its own at a wholesaler. */
export const givenLocation = (staff: ApiClient, wholesaler: Linked, department: string, fields: Fields = {}) =>
  givenWholesaler(staff, { parent: wholesaler.url, department, ...fields })

type Supply = { readonly primary?: readonly [Linked, string]; readonly secondary?: readonly [Linked, string] }

/** An item that these wholesalers supply, under these product numbers. */
export const givenSupplied = async (
  clinic: TestOrganisation,
  staff: ApiClient,
  { primary, secondary }: Supply,
  fields: Fields = {},
) => {
  const item = await givenItem(staff, fields)
  await clinic.within((tx) =>
    tx
      .updateTable('item')
      .set({
        ...(primary && { primary_wholesaler: primary[0].id, primary_wholesaler_code: primary[1] }),
        ...(secondary && { secondary_wholesaler: secondary[0].id, secondary_wholesaler_code: secondary[1] }),
      })
      .where('id', '=', item.id)
      .execute(),
  )
  return item
}

export type OrderLine = { readonly item: Linked; readonly quantity?: string; readonly notes?: string }

/** An order of the clinic's department that is not sent yet. */
export const givenOrder = async (
  clinic: TestOrganisation,
  staff: ApiClient,
  wholesaler: Linked,
  lines: readonly OrderLine[] = [],
  fields: Fields = {},
): Promise<Body> => {
  const department = clinic.url('department', clinic.department)
  const order = done(await staff.post('/order/', { department, wholesaler: wholesaler.url, ...fields }))
  for (const { item, quantity = '1', ...rest } of lines)
    done(await staff.post('/orderitem/', { order: order.url, item: item.url, quantity, ...rest }))
  return order
}

/** An order that was sent. */
export const givenSentOrder = async (...given: Parameters<typeof givenOrder>): Promise<Body> => {
  const order = await givenOrder(...given)
  return done(await given[1].post(`${order.url}send/`))
}

/** What the integration was told of an order, oldest first, with what each has to come after. */
export const placedOf = async (clinic: TestOrganisation, order: { readonly id: number }): Promise<readonly Body[]> => {
  const rows = await clinic.within((tx) =>
    tx
      .selectFrom('delivery')
      .select(['body', 'event', 'after_created_of'])
      .where('order_key', '=', keyOfOrder(order.id))
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ body, after_created_of }) => ({ ...JSON.parse(body), after_created_of }))
}

/** A line of what was sent, of three packages. */
export const receiptOf = (id: unknown, fields: Fields = {}) => ({
  id,
  quantity: '3',
  product_number: 'None',
  ...fields,
})

/** Submits lines and answers what became of them. */
export const submit = async (
  caller: ApiClient,
  wholesaler: { readonly id: number },
  lines: readonly unknown[],
): Promise<Body> => done(await caller.post(`/wholesaler/${wholesaler.id}/receipts/`, { receipt_lines: lines }))

/** The stored line of an id. */
export const lineOf = async (staff: ApiClient, wholesaler: { readonly id: number }, id: string): Promise<Body> => {
  const { body } = await staff.get(
    `/receiptline/?wholesaler__is=${wholesaler.id}&external_id__is=${encodeURIComponent(id)}`,
  )
  return body.results[0]
}
