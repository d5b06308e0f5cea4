import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyIdOf, readKeys, sealer } from './seal.ts'

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
  const ring = sealer(`2026-11:${key(1)}`)
  const sealed = ring.seal('a secret')
  expect(ring.seal('a secret')).not.toEqual(sealed)
  expect(sealed.includes('a secret')).toBe(false)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => ring.unseal(changed)).toThrow(/authenticate|lacks the key/)
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => ring.unseal(sealed.subarray(0, length))).toThrow(/authenticat|lacks the key|Invalid/)
})

/** As values were sealed before keys had ids. */
const sealedBefore = (secretKey: string, secret: string) => {
  const derived = Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'base64'), '', 'fetlock sealed values', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived, nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

describe('the key ring', () => {
  test('names the key of everything it seals, and seals with the first', () => {
    const ring = sealer(`new:${key(2)},${key(1)}`)
    expect(keyIdOf(ring.seal('a secret'))).toBe('new')
    expect(keyIdOf(sealer(`${key(1)},new:${key(2)}`).seal('a secret'))).toBe('')
    expect(sealer(`new:${key(2)}`).unseal(ring.seal('a secret'))).toBe('a secret')
  })

  test('reads what was sealed before keys had ids, with the key that has none', () => {
    const sealed = sealedBefore(key(1), 'a secret')
    expect(keyIdOf(sealed)).toBeUndefined()
    expect(unseal(sealed)).toBe('a secret')
    expect(sealer(`new:${key(2)},${key(1)}`).unseal(sealed)).toBe('a secret')
    expect(() => sealer(`new:${key(2)}`).unseal(sealed)).toThrow('lacks the key without an id of a sealed value')
    expect(() => sealer(key(2)).unseal(sealed)).toThrow('authenticate')
  })

  test('says which key is missing', () => {
    const sealed = sealer(`old:${key(1)}`).seal('a secret')
    expect(() => sealer(`new:${key(2)}`).unseal(sealed)).toThrow('lacks the key "old" of a sealed value')
    expect(() => sealer(`new:${key(2)},${key(3)}`).unseal(sealed)).toThrow('lacks the key "old" of a sealed value')
  })

  test('matches only what it can read', () => {
    const sealed = sealer(`old:${key(1)}`).seal('a secret')
    expect(sealer(`new:${key(2)},old:${key(1)}`).matches(sealed, 'a secret')).toBe(true)
    expect(sealer(`new:${key(2)},old:${key(1)}`).matches(sealed, 'another')).toBe(false)
    expect(sealer(`new:${key(2)}`).matches(sealed, 'a secret')).toBe(false)
    expect(sealer(`old:${key(2)}`).matches(sealed, 'a secret')).toBe(false)
  })

  /** The settings of a rotation, in their order. At any time, processes have one of two that follow each other. */
  const steps = [
    key(1),
    `${key(1)},2026-11:${key(2)}`,
    `2026-11:${key(2)},${key(1)}`,
    `2026-11:${key(2)}`,
    `2026-11:${key(2)},2027-11:${key(3)}`,
    `2027-11:${key(3)},2026-11:${key(2)}`,
    `2027-11:${key(3)}`,
  ]
  const neighbours = steps.slice(1).flatMap((next, at) => [
    [steps[at]!, next],
    [next, steps[at]!],
  ])

  test.each(neighbours)('of one step of a rotation reads what the step beside it seals', (sealing, reading) => {
    // Before the last key is removed, nothing is sealed under it any more.
    expect(sealer(reading).unseal(sealer(sealing).seal('a secret'))).toBe('a secret')
  })

  test('that made a new key the first in one step would fail', () => {
    expect(() => sealer(steps[0]!).unseal(sealer(steps[2]!).seal('a secret'))).toThrow('lacks the key "2026-11"')
  })

  test.each([
    ['31 bytes', Buffer.alloc(31).toString('base64'), '32 random bytes'],
    ['31 bytes with an id', `id:${Buffer.alloc(31).toString('base64')}`, 'the key "id" is not'],
    ['an empty entry', `${key(1)},`, '32 random bytes'],
    ['two without ids', `${key(1)},${key(2)}`, 'two keys without an id'],
    ['an id twice', `a:${key(1)},a:${key(2)}`, 'two keys with the id "a"'],
    ['an empty id', `:${key(1)}`, 'invalid key id'],
    ['an id with a space', `a b:${key(1)}`, 'invalid key id'],
    ['a long id', `${'a'.repeat(33)}:${key(1)}`, 'invalid key id'],
  ])('refuses %s without repeating a key', (_what, setting, sentence) => {
    expect(() => readKeys(setting)).toThrow(sentence)
    // The beginnings of the keys above.
    expect(() => readKeys(setting)).not.toThrow(/AAAA|AQEB/)
  })

  test('may have spaces around keys', () => {
    expect(readKeys(` new: ${key(2)} , ${key(1)}`)).toEqual([
      { id: 'new', secret: key(2) },
      { id: '', secret: key(1) },
    ])
  })
})
