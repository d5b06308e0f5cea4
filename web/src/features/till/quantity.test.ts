import { describe, expect, it } from 'vitest'
import { isSameQuantity, stepped, typedQuantity } from './quantity.ts'

describe('a quantity', () => {
  it('steps by one and never to nothing', () => {
    expect([stepped('1.000', 1), stepped('2.000', -1), stepped('1.000', -1), stepped('0.500', 1)]).toEqual([
      '2',
      '1',
      '1.000',
      '1.5',
    ])
    expect(isSameQuantity('1.000', '1')).toBe(true)
  })

  it('is typed with a comma or a point', () => {
    expect(['12', '0,5', '0', '-1', 'x'].map(typedQuantity)).toEqual(['12', '0.5', undefined, undefined, undefined])
  })
})
