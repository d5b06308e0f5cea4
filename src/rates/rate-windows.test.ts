// @module-tag waits
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RateOptions, type RateWindows, rateWindows, type Spend, type Verdict } from './rate-windows.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { patientReplyMs } from '../../test/support/until.ts'

const SECOND = 1_000_000

type Server = {
  readonly url: string
  start(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  kill(): Promise<void>
}

const privateServer = async (): Promise<Server> => {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const start = async () => {
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
    child = spawn('redis-server', args, { stdio: 'ignore' })
    await vi.waitFor(() => redis((client) => client.ping(), url), 600_000)
  }
  await start()
  return {
    url,
    start,
    signal: (signal) => void child?.kill(signal),
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

const servers: Server[] = []
const opened: RateWindows[] = []
let url = ''
const run = `test:${crypto.randomUUID()}`

const anotherServer = async () => {
  const server = await privateServer()
  servers.push(server)
  return server
}

const open = async (options: Partial<RateOptions> = {}) => {
  const windows = await rateWindows({ redisUrl: url, prefix: run, processes: 1, ...options })
  opened.push(windows)
  return windows
}

const plainClient = (at: string) =>
  createClient({ url: at, socket: { reconnectStrategy: false } }).on('error', () => {})

const redis = async <T>(use: (client: ReturnType<typeof plainClient>) => Promise<T>, at = url): Promise<T> => {
  const client = plainClient(at)
  await client.connect()
  try {
    return await use(client)
  } finally {
    client.destroy()
  }
}

beforeAll(async () => {
  url = process.env['FETLOCK_REDIS_URL'] ?? (await anotherServer()).url
})

afterAll(async () => {
  await Promise.all(opened.map((windows) => windows.close()))
  await Promise.all(servers.map((server) => server.kill()))
})

class DecidedAlone extends Error {}

/**
 * A scenario whose every request Redis decides. Where the machine stands still for so long that the process decided one alone,
 * the scenario says nothing, and is played again in another bucket.
 */
const together = async (
  windows: RateWindows,
  limit: number,
  play: (ask: Record<'spend' | 'peek', (weight?: number) => Promise<Verdict>>, bucket: string) => Promise<void>,
) => {
  for (;;) {
    await expect.poll(windows.sharing).toBe(true)
    const bucket = `scenario:${crypto.randomUUID()}`
    const asking =
      (kind: 'spend' | 'peek') =>
      async (weight = 1) => {
        const verdict = await windows[kind]({ bucket, limit, weight })
        if (verdict.at === undefined) throw new DecidedAlone()
        return verdict
      }
    try {
      return await play({ spend: asking('spend'), peek: asking('peek') }, bucket)
    } catch (problem) {
      if (!(problem instanceof DecidedAlone)) throw problem
    }
  }
}

type Arrival = { readonly at: number; readonly weight: number }
type Decision = Arrival & { readonly allowed: boolean }

const weightIn = (log: readonly Arrival[], window: number, at: number) =>
  log.filter((entry) => entry.at > at - window && entry.at <= at).reduce((sum, entry) => sum + entry.weight, 0)

/** The decisions, in order, that differ from those of an exact rolling window. */
const faults = (decisions: readonly Decision[], limit: number, window: number): string[] => {
  const admitted = decisions.filter(({ allowed }) => allowed)
  const overfull = admitted
    .filter(({ at }) => weightIn(admitted, window, at) > limit)
    .map(({ at }) => `overfull at ${at}: ${weightIn(admitted, window, at)} > ${limit}`)
  const wronged = decisions
    .filter(({ allowed, at, weight }) => !allowed && weightIn(admitted, window, at) + weight <= limit)
    .map(({ at, weight }) => `refused at ${at} though ${weight} would have fitted`)
  return [...overfull, ...wronged]
}

/** The expected verdict, computed from the whole log of admitted requests. */
const expected = (log: readonly Arrival[], spend: Spend, window: number, at: number, counts: boolean): Verdict => {
  const weight = Math.min(spend.weight, spend.limit)
  const used = weightIn(log, window, at)
  const allowed = used + weight <= spend.limit
  const reset = Math.max(0, ...(allowed && counts ? [at] : []), ...log.map((entry) => entry.at)) + window - at
  const told = {
    allowed,
    limit: spend.limit,
    remaining: spend.limit - used - (allowed && counts ? weight : 0),
    resetSeconds: Math.max(0, Math.ceil(reset / SECOND)),
    at,
  }
  if (allowed) return told
  let retryAfter = 0
  const later = () => at + retryAfter * SECOND
  while (
    log.filter((entry) => entry.at > later() - window).reduce((sum, entry) => sum + entry.weight, 0) + weight >
    spend.limit
  )
    retryAfter += 1
  return { ...told, retryAfter }
}

const schedules = fc.record({
  limit: fc.integer({ min: 1, max: 24 }),
  steps: fc.array(
    fc.record({
      // Bursts, ordinary gaps, and gaps around the window's edge.
      gap: fc.oneof(
        { weight: 5, arbitrary: fc.constant(0) },
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 120 }) },
        { weight: 1, arbitrary: fc.integer({ min: 990, max: 1_010 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1_990, max: 2_010 }) },
      ),
      weight: fc.oneof(
        { weight: 4, arbitrary: fc.constant(1) },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) },
      ),
      second: fc.boolean(),
      counts: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    }),
    { minLength: 30, maxLength: 90, size: 'max' },
  ),
})

