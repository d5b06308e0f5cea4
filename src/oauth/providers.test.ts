import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../test/support/identity.ts'
import type { Database } from '../db/tx.ts'
import type { RateWindows } from '../rates/rate-windows.ts'
import { keysFrom } from './keys.ts'
import { errorPage, problemPage } from '../sign-in/pages.ts'
import { providersOf } from './providers.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

// Building a provider uses neither the database nor Redis.
const parts = {
  db: {} as Database,
  rates: {} as RateWindows,
  publicUrl: 'https://fetlock.example.com',
  pages: { invalidRequest: errorPage, refusal: problemPage },
  keys: keysFrom(['only for tests '.repeat(4)]),
  applicationsAt: async () => [],
  log: silentLog,
}

describe('the providers of many organisations', () => {
  it('are an LRU cache', () => {
    const providers = providersOf(parts, 3)
    const first = providers.of(1)
    for (const organisation of [2, 3, 1, 4]) providers.of(organisation)
    expect(providers.size()).toBe(3)
    expect(providers.of(1)).toBe(first)
    const third = providers.of(3)
    providers.of(2)
    expect(providers.of(3)).toBe(third)
    expect(providers.of(1)).toBe(first)
  })

  it('take a bounded amount of memory however many organisations there are', () => {
    const providers = providersOf(parts, 50)
    const use = (from: number, to: number) => {
      // Models are created lazily; a request uses most of them.
      for (let organisation = from; organisation < to; organisation++) {
        const { AccessToken, Client, Grant, Session } = providers.of(organisation)
        expect([AccessToken, Client, Grant, Session]).toHaveLength(4)
      }
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const settled = use(0, 300)
    const later = use(300, 1_500)
    expect(providers.size()).toBe(50)
    expect((later - settled) / 2 ** 20).toBeLessThan(10)
  })

  it('derive the same keys in every process, and others from another secret', () => {
    const one = keysFrom(['only for tests '.repeat(4)])
    expect(one.jwks).toEqual(parts.keys.jwks)
    expect(keysFrom(['another secret '.repeat(4)]).jwks).not.toEqual(one.jwks)
    expect(() => keysFrom(['short'])).toThrow('FETLOCK_SECRET_KEY')
  })

  it('sign with the first of several keys, and accept what the others have signed', () => {
    const [old, next] = ['only for tests '.repeat(4), 'another secret '.repeat(4)] as const
    const steps = [[old], [old, next], [next, old], [next]].map(keysFrom)
    for (const [at, keys] of steps.entries()) {
      const first = keysFrom([at < 2 ? old : next])
      expect(keys.jwks.keys[0]).toEqual(first.jwks.keys[0])
      expect(keys.cookies[0]).toEqual(first.cookies[0])
      for (const other of [steps[at - 1], steps[at + 1]].filter((beside) => beside !== undefined)) {
        expect(other.isFormToken(1, 'cookie', keys.formToken(1, 'cookie'))).toBe(true)
        expect(other.cookies).toContain(keys.cookies[0])
        expect(other.jwks.keys).toContainEqual(keys.jwks.keys[0])
      }
    }
    expect(steps[3]!.isFormToken(1, 'cookie', steps[0]!.formToken(1, 'cookie'))).toBe(false)
  })
})
