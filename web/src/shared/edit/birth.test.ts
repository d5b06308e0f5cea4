import { describe, expect, it } from 'vitest'
import { typedBirth } from './birth.ts'

const today = '2026-11-16'
const said = (typed: string, locale = 'en-GB') => typedBirth(typed, today, locale)

describe('when an animal was born', () => {
  it('is a date, in the order of the person’s language', () => {
    expect(said('12.3.2022')).toBe('2022-03-12')
    expect(said('12/3/2022')).toBe('2022-03-12')
    expect(said('12/3/2022', 'en-US')).toBe('2022-12-03')
    expect(said('2022-03-12')).toBe('2022-03-12')
    expect(said('31.2.2022')).toBeUndefined()
    // A point is written only where the day comes first, as in every other field for a date.
    expect(said('5.3.2015', 'en-US')).toBe('2015-03-05')
    expect(said('5 Mar 2015')).toBe('2015-03-05')
    expect(said('5.3.15')).toBe('2015-03-05')
    expect(said('5 may')).toBeUndefined()
  })

  it('is a year, of which the middle is taken unless it is yet to come', () => {
    expect(said('2022')).toBe('2022-07-01')
    expect(typedBirth('2026', '2026-03-01', 'en-GB')).toBe('2026-01-01')
  })

  it('is an age', () => {
    expect(said('2 y 3 m')).toBe('2024-08-16')
    expect(said('4y')).toBe('2022-11-16')
    expect(said('3 months')).toBe('2026-08-16')
    expect(said('3 weeks')).toBe('2026-10-26')
    expect(said('8 w')).toBe('2026-09-21')
    expect(said('old')).toBeUndefined()
    expect(said('')).toBeUndefined()
  })
})
