import { describe, expect, it } from 'vitest'
import type { Proposed } from '../../../api/order.ts'
import type { Item } from '../../../api/records.ts'
import { lastsText, rowsOf, sumOfRows, tickedOf, wantedOf } from './proposal.ts'

const itemOf = (id: number, wholesale_price: string | null) =>
  ({ id, url: `/item/${id}/`, name: `Item ${id}`, wholesale_price }) as unknown as Item
const proposedOf = (id: number, quantity: string, price: string | null = '2.5000'): Proposed => ({
  wholesaler: '/wholesaler/1/',
  item: `/item/${id}/`,
  item_data: itemOf(id, price),
  on_hand: '1.000',
  alert_level: '5.000',
  weekly_use: '1.000',
  on_order: '0.000',
  quantity,
  wholesale_price: price,
})

describe('a proposed order', () => {
  const coming = proposedOf(1, '0.000')
  const [wanted, unpriced] = [proposedOf(2, '4.000'), proposedOf(3, '1.000', null)]

  it('has what is to be ordered ticked, and what comes unticked below it', () => {
    const rows = rowsOf([coming, wanted, unpriced], [], {})
    expect(rows.map(({ item, isTicked, typed }) => [item.id, isTicked, typed])).toEqual([
      [2, true, '4'],
      [3, true, '1'],
      [1, false, ''],
    ])
    expect(sumOfRows(tickedOf(rows))).toEqual({ total: '10.00', unpriced: 1 })
  })

  it('follows what somebody types, ticks and adds', () => {
    const rows = rowsOf([coming, wanted], [itemOf(9, '1.0000')], {
      '/item/1/': { isTicked: true, typed: '2,5' },
      '/item/2/': { isTicked: false },
      '/item/9/': { typed: 'many' },
    })
    expect(tickedOf(rows).map(({ item, quantity, total }) => [item.id, quantity, total])).toEqual([
      [1, '2.5', '6.25'],
      [9, undefined, undefined],
    ])
    expect(wantedOf([coming, wanted])).toHaveLength(1)
  })

  it('says how long what is there lasts', () => {
    const of = (on_hand: string, weekly_use: string) => lastsText({ on_hand, weekly_use })
    expect([of('3.000', '1.500'), of('2.000', '2.300'), of('0.100', '7.000'), of('1.000', '0.900')]).toEqual([
      '2 weeks',
      '6 days',
      '1 day',
      '1 week',
    ])
    expect([of('0.000', '1.000'), of('-0.500', '0.000'), of('3.000', '0.000')]).toEqual([
      'none left',
      'none left',
      undefined,
    ])
  })
})
