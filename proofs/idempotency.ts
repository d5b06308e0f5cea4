import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { conclude } from './conclude.ts'
import type { Account, Load, Loaded } from './idempotency/load.ts'
import type { Killed, Order } from './supervisor.ts'
import { givenKeys, givenOrganisation, privateDatabase, servicesUrls, startChild, type Urls } from './harness.ts'

const organisations = 10
const applicationsEach = 15
const processes = 3

type Run = { readonly writes: number; readonly writers: number; readonly seed: number; readonly withKeys: boolean }

/** How many records each write made, as the database has them. */
const countEffects = ({ superuser }: Urls, writes: number) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query(
      `with made as (select lastname as name from client union all select description from phonenumber),
        wanted as (select 'w' || number as name from generate_series(1, $1::int) number),
        effects as (select name, count(made.name) as effects from wanted left join made using (name) group by name)
      select count(*) filter (where effects = 1)::int as one, count(*) filter (where effects > 1)::int as double,
        count(*) filter (where effects = 0)::int as none,
        (select count(*) from made where name like 'x%')::int as forbidden from effects`,
      [writes],
    )
    return rows[0] as { one: number; double: number; none: number; forbidden: number }
  })

const runOnce = async ({ writes, writers, seed, withKeys }: Run) => {
  const name = `fetlock_idempotency_${process.pid}_${Number(withKeys)}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  const accounts: Account[] = []
  for (let at = 1; at <= organisations; at++) {
    const organisation = await givenOrganisation(urls, `Clinic ${at}`)
    for (const authorization of await givenKeys(urls, organisation, applicationsEach))
      accounts.push({ organisation, authorization })
  }
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort())
  const bases = ports.map((port) => `http://127.0.0.1:${port}`)
  const [supervisor, loader] = [startChild('supervisor.ts'), startChild('idempotency/load.ts')]
  try {
    const apis = ports.map((port) => ({ databaseUrl: urls.app, port, prefix: name }))
    const start = { apis, writers: [], seed, killEverySeconds: [2, 6] as const }
    await supervisor.ask<Killed>({ start } satisfies Order)
    const loaded = await loader.ask<Loaded>({ bases, accounts, writes, writers, seed, withKeys } satisfies Load)
    const killed = await supervisor.ask<Killed>('stop' satisfies Order)
    return { loaded, killed, effects: await countEffects(urls, writes) }
  } finally {
    await Promise.all([supervisor.end(), loader.end()])
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const report = (title: string, { loaded, killed, effects }: Ran) => {
  const { tally, seconds, counts, replays, problems } = loaded
  const { done, refused, down, unknown, busy, throttled } = tally
  console.log(
    `\n${title}: ${effects.one} writes with one effect, ${effects.double} with more, ${effects.none} with none`,
  )
  console.log(`  ${JSON.stringify(counts)} in ${seconds.toFixed(0)} s; ${killed.apis} API processes killed`)
  console.log(
    `  answers: ${done} done (${replays} replayed), ${refused} refused; asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled`,
  )
  console.log(`  effects of a key used for another body: ${effects.forbidden}; problems: ${problems.length}`)
  for (const problem of problems.slice(0, 10)) console.log(`    ${problem}`)
}

const prove = async () => {
  const { values } = parseArgs({
    options: {
      writes: { type: 'string', default: '20000' },
      writers: { type: 'string', default: '16' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [writes, writers, seed] = [Number(values.writes), Number(values.writers), Number(values.seed)]
  console.log(`seed ${seed}, ${writes} writes by ${writers} writers, ${processes} API processes that are killed`)
  const keyed = await runOnce({ writes, writers, seed, withKeys: true })
  report('with keys', keyed)
  const twin = await runOnce({ writes: Math.max(500, Math.round(writes / 10)), writers, seed, withKeys: false })
  report('without keys (must double)', twin)
  const { effects, loaded, killed } = keyed
  conclude({
    'every write has exactly one effect': effects.one === writes,
    'a key used for another body has no effect': effects.forbidden === 0,
    'every answer is as expected': loaded.problems.length === 0,
    'answers were replayed': loaded.replays > 0,
    'API processes were killed': killed.apis > 0,
    'twin: without keys, writes are doubled': twin.effects.double > 0,
  })
}

await prove()
