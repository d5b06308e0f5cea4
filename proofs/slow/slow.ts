import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionLimits } from '../../src/http/connections.ts'
import { connected } from '../../scripts/database.ts'
import { freePort } from '../../scripts/services/listening.ts'
import type { Conditions } from '../conclude.ts'
import type { Load, Loaded } from './load.ts'
import type { Kind, Slowness, SlowEnds, SlowOrder } from './senders.ts'
import { endProcess, givenKeys, givenOrganisation, startApi, startChild, type Urls } from '../harness.ts'

const connections = 500
const keyCount = 240
const share = 0.3
export const maxRatio = 1.5
const settleMs = 3_000
const slackMs = 4_000

type Sizes = {
  readonly pairs: number
  readonly seconds: number
  readonly kinds: readonly Kind[]
  readonly endMs: number
}
const { headersMs, silentMs, checkMs } = connectionLimits
/** Small, it waits only for the connections that end first. */
export const smallSlow: Sizes = { pairs: 1, seconds: 3, kinds: ['headers'], endMs: headersMs + checkMs + slackMs }
export const fullSlow: Sizes = {
  pairs: 5,
  seconds: 12,
  kinds: ['headers', 'body', 'unread'],
  endMs: 2 * silentMs + checkMs + slackMs,
}

/** Large records, so that an unread answer does not fit into the buffers on the way. */
const givenClients = async ({ superuser }: Urls, organisation: number) =>
  connected(superuser, async (client) => {
    await client.query(`select set_config('app.organisation', $1, false)`, [String(organisation)])
    const { rows } = await client.query<{ id: string }>(
      `insert into client (organisation, lastname, country, remarks)
        select $1, 'Owner ' || number, 'FI', repeat('long ', 1000) from generate_series(1, 1000) number returning id`,
      [organisation],
    )
    return Number(rows[0]!.id)
  })

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

type Target = { readonly base: string; readonly keys: readonly string[]; readonly client: number }
const prepareTarget = async (urls: Urls): Promise<Target> => {
  const organisation = await givenOrganisation(urls, 'Slow')
  const client = await givenClients(urls, organisation)
  return { base: `/${organisation}/api/0.1`, keys: await givenKeys(urls, organisation, keyCount), client }
}

type Pair = { readonly capacity: number; readonly alone: Loaded; readonly withSlow: Loaded }
const ratioOf = ({ alone, withSlow }: Pair) => withSlow.p99 / alone.p99
const inWords = ({ capacity, alone, withSlow }: Pair) =>
  `p99 ${alone.p99.toFixed(1)} ms alone, ${withSlow.p99.toFixed(1)} ms with the slow ones; p50 ${alone.p50.toFixed(1)} and ${withSlow.p50.toFixed(1)} ms; ${(capacity * share).toFixed(0)} of ${capacity.toFixed(0)} a second`

type Api = { readonly databaseUrl: string; readonly prefix: string; readonly env?: NodeJS.ProcessEnv }

/** How fast ordinary requests are answered without and with slow connections, and how those end. */
const compare = async (api: Api, target: Target, { pairs, seconds, ...last }: Sizes) => {
  const port = await freePort()
  const child = await startApi({ ...api, port })
  const [senders, loader] = [startChild('slow/senders.ts'), startChild('slow/load.ts')]
  const slowness: Slowness = { port, base: target.base, keys: target.keys, connections }
  const measure = (load: Partial<Load>) => loader.ask<Loaded>({ ...target, port, seconds, ...load })
  const order = (given: SlowOrder) => senders.ask<SlowEnds>(given)
  try {
    await measure({ seconds: 1 })
    const found: Pair[] = []
    for (let pair = 0; pair < pairs; pair++) {
      // Found anew each time: what the machine can take changes with whatever else it does.
      const { perSecond: capacity } = await measure({ seconds: 2 })
      const steadily = () => measure({ perSecond: capacity * share })
      const withSlow = async () => {
        await order({ start: slowness })
        await sleep(settleMs)
        return steadily()
      }
      // Every other pair is measured the other way round; the last one leaves the slow connections open.
      const isTurned = pair % 2 === 1
      const first = isTurned ? await withSlow() : await steadily()
      if (isTurned) await order('stop')
      const second = isTurned ? await steadily() : await withSlow()
      if (pair < pairs - 1) await order('stop')
      found.push({ capacity, ...(isTurned ? { alone: second, withSlow: first } : { alone: first, withSlow: second }) })
      console.log(`  pair ${pair + 1}: ${inWords(found.at(-1)!)}`)
    }
    const { open, ends } = await order({ last: { ms: last.endMs, kinds: last.kinds } })
    await order('stop')
    return { found, open, ends, ratio: median(found.map(ratioOf)) }
  } finally {
    await Promise.all([senders.end(), loader.end()])
    await endProcess(child)
  }
}

/** Slow connections delay no other request, and are ended; an API without either must be noticed. */
export const proveSlow = async (urls: Urls, prefix: string, sizes: Sizes): Promise<Conditions> => {
  const isFull = sizes.pairs > 1
  const target = await prepareTarget(urls)
  const api = { databaseUrl: urls.app, prefix: `${prefix}_slow` }
  console.log(
    `slow connections: ${connections} against ${Math.round(share * 100)} % load, ${sizes.pairs} pairs of ${sizes.seconds} s`,
  )
  const { found, open, ends, ratio } = await compare(api, target, sizes)
  const failures = found.flatMap((pair) => [...pair.alone.failures, ...pair.withSlow.failures])
  console.log(`  median ratio of p99 ${ratio.toFixed(2)}`)
  console.log(`  ended by the server: ${JSON.stringify(ends)}; still open: ${JSON.stringify(open)}`)
  if (failures.length > 0) console.log(`  not answered with 200: ${[...new Set(failures)].join(', ')}`)
  const odd = Object.keys(ends).filter((end) => !/ (408|closed)$/.test(end))
  const env = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'faults.ts')}` }
  // One pair is few: on a machine that pauses, the twin is compared again.
  let twin = await compare({ ...api, prefix: `${prefix}_held`, env }, target, smallSlow)
  for (let again = 1; again <= 2 && twin.ratio <= maxRatio; again++)
    twin = await compare({ ...api, prefix: `${prefix}_held_${again}`, env }, target, smallSlow)
  console.log(
    `  an API that slow connections hold up (must fail): ratio ${twin.ratio.toFixed(1)}, ${twin.open.headers} never ended`,
  )
  return {
    'no slow connection stays open': sizes.kinds.every((kind) => open[kind] === 0),
    'slow connections end with 408 or are closed': odd.length === 0,
    'every other request is answered with 200': failures.length === 0,
    // A single short pair says little about time.
    ...(isFull && { [`slow connections raise p99 to at most ${maxRatio} times`]: ratio <= maxRatio }),
    'twin: an API that slow connections hold up is slower': twin.ratio > maxRatio,
    'twin: slow connections that stay open are noticed': twin.open.headers > 0,
  }
}
