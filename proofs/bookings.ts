import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { checkout } from '../scripts/services/settings.ts'
import { calendarsEach, clinicsCount, givenClinics, type Clinic } from './bookings/clinics.ts'
import { compareArrived, countViolations, findLost } from './bookings/judging.ts'
import type { Load, Loaded } from './bookings/load.ts'
import type { Counted, Order as SinkOrder } from './bookings/sink.ts'
import { conclude, runsUntil } from './conclude.ts'
import { endProcess, endWithParent, privateDatabase, servicesUrls, startChild, type Urls } from './harness.ts'
import { bookingsMutants } from './mutants/of-proofs/bookings.ts'
import { withChanges } from './mutate/copy.ts'
import { send } from './sending.ts'
import type { Killed, Order } from './supervisor.ts'

const processes = 2
const workers = 2
const writers = 16
/** Nothing sent for so long, though something is due, fails the run. */
const patienceMs = 120_000
/** The day before the first appointment: nothing is due yet. */
const before = '2027-03-25T10:00:00Z'
const hour = 3_600_000
/** Through both changes of the clocks, by UTC: some are at night, when no reminder may go out. */
const momentsEvery = (hours: number) =>
  ['2027-03-26', '2027-10-29'].flatMap((first) =>
    Array.from({ length: 96 / hours }, (_, at) => Date.parse(`${first}T09:00:00Z`) + at * hours * hour),
  )

/** Sets the clocks of all clinics; they run on from there. */
const setClocks = ({ superuser }: Urls, clinics: readonly Clinic[], moment: number) =>
  connected(superuser, async (client) => {
    for (const { organisation } of clinics) {
      await client.query(`begin; set local app.organisation = '${organisation}'`)
      const offset = Math.round((moment - Date.now()) / 1000)
      await client.query('update organisation set sandbox = true, clock_offset = $2 where id = $1', [
        organisation,
        offset,
      ])
      await client.query('commit')
    }
  })

type Waiting = { readonly due: number; readonly done: number }

/** What is due by the clocks of the clinics, and what has been dealt with. Reminders at night are due in the morning. */
const readWaiting = ({ superuser }: Urls): Promise<Waiting> =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<Waiting>(
      `with clock as (select id as organisation, clock_timestamp() + make_interval(secs => clock_offset) as now from organisation)
      select ((select count(*) from client_message join clock using (organisation)
          where status = 2 or (status = 1 and due <= clock.now))
        + (select count(*) from appointment_reminder reminder join clock using (organisation)
          where reminder.due <= clock.now and reminder.queued is null)
        + (select count(*) from awaited_client awaited join clock using (organisation)
          where awaited.due <= clock.now))::int as due,
        (select count(*) from client_message where status > 2)::int as done`,
    )
    return rows[0]!
  })

const untilSent = async (urls: Urls) => {
  let [last, since] = [-1, performance.now()]
  for (;;) {
    const { due, done } = await readWaiting(urls)
    if (due === 0) return
    if (done !== last) [last, since] = [done, performance.now()]
    if (performance.now() - since > patienceMs) throw new Error(`Nothing was sent for two minutes, and ${due} are due.`)
    await sleep(300)
  }
}

/** Reminders that went out, by clinic. */
const countReminders = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ organisation: number; count: number }>(
      'select organisation, count(*)::int as count from client_message where kind = 2 and status in (3, 6) group by 1',
    )
    return new Map(rows.map(({ organisation, count }) => [organisation, count]))
  })

const localHour = (moment: number, timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(moment))

/** Moves the clocks on step by step, and counts the reminders that went out at night. */
const passTheDays = async (urls: Urls, clinics: readonly Clinic[], moments: readonly number[]) => {
  let atNight = 0
  for (const moment of moments) {
    const earlier = await countReminders(urls)
    await setClocks(urls, clinics, moment)
    // Longer than any loop of the worker waits.
    await sleep(1_500)
    await untilSent(urls)
    const later = await countReminders(urls)
    for (const { organisation, timeZone } of clinics) {
      const local = localHour(moment, timeZone)
      if (local < 8 || local >= 20) atNight += (later.get(organisation) ?? 0) - (earlier.get(organisation) ?? 0)
    }
    console.log(
      `  ${new Date(moment).toISOString().slice(0, 16)}Z: ${[...later.values()].reduce((a, b) => a + b, 0)} reminders sent`,
    )
  }
  return atNight
}

