import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { sealer } from '../src/secrets/seal.ts'
import { connect } from '../src/db/pool.ts'
import { inOrganisation } from '../src/db/tx.ts'
import { registerApplication } from '../src/domain/identity/applications.ts'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { checkout } from '../scripts/services/settings.ts'
import { conclude } from './conclude.ts'
import type { Environment, FaultCounts, Order as ChaosOrder } from './delivery/chaos.ts'
import type { Behaviour, Order as ReceiverOrder, Receiver, Report } from './delivery/receivers.ts'
import type { Clinic, Load, Written } from './delivery/writer.ts'
import {
  givenKeys,
  givenOrganisation,
  privateDatabase,
  servicesUrls,
  startApi,
  startChild,
  type Urls,
} from './harness.ts'

const sicknesses: readonly Behaviour[] = ['never answers', 'drips', 'answers 5 MB']
const workers = 3
const emptyDatabase = `fetlock_delivery_empty_${process.pid}`
/** So many clinics also have a wholesaler, whose events come in order. */
const withWholesaler = 10
/** No delivery taken for so long, though some are due, fails the run. */
const patienceSeconds = 90

type Run = {
  readonly name: string
  readonly events: number
  readonly receivers: number
  readonly sick: readonly Behaviour[]
  readonly seed: number
  readonly kills: boolean
  readonly perSecond?: number
  readonly weakened?: true
}

/** Deliveries count as taken when a worker leases them, and nothing has an order: both are common, and both are wrong. */
const weakened = `
  create function take_at_once() returns trigger language plpgsql as $$
  begin
    if new.lease is not null then
      new.lease := null; new.status := 1; new.delivered := now();
    end if;
    return new;
  end $$;
  drop policy worker_takes on delivery;
  create policy worker_takes on delivery for update to fetlock_worker using (status = 0) with check (true);
  create trigger take_at_once before update on delivery for each row execute function take_at_once();
  create function forget_order() returns trigger language plpgsql as $$
  begin
    new.order_key := null; new.after_created_of := null;
    return new;
  end $$;
  create trigger forget_order before insert on delivery for each row execute function forget_order();`

const givenReceivers = async (healthy: number, sick: readonly Behaviour[]): Promise<readonly Receiver[]> => {
  const behaviours = [...Array.from({ length: healthy }, (): Behaviour => 'healthy'), ...sick]
  const made: Receiver[] = []
  for (const behaviour of behaviours) {
    let port = await freePort()
    while (made.some((other) => other.port === port)) port = await freePort()
    made.push({ port, behaviour, secret: randomBytes(24).toString('base64') })
  }
  return made
}

