import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sealer } from './seal.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const { seal, unseal } = sealer(key(1))

test('what is sealed can be read again, by the same deployment only', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
      expect(unseal(seal(secret))).toBe(secret)
      expect(() => sealer(key(2)).unseal(seal(secret))).toThrow('authenticate')
    }),
  ))

test('the same secret is never sealed alike, and a changed one is refused', () => {
  const sealed = seal('a secret')
  expect(seal('a secret')).not.toEqual(sealed)
  expect(sealed.includes('a secret')).toBe(false)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => unseal(changed)).toThrow('authenticate')
  }
})
