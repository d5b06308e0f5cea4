import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { givenClinic, permissions } from './composite/clinics.ts'
import { measureCost } from './composite/cost.ts'
import { judge } from './composite/judging.ts'
import type { Load, Loaded, Place } from './composite/load.ts'
import { conclude, runsUntil, type Conditions } from './conclude.ts'
import {
  endProcess,
  givenKeys,
  givenOrganisation,
  privateDatabase,
  servicesUrls,
  startApi,
  startChild,
  type Urls,
} from './harness.ts'
import { compositeMutants } from './mutants/of-proofs/composite.ts'
import { withChanges } from './mutate/copy.ts'
import type { Killed, Order } from './supervisor.ts'

const processes = 3
const organisations = 6
/** Enough to see that the twin leaves halves. */
const twinComposites = 60
/** Each may send 100 composites in a minute. */
const applicationsEach = 30
const givenPlace = async (
  urls: Urls,
  bases: readonly string[],
  name: string,
  applications = applicationsEach,
): Promise<Place> => {
  const organisation = await givenOrganisation(urls, name)
  const keys = await givenKeys(urls, organisation, applications, permissions)
  return { ...(await givenClinic(bases, organisation, keys[0]!)), keys }
}

type Run = {
  readonly composites: number
  readonly writers: number
  readonly sdk: number
  readonly seed: number
  readonly folder?: string
}

const runOnce = async ({ composites, writers, sdk, seed, folder }: Run) => {
  const name = `fetlock_composite_${process.pid}_${folder === undefined ? 0 : 1}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort())
  const bases = ports.map((port) => `http://127.0.0.1:${port}`)
  const [supervisor, loader] = [startChild('supervisor.ts'), startChild('composite/load.ts')]
  try {
    const apis = ports.map((port) => ({ databaseUrl: urls.app, port, prefix: name, ...(folder && { folder }) }))
    const start = { apis, writers: [], seed, killEverySeconds: [2, 6] as const }
    await supervisor.ask<Killed>({ start } satisfies Order)
    const places: Place[] = []
    for (let at = 1; at <= organisations; at++) places.push(await givenPlace(urls, bases, `Clinic ${at}`))
    const loaded = await loader.ask<Loaded>({ bases, places, composites, writers, sdk, seed } satisfies Load)
    const killed = await supervisor.ask<Killed>('stop' satisfies Order)
    const judged = await connected(urls.superuser, (client) => judge(client, loaded.expected))
    return { loaded, killed, judged }
  } finally {
    await Promise.all([supervisor.end(), loader.end()])
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const report = (title: string, { loaded, killed, judged }: Ran) => {
  const { tally, seconds, counts, entries, throughSdk, replays, problems, expected } = loaded
  const { down, unknown, busy, throttled } = tally
  const { whole, half, doubled, lost, openSales, texts, changedTexts, deadlocks } = judged
  console.log(
    `\n${title}: ${expected.length} composites of ${entries} entries in ${seconds.toFixed(0)} s, ${killed.apis} API processes killed`,
  )
  console.log(`  ${JSON.stringify(counts)}; ${throughSdk} times through the SDK`)
  console.log(
    `  asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled; ${replays} replays`,
  )
  console.log(`  ${whole} done, ${half} half done, ${doubled} doubled, ${lost} lost; ${openSales} sales left open`)
  console.log(`  ${texts} texts that look like a reference, ${changedTexts} changed; ${deadlocks} deadlocks`)
  console.log(`  unexpected answers: ${problems.length}`)
  for (const problem of problems.slice(0, 10)) console.log(`    ${problem}`)
}

const leavesHalves = ({ judged }: Ran) => judged.half > 0

/** A small run may be over before anything is replayed or two of its composites meet. */
const meetsEverything = ({ loaded, killed, judged }: Ran) =>
  loaded.replays > 0 && killed.apis > 0 && judged.deadlocks > 0

const conditionsOf = (runs: readonly Ran[]): Conditions => ({
  'no composite is half done': runs.every(({ judged }) => judged.half === 0 && judged.openSales === 0),
  'no composite is doubled': runs.every(({ judged }) => judged.doubled === 0),
  'every composite that was answered is done': runs.every(({ judged }) => judged.lost === 0),
  'text that looks like a reference is stored as typed': runs.every(
    ({ judged }) => judged.texts > 0 && judged.changedTexts === 0,
  ),
  'every answer is as expected': runs.every(({ loaded }) => loaded.problems.length === 0),
  'answers were replayed': runs.some(({ loaded }) => loaded.replays > 0),
  'API processes were killed': runs.some(({ killed }) => killed.apis > 0),
  'deadlocks happened and were resolved': runs.some(({ judged }) => judged.deadlocks > 0),
})

const cost = async (pairs: number, seconds: number): Promise<Conditions> => {
  const name = `fetlock_composite_${process.pid}_cost`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  const port = await freePort()
  const api = await startApi({ databaseUrl: urls.app, port, prefix: name })
  try {
    const base = `http://127.0.0.1:${port}`
    // So many that nobody waits for a rate window: what is measured is the work itself.
    const place = await givenPlace(urls, [base], 'Clinic', 180)
    const [own, others] = [place.keys.slice(0, 60), place.keys.slice(60)]
    console.log(
      `\nwhat composites of 50 cost other writers of the organisation: ${pairs} pairs of ${seconds} s each way`,
    )
    const { without, beside } = await measureCost(
      base,
      { ...place, keys: others },
      { ...place, keys: own },
      pairs,
      seconds,
    )
    console.log(
      `  median p99: ${without.toFixed(1)} ms, beside composites ${beside.toFixed(1)} ms (× ${(beside / without).toFixed(2)})`,
    )
    return { 'the cost was measured': Number.isFinite(beside / without) }
  } finally {
    await endProcess(api)
    await drop()
  }
}

const { values } = parseArgs({
  options: {
    composites: { type: 'string', default: '20000' },
    writers: { type: 'string', default: '16' },
    sdk: { type: 'string', default: '0.5' },
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
  },
})
const [composites, writers, sdk, seed, pairs] = [
  values.composites,
  values.writers,
  values.sdk,
  values.seed,
  values.pairs,
].map(Number)
console.log(
  `seed ${seed}, ${composites} composites by ${writers} writers, ${sdk} of them through the SDK, ${processes} API processes that are killed, ${pairs} pairs`,
)
const runs = await runsUntil(meetsEverything, seed!, async (withSeed) => {
  const ran = await runOnce({ composites: composites!, writers: writers!, sdk: sdk!, seed: withSeed })
  report('in one transaction', ran)
  return ran
})
const twins = await withChanges(compositeMutants['each entry is committed by itself'], (folder) =>
  runsUntil(leavesHalves, seed!, async (withSeed) => {
    const count = Math.min(twinComposites, composites!)
    const twin = await runOnce({ composites: count, writers: writers!, sdk: sdk!, seed: withSeed, folder })
    report('each entry by itself (must leave halves)', twin)
    return twin
  }),
)
conclude({
  ...conditionsOf(runs),
  'twin: without the common transaction, composites are half done': twins.some(leavesHalves),
  ...(pairs! > 0 ? await cost(pairs!, Number(values.seconds)) : {}),
})
