import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ApiClient, TestOrganisation, TestResponse } from './api.ts'

type Body = TestResponse['body']
type Fields = Readonly<Record<string, unknown>>
type Place = Pick<TestOrganisation, 'department' | 'url'>

/** Counts so much of an item, in the clinic's department unless another is given; answers the movement. */
export const givenStock = async (
  caller: ApiClient,
  clinic: Place,
  item: { readonly url: string },
  counted: string,
  fields: Fields = {},
): Promise<Body> => {
  const department = clinic.url('department', clinic.department)
  const sent = { department, item: item.url, counted, ...fields }
  const { status, body, text } = await caller.post('/stock_movement/count/', sent)
  expect(status === 201 ? 'counted' : `${status}: ${text}`).toBe('counted')
  return body
}

/** What there is of an item, as `batch expiry: on hand`, by department if there are several; batches that are used up are left out. */
export const stockOf = async (
  caller: ApiClient,
  item: { readonly id: number },
  query = '',
): Promise<readonly string[]> => {
  const { body, text, status } = await caller.get(`/stock_level/?item__is=${item.id}&on_hand__is_not=0${query}`)
  expect({ status, text }).toMatchObject({ status: 200 })
  return body.results
    .map((level: Body) => `${[level.batch_number, level.expiry_date].filter(Boolean).join(' ')}: ${level.on_hand}`)
    .toSorted()
}

/** The movements of an item, oldest first. */
export const movementsOf = async (
  caller: ApiClient,
  item: { readonly id: number },
  query = '',
): Promise<readonly Body[]> => {
  const { body, text, status } = await caller.get(`/stock_movement/?item__is=${item.id}${query}`)
  expect({ status, text }).toMatchObject({ status: 200 })
  return body.results
}

/** Expects of every level that `on_hand` is the sum of its movements, and that they agree about what it is. */
export const requireSums = async (clinic: TestOrganisation) => {
  const { rows } = await clinic.within((tx) =>
    sql`select l.id, l.on_hand, sum(m.quantity) as moved from stock_level l left join stock_movement m on m.stock_level = l.id
      group by l.id, l.on_hand, l.item, l.department, l.batch_number, l.expiry_date
      having l.on_hand is distinct from coalesce(sum(m.quantity), 0) or count(*) filter (where (m.item, m.department, m.batch_number,
        coalesce(m.expiry_date, 'infinity')) is distinct from (l.item, l.department, l.batch_number, coalesce(l.expiry_date, 'infinity'))
        and m.id is not null) > 0`.execute(tx),
  )
  expect(rows).toEqual([])
}
