import { parseArgs } from 'node:util'
import pg from 'pg'
import { createRandom } from '../src/demo/random.ts'
import { connect } from '../src/db/pool.ts'
import type { Database } from '../src/db/tx.ts'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { conclude, runsUntil } from './conclude.ts'
import { racesMutants } from './mutants/of-proofs/races.ts'
import { withChanges } from './mutate/copy.ts'
import { endpoints, isOfMoney, pairsOf, type Pair, type Side } from './races/endpoints.ts'
import { fireInTurn, fireTogether, type Ended, type Lane } from './races/firing.ts'
import { findWrongs } from './races/judging.ts'
import { givenClinic, createScenarios, states, type Scenario, type State } from './races/scenarios.ts'
import {
  endProcess,
  givenKeys,
  givenOrganisation,
  privateDatabase,
  servicesUrls,
  showProgress,
  startApi,
  type Urls,
} from './harness.ts'

const lanes = 8
/** Each may send 300 requests of a kind in a minute. */
const keysEach = 15
const scenariosAtOnce = 20

type Run = {
  readonly names: readonly string[]
  readonly times: number
  readonly seed: number
  readonly folder?: string
}

const permissions = [
  'General: Patients and clients',
  'Clinical: Consultations',
  'Financial: Invoices',
  'Financial: End of day and accounting reports',
  'Settings: Departments',
] as const

const givenLane = async (urls: Urls, db: Database, bases: Lane['bases'], seed: number, at: number): Promise<Lane> => {
  const organisation = await givenOrganisation(urls, `Clinic ${at}`)
  const keys = await givenKeys(urls, organisation, keysEach, permissions)
  const [holder, watcher] = [1, 2].map(() => new pg.Client({ connectionString: urls.superuser }))
  await Promise.all([holder!.connect(), watcher!.connect()])
  const random = createRandom(seed * 1000 + at)
  return { clinic: await givenClinic(db, organisation), keys, bases, holder: holder!, watcher: watcher!, random }
}

type Task = { readonly pair: Pair; readonly state: State; readonly rounds: number }

/** Where only one of both moves money, a twentieth of the rounds will do. */
const fewer = (times: number) => Math.ceil(times / 20)
const roundsOf = (pair: Pair, times: number) => (isOfMoney(pair) ? times : fewer(times))

/** The rounds of a pair are shared among its states, and done some at a time. */
const tasksOf = (pairs: readonly Pair[], times: number): Task[] =>
  pairs.flatMap((pair, at) =>
    pair.states.flatMap((state, place) => {
      const { length } = pair.states
      const turns = (roundsOf(pair, times) + length - 1 - ((place + at) % length)) / length
      const tasks: Task[] = []
      for (let left = Math.trunc(turns); left > 0; left -= scenariosAtOnce)
        tasks.push({ pair, state, rounds: Math.min(left, scenariosAtOnce) })
      return tasks
    }),
  )

type Tally = {
  rounds: number
  met: number
  ifMatch: number
  asOne: number
  asOther: number
  faults: string[]
  unlikeBoth: string[]
  readonly answers: Record<string, { done: number; refused: number }>
}

const answersOf = ({ said }: Ended) =>
  `a was answered ${said.a.status} ${said.a.text}\n    b was answered ${said.b.status} ${said.b.text}`

/** A refusal says what is wrong with the request as things are. Whatever else is not done is a fault. */
const isFault = (status: number) => ![200, 201, 204, 400, 404].includes(status)

const count = (tally: Tally, name: string, status: number) => {
  const answers = (tally.answers[name] ??= { done: 0, refused: 0 })
  if (status >= 200 && status < 300) answers.done++
  else answers.refused++
}

