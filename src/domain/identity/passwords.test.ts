import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword, requireGoodPassword } from './passwords.ts'
import { fingerprint, newSecret } from './secrets.ts'

describe('a password', () => {
  it('is stored as argon2id with its parameters and a random salt', async () => {
    const [one, two] = [await hashPassword('a quiet horse'), await hashPassword('a quiet horse')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await isPassword(one, 'a quiet horse')).toBe(true)
    expect(await isPassword(one, 'a quiet horsf')).toBe(false)
  })

  it('is the same however its letters are composed', async () => {
    expect(await isPassword(await hashPassword('Tähtisilmä hevonen'), 'Ta\u0308htisilma\u0308 hevonen')).toBe(true)
  })

  it('never matches an account without one, and that takes as long', async () => {
    const stored = await hashPassword('a quiet horse')
    const time = async (work: () => Promise<unknown>) => {
      const started = performance.now()
      for (let turn = 0; turn < 5; turn++) await work()
      return performance.now() - started
    }
    const known = await time(() => isPassword(stored, 'wrong wrong wrong'))
    const unknown = await time(() => isPassword(undefined, 'wrong wrong wrong'))
    expect(await isPassword(null, '')).toBe(false)
    expect(unknown).toBeGreaterThan(known / 3)
    expect(unknown).toBeLessThan(known * 3)
  })

  it.each([
    ['eleven char', 'at least 12'],
    ['x'.repeat(257), 'at most 256'],
    ['Anna@Example.com', 'easily guessed'],
    ['aaaaaaaaaaaaaa', 'different'],
  ])('%s is refused', (password, words) => {
    expect(() => requireGoodPassword(password, 'anna@example.com')).toThrow(
      expect.objectContaining({
        fields: { password: [expect.objectContaining({ message: expect.stringContaining(words) })] },
      }),
    )
  })

  it('of twelve characters or more is accepted', () => {
    expect(() => requireGoodPassword('a quiet horse', 'anna@example.com')).not.toThrow()
  })
})

describe('a secret', () => {
  it('has 256 random bits and is recognised by its fingerprint', () => {
    const secret = newSecret()
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(newSecret()).not.toBe(secret)
    expect(fingerprint('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  })
})
