import { describe, expect, it } from 'vitest'
import { discountOf, typedDiscount } from './discount.ts'

describe('a discount', () => {
  it('is shown as what is taken off, and a surcharge as what is added', () => {
    const shown = ['-10.00', '0.00', '-12.50', '5.00', '-100.00'].map((percentage_change) =>
      discountOf({ percentage_change }),
    )
    expect(shown).toEqual(['10', '0', '12.5', '-5', '100'])
  })

  it('is typed with a comma or a point, and is none when the field is empty', () => {
    expect(['10', '12,5', ' 7.25 % ', '', '100'].map(typedDiscount)).toEqual(['10', '12.5', '7.25', '0', '100'])
    expect(['101', '-5', '1.234', 'ten'].map(typedDiscount)).toEqual([undefined, undefined, undefined, undefined])
  })
})