const judge = (tally: Tally, { pair, state }: Task, ended: Ended, [one, other]: readonly [string, string]) => {
  const title = `${pair.a.name} and ${pair.b.name}, ${state}`
  count(tally, pair.a.name, ended.said.a.status)
  count(tally, pair.b.name, ended.said.b.status)
  if (isFault(ended.said.a.status) || isFault(ended.said.b.status))
    tally.faults.push(`${title}\n    ${answersOf(ended)}`)
  else if (ended.outcome === one) tally.asOne++
  else if (ended.outcome === other) tally.asOther++
  else
    tally.unlikeBoth.push(
      `${title}\n    ${answersOf(ended)}\n    ended as ${ended.outcome}\n    and not as ${one}\n    nor as ${other}`,
    )
}

const run = async (
  lane: Lane,
  db: Database,
  tasks: Task[],
  inTurn: Map<string, readonly [string, string]>,
  tally: Tally,
) => {
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { pair, state, rounds } = task
    const name = `${pair.a.name} ${pair.b.name} ${state}`
    const known = inTurn.get(name)
    const scenarios = await createScenarios(db, lane.clinic, state, known ? rounds : rounds + 2)
    const alone = async (first: Side) => (await fireInTurn(lane, pair, scenarios.pop()!, first)).outcome
    const orders = known ?? ([await alone('a'), await alone('b')] as const)
    inTurn.set(name, orders)
    for (const scenario of scenarios) {
      const ended = await fireTogether(lane, pair, scenario)
      tally.rounds++
      tally.met += Number(ended.how.met)
      tally.ifMatch += ended.how.ifMatch
      judge(tally, task, ended, orders)
    }
  }
}

const deadlocksIn = async (client: pg.Client) => {
  const { rows } = await client.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.deadlocks)
}

