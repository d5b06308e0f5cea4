import { describe, expect, it } from 'vitest'
import type { OrderItem, ReceiptLine } from '../../../api/records.ts'
import { isNotOrdered, isOver, judge, sameCode } from './judge.ts'

const lineOf = (id: number, fields: Partial<ReceiptLine> = {}) =>
  ({
    id,
    order: '/order/1/',
    item: '/item/1/',
    quantity: '4.000',
    product_number: 'P-1',
    wholesaler: '/wholesaler/1/',
    expiry_date: null,
    ...fields,
  }) as unknown as ReceiptLine
const ordered = [{ order: '/order/1/', item: '/item/1/', quantity: '10.000' }] as unknown as readonly OrderItem[]

describe('what is looked at before a line goes into stock', () => {
  it('is what comes beyond the order, with what was approved before and stands above it', () => {
    const judged = judge(
      { lines: [lineOf(1), lineOf(2), lineOf(3)], ordered, approved: [lineOf(9, { quantity: '3.000' })] },
      '2026-11-16',
    )
    expect(judged.map(({ over }) => over)).toEqual(['0', '1.000', '4.000'])
    expect(judged.map(isOver)).toEqual([false, true, true])
  })

  it('is a batch that has expired, from the day after on', () => {
    const lines = ['2026-11-15', '2026-11-16', null].map((expiry_date, at) => lineOf(at, { expiry_date }))
    expect(judge({ lines, ordered: [], approved: [] }, '2026-11-16').map(({ isExpired }) => isExpired)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is an item that the order does not have, unless there is no order', () => {
    const lines = [lineOf(1, { item: '/item/2/' }), lineOf(2, { order: null }), lineOf(3)]
    expect(judge({ lines, ordered, approved: [] }, '2026-11-16').map(isNotOrdered)).toEqual([true, false, false])
  })
})

it('lines with the same number of the same wholesaler are matched together', () => {
  const [one, same] = [lineOf(1, { item: null }), lineOf(2, { item: null })]
  const others = [
    lineOf(3),
    lineOf(4, { item: null, product_number: 'P-2' }),
    lineOf(5, { item: null, wholesaler: '/wholesaler/2/' }),
  ]
  expect(sameCode([one, same, ...others], one)).toEqual([one, same])
  const [nameless, other] = [
    lineOf(6, { item: null, product_number: '' }),
    lineOf(7, { item: null, product_number: '' }),
  ]
  expect(sameCode([nameless, other], nameless)).toEqual([nameless])
})