describe('rolling windows', () => {
  test('are exact under any load over two connections, and naive ones are not', async () => {
    const window = 2 * SECOND
    const pair = [await open({ windowSeconds: 2 }), await open({ windowSeconds: 2 })] as const
    const seed = Number(process.env['FETLOCK_SEED'] ?? 1)
    /** A schedule as it was decided, unless the machine stood still for so long that a process decided something alone. */
    const play = async ({ limit, steps }: (typeof schedule)[number], bucket: string, stop: number) => {
      const told: Promise<{ spend: Spend; counts: boolean; verdict: Verdict }>[] = []
      for (const { gap, weight, second, counts } of steps) {
        if (gap > 0) await sleep(gap)
        if (Date.now() > stop) break
        const spend = { bucket, limit, weight }
        const windows = pair[second ? 1 : 0]
        told.push((counts ? windows.spend(spend) : windows.peek(spend)).then((verdict) => ({ spend, counts, verdict })))
      }
      const all = await Promise.all(told)
      if (all.some(({ verdict }) => verdict.at === undefined)) return []
      return [{ limit, told: all.toSorted((a, b) => (a.verdict.at ?? 0) - (b.verdict.at ?? 0)) }]
    }
    const schedule = fc.sample(schedules, { numRuns: 150, seed })
    const playAll = async (round: number) => {
      const stop = Date.now() + 8_000
      return (await Promise.all(schedule.map((one, index) => play(one, `exact:${round}:${index}`, stop)))).flat()
    }

    const naive = { overfull: 0, wronged: 0 }
    let [decided, refused] = [0, 0]
    const judge = ({ limit, told }: Awaited<ReturnType<typeof playAll>>[number]) => {
      const log: Arrival[] = []
      for (const { spend, counts, verdict } of told) {
        expect(verdict, `seed ${seed}`).toEqual(expected(log, spend, window, verdict.at ?? 0, counts))
        if (verdict.allowed && counts) log.push({ at: verdict.at ?? 0, weight: Math.min(spend.weight, limit) })
      }
      const arrivals = told
        .filter(({ counts }) => counts)
        .map(({ spend, verdict }) => ({
          at: verdict.at ?? 0,
          weight: Math.min(spend.weight, limit),
          allowed: verdict.allowed,
        }))
      expect(faults(arrivals, limit, window), `seed ${seed}`).toEqual([])
      decided += told.length
      refused += arrivals.filter(({ allowed }) => !allowed).length

      // Twins that must fail, on the same arrivals by the same check: a counter per fixed window lets too much pass,
      // a rolling log that also charges what it refuses lets too little.
      const counters = new Map<number, number>()
      const fixed = arrivals.map(({ at, weight }) => {
        const slot = Math.floor(at / window)
        const count = (counters.get(slot) ?? 0) + weight
        if (count <= limit) counters.set(slot, count)
        return { at, weight, allowed: count <= limit }
      })
      const charging = arrivals.map(({ at, weight }, i) => ({
        at,
        weight,
        allowed: weightIn(arrivals.slice(0, i + 1), window, at) <= limit,
      }))
      naive.overfull += faults(fixed, limit, window).filter((fault) => fault.startsWith('overfull')).length
      naive.wronged += faults(charging, limit, window).filter((fault) => fault.startsWith('refused')).length
    }
    const isEnough = () => decided > 1_000 && refused > 250 && naive.overfull > 0 && naive.wronged > 0
    for (let round = 0; !isEnough(); round++) (await playAll(round)).forEach(judge)
    await expect.poll(() => pair.every((windows) => windows.sharing())).toBe(true)
  })

  test('use the clock of Redis', async () => {
    const windows = await open()
    const clock = async () =>
      redis(async (client) => {
        const [seconds, micros] = await client.sendCommand<[string, string]>(['TIME'])
        return Number(seconds) * SECOND + Number(micros)
      })
    await together(windows, 5, async ({ spend }) => {
      const before = await clock()
      const started = performance.now()
      const { at } = await spend()
      expect(at).toBeGreaterThanOrEqual(before)
      expect(at).toBeLessThanOrEqual(await clock())
      vi.spyOn(Date, 'now').mockReturnValue(0)
      vi.spyOn(performance, 'now').mockReturnValue(started - 3_600_000)
      const slow = await spend().finally(vi.restoreAllMocks)
      vi.spyOn(performance, 'now').mockReturnValue(started + 3_600_000)
      const fast = await spend().finally(vi.restoreAllMocks)
      expect(slow).toMatchObject({ allowed: true, limit: 5, remaining: 3, resetSeconds: 60 })
      expect(fast).toMatchObject({ allowed: true, limit: 5, remaining: 2, resetSeconds: 60 })
      expect(fast.at).toBeLessThanOrEqual(await clock())
    })
  })

  test('count weights, do not count refused requests and peeks, and reduce a weight above the limit to the limit', async () => {
    const windows = await open()
    const aMinute = expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60)
    await together(windows, 10, async ({ spend, peek }) => {
      expect(await peek(4)).toMatchObject({ allowed: true, remaining: 10, resetSeconds: 0 })
      expect(await spend(4)).toMatchObject({ allowed: true, limit: 10, remaining: 6, resetSeconds: 60 })
      expect(await spend(7)).toMatchObject({ allowed: false, remaining: 6, retryAfter: aMinute })
      expect(await spend(7)).toMatchObject({ allowed: false, remaining: 6, retryAfter: aMinute })
      expect(await peek(6)).toMatchObject({ allowed: true, remaining: 6 })
      expect(await spend(6)).toMatchObject({ allowed: true, remaining: 0 })
    })
    await together(windows, 10, async ({ spend }) => {
      expect(await spend(99)).toMatchObject({ allowed: true, remaining: 0 })
      expect(await spend(1)).toMatchObject({ allowed: false, retryAfter: aMinute })
    })
    await expect(windows.spend({ bucket: 'none', limit: 10, weight: 0 })).rejects.toThrow(RangeError)
    await expect(windows.spend({ bucket: 'none', limit: Number.NaN, weight: 1 })).rejects.toThrow(RangeError)
  })

  test('[decision-73] count a request in several windows or in none, and tell the longest wait', async () => {
    const server = await anotherServer()
    const windows = await open({ redisUrl: server.url, windowSeconds: 600, clock: () => 0, replyMs: patientReplyMs })
    const aWhile = expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 600)
    const tryOut = async (where: string) => {
      const spend = (bucket: string, weight: number, limit = 5): Spend => ({
        bucket: `${where} ${bucket}`,
        limit,
        weight,
      })
      const left = async (...buckets: string[]) =>
        Promise.all(buckets.map(async (bucket) => (await windows.peek(spend(bucket, 1))).remaining))
      expect(await windows.spendAll([spend('a', 1), spend('b', 4), spend('c', 2, 9)])).toMatchObject({
        allowed: true,
        limit: 5,
        remaining: 4,
        resetSeconds: 600,
      })
      expect(await left('a', 'b')).toEqual([4, 1])
      const refused = { allowed: false, limit: 5, remaining: 4, retryAfter: aWhile }
      expect(await windows.spendAll([spend('a', 1), spend('b', 2)])).toMatchObject(refused)
      expect(await windows.peekAll([spend('a', 1), spend('b', 2)])).toMatchObject(refused)
      expect(await left('a', 'b')).toEqual([4, 1])
      expect(await windows.peekAll([spend('a', 4), spend('b', 1)])).toMatchObject({ allowed: true, remaining: 4 })
      expect(await left('a', 'b')).toEqual([4, 1])
    }
    await tryOut('shared')
    const [old, young] = [
      { bucket: 'old', limit: 1, weight: 1 },
      { bucket: 'young', limit: 1, weight: 1 },
    ]
    await windows.spend(old)
    await sleep(2_000)
    await windows.spend(young)
    const longest = await windows.spendAll([old, young])
    expect(longest.retryAfter).toBeGreaterThanOrEqual((await windows.peek(young)).retryAfter ?? 600)
    expect((await windows.spendAll([young, old])).retryAfter).toBeGreaterThan(
      (await windows.peek(old)).retryAfter ?? 600,
    )
    await server.kill()
    await expect.poll(windows.sharing).toBe(false)
    await tryOut('alone')
  })

  test('give retryAfter to the second: waiting that long always succeeds, one second less never', async () => {
    const windows = await open({ windowSeconds: 3 })
    /** Asks again and again until a request of this weight is allowed: each answer is as the first refusal foretold. */
    const wait = (first: number, second: number, gap: number, weight: number) =>
      together(windows, 5, async ({ spend, peek }) => {
        const log: Arrival[] = []
        const admit = async (own: number) => {
          const { at = 0, allowed } = await spend(own)
          if (allowed) log.push({ at, weight: own })
        }
        await admit(first)
        await sleep(gap)
        await admit(second)
        const refused = await peek(weight)
        const { at = 0, retryAfter = 0 } = refused
        expect(refused).toEqual(expected(log, { bucket: '', limit: 5, weight }, 3 * SECOND, at, false))
        for (let last = refused; !last.allowed; await sleep(50)) {
          last = await peek(weight)
          const waited = (last.at ?? 0) - at
          expect(last.allowed && waited <= (retryAfter - 1) * SECOND).toBe(false)
          expect(!last.allowed && waited >= retryAfter * SECOND).toBe(false)
        }
      })
    await Promise.all([
      wait(2, 3, 0, 1),
      wait(2, 3, 1_300, 2),
      wait(2, 3, 1_300, 3),
      wait(1, 1, 500, 9),
      wait(4, 1, 2_400, 4),
    ])
  })

  test('leave no keys in Redis, and never have more entries than the limit', async () => {
    const windows = await open({ windowSeconds: 1 })
    const long = await open({ windowSeconds: 30 })
    await redis(async (client) => {
      await together(long, 20, async ({ spend }, bucket) => {
        for (let i = 0; i < 200; i += 1) await spend()
        expect(await client.zCard(`${run}:${bucket}`)).toBeLessThanOrEqual(20)
      })
      await together(windows, 20, async ({ spend }, bucket) => {
        await spend()
        expect(await client.pTTL(`${run}:${bucket}`)).not.toBe(-1)
        await expect.poll(() => client.exists(`${run}:${bucket}`)).toBe(0)
      })
    })
  })

  test('survive SCRIPT FLUSH and a clock that is set back', async () => {
    const server = await anotherServer()
    const windows = await open({ redisUrl: server.url, windowSeconds: 8 })
    await together(windows, 2, async ({ spend, peek }, bucket) => {
      const first = await spend()
      await redis((client) => client.sendCommand(['SCRIPT', 'FLUSH']), server.url)
      const second = await spend()
      expect(second).toMatchObject({ allowed: true, remaining: 0 })
      const key = `${run}:${bucket}`
      await redis(async (client) => {
        const log = await client.zRangeWithScores(key, 0, -1)
        await client.del(key)
        const shifted = ({ value, score }: (typeof log)[number]) => ({
          score,
          value: value.replace(/^\d+/, (at) => String(Number(at) + 3_600 * SECOND)),
        })
        await client.zAdd(key, log.map(shifted))
      }, server.url)
      const refused = await spend()
      // The newest counts as of now, and the one before it is as much older as it was.
      const older = (second.at ?? 0) - (first.at ?? 0)
      const retryAfter = Math.ceil((8 * SECOND - older) / SECOND)
      expect(refused).toMatchObject({ allowed: false, remaining: 0, retryAfter, resetSeconds: 8 })
      let last = refused
      for (; last.remaining < 2; await sleep(200)) last = await peek()
      expect((last.at ?? 0) - (refused.at ?? 0)).toBeGreaterThanOrEqual(8 * SECOND)
    })
  })
})

