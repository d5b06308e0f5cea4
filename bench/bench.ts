import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { servicesUrls } from '../proofs/harness.ts'
import type { Size } from './data.ts'
import { peerVersions, prepareDebian } from './debian.ts'
import { type Engine, prepareEngine } from './engine.ts'
import { giveTokens, load, tokensFile } from './load.ts'
import { busy, type Measured, type Work, watch, watchMiddle, works } from './measure.ts'
import { type Contender, contenders, ratio, ratiosOf, report, type Rounds } from './report.ts'
import { requireSame } from './same.ts'
import {
  apiConnections,
  apiProcesses,
  freshWindows,
  peerWorkers,
  redisPid,
  startServers,
  type Servers,
} from './servers.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    scale: { type: 'boolean', default: false },
  },
})
const [seconds, rounds, connections, seed] = [values.seconds, values.rounds, values.connections, values.seed].map(
  Number,
) as [number, number, number, number]

/** Each measured run is preceded by a warm-up with the same load. */
const warmUp = 2
const limitsAMinute: Record<Work, number> = { list: 100, retrieve: 300, create: 300, pay: 300 }
const mostTokens = 1_200

const sizeOf = (organisations: number, patients: number): Size => ({
  organisations,
  patients,
  clients: patients / 2,
  tokens: Math.ceil(mostTokens / organisations),
})
const usualSize = sizeOf(50, 1_000)
const scaleSizes = [sizeOf(10, 1_000), sizeOf(1_000, 1_000)] as const

type Bench = Servers & { readonly engine: Engine; readonly redis: number }

const began = performance.now()
const say = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`)

const openBench = async (size: Size): Promise<Bench> => {
  const servers = await startServers(size, seed, say)
  say('comparing the answers of both servers')
  await requireSame(servers, seed)
  giveTokens(size, servers.tokens, seed)
  say('writing down the SQL that the API sends')
  return {
    ...servers,
    engine: await prepareEngine(servers.urls, size, servers.tokens, servers.prefix),
    redis: await redisPid(),
  }
}

/**
 * As many callers as this load needs without reaching a rate limit. More of them would each send fewer requests, and
 * miss the cache of callers more often.
 */
const callers = new Map<Work, number>()
const callersFor = (work: Work, rate: number, tokens: number) => {
  const known = callers.get(work) ?? Math.min(tokens, Math.ceil((rate * 60) / limitsAMinute[work]))
  callers.set(work, known)
  return known
}

const measureServer = async (
  { api, peer, prefix, size, redis, tokens }: Bench,
  contender: 'api' | 'peer',
  work: Work,
  round: number,
) => {
  const { ports, pids: server, superuser } = contender === 'api' ? api : peer
  const scheme = contender === 'api' ? 'Bearer' : 'Token'
  const wanted = { work, ports, scheme, connections, seed: seed + round, size, tokens: tokens.length } as const
  await freshWindows(prefix)
  if (!callers.has(work)) await load(wanted, warmUp)
  const { rate } = await load(wanted, warmUp)
  const measured = { ...wanted, tokens: callersFor(work, rate, tokens.length) }
  return watch({ server, redis, superuser }, () => load(measured, seconds))
}

/** A request is one transaction, and one more if the caller is not cached. */
const identifiedIn = ({ transactions }: Measured) => Math.min(1, Math.max(0, transactions - 1))

const measureEngine = ({ api, engine, redis }: Bench, work: Work, round: number, ours: Measured) => {
  const wanted = { identified: identifiedIn(ours), connections, seed: seed + round, skipped: warmUp, seconds }
  const watched = { server: [], redis, superuser: api.superuser }
  return watchMiddle(watched, warmUp, seconds, () => engine.measure(work, wanted))
}

const noRounds = (): Rounds => ({ api: [], peer: [], engine: [] })

const measureRound = async (bench: Bench, work: Work, round: number, into: Rounds) => {
  // The engine replays the statements of the API, so it runs after it; the peer alternates between first and last.
  const order: readonly Contender[] = round % 2 === 0 ? contenders : ['peer', 'api', 'engine']
  for (const contender of order) {
    const measured =
      contender === 'engine'
        ? await measureEngine(bench, work, round, into.api.at(-1)!)
        : await measureServer(bench, contender, work, round)
    into[contender].push(measured)
    const looked = `: ${callers.get(work)} callers, looked up for ${(identifiedIn(measured) * 100).toFixed(0)} % of the requests`
    say(`round ${round + 1}, ${work}, ${contender}: ${measured.rate.toFixed(0)}/s${contender === 'api' ? looked : ''}`)
  }
}

const usual = async (chosen: readonly Work[]) => {
  const bench = await openBench(usualSize)
  try {
    const results = new Map(chosen.map((work) => [work, noRounds()]))
    for (let round = 0; round < rounds; round++)
      for (const [work, into] of results) await measureRound(bench, work, round, into)
    for (const [work, measured] of results) report(work, measured)
    return Object.fromEntries([...results].map(([work, measured]) => [work, ratiosOf(measured)]))
  } finally {
    await bench.stop()
    rmSync(tokensFile(usualSize), { force: true })
  }
}

/** Both sizes have their servers running at once, so that their rounds can alternate. */
const scaled = async (chosen: readonly Work[]) => {
  const benches: Bench[] = []
  try {
    for (const size of scaleSizes) benches.push(await openBench(size))
    const results = chosen.map((work) => ({ work, sizes: benches.map(noRounds) }))
    for (let round = 0; round < rounds; round++)
      for (const { work, sizes } of results)
        for (const [at, bench] of benches.entries()) await measureRound(bench, work, round, sizes[at]!)
    for (const { work, sizes } of results)
      for (const [at, { size }] of benches.entries())
        report(
          work,
          sizes[at]!,
          `: ${size.organisations} organisations, ${size.organisations * size.patients} patients`,
        )
    return Object.fromEntries(
      results.map(({ work, sizes: [smaller, larger] }) => [
        work,
        { ...ratiosOf(larger!), smaller: ratio(larger!.api, smaller!.api) },
      ]),
    )
  } finally {
    for (const { stop, size } of benches) {
      await stop()
      rmSync(tokensFile(size), { force: true })
    }
  }
}

const possible = works.filter((work) => !values.scale || work === 'list' || work === 'retrieve')
const chosen = possible.filter((work) => values.only === undefined || values.only.includes(work))
if (chosen.length === 0) throw new Error(`--only takes ${possible.join(', ')}.`)

const { superuser } = servicesUrls()
const version = await connected(
  superuser,
  async (client) => (await client.query('show server_version')).rows[0].server_version,
)
console.log(
  `seed ${seed}; ${rounds} rounds of ${seconds} s, ${connections} connections, ${availableParallelism()} cores for load, servers and PostgreSQL together`,
)
await prepareDebian()
const already = await busy(2)
if (already > 0.1)
  console.log(`the machine is busy with other things (${(already * 100).toFixed(0)} %): expect odd figures`)
console.log(
  `this API: ${apiProcesses} processes with ${apiConnections} connections each on Node ${process.version.slice(1)}, PostgreSQL ${version}`,
)
console.log(`peer: ${peerVersions()}, ${peerWorkers.join(' ')}`)
const ratios = await (values.scale ? scaled(chosen) : usual(chosen))
console.log(`\n${JSON.stringify(ratios)}`)
