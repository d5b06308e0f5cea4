import { describe, expect, it } from 'vitest'
import { lineTotal, sumOfAmounts } from './amounts.ts'

describe('the total of a line', () => {
  it('is exact, and rounded to cents half away from zero', () => {
    expect(lineTotal('10', '18.4000')).toBe('184.00')
    expect(lineTotal('3.000', '18.4050')).toBe('55.22')
    expect(lineTotal('2.5', '0.0100')).toBe('0.03')
    expect(lineTotal('0.100', '0.0400')).toBe('0.00')
    expect(lineTotal('999999.999', '99999999.9999')).toBe('99999999899900.00')
  })
})

describe('the sum of amounts', () => {
  it('has two decimals, also of nothing', () => {
    expect(sumOfAmounts([])).toBe('0.00')
    expect(sumOfAmounts(['0.05', '0.02'])).toBe('0.07')
    expect(sumOfAmounts(['184.00', '460.80', '86.00'])).toBe('730.80')
  })
})