describe('while Redis is unreachable', () => {
  /** A request that is decided at once: whoever waited for a reply or a timer would come after this. */
  const atOnce = async (decide: () => Promise<Verdict>) => {
    const verdict = await Promise.race([decide(), immediate()])
    if (verdict === undefined) throw new Error('The decision waited for something.')
    return verdict
  }
  const outage = async (breaks: (server: Server) => Promise<void>, mends: (server: Server) => Promise<void>) => {
    let milliseconds = 0
    const server = await anotherServer()
    const changes: boolean[] = []
    const windows = await open({
      redisUrl: server.url,
      processes: 4,
      windowSeconds: 2,
      onChange: (sharing) => changes.push(sharing),
      clock: () => milliseconds,
    })
    const spend = (weight = 1) => windows.spend({ bucket: 'outage', limit: 22, weight })
    const first = { allowed: true, limit: 22, remaining: 21 }
    await together(windows, 22, async (ask) => expect(await ask.spend()).toMatchObject(first))

    await breaks(server)
    const burst = await Promise.all(Array.from({ length: 40 }, () => spend()))
    expect(burst.filter(({ allowed }) => allowed)).toHaveLength(5)
    expect(windows.sharing()).toBe(false)
    for (let i = 0; i < 40; i += 1) expect(await atOnce(spend)).toMatchObject({ allowed: false, limit: 5 })
    expect(await spend(9)).toMatchObject({ allowed: false, retryAfter: 2 })
    milliseconds = 1_000
    expect(await spend()).toMatchObject({ allowed: false, retryAfter: 1 })
    milliseconds = 2_000
    expect(await spend(9)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 2 })
    expect(changes.at(-1)).toBe(false)

    await mends(server)
    await expect.poll(windows.sharing).toBe(true)
    expect(changes.at(-1)).toBe(true)
    // Redis has not counted what this process decided.
    const shared = async () => (await windows.peek({ bucket: 'outage', limit: 22, weight: 1 })).remaining
    await expect.poll(shared).toBe(22)
    await server.kill()
  }

  test('a killed Redis: the process enforces its share of the limit until Redis is back', async () => {
    await outage(
      (server) => server.kill(),
      (server) => server.start(),
    )
  })

  test('a suspended Redis: likewise, and no request waits for it', async () => {
    await outage(
      async (server) => server.signal('SIGSTOP'),
      async (server) => server.signal('SIGCONT'),
    )
  })

  test('a Redis that refuses to write: likewise', async () => {
    const order =
      (...words: string[]) =>
      (server: Server) =>
        redis(async (client) => void (await client.sendCommand(['REPLICAOF', ...words])), server.url)
    await outage(order('127.0.0.1', '1'), order('NO', 'ONE'))
  })

  test('a Redis that is down at the start: the process keeps a bounded number of windows until it is up', async () => {
    const server = await anotherServer()
    await server.kill()
    let milliseconds = 0
    const clock = () => milliseconds
    const windows = await open({ redisUrl: server.url, processes: 3, windowSeconds: 2, clock })
    expect(windows.sharing()).toBe(false)
    const spend = (bucket: string) => windows.spend({ bucket, limit: 2, weight: 1 })
    expect(await spend('small')).toMatchObject({ allowed: true, limit: 1 })
    expect(await spend('small')).toMatchObject({ allowed: false })
    for (let i = 1; i < 50_000; i += 1) await spend(`many:${i}`)
    expect(await spend('further')).toMatchObject({ allowed: true })
    expect(await spend('yet another')).toMatchObject({ allowed: false })
    milliseconds = 2_000
    // What has expired is swept away now and then; until then these two share one window.
    await expect.poll(async () => (await spend('further')).allowed && (await spend('yet another')).allowed).toBe(true)
    await server.start()
    await expect.poll(windows.sharing).toBe(true)
  })
})
