import { describe, expect, it } from 'vitest'
import { makeBurst } from './scan.ts'

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
