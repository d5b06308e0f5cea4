import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readSpecies } from '../src/domain/clients/codelists/read.ts'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import type { Outcome, Order as PollerOrder } from './delta/poller.ts'
import type { Load, Written } from './delta/writer.ts'
import type { Killed, Order as SupervisorOrder } from './supervisor.ts'
import { conclude, runsUntil } from './conclude.ts'
import { weaken, type Guard } from './delta/naive.ts'
import { ownPostgres } from './own-postgres.ts'
import { givenKeys, givenOrganisation, privateDatabase, servicesUrls, startChild, type Urls } from './harness.ts'

const applications = 120
const otherOrganisations = 2
const hour = 3600
const emptyDatabase = 'delta_empty'

type Run = {
  readonly guard: Guard
  readonly changes: number
  readonly writers: number
  readonly seed: number
  /** Steps the clock back; it is asked for once half of the changes are made. */
  readonly stepBack?: () => void
}

const clockIn = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ now: Date; made: string }>(`select clock_timestamp() as now,
      (select sum(last_value) from pg_sequences where sequencename in ('client_id_seq', 'patient_id_seq', 'phonenumber_id_seq')) as made`)
    return { aheadSeconds: (rows[0]!.now.valueOf() - Date.now()) / 1000, made: Number(rows[0]!.made) }
  })

/** Steps the clock back while changes are being made, and answers by how much the database has seen it move. */
const stepMidway = async (urls: Urls, changes: number, stepBack: () => void) => {
  while ((await clockIn(urls)).made < changes * 0.35) await sleep(200)
  const before = (await clockIn(urls)).aheadSeconds
  stepBack()
  await sleep(3000)
  const { aheadSeconds, made } = await clockIn(urls)
  return { steppedSeconds: Math.round(aheadSeconds - before), recordsByThen: made }
}

/** What the ledger says was committed, and how far its stamps are ahead of a clock that was set back. */
const changesIn = ({ superuser }: Urls, organisation: number) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query(
      `select changes, round(extract(epoch from stamp - clock_timestamp())) as ahead from ledger where organisation = $1`,
      [organisation],
    )
    return rows[0] as { changes: string; ahead: string }
  })

