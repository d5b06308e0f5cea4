import { describe, expect, it } from 'vitest'
import { amountOf, centsOf, changeOf, leftOf, likelyCash, negated, smallerOf, typedAmount } from './cash.ts'

describe('cash', () => {
  it('is counted in cents, so that nothing is lost', () => {
    expect(['48.53', '0.1', '.07', '-4', '-0.05', '1234567.89'].map(centsOf)).toEqual([
      4853, 10, 7, -400, -5, 123456789,
    ])
    expect([4853, 7, -5, 0].map(amountOf)).toEqual(['48.53', '0.07', '-0.05', '0.00'])
  })

  it('is typed with a comma or a point', () => {
    expect(['50', '48,5', ' 48.53 ', '1 000,00'].map(typedAmount)).toEqual(['50.00', '48.50', '48.53', '1000.00'])
    expect(['', '-5', '1.234', '12a', '1,2,3'].map(typedAmount)).toEqual(Array(5).fill(undefined))
  })

  it('is handed over in notes', () => {
    expect(likelyCash('48.53')).toEqual(['50.00', '60.00', '100.00'])
    expect(likelyCash('50.00')).toEqual(['60.00', '100.00', '200.00'])
    expect(likelyCash('3.10')).toEqual(['5.00', '10.00', '20.00'])
  })

  it('has change, unless it is too little', () => {
    expect(changeOf('50.00', '48.53')).toBe('1.47')
    expect(changeOf('48.53', '48.53')).toBe('0.00')
    expect(changeOf('48.52', '48.53')).toBeUndefined()
  })

  it('leaves exactly the rest', () => {
    expect(leftOf('84.20', '20.00')).toBe('64.20')
    expect(leftOf('0.30', '0.10')).toBe('0.20')
    expect(smallerOf('9.00', '10.00')).toBe('9.00')
    expect(negated('-34.20')).toBe('34.20')
  })
})
