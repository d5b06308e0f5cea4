import { describe, expect, it } from 'vitest'
import type { CountersaleItem } from '../../api/records.ts'
import { addEntry, finalizeSaleEntries, maxMovedRows, moveEntries } from './sale-entries.ts'

const sale = { id: 5, modified: '2026-11-18T10:00:00.000001Z' }
const row = (id: number, more: Partial<CountersaleItem> = {}) =>
  ({
    id,
    item: `/item/${id}/`,
    quantity: '2.000',
    percentage_change: '0.00',
    batch_number: '',
    usage_size: null,
    ...more,
  }) as CountersaleItem
const addedIn = (sold: CountersaleItem) => addEntry('line', sale.id, sold).body

describe('a sale', () => {
  it('is moved as one request, which is refused if anybody has changed it meanwhile', () => {
    const entries = moveEntries(sale, [row(1), row(2)], { department: '/department/1/', client: '/client/3/' })
    expect(entries.map(({ method, path, if_match }) => [method, path, if_match])).toEqual([
      ['PATCH', '/countersale/5/', expect.stringMatching(/^"\d+"$/)],
      ['POST', '/countersale/', undefined],
      ['POST', '/countersale/{sale.id}/add_item/', undefined],
      ['POST', '/countersale/{sale.id}/add_item/', undefined],
      ['DELETE', '/countersaleitem/1/', undefined],
      ['DELETE', '/countersaleitem/2/', undefined],
    ])
    expect(entries[0]?.body).toEqual({})
  })

  it('of as many rows as can be moved fits into a request, and one more does not', () => {
    const rows = Array.from({ length: maxMovedRows }, (_, at) => row(at + 1))
    const moved = (all: readonly CountersaleItem[]) =>
      moveEntries(sale, all, { department: '/department/1/', client: null }).length
    expect(moved(rows)).toBe(50)
    expect(moved([...rows, row(99)])).toBeGreaterThan(50)
  })

  it('is finalized only as it was shown', () => {
    const [unchanged, finalizing] = finalizeSaleEntries(sale)
    expect([unchanged.if_match, finalizing.path]).toEqual([
      expect.stringMatching(/^"\d+"$/),
      '/countersale/5/finalize/',
    ])
  })

  it('keeps of a row what was chosen, and sends no discount where there is none', () => {
    expect(addedIn(row(1))).toEqual({ item: '/item/1/', quantity: '2.000' })
    expect(addedIn(row(1, { price: '5.0000', own_price: false }))).toEqual({ item: '/item/1/', quantity: '2.000' })
    expect(addedIn(row(1, { price: '5.0000', own_price: true }))).toMatchObject({ price: '5.0000' })
    expect(addedIn(row(1, { vat_percentage: '10.00', own_vat: true }))).toMatchObject({ vat_percentage: '10.00' })
    expect(addedIn(row(1, { percentage_change: '-10.00', batch_number: 'B1', usage_size: 2 }))).toEqual({
      item: '/item/1/',
      quantity: '2.000',
      usage_size: 2,
      batch_number: 'B1',
      percentage_change: '-10.00',
    })
  })
})
