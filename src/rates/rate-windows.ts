import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createClient } from '@redis/client'
import { ownDelays, reservationOf, seriesNumbers, type Reservation, type Series } from './delays.ts'

export type Spend = { readonly bucket: string; readonly limit: number; readonly weight: number }

export type Spends = readonly [Spend, ...Spend[]]

export type Verdict = {
  readonly allowed: boolean
  /** The limit in force: this process's share of it while Redis is unreachable. */
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly retryAfter?: number
  /** When it was decided, in microseconds of the clock of Redis; absent if it was decided in this process. */
  readonly at?: number
}

export type RateWindows = {
  spend(spend: Spend): Promise<Verdict>
  /**
   * Counts a request in several windows, each named once: in all of them, or in none if one of them is full. The verdict has
   * the longest wait, and otherwise what is left of the first.
   */
  spendAll(spends: Spends): Promise<Verdict>
  peek(spend: Spend): Promise<Verdict>
  peekAll(spends: Spends): Promise<Verdict>
  /** Counts a try before it is made, or refuses it because the delay after the last one is not over. */
  reserve(series: Series): Promise<Reservation>
  /** Forgets a series of tries, because one has succeeded. */
  clear(bucket: string): Promise<void>
  readonly sharing: () => boolean
  close(): Promise<void>
}

export type RateOptions = {
  readonly redisUrl: string
  readonly prefix: string
  readonly processes: number
  readonly windowSeconds?: number
  readonly onChange?: (sharing: boolean) => void
  /** The clock of what this process decides alone, in milliseconds. */
  readonly clock?: () => number
}

const [REPLY_MS, CONNECT_MS, HANDSHAKE_MS] = [250, 750, 1_500]
const PROBE_MS = { first: 50, most: 1_000 }
const OWN_BUCKETS = 50_000
const STALE = 2

const scriptIn = (file: string) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}
type Script = ReturnType<typeof scriptIn>
const SCRIPTS = { windows: scriptIn('./rate-windows.lua'), delays: scriptIn('./delays.lua') }

const connection = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // Reconnecting is done below: the client's own would not notice a server that accepts connections and never answers.
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    // The client's timeout covers only writing a command; `within` covers the reply too, and costs less.
    commandOptions: { timeout: 0 },
  })