/** Sends what may be sent twice until a process that is not being killed answers. */
const sendSurely = async (...[base, request]: Parameters<typeof send>): ReturnType<typeof send> => {
  for (;;)
    try {
      return await send(base, request)
    } catch {
      await sleep(100)
    }
}

/** Free times from midnight to six: on the day the clocks go forward an hour less, on the day they go back an hour more. */
const findWrongHours = async (base: string, clinics: readonly Clinic[]) => {
  const expected = { '2027-03-27': 24, '2027-03-28': 20, '2027-10-31': 28 } as const
  const wrong: string[] = []
  for (const { organisation, users, keys, timeZone } of clinics)
    for (const [date, slots] of Object.entries(expected)) {
      const path = `/${organisation}/api/0.1/appointment/availability/?date=${date}&user__is=${users.at(-1)}`
      const reply = await sendSurely(base, { method: 'GET', path, headers: { authorization: keys[0]! } })
      const found = (JSON.parse(reply.text) as { results: unknown[] }).results?.length
      if (found !== slots) wrong.push(`${timeZone} has ${found} free times on ${date} instead of ${slots}`)
    }
  return wrong
}

const setUp = async (
  base: string,
  clinics: readonly Clinic[],
  ports: { readonly smtp: number; readonly sms: number },
) => {
  for (const { organisation, keys, department, remindsByItself } of clinics) {
    const patch = async (path: string, body: object) => {
      const headers = { authorization: keys[0]! }
      const sent = { method: 'PATCH', path: `/${organisation}/api/0.1${path}`, headers, body: JSON.stringify(body) }
      const reply = await sendSurely(base, sent)
      if (reply.status !== 200) throw new Error(`PATCH ${path}: ${reply.status} ${reply.text}`)
    }
    await patch('/settings/messaging/', {
      smtp_host: '127.0.0.1',
      smtp_port: ports.smtp,
      mail_from: 'clinic@clinic.example',
      sms_gateway_url: `http://127.0.0.1:${ports.sms}/Messages.json`,
      sms_account: 'AC1',
      sms_token: 'a token for the gateway',
      sms_from: 'Clinic',
    })
    if (remindsByItself) await patch(`/settings/department/${department}/`, { reminder_hours_before: 24 })
  }
}

type Run = {
  readonly operations: number
  readonly seed: number
  readonly folder?: string
  /** Hours between two looks at the clock; without them no worker runs. */
  readonly stepHours?: number
}