/** A clinic for each receiver, with a webhook for new clients and, some of them, a wholesaler's registration. */
const givenClinics = async (
  urls: Urls,
  receivers: readonly Receiver[],
  secretKey: string,
): Promise<readonly Clinic[]> => {
  const { seal } = sealer(secretKey)
  const { db, close } = connect(urls.app, { max: 1 })
  const clinics: Clinic[] = []
  for (const [at, { port, secret }] of receivers.entries()) {
    const organisation = await givenOrganisation(urls, `Clinic ${at}`)
    const registration = await inOrganisation(db, organisation, async (tx) => {
      const url = `http://127.0.0.1:${port}/`
      await tx
        .insertInto('webhook')
        .values({ trigger: 1, url, secret: seal(secret) })
        .execute()
      if (at >= withWholesaler) return null
      const { id: application } = await registerApplication(tx, undefined, { name: 'Wholesaler' })
      const { id } = await tx
        .insertInto('available_wholesaler')
        .values({ application, name: 'Medi Oy', webhook_callback_url: url, verification_salt: seal(secret) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
    clinics.push({ organisation, registration })
  }
  await close()
  return clinics
}

const waitingFor = (urls: Urls, healthy: readonly Clinic[]) =>
  connected(urls.superuser, async (client) => {
    const { rows } = await client.query<{ waiting: string; behind: string; taken: string }>(
      `select (select count(*) from delivery where status = 0 and organisation = any($1)) as waiting,
         (select count(*) from delivery where status = 1) as taken,
         (select count(*) from ledger left join follower on follower.organisation = ledger.organisation
            and follower.name = 'webhooks'
          where ledger.organisation = any($1) and ledger.changes > coalesce(follower.position, 0)) as behind`,
      [healthy.map(({ organisation }) => organisation)],
    )
    const { waiting, behind, taken } = rows[0]!
    return { left: Number(waiting) + Number(behind), taken: Number(taken) }
  })

/** Waits until everything for the healthy receivers was taken. */
const untilTaken = async (urls: Urls, healthy: readonly Clinic[], total: number) => {
  let [last, since, told] = [-1, performance.now(), performance.now()]
  for (;;) {
    const { left, taken } = await waitingFor(urls, healthy)
    if (left === 0) return
    if (taken !== last) [last, since] = [taken, performance.now()]
    if (performance.now() - told > 10_000) {
      console.log(`  ${taken} of about ${total} taken`)
      told = performance.now()
    }
    if (performance.now() - since > patienceSeconds * 1000)
      return console.log(`  nothing taken for ${patienceSeconds} s, and ${left} are left`)
    await sleep(500)
  }
}

type Checked = Readonly<Record<string, number>>

/** What is wrong in the end, by kind: everything must be 0. */
const check = (
  urls: Urls,
  clinics: readonly Clinic[],
  receivers: readonly Receiver[],
  report: Report,
): Promise<Checked> =>
  connected(urls.superuser, async (client) => {
    const count = async (text: string) => Number((await client.query<{ count: string }>(text)).rows[0]!.count)
    const taken = new Set(report.taken)
    const portOf = new Map(clinics.map(({ organisation }, at) => [organisation, receivers[at]!]))
    const { rows } = await client.query<{ organisation: number; event_id: string }>(
      'select organisation, event_id from delivery where status = 1',
    )
    const { invalidSignatures, changedBodies, outOfOrder } = report
    return {
      'events without a delivery': await count(`select count(*) from auditevent event
        where event.resource = 'client' and event.action = 'create' and not exists (select from delivery
          where delivery.organisation = event.organisation and delivery.webhook is not null
            and delivery.body::jsonb ->> 'client_id' = event.record::text)`),
      'events with more than one delivery': await count(`select count(*) from (
        select from delivery group by organisation, body::jsonb ->> 'client_id', event_id having count(*) > 1) repeated`),
      'deliveries marked as taken that no receiver has taken': rows.filter(({ organisation, event_id }) => {
        const { port, behaviour } = portOf.get(organisation)!
        return behaviour === 'healthy' && !taken.has(`${port} ${event_id}`)
      }).length,
      'deliveries to healthy receivers that still wait or were given up': await count(
        `select count(*) from delivery where status <> 1
           and organisation in (${clinics
             .filter((_, at) => receivers[at]!.behaviour === 'healthy')
             .map(({ organisation }) => organisation)
             .join()})`,
      ),
      'attempts with a wrong signature': invalidSignatures,
      'attempts with another body than the first': changedBodies,
      'events that arrived out of order': outOfOrder,
    }
  })

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

/** Its connection is killed now and then as well; it can be run again until it has come to the end. */
const reseal = async (environment: Environment): Promise<number> => {
  const run = promisify(execFile)(process.execPath, [join(checkout, 'src/main.ts'), 'reseal', '--json'], {
    env: { ...process.env, ...environment },
  })
  const stdout = await run.then(
    (ended) => ended.stdout,
    () => undefined,
  )
  if (stdout === undefined) return reseal(environment)
  const { keys } = JSON.parse(stdout) as { keys: readonly { readonly current: boolean; readonly values: number }[] }
  return keys.find(({ current }) => current)?.values ?? 0
}

/** Rotates the key of sealed secrets as docs/operating/key-rotation.md says, while deliveries run. */
const rotateKey = async (urls: Urls, restart: (secretKey: string) => Promise<unknown>, old: string) => {
  const next = newKey('next')
  await restart(`${old},${next}`)
  await restart(`${next},${old}`)
  const resealed = await reseal({ FETLOCK_SECRET_KEY: `${next},${old}`, FETLOCK_OWNER_DATABASE_URL: urls.owner })
  await restart(next)
  return resealed
}

/** Creates clients through an API, whose Redis and connections are killed too; each until it is surely there. */
const writeThroughApi = async (base: string, key: string, count: number) => {
  let unexpected = 0
  for (let n = 0; n < count; n++)
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(`${base}/client/`, {
        method: 'POST',
        headers: { authorization: key, 'content-type': 'application/json', 'idempotency-key': `client-${n}` },
        body: JSON.stringify({ lastname: `Client ${n}` }),
      }).catch(() => undefined)
      if (answer?.status === 201) break
      if (answer !== undefined && ![409, 429, 503].includes(answer.status)) unexpected++
      if (attempt > 100) throw new Error('The API did not take a request after 100 attempts.')
      await sleep(Math.min(5_000, Number(answer?.headers.get('retry-after') ?? 0) * 1000 || 200))
    }
  return unexpected
}

const runOnce = async (server: Urls, run: Run) => {
  const { urls, drop } = await privateDatabase(server, `fetlock_${run.name}_${process.pid}`, emptyDatabase)
  if (run.weakened) await connected(urls.superuser, (client) => client.query(weakened))
  const receivers = await givenReceivers(run.receivers, run.sick)
  const secretKey = newKey('first')
  const clinics = await givenClinics(urls, receivers, secretKey)
  const healthy = clinics.filter((_, at) => receivers[at]!.behaviour === 'healthy')
  const [chaos, receiving, writer] = [
    startChild('delivery/chaos.ts'),
    startChild('delivery/receivers.ts'),
    startChild('delivery/writer.ts'),
  ]
  const [redisPort, apiPort] = [await freePort(), await freePort()]
  const environment = (key: string): Environment => ({
    FETLOCK_WORKER_DATABASE_URL: urls.worker,
    FETLOCK_DATABASE_URL: urls.app,
    FETLOCK_PUBLIC_URL: 'http://127.0.0.1',
    FETLOCK_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    FETLOCK_SECRET_KEY: key,
    FETLOCK_ALLOWED_PRIVATE_ADDRESSES: receivers.map(({ port }) => `127.0.0.1:${port}`).join(),
  })
  try {
    // In the weakened run a receiver knows another secret: wrong signatures must be noticed, too.
    const listen = receivers.map((receiver, at) =>
      run.weakened && at === 0 ? { ...receiver, secret: 'another' } : receiver,
    )
    await receiving.ask<Report>({ listen, seed: run.seed, failOneIn: run.kills ? 100 : 0 } satisfies ReceiverOrder)
    const kills = run.kills ? { killEverySeconds: [0.5, 2] as const } : {}
    const start = {
      environment: environment(secretKey),
      superuserUrl: urls.superuser,
      redisPort,
      workers,
      seed: run.seed,
      ...kills,
    }
    const { organisation } = clinics[0]!
    const [credential = ''] = await givenKeys(urls, organisation, 1)
    // Before anything is killed: a process that cannot reach its database does not start.
    const api = await startApi({
      databaseUrl: urls.app,
      port: apiPort,
      prefix: run.name,
      env: environment(secretKey),
    })
    await chaos.ask<FaultCounts>({ start } satisfies ChaosOrder)
    const load: Load = {
      databaseUrl: urls.app,
      clinics,
      events: run.events,
      seed: run.seed,
      ...(run.perSecond === undefined ? {} : { perSecond: run.perSecond }),
    }
    const writing = writer.ask<Written>(load)
    const base = `http://127.0.0.1:${apiPort}/${organisation}/api/0.1`
    const overApi = run.kills ? writeThroughApi(base, credential, Math.ceil(run.events / 500)) : 0
    const restart = (key: string) => chaos.ask<FaultCounts>({ environment: environment(key) } satisfies ChaosOrder)
    const { seconds } = await writing
    const resealed = run.kills && !run.weakened ? await rotateKey(urls, restart, secretKey) : 0
    const unexpected = await overApi
    // A small run ends with kills, too: until there were some of each kind, and some for each thousand events.
    while (run.kills && !wereKilled(await chaos.ask<FaultCounts>('count'), run.events)) await sleep(500)
    await chaos.ask<FaultCounts>('pause' satisfies ChaosOrder)
    await untilTaken(urls, healthy, run.events)
    await sleep(1_000)
    const faults = await chaos.ask<FaultCounts>('stop' satisfies ChaosOrder)
    const report = await receiving.ask<Report>('report' satisfies ReceiverOrder)
    api.kill('SIGKILL')
    return { seconds, resealed, unexpected, faults, report, wrong: await check(urls, clinics, receivers, report) }
  } finally {
    await Promise.all([chaos.end(), receiving.end(), writer.end()])
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const wereKilled = ({ workers: killed, redis, backends }: FaultCounts, events: number) =>
  Math.min(killed, redis, backends) > 0 && killed + redis + backends >= events / 1000
const sum = (wrong: Checked) => Object.values(wrong).reduce((all, count) => all + count, 0)

const describe = (title: string, { seconds, resealed, faults, report, wrong }: Ran) => {
  console.log(`\n${title}: ${sum(wrong)} violations`)
  console.log(
    `  written in ${seconds.toFixed(0)} s; ${report.taken.length} taken in ${report.attempts} attempts; ${resealed} secrets sealed under another key`,
  )
  console.log(
    `  killed: ${faults.workers} workers, ${faults.redis} times Redis, ${faults.backends} times connections; ${faults.late} deliveries taken over`,
  )
  for (const [what, count] of Object.entries(wrong)) console.log(`  ${count} ${what}`)
  for (const line of faults.other.slice(0, 5)) console.log(`  a worker logged: ${line.slice(0, 400)}`)
}

const p99 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The healthy receivers' p99 with sick ones beside them, as a multiple of the one without, for each pair of runs. */
const comparePairs = async (server: Urls, pairs: number, events: number, seed: number) => {
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const measured: number[] = []
    for (const sick of pair % 2 === 0 ? [[], sicknesses] : [sicknesses, []]) {
      const run = {
        name: `pair${pair}_${sick.length}`,
        events,
        receivers: 50,
        sick,
        seed: seed + pair,
        kills: false,
        perSecond: 80,
      }
      const { report } = await runOnce(server, run)
      measured[sick.length === 0 ? 0 : 1] = p99(report.latencies)
    }
    const [without = Number.NaN, withSick = Number.NaN] = measured
    ratios.push(withSick / without)
    console.log(
      `  pair ${pair + 1}: p99 ${without.toFixed(0)} ms without, ${withSick.toFixed(0)} ms with the sick: ${(withSick / without).toFixed(2)} ×`,
    )
  }
  return ratios
}

const prove = async () => {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '100000' },
      pairs: { type: 'string', default: '5' },
      'pair-events': { type: 'string', default: '5000' },
      limit: { type: 'string', default: '1.5' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [events, pairs, seed] = [Number(values.events), Number(values.pairs), Number(values.seed)]
  console.log(`seed ${seed}, ${events} events to 53 receivers of which 3 are sick, ${workers} workers`)
  const server = servicesUrls()
  const empty = await privateDatabase(server, emptyDatabase)
  const guarded = await runOnce(server, {
    name: 'delivery',
    events,
    receivers: 50,
    sick: sicknesses,
    seed,
    kills: true,
  })
  describe('with the guards', guarded)
  const twin = await runOnce(server, {
    name: 'delivery_weak',
    events: Math.min(events, 4_000),
    receivers: 20,
    sick: [],
    seed,
    kills: true,
    weakened: true,
  })
  describe('taken when leased, without an order, one secret wrong (must fail)', twin)
  if (pairs > 0) console.log('\nlatency, at about a third of what the workers can do')
  const ratios = await comparePairs(server, pairs, Number(values['pair-events']), seed)
  await empty.drop()
  const none = Object.entries(guarded.wrong).map(([what, count]) => [`no ${what}`, count === 0] as const)
  conclude({
    ...Object.fromEntries(none),
    'no worker logged an error that a lost connection does not explain': guarded.faults.other.length === 0,
    'the API answered nothing unexpected': guarded.unexpected === 0,
    'workers, Redis and connections were killed, together once for each thousand events or more': wereKilled(
      guarded.faults,
      events,
    ),
    'the key was rotated while deliveries ran': guarded.resealed > 0,
    // Without pairs nothing is said about time: a machine that does other work decides that, not the product.
    ...(pairs > 0 && {
      [`sick receivers leave the p99 of the healthy within ${values.limit} × (median of ${pairs})`]:
        median(ratios) <= Number(values.limit),
    }),
    'twin: deliveries that nobody has taken are noticed':
      twin.wrong['deliveries marked as taken that no receiver has taken']! > 0,
    'twin: events out of order are noticed': twin.wrong['events that arrived out of order']! > 0,
    'twin: wrong signatures are noticed': twin.wrong['attempts with a wrong signature']! > 0,
  })
}

await prove()
