import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { knownBrowser, rememberBrowser } from './known-browsers.ts'

const [key, next] = [randomBytes(32), randomBytes(32)]
const keys = [key]
const anna = { id: 7, password_hash: 'hash of a password' }
const bert = { id: 8, password_hash: 'hash of another' }
const now = new Date('2026-03-31T09:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

describe('the cookie of a known browser', () => {
  it('names the browser for the person who signed in, in their organisation', () => {
    const cookie = rememberBrowser(keys, undefined, 1, anna, now)
    expect(knownBrowser(keys, cookie, 1, anna, now)).toMatch(/^[\w-]{22}$/)
    expect(knownBrowser(keys, cookie, 2, anna, now)).toBeUndefined()
    expect(knownBrowser(keys, cookie, 1, bert, now)).toBeUndefined()
    expect(knownBrowser(keys, undefined, 1, anna, now)).toBeUndefined()
  })

  it('ends with the password', () => {
    const cookie = rememberBrowser(keys, undefined, 1, anna, now)
    expect(knownBrowser(keys, cookie, 1, { ...anna, password_hash: 'hash of a new password' }, now)).toBeUndefined()
  })

  it('ends after half a year, and is renewed by every sign-in', () => {
    const cookie = rememberBrowser(keys, undefined, 1, anna, now)
    const name = knownBrowser(keys, cookie, 1, anna, later(179))
    expect(name).toBeDefined()
    expect(knownBrowser(keys, cookie, 1, anna, later(181))).toBeUndefined()
    const renewed = rememberBrowser(keys, cookie, 1, anna, later(100))
    expect(knownBrowser(keys, renewed, 1, anna, later(200))).toBe(name)
  })

  it('cannot be made by anybody else', () => {
    const cookie = rememberBrowser(keys, undefined, 1, anna, now)
    const [user, since, name, mark] = cookie.split('.')
    for (const forged of [
      [bert.id, since, name, mark],
      [user, Number(since) + 1, name, mark],
      [user, since, 'another', mark],
      [user, since, name, mark?.slice(1)],
      [user, since, name],
    ]) {
      expect(knownBrowser(keys, forged.join('.'), 1, anna, now)).toBeUndefined()
      expect(knownBrowser(keys, forged.join('.'), 1, bert, now)).toBeUndefined()
    }
    expect(knownBrowser([next], cookie, 1, anna, now)).toBeUndefined()
  })

  it('stays valid while its key is in the ring', () => {
    const cookie = rememberBrowser(keys, undefined, 1, anna, now)
    expect(knownBrowser([next, key], cookie, 1, anna, now)).toBeDefined()
  })

  it('is shared by the people of one desk, up to eight', () => {
    const people = Array.from({ length: 9 }, (_, at) => ({ id: at + 1, password_hash: `hash ${at}` }))
    let cookie: string | undefined
    for (const person of people) cookie = rememberBrowser(keys, cookie, 1, person, now)
    const known = people.filter((person) => knownBrowser(keys, cookie, 1, person, now) !== undefined)
    expect(known.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect(cookie!.length).toBeLessThan(1_000)
  })
})
