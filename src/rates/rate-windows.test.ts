import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RateOptions, type RateWindows, rateWindows, type Spend, type Verdict } from './rate-windows.ts'

const SECOND = 1_000_000

type Server = {
  readonly url: string
  start(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  kill(): Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const privateServer = async (): Promise<Server> => {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const start = async () => {
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
    child = spawn('redis-server', args, { stdio: 'ignore' })
    await vi.waitFor(() => redis((client) => client.ping(), url), 60_000)
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
    const seed = Number(process.env['FETLOCK_SEED'] ?? Date.now() % 1_000_000)
    const stop = Date.now() + 8_000

    const play = async ({ limit, steps }: (typeof schedule)[number], index: number) => {
      const told: Promise<{ spend: Spend; counts: boolean; verdict: Verdict }>[] = []
      for (const { gap, weight, second, counts } of steps) {
        if (gap > 0) await sleep(gap)
        if (Date.now() > stop) break
        const spend = { bucket: `exact:${index}`, limit, weight }
        const windows = pair[second ? 1 : 0]
        told.push((counts ? windows.spend(spend) : windows.peek(spend)).then((verdict) => ({ spend, counts, verdict })))
      }
      return { limit, told: (await Promise.all(told)).toSorted((a, b) => (a.verdict.at ?? 0) - (b.verdict.at ?? 0)) }
    }
    const schedule = fc.sample(schedules, { numRuns: 150, seed })
    const played = await Promise.all(schedule.map(play))
    // Where the machine stands still for 250 ms, a process decides by its share of the limit: that is another test.
    const shared = played.filter(({ told }) => told.every(({ verdict }) => verdict.at !== undefined))

    const naive = { overfull: 0, wronged: 0 }
    let [decided, refused] = [0, 0]
    for (const { limit, told } of shared) {
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
    expect(decided).toBeGreaterThan(1_000)
    expect(refused).toBeGreaterThan(250)
    expect(naive.overfull).toBeGreaterThan(0)
    expect(naive.wronged).toBeGreaterThan(0)
    await expect.poll(() => pair.every((windows) => windows.sharing())).toBe(true)
  })

  test('use the clock of Redis', async () => {
    const windows = await open()
    const clock = async () =>
      redis(async (client) => {
        const [seconds, micros] = await client.sendCommand<[string, string]>(['TIME'])
        return Number(seconds) * SECOND + Number(micros)
      })
    const before = await clock()
    const started = performance.now()
    const { at } = await windows.spend({ bucket: 'clock', limit: 5, weight: 1 })
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(await clock())
    vi.spyOn(Date, 'now').mockReturnValue(0)
    vi.spyOn(performance, 'now').mockReturnValue(started - 3_600_000)
    const slow = await windows.spend({ bucket: 'clock', limit: 5, weight: 1 })
    vi.spyOn(performance, 'now').mockReturnValue(started + 3_600_000)
    const fast = await windows.spend({ bucket: 'clock', limit: 5, weight: 1 })
    vi.restoreAllMocks()
    expect(slow).toMatchObject({ allowed: true, limit: 5, remaining: 3, resetSeconds: 60 })
    expect(fast).toMatchObject({ allowed: true, limit: 5, remaining: 2, resetSeconds: 60 })
    expect(fast.at).toBeLessThanOrEqual(await clock())
    expect(windows.sharing()).toBe(true)
  })

  test('count weights, do not count refused requests and peeks, and reduce a weight above the limit to the limit', async () => {
    const windows = await open()
    const ask = (weight: number) => ({ bucket: 'weights', limit: 10, weight })
    expect(await windows.peek(ask(4))).toMatchObject({ allowed: true, remaining: 10, resetSeconds: 0 })
    expect(await windows.spend(ask(4))).toMatchObject({ allowed: true, limit: 10, remaining: 6, resetSeconds: 60 })
    expect(await windows.spend(ask(7))).toMatchObject({ allowed: false, remaining: 6, retryAfter: 60 })
    expect(await windows.spend(ask(7))).toMatchObject({ allowed: false, remaining: 6, retryAfter: 60 })
    expect(await windows.peek(ask(6))).toMatchObject({ allowed: true, remaining: 6 })
    expect(await windows.spend(ask(6))).toMatchObject({ allowed: true, remaining: 0 })
    expect(await windows.spend({ ...ask(99), bucket: 'heavy' })).toMatchObject({ allowed: true, remaining: 0 })
    expect(await windows.spend({ ...ask(1), bucket: 'heavy' })).toMatchObject({ allowed: false, retryAfter: 60 })
    await expect(windows.spend(ask(0))).rejects.toThrow(RangeError)
    await expect(windows.spend({ ...ask(1), limit: Number.NaN })).rejects.toThrow(RangeError)
  })

  test('give retryAfter to the second: waiting that long always succeeds, one second less never', async () => {
    const windows = await open({ windowSeconds: 3 })
    const wait = async (
      name: string,
      first: number,
      second: number,
      gap: number,
      weight: number,
      retryAfter: number,
    ) => {
      const spend = (own: number) => windows.spend({ bucket: `wait:${name}`, limit: 5, weight: own })
      await spend(first)
      await sleep(gap)
      await spend(second)
      const refused = await spend(weight)
      expect(refused).toMatchObject({ allowed: false, retryAfter })
      await sleep((retryAfter - 1) * 1_000)
      expect(await spend(weight), `${name}, a second early`).toMatchObject({ allowed: false, retryAfter: 1 })
      await sleep(1_000)
      expect(await spend(weight), `${name}, in time`).toMatchObject({ allowed: true })
    }
    await Promise.all([
      wait('both at once', 2, 3, 0, 1, 3),
      wait('the first leaves', 2, 3, 1_300, 2, 2),
      wait('the first is not enough', 2, 3, 1_300, 3, 3),
      wait('more than the limit', 1, 1, 500, 9, 3),
      wait('soon', 4, 1, 2_400, 4, 1),
    ])
  })

  test('leave no keys in Redis, and never have more entries than the limit', async () => {
    const windows = await open({ windowSeconds: 1 })
    const key = `${run}:kept`
    for (let i = 0; i < 200; i += 1) await windows.spend({ bucket: 'kept', limit: 20, weight: 1 })
    await redis(async (client) => {
      expect(await client.zCard(key)).toBeLessThanOrEqual(20)
      expect(await client.pTTL(key)).toBeGreaterThan(1_000)
      await sleep(2_200)
      expect(await client.exists(key)).toBe(0)
    })
  })

  test('survive SCRIPT FLUSH and a clock that is set back', async () => {
    const server = await anotherServer()
    const windows = await open({ redisUrl: server.url, windowSeconds: 2 })
    const spend = () => windows.spend({ bucket: 'set-back', limit: 2, weight: 1 })
    await spend()
    await redis((client) => client.sendCommand(['SCRIPT', 'FLUSH']), server.url)
    expect(await spend()).toMatchObject({ allowed: true, remaining: 0 })
    expect(windows.sharing()).toBe(true)
    const key = `${run}:set-back`
    await redis(async (client) => {
      const log = await client.zRangeWithScores(key, 0, -1)
      await client.del(key)
      const shifted = ({ value, score }: (typeof log)[number]) => ({
        score,
        value: value.replace(/^\d+/, (at) => String(Number(at) + 3_600 * SECOND)),
      })
      await client.zAdd(key, log.map(shifted))
    }, server.url)
    expect(await spend()).toMatchObject({ allowed: false, remaining: 0, retryAfter: 2, resetSeconds: 2 })
    await sleep(2_000)
    expect(await spend()).toMatchObject({ allowed: true, remaining: 1 })
  })
})

describe('while Redis is unreachable', () => {
  const timed = async (decide: () => Promise<Verdict>) => {
    const start = performance.now()
    const verdict = await decide()
    return { ...verdict, ms: performance.now() - start }
  }
  const outage = async (breaks: (server: Server) => Promise<void>, mends: (server: Server) => Promise<void>) => {
    const changes: boolean[] = []
    const server = await anotherServer()
    const windows = await open({
      redisUrl: server.url,
      processes: 4,
      windowSeconds: 2,
      onChange: (sharing) => changes.push(sharing),
    })
    const spend = (weight = 1) => timed(() => windows.spend({ bucket: 'outage', limit: 22, weight }))
    expect(await spend()).toMatchObject({ allowed: true, limit: 22, remaining: 21 })

    await breaks(server)
    // A timer beside the burst, so that a busy machine does not count as a slow request.
    const [timer, ...burst] = await Promise.all([
      timed(() => sleep(250, { allowed: false, limit: 0, remaining: 0, resetSeconds: 0 })),
      ...Array.from({ length: 40 }, () => spend()),
    ])
    expect(burst.filter(({ allowed }) => allowed)).toHaveLength(5)
    expect(Math.max(...burst.map(({ ms }) => ms))).toBeLessThan(timer.ms + 250)
    expect(windows.sharing()).toBe(false)
    const after = []
    for (let i = 0; i < 40; i += 1) after.push(await spend())
    expect(after.every(({ allowed, limit }) => !allowed && limit === 5)).toBe(true)
    expect(after.map(({ ms }) => ms).toSorted((a, b) => a - b)[20]).toBeLessThan(100)
    const { retryAfter = 0 } = await spend(9)
    expect(retryAfter).toBe(2)
    await sleep(1_000)
    expect(await spend()).toMatchObject({ allowed: false, retryAfter: 1 })
    await sleep(1_000)
    expect(await spend(9)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 2 })
    expect(changes).toEqual([false])

    await mends(server)
    await vi.waitFor(() => expect(windows.sharing()).toBe(true), { timeout: 60_000 })
    expect(changes).toEqual([false, true])
    // Redis has not counted what this process decided.
    expect(await spend()).toMatchObject({ allowed: true, limit: 22, remaining: 21 })
    await server.kill()
  }

  test.concurrent('a killed Redis: the process enforces its share of the limit until Redis is back', async () => {
    await outage(
      (server) => server.kill(),
      (server) => server.start(),
    )
  })

  test.concurrent('a suspended Redis: likewise, and no request waits for it', async () => {
    await outage(
      async (server) => server.signal('SIGSTOP'),
      async (server) => server.signal('SIGCONT'),
    )
  })

  test.concurrent('a Redis that refuses to write: likewise', async () => {
    const order =
      (...words: string[]) =>
      (server: Server) =>
        redis(async (client) => void (await client.sendCommand(['REPLICAOF', ...words])), server.url)
    await outage(order('127.0.0.1', '1'), order('NO', 'ONE'))
  })

  test('a Redis that is down at the start: the process keeps a bounded number of windows until it is up', async () => {
    const server = await anotherServer()
    await server.kill()
    const windows = await open({ redisUrl: server.url, processes: 3, windowSeconds: 2 })
    expect(windows.sharing()).toBe(false)
    const spend = (bucket: string) => windows.spend({ bucket, limit: 2, weight: 1 })
    expect(await spend('small')).toMatchObject({ allowed: true, limit: 1 })
    expect(await spend('small')).toMatchObject({ allowed: false })
    for (let i = 1; i < 50_000; i += 1) await spend(`many:${i}`)
    expect(await spend('further')).toMatchObject({ allowed: true })
    expect(await spend('yet another')).toMatchObject({ allowed: false })
    await sleep(4_100)
    expect(await spend('further')).toMatchObject({ allowed: true })
    expect(await spend('yet another')).toMatchObject({ allowed: true })
    await server.start()
    await vi.waitFor(() => expect(windows.sharing()).toBe(true), { timeout: 60_000 })
  })
})
