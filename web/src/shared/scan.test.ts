import { describe, expect, it } from 'vitest'
import { makeBurst, makeCatch } from './scan.ts'

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

/** Types keys into a field that has a text, as a browser does: the key is heard before the field has it. */
const scannedInto = (text: string, keys: readonly string[]) => {
  const heard = makeCatch()
  let value = text
  const answers = keys.map((key, index) => {
    const caught = heard(key, 1_000 + index * 8, value)
    if (key.length === 1) value += key
    return caught
  })
  return answers.at(-1)
}

describe('a scan into a field', () => {
  it('tells what the field had, without any of the digits', () => {
    const barcode = [...'6412345678901']
    expect(scannedInto('', [...barcode, 'Enter'])).toEqual({ code: '6412345678901', before: '' })
    expect(scannedInto('2', [...barcode, 'Enter'])).toEqual({ code: '6412345678901', before: '2' })
  })

  it('is not confused by the keys a scanner holds for capitals', () => {
    expect(scannedInto('12.50', ['Shift', 'A', 'Shift', 'B', '1', '2', '3', 'Enter'])).toEqual({
      code: 'AB123',
      before: '12.50',
    })
  })

  it('is not caught before it ends', () => {
    expect(scannedInto('', [...'6412345678901'])).toBeUndefined()
  })
})
