import { describe, expect, it } from 'vitest'
import { changeText, jumpText, whenText } from './weights.ts'

describe('a weight that is far from the last', () => {
  it.each([
    ['54', '5.3', '10 times the last weight, 5.30 kg'],
    ['10', '5', 'twice the last weight, 5.00 kg'],
    ['2.5', '5', 'half of the last weight, 5.00 kg'],
    ['48', '482.5', '10 times less than the last weight, 482.5 kg'],
    ['6.5', '5', '30 % more than the last weight, 5.00 kg'],
    ['3.5', '5', '30 % less than the last weight, 5.00 kg'],
  ])('%s after %s is asked about in words', (weight, last, said) => {
    expect(jumpText(weight, last)).toBe(`That is ${said}. Press Enter again if it is right.`)
  })
})

describe('the difference to the weight before', () => {
  it.each([
    ['524', '521', '−3.0'],
    ['4.2', '4.26', '+0.06'],
  ])('of %s and %s has the decimals of the weight', (before, last, said) => {
    expect(changeText(before, last)).toBe(said)
  })
})

describe('the day of a measurement', () => {
  it('is named if it is not today where the clinic is', () => {
    const now = new Date('2026-11-17T05:00:00Z')
    expect(whenText('2026-11-16T22:30:00Z', 'Europe/Helsinki', now)).toBe('today')
    expect(whenText('2025-04-21T09:00:00Z', 'Europe/Helsinki', now)).toBe('Apr 21, 2025')
  })
})
