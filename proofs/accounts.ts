import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { givenShares } from './accounts/clinics.ts'
import type { Load, Loaded } from './accounts/load.ts'
import type { Expected } from './accounts/model.ts'
import { conclude } from './conclude.ts'
import { privateDatabase, servicesUrls, startChild, type Urls } from './harness.ts'
import { accountsMutants } from './mutants/of-proofs/accounts.ts'
import { withChanges } from './mutate/copy.ts'
import type { Change } from './mutants/mutant.ts'
import type { Killed, Order } from './supervisor.ts'

const processes = 2
const actors = 16
/** Starting a process takes a second of one processor: what runs for long is killed less often, and often enough. */
const killPauses = (operations: number) => (operations > 5_000 ? ([5, 20] as const) : ([2, 8] as const))
/** People each actor has to itself: enough that nobody signs in more often than a person may. */
const peopleEach = (operations: number) => Math.max(4, Math.ceil(operations / actors / 60))

/** Events by what they are about: a user, an application that acted for nobody, or nobody. */
const countEvents = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ about: string; count: number }>(
      `select organisation || ' ' || kind || ' ' || coalesce("user"::text, 'application ' || application, 'nobody') as about, count(*)::int as count
      from security_event group by 1`,
    )
    return new Map(rows.map(({ about, count }) => [about, count]))
  })

/** What comes of preparing a run and of refusals, which are limited, and is not counted. */
const besides = new Set([
  'access.refused',
  'application.registered',
  'credentials.throttled',
  'sign_in.throttled',
  'token.failed',
])

/** Steps that were answered and left no event, and events of steps that nobody took. */
const compareEvents = (expected: readonly (readonly [string, Expected])[], found: ReadonlyMap<string, number>) => {
  const wrong: string[] = []
  for (const [about, { known, unknown }] of expected) {
    const recorded = found.get(about) ?? 0
    if (recorded < known || recorded > known + unknown)
      wrong.push(`${about}: ${recorded} events of ${known}${unknown > 0 ? ` to ${known + unknown}` : ''} steps`)
  }
  const known = new Set(expected.map(([about]) => about))
  for (const [about, count] of found)
    if (!known.has(about) && !besides.has(about.split(' ')[1]!)) wrong.push(`${about}: ${count} events of no steps`)
  return wrong
}

type Run = { readonly operations: number; readonly seed: number; readonly folder?: string }

/** The program as it is, whose processes are killed; or a broken one in a folder, until something is wrong. */
const runOnce = async ({ operations, seed, folder }: Run) => {
  const name = `fetlock_accounts_${process.pid}_${folder === undefined ? 0 : 1}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name, undefined, folder)
  const shares = await givenShares(urls, actors, peopleEach(operations))
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort())
  // What is killed so often is compiled once: that is most of what starting it costs.
  const compiled = await mkdtemp(join(tmpdir(), 'fetlock-compiled-'))
  const env = { FETLOCK_LOG_LEVEL: 'fatal', FETLOCK_TRUSTED_PROXIES: '127.0.0.1', NODE_COMPILE_CACHE: compiled }
  const [supervisor, loader] = [startChild('supervisor.ts'), startChild('accounts/load.ts')]
  try {
    const apis = ports.map((port) => ({ databaseUrl: urls.app, port, prefix: name, env, ...(folder && { folder }) }))
    const killEverySeconds = folder === undefined ? killPauses(operations) : undefined
    await supervisor.ask<Killed>({ start: { apis, writers: [], seed, killEverySeconds } } satisfies Order)
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    const enough = folder === undefined ? 50 : 1
    const load: Load = { bases, mailUrl: urls.worker, shares, operations, seed, enough }
    const loaded = await loader.ask<Loaded>(load)
    const killed = await supervisor.ask<Killed>('stop' satisfies Order)
    return { loaded, killed, unrecorded: compareEvents(loaded.expected, await countEvents(urls)) }
  } finally {
    await Promise.all([supervisor.end(), loader.end()])
    await drop()
    await rm(compiled, { recursive: true })
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const report = (title: string, { loaded, killed, unrecorded }: Ran) => {
  const { done, refused, down, unknown, busy, throttled } = loaded.tally
  console.log(`\n${title}`)
  console.log(
    `  ${JSON.stringify(loaded.steps)} in ${loaded.seconds.toFixed(0)} s (${(loaded.tally.done / loaded.seconds).toFixed(0)} answers a second); killed ${killed.apis} API processes`,
  )
  console.log(
    `  answers: ${done} done, ${refused} refused; asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled`,
  )
  console.log(
    `  looked at: ${loaded.probes.live} times what should be open, ${loaded.probes.ended} times what was ended a second before, ${loaded.probes.permissions} times permissions, ${loaded.probes.silent} times whether an ended session gets an application a code`,
  )
  console.log(`  ${loaded.problems.length} wrong answers, ${unrecorded.length} steps without their events`)
  for (const problem of [...loaded.problems.slice(0, 5), ...unrecorded.slice(0, 5)]) console.log(`    ${problem}`)
}

const isNoticed = ({ loaded, unrecorded }: Ran) => loaded.problems.length > 0 || unrecorded.length > 0

/** The names of the mutants that nobody noticed. */
const tryMutants = async (
  chosen: readonly (readonly [string, readonly Change[]])[],
  operations: number,
  seed: number,
) => {
  const missed: string[] = []
  for (const [name, changes] of chosen) {
    const tried = await withChanges(changes, (folder) => runOnce({ operations, seed, folder }))
    report(`${name} (must be noticed)`, tried)
    if (!isNoticed(tried)) missed.push(name)
  }
  return missed
}

/** In a small run it takes luck to kill a process in the middle of a request. */
const isLarge = (operations: number) => operations >= 5_000

const conditionsOf = ({ loaded, killed, unrecorded }: Ran, operations: number) => ({
  'nobody has access they lost, and nobody is refused what they have': loaded.problems.length === 0,
  'every step is a security event, and nothing else is': unrecorded.length === 0,
  'all steps were taken': loaded.problems.length === 0 && loaded.probes.live > 0 && loaded.probes.ended > 0,
  'API processes were killed': killed.apis > 0,
  ...(isLarge(operations) && { 'answers got lost': loaded.tally.unknown > 0 }),
})

const help = `  --operations 50000        steps; 0 tries only the mutants
  --mutants 16              so many of them
  --mutant 'a session'      only those with this in their names
  --mutant-operations 1500
  --seed 1`

const prove = async () => {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '50000' },
      mutants: { type: 'string', default: String(Object.keys(accountsMutants).length) },
      mutant: { type: 'string', default: '' },
      'mutant-operations': { type: 'string', default: '1500' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(help)
  const [operations, seed] = [Number(values.operations), Number(values.seed)]
  console.log(
    `seed ${seed}, ${operations} sign-ins, factors, resets, rotations, revocations and deactivations by ${actors} actors, ${processes} API processes that are killed`,
  )
  const ran = operations > 0 ? await runOnce({ operations, seed }) : undefined
  if (ran !== undefined) report('as it is', ran)
  const chosen = Object.entries(accountsMutants).filter(([name]) => name.includes(values.mutant))
  const missed = await tryMutants(chosen.slice(0, Number(values.mutants)), Number(values['mutant-operations']), seed)
  conclude({
    ...(ran !== undefined && conditionsOf(ran, operations)),
    'every broken rule is noticed': missed.length === 0,
  })
}

await prove()
