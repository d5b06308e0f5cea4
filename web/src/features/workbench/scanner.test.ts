import { describe, expect, it } from 'vitest'
import { makeScanReader } from './scanner.ts'

const typed = (keys: readonly string[], everyMs: number) => {
  const read = makeScanReader()
  return keys.map((key, index) => read({ key, at: 1000 + index * everyMs })).find((code) => code !== undefined)
}
const code = [...'6412345678901', 'Enter']

describe('a scanner', () => {
  it('is known by its speed', () => {
    expect(typed(code, 8)).toBe('6412345678901')
    expect(typed(code, 120)).toBeUndefined()
  })

  it('reads nothing that is too short or has letters', () => {
    expect(typed([...'12345', 'Enter'], 8)).toBeUndefined()
    expect(typed([...'123456a', 'Enter'], 8)).toBeUndefined()
    expect(typed([...'n64123456', 'Enter'], 8)).toBe('64123456')
  })
})