type Connection = ReturnType<typeof connection>

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    // setImmediate() reads replies that have arrived: a blocked event loop is not a slow Redis.
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`))), ms)
    void work.then(resolve, reject).then(() => clearTimeout(timer))
  })

/** What Redis answers to credentials that it does not take. Anything else, such as that it is still loading, may pass. */
const refusals = /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password))\b/

/** Why Redis refuses the credentials of the URL; undefined if it takes them or does not answer. */
export const refusalOfRedis = async (url: string): Promise<string | undefined> => {
  const client = connection(url)
  client.on('error', () => {})
  try {
    await within(HANDSHAKE_MS, client.connect())
    await within(HANDSHAKE_MS, client.ping())
    return undefined
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : ''
    return refusals.test(message) ? message : undefined
  } finally {
    client.destroy()
  }
}

const evaluate = async (
  client: Connection,
  { text, sha }: Script,
  args: readonly string[],
): Promise<readonly number[]> => {
  try {
    return await client.sendCommand<number[]>(['EVALSHA', sha, ...args])
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand<number[]>(['EVAL', text, ...args])
  }
}

/**
 * Runs a script with a deadline by the clock of Redis: a Redis that was suspended must not count requests that were
 * decided in this process meanwhile.
 */
const withDeadline = (client: Connection) => {
  let ahead: number | undefined
  const ask = async (
    script: Script,
    keys: readonly string[],
    numbers: readonly number[],
    again = true,
  ): Promise<readonly number[]> => {
    const deadline = Math.floor((performance.now() + REPLY_MS) * 1_000 + (ahead ?? Number.POSITIVE_INFINITY))
    const reply = await evaluate(client, script, [
      String(keys.length),
      ...keys,
      ...numbers.map(String),
      String(deadline),
    ])
    const sample = (reply[4] ?? 0) - performance.now() * 1_000
    // The highest sample has the least delay; decreasing slowly follows a clock that drifts.
    ahead = ahead === undefined || sample > ahead ? sample : ahead + (sample - ahead) / 100
    if (reply[0] !== STALE) return reply
    if (again) return ask(script, keys, numbers, false)
    throw new Error('reached Redis too late')
  }
  return ask
}

const verdict = (limit: number, [allowed, remaining = 0, reset = 0, retry = 0]: readonly number[]): Verdict => ({
  allowed: allowed === 1,
  limit,
  remaining,
  resetSeconds: reset,
  ...(allowed === 1 ? {} : { retryAfter: retry }),
})

type Entry = { readonly at: number; readonly total: number }
type Log = { entries: Entry[]; gone: number }

/** Rolling windows in the memory of this process, by the same rules as rate-windows.lua. */
const ownWindows = (window: number, milliseconds: () => number) => {
  const logs = new Map<string, Log>()
  const clock = () => Math.floor(milliseconds() * 1_000)

  const forget = (log: Log, now: number) => {
    const staying = log.entries.findIndex((entry) => entry.at + window > now)
    const gone = log.entries.splice(0, staying < 0 ? log.entries.length : staying)
    log.gone = gone.at(-1)?.total ?? log.gone
  }

  const sweep = () => {
    const now = clock()
    for (const [bucket, { entries }] of logs) if ((entries.at(-1)?.at ?? 0) + window <= now) logs.delete(bucket)
  }

  const decide = (asked: string, limit: number, wanted: number, counts: boolean): Verdict => {
    const now = clock()
    const weight = Math.min(wanted, limit)
    // Above the limit of buckets all others share one: memory is bounded, and nobody is unlimited.
    const bucket = logs.has(asked) || logs.size < OWN_BUCKETS ? asked : ''
    const log = logs.get(bucket) ?? { entries: [], gone: 0 }
    forget(log, now)
    const total = log.entries.at(-1)?.total ?? log.gone
    const used = total - log.gone
    const seconds = (at: number) => Math.ceil((at + window - now) / 1_000_000)
    const newest = log.entries.at(-1)?.at ?? now - window
    if (used + weight > limit) {
      const blocking = log.entries.find((entry) => entry.total >= total + weight - limit)
      return verdict(limit, [0, Math.max(limit - used, 0), seconds(newest), seconds(blocking?.at ?? now)])
    }
    if (!counts) return verdict(limit, [1, limit - used, seconds(newest)])
    log.entries.push({ at: now, total: total + weight })
    logs.set(bucket, log)
    return verdict(limit, [1, limit - used - weight, seconds(now)])
  }

  const decideAll = (spends: Spends, counts: boolean): Verdict => {
    const asked = spends.map(({ bucket, limit, weight }) => decide(bucket, limit, weight, false))
    const waits = asked.flatMap(({ retryAfter }) => retryAfter ?? [])
    if (waits.length > 0) return { ...asked[0]!, allowed: false, retryAfter: Math.max(...waits) }
    return counts ? spends.map(({ bucket, limit, weight }) => decide(bucket, limit, weight, true))[0]! : asked[0]!
  }

  return { decideAll, sweep }
}

const natural = (value: number): boolean => Number.isSafeInteger(value) && value > 0

type Shared = { readonly client: Connection; readonly ask: ReturnType<typeof withDeadline> }

/** Makes a real decision that counts: a server that is loading, out of memory or read-only would answer a PING. */
const handshake = async ({ client, ask }: Shared, prefix: string) => {
  await within(HANDSHAKE_MS, client.connect())
  await within(REPLY_MS, ask(SCRIPTS.windows, [`${prefix}:probe:${crypto.randomUUID()}`], [1_000_000, 1, 1, 1]))
}

const closeClient = async (client: Connection) => {
  await within(REPLY_MS, client.close()).catch(() => {})
  client.destroy()
}

/** The connection to Redis. When it is lost, reconnects with exponential backoff. */
const sharedConnection = ({ redisUrl, prefix, onChange }: RateOptions) => {
  let shared: Shared | undefined
  let trying: Connection | undefined
  let probing: NodeJS.Timeout | undefined
  let closed = false

  const leave = (client: Connection) => {
    if (client !== shared?.client) return
    shared = undefined
    // Rejects commands without a reply, so that they are decided in this process at once.
    client.destroy()
    if (closed) return
    probe(PROBE_MS.first)
    onChange?.(false)
  }

  const connect = async (): Promise<boolean> => {
    const client = connection(redisUrl)
    const candidate = { client, ask: withDeadline(client) }
    client.on('error', () => leave(client))
    trying = client
    try {
      await handshake(candidate, prefix)
      if (closed || !client.isReady) throw new Error('closed meanwhile')
      shared = candidate
    } catch {
      client.destroy()
    }
    trying = undefined
    return shared !== undefined
  }

  const probe = (delay: number) => {
    const attempt = async () => {
      const back = await connect()
      if (closed) return
      if (back) onChange?.(true)
      else probe(Math.min(delay * 2, PROBE_MS.most))
    }
    probing = setTimeout(() => void attempt(), delay).unref()
  }

  return {
    current: () => shared,
    leave,
    start: async () => {
      if (await connect()) return
      probe(PROBE_MS.first)
      onChange?.(false)
    },
    close: async () => {
      closed = true
      clearTimeout(probing)
      trying?.destroy()
      const client = shared?.client
      shared = undefined
      if (client !== undefined) await closeClient(client)
    },
  }
}

/** Rate windows that are shared through Redis; while it is unreachable this process enforces its share of the limits. */
export const rateWindows = async (options: RateOptions): Promise<RateWindows> => {
  const { prefix, processes, windowSeconds = 60, clock = () => performance.now() } = options
  if (!natural(processes) || !(windowSeconds > 0)) throw new RangeError('processes and windowSeconds must be positive')
  const window = Math.round(windowSeconds * 1_000_000)
  // Not filled while Redis answers: that would cost every request memory and time, to save at most one window's worth of
  // requests per outage. Not emptied when Redis is back either: a flapping Redis must not grant a share per flap.
  const own = ownWindows(window, clock)
  const delays = ownDelays(processes)
  const sweep = () => {
    own.sweep()
    delays.sweep()
  }
  const sweeping = setInterval(sweep, windowSeconds * 1_000).unref()
  const shared = sharedConnection(options)
  const keyOf = (bucket: string) => `${prefix}:${bucket}`

  /** What Redis answers, or nothing while it is unreachable. */
  const askRedis = async <T>(ask: (current: Shared) => Promise<T>): Promise<T | undefined> => {
    const current = shared.current()
    if (current === undefined) return undefined
    try {
      return await within(REPLY_MS, ask(current))
    } catch {
      shared.leave(current.client)
      return undefined
    }
  }

  const shareOf = ({ bucket, limit, weight }: Spend): Spend => ({
    bucket,
    limit: Math.max(1, Math.floor(limit / processes)),
    weight,
  })

  const decide = async (spends: Spends, counts: boolean): Promise<Verdict> => {
    if (!spends.every(({ limit, weight }) => natural(limit) && natural(weight)))
      throw new RangeError('limit and weight must be positive whole numbers')
    const keys = spends.map(({ bucket }) => keyOf(bucket))
    const numbers = [window, counts ? 1 : 0, ...spends.flatMap(({ limit, weight }) => [limit, weight])]
    const reply = await askRedis(({ ask }) => ask(SCRIPTS.windows, keys, numbers))
    const [first, ...others] = spends
    return reply === undefined
      ? own.decideAll([shareOf(first), ...others.map(shareOf)], counts)
      : { ...verdict(first.limit, reply), at: reply[4] ?? 0 }
  }

  const reserve = async (series: Series): Promise<Reservation> => {
    if (!natural(series.free)) throw new RangeError('free must be a positive whole number')
    const reply = await askRedis(({ ask }) => ask(SCRIPTS.delays, [keyOf(series.bucket)], seriesNumbers(series)))
    if (reply === undefined) return delays.reserve(series)
    const decided = reservationOf(reply)
    delays.follow(series, decided)
    return decided
  }

  await shared.start()
  return {
    spend: (spend) => decide([spend], true),
    spendAll: (spends) => decide(spends, true),
    peek: (spend) => decide([spend], false),
    peekAll: (spends) => decide(spends, false),
    reserve,
    clear: async (bucket) => {
      delays.clear(bucket)
      await askRedis(({ client }) => client.sendCommand(['DEL', keyOf(bucket)]))
    },
    sharing: () => shared.current() !== undefined,
    close: async () => {
      clearInterval(sweeping)
      await shared.close()
    },
  }
}