const startWorker = (env: NodeJS.ProcessEnv): ChildProcess =>
  endWithParent(
    spawn(process.execPath, [join(checkout, 'src/main.ts'), 'worker'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )

const runOnce = async ({ operations, seed, folder, stepHours }: Run) => {
  const name = `fetlock_bookings_${process.pid}_${folder === undefined ? 0 : 1}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name, undefined, folder)
  const clinics = await givenClinics(urls, Math.max(50, Math.ceil(operations / 10)), writers)
  await setClocks(urls, clinics, Date.parse(before))
  await connected(urls.superuser, (client) => client.query('analyze'))
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort())
  const gateways = { smtp: await freePort(), sms: await freePort() }
  const env = {
    FETLOCK_DATABASE_URL: urls.app,
    FETLOCK_WORKER_DATABASE_URL: urls.worker,
    FETLOCK_PUBLIC_URL: 'http://127.0.0.1',
    FETLOCK_ALLOWED_PRIVATE_ADDRESSES: `127.0.0.1:${gateways.smtp},127.0.0.1:${gateways.sms}`,
    FETLOCK_LOG_LEVEL: 'fatal',
  }
  const [supervisor, loader, sink] = [
    startChild('supervisor.ts'),
    startChild('bookings/load.ts'),
    startChild('bookings/sink.ts'),
  ]
  try {
    await sink.ask<Counted>({ listen: gateways } satisfies SinkOrder)
    const apis = ports.map((port) => ({ databaseUrl: urls.app, port, prefix: name, env, ...(folder && { folder }) }))
    const worker = { file: '../src/main.ts', args: ['worker'], env }
    const supervised = { apis, writers: stepHours ? Array.from({ length: workers }, () => worker) : [], seed }
    await supervisor.ask<Killed>({ start: { ...supervised, killEverySeconds: [1, 4] } } satisfies Order)
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    await setUp(bases[0]!, clinics, gateways)
    const wrongHours = await findWrongHours(bases[0]!, clinics)
    const loaded = await loader.ask<Loaded>({ bases, clinics, operations, writers, seed } satisfies Load)
    const atNight = stepHours ? await passTheDays(urls, clinics, momentsEvery(stepHours)) : 0
    const killed = await supervisor.ask<Killed>('pause' satisfies Order)
    const last = startWorker(env)
    if (stepHours) await untilSent(urls)
    await endProcess(last)
    await supervisor.ask<Killed>('stop' satisfies Order)
    const arrived = await compareArrived(urls, await sink.ask<Counted>('count' satisfies SinkOrder))
    const lost = await findLost(urls, loaded, clinics)
    return { loaded, killed, atNight, wrongHours, arrived, lost, violations: await countViolations(urls) }
  } finally {
    await Promise.all([supervisor.end(), loader.end(), sink.end()])
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const report = (title: string, { loaded, killed, arrived, lost, violations, wrongHours }: Ran) => {
  const { done, refused, down, unknown, busy, throttled } = loaded.tally
  const overlaps = violations['overlapping appointments of one user']
  console.log(`\n${title}: ${overlaps} overlaps`)
  console.log(
    `  ${JSON.stringify(loaded.steps)} in ${loaded.seconds.toFixed(0)} s; killed ${killed.apis} API processes and ${killed.writers} workers`,
  )
  console.log(
    `  answers: ${done} done, ${refused} refused; asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled`,
  )
  console.log(
    `  ${arrived.mails} e-mails, ${arrived.repeated} of them repeated under the same Message-ID; ${arrived.texts} SMS; ${arrived.unknown} unknown`,
  )
  for (const [what, found] of Object.entries({ ...violations, ...arrived.wrong }))
    if (found > 0) console.log(`  ${found} ${what}`)
  for (const problem of [...loaded.problems, ...lost, ...wrongHours].slice(0, 5)) console.log(`    ${problem}`)
}

const tryTwin = (operations: number, seed: number) =>
  withChanges(Object.values(bookingsMutants).flat(), (folder) => runOnce({ operations, seed, folder }))

const prove = async () => {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '20000' },
      'step-hours': { type: 'string', default: '6' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [operations, seed] = [Number(values.operations), Number(values.seed)]
  console.log(
    `seed ${seed}, ${operations} bookings, moves and cancellations of ${clinicsCount * calendarsEach} calendars by ${writers} writers, ${processes} API processes and ${workers} workers that are killed`,
  )
  const ran = await runOnce({ operations, seed, stepHours: Number(values['step-hours']) })
  report('as it is', ran)
  const breaks = (what: string) => (broken: Ran) => broken.violations[what]! > 0
  const brokenRules = {
    'websites book where nobody works': breaks('online bookings outside the hours at which somebody works'),
    'abandoned bookings keep their time': breaks('abandoned online bookings that keep their time'),
    'appointments overlap': breaks('overlapping appointments of one user'),
  }
  const breaksAll = (broken: Ran) => Object.values(brokenRules).every((isBroken) => isBroken(broken))
  const twins = await runsUntil(breaksAll, seed, async (withSeed) => {
    const twin = await tryTwin(Math.min(operations, 1_000), withSeed)
    report('without the lock and the constraint (must fail)', twin)
    return twin
  })
  const { loaded, killed, violations, arrived, lost } = ran
  const none = (found: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(found).map(([what, count]) => [`no ${what}`, count === 0]))
  conclude({
    ...none(violations),
    ...none(arrived.wrong),
    'every answer is as expected': loaded.problems.length === 0,
    'every appointment is as its last answer said': lost.length === 0,
    'no reminder went out at night': ran.atNight === 0,
    'free times follow the changes of the clocks': ran.wrongHours.length === 0,
    'API processes were killed': killed.apis > 0,
    'workers were killed': killed.writers > 0,
    'reminders and confirmations were sent': arrived.mails > 0 && arrived.texts > 0,
    'online bookings were refused, abandoned and completed': ['online, outside', 'online, abandoned', 'online'].every(
      (step) => (loaded.steps[step] ?? 0) > 0,
    ),
    ...Object.fromEntries(
      Object.entries(brokenRules).map(([what, isBroken]) => [`twin: ${what}`, twins.some(isBroken)]),
    ),
  })
}

await prove()