const runOnce = async ({ names, times, seed, folder }: Run) => {
  const name = `fetlock_races_${process.pid}_${folder === undefined ? 0 : 1}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  const { db, close } = connect(urls.app, { max: lanes })
  const ports = [await freePort(), await freePort()]
  const apis = await Promise.all(
    ports.map((port) =>
      // What a twin logs is not printed as well.
      startApi({
        databaseUrl: urls.app,
        port,
        prefix: name,
        ...(folder && { folder, env: { FETLOCK_LOG_LEVEL: 'fatal' } }),
      }),
    ),
  )
  const bases = ports.map((port) => `http://127.0.0.1:${port}`) as unknown as Lane['bases']
  const all: Lane[] = []
  try {
    for (let at = 1; at <= lanes; at++) all.push(await givenLane(urls, db, bases, seed, at))
    const samplesOf = async ({ clinic }: Lane) => {
      const samples: Scenario[] = []
      for (const state of states) samples.push(...(await createScenarios(db, clinic, state, 1)))
      return samples
    }
    const [samples] = await Promise.all(all.map(samplesOf))
    // Without statistics PostgreSQL takes the tables for empty, and scans them.
    await connected(urls.superuser, (client) => client.query('analyze'))
    const wanted = endpoints.filter((endpoint) => names.includes(endpoint.name))
    const pairs = pairsOf(wanted, samples!)
    const tasks = createRandom(seed).shuffle(tasksOf(pairs, times))
    const total = tasks.reduce((sum, { rounds }) => sum + rounds, 0)
    const tally: Tally = {
      rounds: 0,
      met: 0,
      ifMatch: 0,
      asOne: 0,
      asOther: 0,
      faults: [],
      unlikeBoth: [],
      answers: {},
    }
    const began = performance.now()
    const endProgress = showProgress(total, () => tally.rounds)
    const inTurn = new Map<string, readonly [string, string]>()
    await Promise.all(all.map((lane) => run(lane, db, tasks, inTurn, tally)))
    endProgress()
    const seconds = (performance.now() - began) / 1000
    const [wrong, deadlocks] = await connected(urls.superuser, async (client) => [
      await findWrongs(client),
      await deadlocksIn(client),
    ])
    return { tally, pairs: pairs.length, wrong, deadlocks, seconds }
  } finally {
    await Promise.all(all.flatMap(({ holder, watcher }) => [holder.end(), watcher.end()]))
    await Promise.all(apis.map((api) => endProcess(api)))
    await close()
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const violationsIn = ({ tally, wrong }: Ran) =>
  tally.faults.length + tally.unlikeBoth.length + Object.values(wrong).reduce((sum, found) => sum + found, 0)

const report = (title: string, ran: Ran, shown: number) => {
  const { tally, pairs, wrong, deadlocks, seconds } = ran
  console.log(`\n${title}: ${violationsIn(ran)} violations`)
  console.log(
    `  ${pairs} pairs fired ${tally.rounds} times in ${seconds.toFixed(0)} s; both waited for one row ${tally.met} times; ${tally.ifMatch} requests with If-Match`,
  )
  console.log(
    `  ended as in one order ${tally.asOne}, as in the other ${tally.asOther}, as in neither ${tally.unlikeBoth.length}; faults ${tally.faults.length}; deadlocks that PostgreSQL resolved ${deadlocks}`,
  )
  for (const [what, found] of Object.entries(wrong)) if (found > 0 || shown > 1) console.log(`  ${found} ${what}`)
  for (const problem of [...tally.faults, ...tally.unlikeBoth].slice(0, shown)) console.log(`  ${problem}`)
}

const table = ({ tally }: Ran) => {
  console.log(`\n  ${'endpoint'.padEnd(18)}${'done'.padStart(8)}${'refused'.padStart(9)}`)
  for (const { name } of endpoints) {
    const { done, refused } = tally.answers[name] ?? { done: 0, refused: 0 }
    if (done + refused > 0) console.log(`  ${name.padEnd(18)}${String(done).padStart(8)}${String(refused).padStart(9)}`)
  }
}

/** How each mutant is tried, and how it shows. */
const twins = {
  'without the lock on the invoice': {
    names: ['pay all', 'refund row', 'apply'],
    times: 20,
    isCaught: ({ tally, wrong }: Ran) => tally.unlikeBoth.length > 0 && wrong['invoices paid twice']! > 0,
  },
  'without another attempt after a deadlock': {
    // With If-Match a prepayment is held before the invoice, so two of these can deadlock.
    names: ['apply'],
    times: 150,
    isCaught: ({ tally }: Ran) => tally.faults.some((fault) => fault.includes('was answered 503')),
  },
} as const satisfies Record<
  keyof typeof racesMutants,
  { names: readonly string[]; times: number; isCaught: (ran: Ran) => boolean }
>

const tryTwin = (title: keyof typeof twins, seed: number) =>
  withChanges(racesMutants[title], async (folder) => {
    const { names, times, isCaught } = twins[title]
    const runs = await runsUntil(isCaught, seed, async (withSeed) => {
      const ran = await runOnce({ names, times, seed: withSeed, folder })
      report(`${title} (must fail)`, ran, 1)
      return ran
    })
    return runs.some(isCaught)
  })

const prove = async () => {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  })
  const [times, seed, only] = [Number(values.times), Number(values.seed), values.only?.split(',')]
  const all = endpoints.map(({ name }) => name)
  const unknown = only?.find((name) => !all.includes(name))
  if (unknown !== undefined) throw new Error(`There is no endpoint "${unknown}". There are: ${all.join(', ')}.`)
  if (!(times >= 1)) throw new Error('Say with --times how often each pair is fired, for example --times 20.')
  const names = only ?? all
  console.log(
    `seed ${seed}, ${names.length} endpoints, each pair of money ${times} times and the others ${fewer(times)}, ${lanes} pairs at once`,
  )
  const whole = await runOnce({ names, times, seed })
  report('as it is', whole, 10)
  table(whole)
  const conditions: Record<string, boolean> = {
    'every pair ends as in one of its two orders': whole.tally.unlikeBoth.length === 0,
    'no request fails otherwise than by a refusal': whole.tally.faults.length === 0,
    ...Object.fromEntries(Object.entries(whole.wrong).map(([what, found]) => [`no ${what}`, found === 0])),
    'requests waited for the same row': whole.tally.rounds < 20 || whole.tally.met > 0,
  }
  if (only === undefined)
    for (const title of Object.keys(twins) as (keyof typeof twins)[])
      conditions[`twin: ${title}, races are noticed`] = await tryTwin(title, seed)
  conclude(conditions)
}

await prove()
