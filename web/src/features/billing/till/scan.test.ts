import { describe, expect, it } from 'vitest'
import { isSameQuantity, stepped, typedQuantity } from './quantity.ts'
import { makeBurst } from '../../../shared/scan.ts'

const typed = (text: string, gapMs: number) => {
  const burst = makeBurst()
  const answers = [...text].map((key, index) => burst(key, index * gapMs))
  return { answers, end: burst('Enter', text.length * gapMs) }
}

describe('a scan', () => {
  it('is told from typing by its speed', () => {
    expect(typed('6412345678901', 8).end.code).toBe('6412345678901')
    expect(typed('6412345678901', 60).end.code).toBeUndefined()
    expect(typed('500', 8).end.code).toBeUndefined()
  })

  it('begins anew after a pause, and tells where', () => {
    const burst = makeBurst()
    burst('x', 0)
    expect(burst('6', 400).starts).toBe(true)
    for (const [index, key] of [...'4123'].entries()) expect(burst(key, 410 + index * 10).starts).toBe(false)
    expect(burst('Enter', 460).code).toBe('64123')
  })
})

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
