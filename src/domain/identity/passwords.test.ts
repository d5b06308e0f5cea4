import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type ApiError, type FieldErrors, messagesOf } from '../../kernel/errors.ts'
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
    // The processor's time, and the least of several: whatever else a machine does only adds to it.
    const time = async (work: () => Promise<unknown>) => {
      const started = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(started)
      return user + system
    }
    let [known, unknown] = [Infinity, Infinity]
    for (let turn = 0; turn < 10; turn++) {
      known = Math.min(known, await time(() => isPassword(stored, 'wrong wrong wrong')))
      unknown = Math.min(unknown, await time(() => isPassword(undefined, 'wrong wrong wrong')))
    }
    expect(await isPassword(null, '')).toBe(false)
    expect(unknown).toBeGreaterThan(known / 3)
    expect(unknown).toBeLessThan(known * 3)
  })

  const anna = {
    email: 'anna.lindqvist@hillside-vets.example.com',
    first_name: 'Anna',
    last_name: 'Lindqvist',
    clinic: 'Hillside Veterinary Clinic',
  }
  const refused = (password: string) =>
    requireGoodPassword(password, anna).then(
      () => undefined,
      (error: ApiError) => messagesOf(error.fields as FieldErrors)['password']?.[0],
    )

  it('[V6.2.1] has at least twelve characters, counted as people count them', async () => {
    expect(await refused('eleven char')).toContain('at least 12')
    expect(await refused('🐴🐄🐑🐈🐕🐇🦜🐢🦔🐖🦆')).toContain('at least 12')
    expect(await refused('🐴🐄🐑🐈🐕🐇🦜🐢🦔🐖🦆🐓')).toBeUndefined()
  })

  it('[V6.2.9] has at most 256 characters, and every one of them counts', async () => {
    const long = randomBytes(96).toString('base64url').repeat(2)
    expect(long).toHaveLength(256)
    expect(await refused(long)).toBeUndefined()
    expect(await refused(`${long}x`)).toContain('at most 256')
    const stored = await hashPassword(long)
    expect(await isPassword(stored, long)).toBe(true)
    expect(await isPassword(stored, long.slice(0, -1))).toBe(false)
  })

  it.each([
    'only small letters here',
    'NUR GROSSE BUCHSTABEN',
    '839 274 016 552 381',
    'кобыла на мокром лугу',
    '雨の中の静かな馬と三匹の猫',
    '      a lot of room      ',
  ])('[V6.2.5] needs no kind of character: %s', async (password) => {
    expect(await refused(password)).toBeUndefined()
  })

  it('[V6.2.8] is compared as it was typed: case, spaces and all', async () => {
    const stored = await hashPassword(' Quiet horse in Rain ')
    for (const other of ['Quiet horse in Rain', ' quiet horse in rain ', ' Quiet horse in Rain'])
      expect(await isPassword(stored, other)).toBe(false)
    expect(await isPassword(stored, ' Quiet horse in Rain ')).toBe(true)
  })

  it.each([
    'password1234',
    'Password1234',
    'P@ssw0rd1234',
    '!!!!Summer2026',
    'iloveyou1314520',
    '1qaz2wsx3edc',
    'monkey123456',
  ])('[V6.2.4] [V6.2.12] [security-1] %s is refused, because it leaked', async (password) => {
    expect(await refused(password)).toContain('known from leaks')
  })

  it('[V6.2.4] of the most common ones is refused, made long enough with what people put after them', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const common = dictionary['passwords-common']
      .filter((password) => /^(?=.*[a-z]).{4,}$/.test(password))
      .slice(0, 3_000)
    expect(common).toHaveLength(3_000)
    const accepted: string[] = []
    for (const password of common) {
      const long = password.padEnd(Math.max(12, password.length + 1), '2026!2026!')
      if ((await refused(long)) === undefined) accepted.push(long)
    }
    expect(accepted).toEqual([])
  })

  it('[V6.2.4] [V6.2.12] of the leaked ones that are long enough is refused, each of them', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const listed = dictionary['passwords-common'].map(String).filter((password) => password.length >= 12)
    expect(dictionary['passwords-common'].length).toBeGreaterThan(30_000)
    expect(listed.length).toBeGreaterThan(100)
    const accepted: string[] = []
    for (const password of listed) if ((await refused(password)) === undefined) accepted.push(password)
    expect(accepted).toEqual([])
  })

  it.each([
    ['aaaaaaaaaaaaaa', 'different'],
    ['qwertyuiop123456', 'neighbouring'],
    ['abcdefghijklmnop', 'neighbouring'],
    ['9876543210987654', 'neighbouring'],
    ['zp4!zp4!zp4!zp4!', 'Repeated'],
  ])('%s is refused as a pattern', async (password, words) => {
    expect(await refused(password)).toMatch(new RegExp(`${words}|known from leaks`))
  })

  it.each([
    'AnnaLindqvist1',
    'lindqvist-1984',
    'L1ndqv1st!2026',
    'HillsideVets12',
    'hillside2026!!',
    'H1lls1de-Cl1n1c',
    'FetlockFetlock1',
    'fetlock-clinic-7',
    'anna.lindqvist@hillside-vets.example.com',
    'VeterinaryNurse1',
    'Anna@Hillside!',
    'hillside-dragon',
  ])('[V6.2.11] [V6.1.2] [security-1] %s is refused, because it is made of known words', async (password) => {
    expect(await refused(password)).toContain('your name, your address, your clinic')
  })

  it.each(['a quiet horse', 'correct lantern anna gravel', 'my hillside has seven goats', 'tähtisilmä hevonen'])(
    '%s is accepted',
    async (password) => {
      expect(await refused(password)).toBeUndefined()
    },
  )

  it('says what makes a good one when it is refused', async () => {
    expect(await refused('password1234')).toContain('Four or more unrelated words make a good password')
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
