import { describe, expect, it } from 'vitest'
import { oneOf, readDate, readFlag, readId, readMoment, readMonth, readWord } from './address.ts'

describe('the parameters of an address', () => {
  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2028-02-29', '2028-02-29'],
    ['2026-02-29', undefined],
    ['2026-02-31', undefined],
    ['2025-99-99', undefined],
    ['banana', undefined],
    [20261116, undefined],
  ])('has the day %s as %s', (typed, read) => expect(readDate(typed)).toBe(read))

  it.each([
    ['2026-12', '2026-12'],
    ['2026-13', undefined],
    ['2026-00', undefined],
    ['2026', undefined],
    [2026, undefined],
  ])('has the month %s as %s', (typed, read) => expect(readMonth(typed)).toBe(read))

  it('has ids, flags, words and moments only where they can be read', () => {
    expect([7, '7', 0, -1, 1.5, 'all', true, null, 2 ** 60].map(readId)).toEqual([7, 7, ...Array(7).fill(undefined)])
    expect([true, 1, '', false, undefined].map(readFlag)).toEqual([true, true, undefined, undefined, undefined])
    expect(['koski', 152, null, {}].map(readWord)).toEqual(['koski', '152', undefined, undefined])
    expect(['2026-11-16T09:00:00Z', 'foo', 5].map(readMoment)).toEqual(['2026-11-16T09:00:00Z', undefined, undefined])
    expect([oneOf(['week'], 'week'), oneOf(['week'], 'year')]).toEqual(['week', undefined])
  })
})