const runOnce = async (server: Urls, { guard, changes, writers, seed, stepBack }: Run) => {
  const name = `delta_${guard.replace(' ', '_')}`
  const { urls, drop } = await privateDatabase(server, name, emptyDatabase)
  const organisations: number[] = []
  for (let at = 0; at <= otherOrganisations; at++) organisations.push(await givenOrganisation(urls, `Clinic ${at}`))
  const hot = organisations[0]!
  const keys = await givenKeys(urls, hot, applications)
  await weaken(urls, guard)
  const apis = [await freePort(), await freePort()].map((port) => ({
    databaseUrl: urls.app,
    port,
    prefix: `${name}_${process.pid}`,
  }))
  const bases = apis.map(({ port }) => `http://127.0.0.1:${port}/${hot}/api/0.1`)
  const slow = Math.max(1, Math.floor(writers / 4))
  // Slow writers of other organisations show that no organisation waits for another, and that nothing of theirs is delivered.
  const slowOnes = Array.from({ length: slow + otherOrganisations }, (_, at) => ({
    file: 'delta/importer.ts',
    args: [urls.app, String(at < slow ? hot : organisations[at - slow + 1]), String(seed)],
  }))
  const [supervisor, poller, writer] = [
    startChild('supervisor.ts'),
    startChild('delta/poller.ts'),
    startChild('delta/writer.ts'),
  ]
  try {
    const start = {
      apis,
      writers: slowOnes,
      seed,
      killEverySeconds: changes > 5000 ? ([4, 12] as const) : ([2, 5] as const),
    }
    await supervisor.ask<Killed>({ start } satisfies SupervisorOrder)
    await poller.ask<Outcome[]>({ start: { bases, keys, seed } } satisfies PollerOrder)
    const species = readSpecies().find(({ code }) => code === 'DOG')!.id
    const load: Load = { bases, keys, changes, writers: writers - slow, species, seed }
    const [{ tally, seconds }, step] = await Promise.all([
      writer.ask<Written>(load),
      stepBack ? stepMidway(urls, changes, stepBack) : undefined,
    ])
    await supervisor.ask<Killed>('pause' satisfies SupervisorOrder)
    const outcomes = await poller.ask<Outcome[]>('finish' satisfies PollerOrder)
    const killed = await supervisor.ask<Killed>('stop' satisfies SupervisorOrder)
    return { outcomes, killed, tally, seconds, step, committed: await changesIn(urls, hot) }
  } finally {
    await Promise.all([supervisor.end(), poller.end(), writer.end()])
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const missedBy = ({ outcomes }: Ran, habit: string) =>
  outcomes.filter((outcome) => outcome.habit === habit).reduce((sum, { missed }) => sum + missed, 0)
const recipes = ['largest', 'server', 'walk']
const missedIn = (ran: Ran) => recipes.reduce((sum, habit) => sum + missedBy(ran, habit), 0)

const report = (title: string, ran: Ran) => {
  const { outcomes, killed, tally, seconds, step, committed } = ran
  const { done, down, unknown, busy, throttled } = tally
  console.log(`\n${title}: ${missedIn(ran)} missed`)
  console.log(
    `  ${done} changes through the API in ${seconds.toFixed(0)} s (${(done / seconds).toFixed(0)}/s); asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled`,
  )
  console.log(
    `  audited changes of the organisation ${committed.changes}; killed ${killed.apis} API processes, ${killed.writers} slow writers`,
  )
  if (step)
    console.log(
      `  clock stepped by ${step.steppedSeconds} s at ${step.recordsByThen} records; newest stamp ahead of it by ${committed.ahead} s`,
    )
  for (const habit of recipes) {
    const of = outcomes.filter((outcome) => outcome.habit === habit)
    const total = (what: 'polls' | 'received' | 'records') => of.reduce((sum, outcome) => sum + outcome[what], 0)
    console.log(
      `  ${habit}: missed ${missedBy(ran, habit)} of ${total('records')} records (${total('polls')} polls, ${total('received')} received)`,
    )
  }
}

const prove = async () => {
  const { values } = parseArgs({
    options: {
      changes: { type: 'string', default: '20000' },
      writers: { type: 'string', default: '16' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [changes, writers, seed] = [Number(values.changes), Number(values.writers), Number(values.seed)]
  console.log(
    `seed ${seed}, ${changes} changes by ${writers} writers, two API processes, clock stepped back by an hour`,
  )
  const twinChanges = Math.max(500, Math.round(changes / 10))
  const { urls, setClock, stop } = await ownPostgres(servicesUrls())
  try {
    await privateDatabase(urls, emptyDatabase)
    const guarded = await runOnce(urls, {
      guard: 'whole',
      changes,
      writers,
      seed,
      stepBack: () => setClock(-hour),
    })
    report('with the guard', guarded)
    const twin = { changes: twinChanges, writers }
    const misses = (ran: Ran) => missedIn(ran) > 0
    const unlocked = await runsUntil(misses, seed, async (withSeed) => {
      const ran = await runOnce(urls, { ...twin, seed: withSeed, guard: 'at write' })
      report('stamped at write, clock left alone (must miss)', ran)
      return ran
    })
    let hoursBack = 1
    const plain = await runsUntil(misses, seed, async (withSeed) => {
      const stepBack = () => setClock(-++hoursBack * hour)
      const ran = await runOnce(urls, { ...twin, seed: withSeed, guard: 'plain clock', stepBack })
      report('in turn, but by the plain clock (must miss)', ran)
      return ran
    })
    conclude({
      'no change is missed': missedIn(guarded) === 0,
      'the clock was set back by an hour while changes were made': [guarded, ...plain].every(
        ({ step }) => step?.steppedSeconds === -hour,
      ),
      'twin: stamped at write, changes are missed': unlocked.some(misses),
      'twin: stamped by the plain clock, changes are missed': plain.some(misses),
    })
  } finally {
    await stop()
  }
}

await prove()
