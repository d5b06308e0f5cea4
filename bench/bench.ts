import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { servicesUrls } from '../proofs/harness.ts'
import type { Size } from './data.ts'
import { peerVersions, prepareDebian } from './debian.ts'
import { type Engine, prepareEngine } from './engine.ts'
import { type Floor, prepareFloor, type Write } from './floor.ts'
import { load, wrkHere, wrkInDebian, writeTokens } from './load.ts'
import { busy, type Measured, seedOf, type Workload, watch, watchMiddle, workloads } from './measure.ts'
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
    small: { type: 'boolean', default: false },
    'without-peer': { type: 'boolean', default: false },
  },
})
/** To see that the bench works: its figures mean nothing. */
const isSmall = values.small
const withPeer = !values['without-peer'] && !isSmall
const generator = withPeer ? wrkInDebian : wrkHere
const [seconds, rounds, connections, seed] = [
  isSmall ? 1 : values.seconds,
  isSmall ? 1 : values.rounds,
  isSmall ? 4 : values.connections,
  values.seed,
].map(Number) as [number, number, number, number]

/** Each measured run is preceded by a warm-up with the same load. */
const warmUp = isSmall ? 1 : 2
const limitsAMinute: Record<Workload, number> = { list: 100, retrieve: 300, create: 300, pay: 300 }
const maxTokens = 1_200

const sizeOf = (organisations: number, patients: number): Size => ({
  organisations,
  patients,
  clients: patients / 2,
  tokens: Math.ceil(maxTokens / organisations),
})
const usualSize = isSmall ? sizeOf(10, 700) : sizeOf(50, 1_000)
const scaleSizes = [sizeOf(10, 1_000), sizeOf(1_000, 1_000)] as const

type Bench = Servers & { readonly engine: Engine; readonly smallest: Floor | undefined; readonly redis: number }

