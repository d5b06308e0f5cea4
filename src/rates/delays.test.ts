// @module-tag waits
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { ownDelays, type Series } from './delays.ts'
import { rateWindows, type RateWindows } from './rate-windows.ts'
import { patientReplyMs } from '../../test/support/until.ts'

const opened: RateWindows[] = []
const open = async (redisUrl: string, processes = 1) => {
  const rates = await rateWindows({
    redisUrl,
    prefix: `test:${crypto.randomUUID()}`,
    processes,
    replyMs: patientReplyMs,
  })
  opened.push(rates)
  return rates
}
afterAll(() => Promise.all(opened.map((rates) => rates.close())))

const redisUrl = process.env['FETLOCK_REDIS_URL'] ?? ''
/** Nobody listens there. */
const nowhere = 'redis://127.0.0.1:1'

let made = 0
const series = (more: Partial<Series> = {}): Series => ({
  bucket: `series ${++made}`,
  free: 3,
  firstSeconds: 60,
  maxSeconds: 600,
  memorySeconds: 3_600,
  ...more,
})

const allowedOf = async (rates: RateWindows, tried: Series, count: number) => {
  const all = await Promise.all(Array.from({ length: count }, () => rates.reserve(tried)))
  return { all, allowed: all.filter(({ allowed }) => allowed).length }
}

describe.each([
  ['in Redis', redisUrl],
  ['in the process while Redis is unreachable', nowhere],
])('a series of tries, kept %s', (_where, url) => {
  it('counts two hundred tries at once as two hundred, and allows the free ones', async () => {
    const rates = await open(url)
    const tried = series()
    const { all, allowed } = await allowedOf(rates, tried, 200)
    expect(allowed).toBe(3)
    const { tries, refused, retryAfter } = await rates.reserve(tried)
    expect([tries, refused]).toEqual([3, 198])
    expect(retryAfter).toBeGreaterThan(50)
    expect(new Set(all.filter((one) => !one.allowed).map((one) => one.refused)).size).toBe(197)
  })

  it('allows one more after each delay, and each delay is twice the last, up to the longest', async () => {
    const rates = await open(url)
    const tried = series({ free: 1, firstSeconds: 0.2, maxSeconds: 0.8 })
    const tries: number[] = []
    for (let round = 0; round < 5; round++) {
      while (!(await rates.reserve(tried)).allowed) await sleep(10)
      tries.push(performance.now())
    }
    // A busy machine asks late, and never early.
    const waits = tries.slice(1).map((at, index) => at - tries[index]!)
    for (const [index, delay] of [200, 400, 800, 800].entries()) expect(waits[index]).toBeGreaterThan(delay - 20)
    // One that comes only after the delay is allowed, and begins it anew.
    await expect.poll(async () => (await rates.reserve(tried)).retryAfter).toBe(1)
    const long = series({ free: 1, firstSeconds: 600, maxSeconds: 3_000 })
    await rates.reserve(long)
    expect((await rates.reserve(long)).retryAfter).toBeGreaterThan(500)
    expect((await rates.reserve(long)).retryAfter).toBeLessThanOrEqual(600)
  })

  it('is not made longer by tries that are refused', async () => {
    const rates = await open(url)
    const tried = series({ free: 1 })
    await rates.reserve(tried)
    const { all } = await allowedOf(rates, tried, 50)
    expect(Math.max(...all.map(({ retryAfter = 0 }) => retryAfter))).toBeLessThanOrEqual(60)
    expect((await rates.reserve(tried)).retryAfter).toBeLessThanOrEqual(60)
  })

  it('ends with a success', async () => {
    const rates = await open(url)
    const [tried, other] = [series(), series()]
    await allowedOf(rates, tried, 5)
    await allowedOf(rates, other, 5)
    await rates.clear(tried.bucket)
    expect((await allowedOf(rates, tried, 5)).allowed).toBe(3)
    expect((await rates.reserve(other)).allowed).toBe(false)
  })

  it('is forgotten after a time without any', async () => {
    const rates = await open(url)
    const tried = series({ free: 1, firstSeconds: 0.1, maxSeconds: 0.2, memorySeconds: 5 })
    expect((await rates.reserve(tried)).tries).toBe(1)
    await sleep(250)
    expect((await rates.reserve(tried)).tries).toBe(2)
    await sleep(5_100)
    expect((await rates.reserve(tried)).tries).toBe(1)
  })
})

describe('while Redis is unreachable', () => {
  it('a process allows its share: fewer are free, and delays are longer', async () => {
    const rates = await open(nowhere, 3)
    const tried = series({ free: 9, firstSeconds: 2 })
    const { all, allowed } = await allowedOf(rates, tried, 20)
    expect(allowed).toBe(3)
    expect(all.at(-1)?.retryAfter).toBe(6)
  })
})

describe('an outage of Redis', () => {
  it('continues a series that was counted there, instead of allowing as many again', () => {
    const own = ownDelays(1)
    const tried = series()
    for (const tries of [1, 2, 3]) own.follow(tried, { allowed: true, tries, refused: 0 })
    expect(own.reserve(tried)).toMatchObject({ allowed: false, tries: 3 })
    const fresh = series()
    for (const tries of [1, 2]) own.follow(fresh, { allowed: true, tries, refused: 0 })
    expect([own.reserve(fresh).allowed, own.reserve(fresh).allowed]).toEqual([true, false])
    own.clear(tried.bucket)
    expect(own.reserve(tried).allowed).toBe(true)
  })
})
