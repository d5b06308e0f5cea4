import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { givenShares } from './accounts/clinics.ts'
import type { Load, Loaded } from './accounts/load.ts'
import type { Expected } from './accounts/model.ts'
import { mutants } from './accounts/mutants.ts'
import { byChance, conclude } from './conclude.ts'
import { privateDatabase, servicesUrls, startChild, type Urls } from './harness.ts'
import { makeMutant, type Patch } from './mutant.ts'
import type { Killed, Order } from './supervisor.ts'

const processes = 2
const actors = 16
/** People each actor has to itself: enough that nobody signs in more often than a person may. */
const peopleEach = (operations: number) => Math.max(4, Math.ceil(operations / actors / 60))

/** Events by what they are about: a user, or an application that acted for nobody. */
const countEvents = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ about: string; count: number }>(
      `select organisation || ' ' || kind || ' ' || coalesce("user"::text, 'application ' || application) as about, count(*)::int as count
      from security_event group by 1`,
    )
    return new Map(rows.map(({ about, count }) => [about, count]))
  })

/** Steps that were answered and left no event, and events of steps that nobody took. */
const compareEvents = (expected: readonly (readonly [string, Expected])[], found: ReadonlyMap<string, number>) => {
  const wrong: string[] = []
  for (const [about, { known, unknown }] of expected) {
    const recorded = found.get(about) ?? 0
    if (recorded < known || recorded > known + unknown)
      wrong.push(`${about}: ${recorded} events of ${known}${unknown > 0 ? ` to ${known + unknown}` : ''} steps`)
  }
  return wrong
}

type Run = { readonly operations: number; readonly seed: number; readonly folder?: string; readonly kills: boolean }

const runOnce = async ({ operations, seed, folder, kills }: Run) => {
  const name = `fetlock_accounts_${process.pid}_${folder === undefined ? 0 : 1}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name, undefined, folder)
  const shares = await givenShares(urls, actors, peopleEach(operations))
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort())
  const env = { FETLOCK_LOG_LEVEL: 'fatal', FETLOCK_TRUSTED_PROXIES: '127.0.0.1' }
  const [supervisor, loader] = [startChild('supervisor.ts'), startChild('accounts/load.ts')]
  try {
    const apis = ports.map((port) => ({ databaseUrl: urls.app, port, prefix: name, env, ...(folder && { folder }) }))
    const killEverySeconds = kills ? ([3, 8] as const) : ([36_000, 36_000] as const)
    await supervisor.ask<Killed>({ start: { apis, writers: [], seed, killEverySeconds } } satisfies Order)
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    const loaded = await loader.ask<Loaded>({ bases, mailUrl: urls.worker, shares, operations, seed } satisfies Load)
    const killed = await supervisor.ask<Killed>('stop' satisfies Order)
    return { loaded, killed, unrecorded: compareEvents(loaded.expected, await countEvents(urls)) }
  } finally {
    await Promise.all([supervisor.end(), loader.end()])
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const report = (title: string, { loaded, killed, unrecorded }: Ran) => {
  const { done, refused, down, unknown, busy, throttled } = loaded.tally
  console.log(`\n${title}`)
  console.log(
    `  ${JSON.stringify(loaded.steps)} in ${loaded.seconds.toFixed(0)} s; killed ${killed.apis} API processes`,
  )
  console.log(
    `  answers: ${done} done, ${refused} refused; asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled`,
  )
  console.log(
    `  looked at: ${loaded.probes.live} times what should be open, ${loaded.probes.ended} times what was ended a second before, ${loaded.probes.permissions} times permissions`,
  )
  console.log(`  ${loaded.problems.length} wrong answers, ${unrecorded.length} steps without their events`)
  for (const problem of [...loaded.problems.slice(0, 5), ...unrecorded.slice(0, 5)]) console.log(`    ${problem}`)
}

const isNoticed = ({ loaded, unrecorded }: Ran) => loaded.problems.length > 0 || unrecorded.length > 0

const tryMutant = async (patches: readonly Patch[], operations: number, seed: number) => {
  const { folder, remove } = await makeMutant(patches)
  try {
    return await runOnce({ operations, seed, folder, kills: false })
  } finally {
    await remove()
  }
}

const prove = async () => {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '50000' },
      mutants: { type: 'string', default: String(Object.keys(mutants).length) },
      'mutant-operations': { type: 'string', default: '1500' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [operations, seed] = [Number(values.operations), Number(values.seed)]
  console.log(
    `seed ${seed}, ${operations} sign-ins, factors, resets, rotations, revocations and deactivations by ${actors} actors, ${processes} API processes that are killed`,
  )
  const ran = await runOnce({ operations, seed, kills: true })
  report('as it is', ran)
  const missed: string[] = []
  for (const [name, patches] of Object.entries(mutants).slice(0, Number(values.mutants))) {
    const tried = await tryMutant(patches, Number(values['mutant-operations']), seed)
    report(`${name} (must be noticed)`, tried)
    if (!isNoticed(tried)) missed.push(name)
  }
  const { loaded, killed, unrecorded } = ran
  conclude({
    'nobody has access they lost, and nobody is refused what they have': loaded.problems.length === 0,
    'every step is a security event, and nothing else is': unrecorded.length === 0,
    'all steps were taken': loaded.problems.length === 0 && loaded.probes.live > 0 && loaded.probes.ended > 0,
    'API processes were killed': byChance(killed.apis > 0),
    'answers got lost': byChance(loaded.tally.unknown > 0),
    'every broken rule is noticed': missed.length === 0,
  })
}

await prove()