const began = performance.now()
const say = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`)

const openBench = async (size: Size): Promise<Bench> => {
  const servers = await startServers(size, seed, { withPeer, withFloor: !values.scale }, say)
  if (servers.peer !== undefined) {
    say('comparing the answers of both servers')
    await requireSame(servers, servers.peer, seed)
  }
  writeTokens(generator, size, servers.tokens, seed)
  say('writing down the SQL that the API sends')
  return {
    ...servers,
    engine: await prepareEngine(servers.urls, size, servers.tokens, servers.prefix),
    smallest: servers.floor && (await prepareFloor(servers.floor, size)),
    redis: await redisPid(),
  }
}

/**
 * As many callers as this load needs without reaching a rate limit. More of them would each send fewer requests, and
 * miss the cache of callers more often.
 */
const callers = new Map<Workload, number>()
const callersFor = (workload: Workload, rate: number, tokens: number) => {
  const known =
    callers.get(workload) ?? Math.min(tokens, Math.max(connections, Math.ceil((rate * 60) / limitsAMinute[workload])))
  callers.set(workload, known)
  return known
}

const measureServer = async (
  { api, peer, prefix, size, redis, tokens }: Bench,
  contender: 'api' | 'peer',
  workload: Workload,
  round: number,
) => {
  const { ports, pids: server, superuser } = contender === 'api' ? api : peer!
  const scheme = contender === 'api' ? 'Bearer' : 'Token'
  const wanted = {
    workload,
    ports,
    scheme,
    connections,
    seed: seedOf(seed, round, workload),
    size,
    tokens: tokens.length,
  } as const
  await freshWindows(prefix)
  if (!callers.has(workload) && !isSmall) await load(generator, wanted, warmUp)
  const { rate } = await load(generator, wanted, warmUp)
  const measured = { ...wanted, tokens: callersFor(workload, rate, tokens.length) }
  return watch({ server, redis, superuser }, () => load(generator, measured, seconds))
}

/** A request is one transaction, and one more if the caller is not cached. */
const identifiedIn = ({ transactions }: Measured) => Math.min(1, Math.max(0, transactions - 1))

const measureEngine = ({ api, engine, redis }: Bench, workload: Workload, round: number, ours: Measured) => {
  const wanted = {
    identified: identifiedIn(ours),
    connections,
    seed: seedOf(seed, round, workload),
    skipped: warmUp,
    seconds,
  }
  const watched = { server: [], redis, superuser: api.superuser }
  return watchMiddle(watched, warmUp, seconds, () => engine.measure(workload, wanted))
}

const measureFloor = ({ smallest, redis }: Bench, workload: Workload, round: number) => {
  const wanted = { connections, seed: seedOf(seed, round, workload), skipped: warmUp, seconds }
  const { superuser, measure } = smallest!
  return watchMiddle({ server: [], redis, superuser }, warmUp, seconds, () => measure(workload as Write, wanted))
}

const noRounds = (): Rounds => ({ api: [], peer: [], engine: [], floor: [] })

const measureRound = async (bench: Bench, workload: Workload, round: number, into: Rounds) => {
  // The engine replays the statements of the API, so it runs after it; the peer alternates between first and last.
  const order: readonly Contender[] = round % 2 === 0 ? contenders : ['floor', 'peer', 'api', 'engine']
  const isWrite = workload === 'create' || workload === 'pay'
  const takesPart: Record<Contender, boolean> = { api: true, peer: withPeer, engine: true, floor: isWrite }
  for (const contender of order.filter((one) => takesPart[one])) {
    const measured =
      contender === 'engine'
        ? await measureEngine(bench, workload, round, into.api.at(-1)!)
        : contender === 'floor'
          ? await measureFloor(bench, workload, round)
          : await measureServer(bench, contender, workload, round)
    into[contender].push(measured)
    const looked = `: ${callers.get(workload)} callers, looked up for ${(identifiedIn(measured) * 100).toFixed(0)} % of the requests`
    say(
      `round ${round + 1}, ${workload}, ${contender}: ${measured.rate.toFixed(0)}/s${contender === 'api' ? looked : ''}`,
    )
  }
}

const usual = async (chosen: readonly Workload[]) => {
  const bench = await openBench(usualSize)
  try {
    const results = new Map(chosen.map((workload) => [workload, noRounds()]))
    for (let round = 0; round < rounds; round++)
      for (const [workload, into] of results) await measureRound(bench, workload, round, into)
    for (const [workload, measured] of results) report(workload, measured)
    return Object.fromEntries([...results].map(([workload, measured]) => [workload, ratiosOf(measured)]))
  } finally {
    await bench.stop()
    rmSync(generator.tokensFile(usualSize), { force: true })
  }
}

/** Both sizes have their servers running at once, so that their rounds can alternate. */
const scaled = async (chosen: readonly Workload[]) => {
  const benches: Bench[] = []
  try {
    for (const size of scaleSizes) benches.push(await openBench(size))
    const results = chosen.map((workload) => ({ workload, sizes: benches.map(noRounds) }))
    for (let round = 0; round < rounds; round++)
      for (const { workload, sizes } of results)
        for (const [at, bench] of benches.entries()) await measureRound(bench, workload, round, sizes[at]!)
    for (const { workload, sizes } of results)
      for (const [at, { size }] of benches.entries())
        report(
          workload,
          sizes[at]!,
          `: ${size.organisations} organisations, ${size.organisations * size.patients} patients`,
        )
    return Object.fromEntries(
      results.map(({ workload, sizes: [smaller, larger] }) => [
        workload,
        { ...ratiosOf(larger!), smaller: ratio(larger!.api, smaller!.api) },
      ]),
    )
  } finally {
    for (const { stop, size } of benches) {
      await stop()
      rmSync(generator.tokensFile(size), { force: true })
    }
  }
}

const possible = workloads.filter((workload) => !values.scale || workload === 'list' || workload === 'retrieve')
const chosen = possible.filter((workload) => values.only === undefined || values.only.includes(workload))
if (chosen.length === 0) throw new Error(`--only takes ${possible.join(', ')}.`)

const { superuser } = servicesUrls()
const version = await connected(
  superuser,
  async (client) => (await client.query('show server_version')).rows[0].server_version,
)
console.log(
  `seed ${seed}; ${rounds} rounds of ${seconds} s, ${connections} connections, ${availableParallelism()} cores for load, servers and PostgreSQL together`,
)
if (withPeer) await prepareDebian()
const already = isSmall ? 0 : await busy(2)
if (already > 0.1)
  console.log(`the machine is busy with other things (${(already * 100).toFixed(0)} %): expect odd figures`)
console.log(
  `this API: ${apiProcesses} processes with ${apiConnections} connections each on Node ${process.version.slice(1)}, PostgreSQL ${version}`,
)
if (withPeer) console.log(`peer: ${peerVersions()}, ${peerWorkers.join(' ')}`)
const ratios = await (values.scale ? scaled(chosen) : usual(chosen))
console.log(`\n${JSON.stringify(ratios)}`)
