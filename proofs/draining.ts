import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { conclude } from './conclude.ts'
import type { Account, Lap, Load, Order } from './draining/load.ts'
import {
  endProcess,
  givenKeys,
  givenOrganisation,
  privateDatabase,
  servicesUrls,
  startApi,
  startChild,
  type Child,
} from './harness.ts'

const [senders, pauseMs] = [8, 100]
const pollMs = 250
const drainSeconds = 2
/** What the command allows a request in flight, after the delay. */
const graceSeconds = 20
const atOnceMs = 500
/** From so many restarts on, how long they took is judged too: fewer say more about the machine than about the product. */
const timedRestarts = 20

type Running = {
  readonly base: string
  readonly start: () => Promise<ChildProcess>
  child: ChildProcess
}
type Deployment = {
  readonly server: string
  readonly name: string
  readonly slow: Account
  readonly running: readonly Running[]
  readonly load: Child
}
type Seen = { readonly problems: string[]; readonly readyMs: number; readonly exitMs: number }

/** The status of an answer on a connection of its own; 0 is none. */
const ask = (base: string, path: string) =>
  fetch(`${base}${path}`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  )

const sendSlow = async (base: string, { organisation, authorization }: Account) => {
  const response = await fetch(`${base}/${organisation}/api/0.1/client/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"lastname":"slow"}',
  })
  return response.status
}

const untilWaiting = async (client: pg.Client, name: string) => {
  const asked = 'select from pg_stat_activity where datname = $1 and wait_event_type = $2 and query not like $3'
  for (;;) {
    const { rowCount } = await client.query(asked, [name, 'Lock', '%pg_stat_activity%'])
    if (rowCount !== 0) return
    await sleep(20)
  }
}

/** How long it took after the signal until the process said that it is not ready, while it still lived. */
const untilNotReady = async (base: string): Promise<{ ms: number; problems: string[] }> => {
  const began = performance.now()
  let ready = await ask(base, '/ready')
  while (ready === 200) ready = await ask(base, '/ready')
  const [ms, live] = [performance.now() - began, await ask(base, '/live')]
  return {
    ms,
    problems: [
      ...(ready === 503 ? [] : [`/ready said ${ready} after the signal`]),
      ...(live === 200 ? [] : [`/live said ${live} while draining`]),
    ],
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<{ code: number | null; at: number }>((resolve) => {
    child.once('exit', (code) => resolve({ code, at: performance.now() }))
  })

/** Tells one process to stop while it has a request that only ends after its listener has closed. */
const drain = async ({ server, name, slow }: Deployment, one: Running): Promise<Seen> =>
  connected(server, async (client) => {
    await client.query('begin')
    await client.query('select from ledger where organisation = $1 for update', [slow.organisation])
    const answered = sendSlow(one.base, slow).catch((problem: unknown) => String(problem))
    await untilWaiting(client, name)
    const exit = exitOf(one.child)
    const began = performance.now()
    one.child.kill('SIGTERM')
    const { ms, problems } = await untilNotReady(one.base)
    while ((await ask(one.base, '/live')) !== 0) await sleep(50)
    if (performance.now() - began < drainSeconds * 1000)
      problems.push('it closed its listener before the delay was over')
    if (one.child.exitCode !== null) problems.push('it exited before the request in flight was answered')
    await client.query('commit')
    const status = await answered
    const { code, at } = await exit
    if (status !== 201) problems.push(`the request in flight ended with ${status}`)
    if (code !== 0) problems.push(`it exited with ${code}`)
    return { problems, readyMs: ms, exitMs: at - began }
  })

const startDeployment = async (seed: number) => {
  const name = `fetlock_draining_${process.pid}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  const accounts: Account[] = []
  for (let at = 1; at <= 4; at++) {
    const organisation = await givenOrganisation(urls, `Clinic ${at}`)
    for (const authorization of await givenKeys(urls, organisation, 15)) accounts.push({ organisation, authorization })
  }
  const organisation = await givenOrganisation(urls, 'Slow clinic')
  const [authorization] = (await givenKeys(urls, organisation, 1)) as [string]
  const ports = [await freePort(), await freePort()]
  const running = await Promise.all(
    ports.map(async (port) => {
      const start = () => startApi({ databaseUrl: urls.app, port, prefix: name, drainSeconds })
      return { base: `http://127.0.0.1:${port}`, start, child: await start() }
    }),
  )
  const load = startChild('draining/load.ts')
  const deployment: Deployment = { server: urls.superuser, name, slow: { organisation, authorization }, running, load }
  const bases = running.map(({ base }) => base)
  await load.ask<Lap>({ start: { bases, accounts, senders, pauseMs, pollMs, seed } satisfies Load } satisfies Order)
  /** How many of these are not there although their making was acknowledged. */
  const countMissing = (made: readonly string[]) =>
    connected(urls.superuser, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from unnest($1::text[]) made
         where not exists (select from client where lastname = made)`,
        [made],
      )
      return rows[0]!.count
    })
  const stop = async () => {
    await load.end()
    await Promise.all(running.map(({ child }) => endProcess(child, 'SIGINT')))
    await drop()
  }
  return { deployment, countMissing, stop }
}

const lapOf = ({ load }: Deployment) => load.ask<Lap>('lap' satisfies Order)

/** Ends the processes in turn. The other one carries the load until the load balancer has seen the first again. */
const restart = async (deployment: Deployment, times: number, end: (one: Running) => Promise<Seen>) => {
  await lapOf(deployment)
  const seen: Seen[] = []
  for (let at = 0; at < times; at++) {
    const one = deployment.running[at % deployment.running.length]!
    seen.push(await end(one))
    one.child = await one.start()
    await sleep(pollMs * 3)
  }
  return { seen, lap: await lapOf(deployment) }
}
type Restarted = Awaited<ReturnType<typeof restart>>

/** Must lose something. One end may fall between two requests, so it is given a few. */
const restartBadly = async (deployment: Deployment, times: number, signal: NodeJS.Signals) => {
  const end = async (one: Running) => {
    await endProcess(one.child, signal)
    return { problems: [], readyMs: 0, exitMs: 0 }
  }
  for (let attempt = 1; ; attempt++) {
    const restarted = await restart(deployment, times, end)
    if (restarted.lap.lost.length > 0 || attempt === 5) return restarted
  }
}

const report = (title: string, { lap }: Restarted) => {
  const { reads, writes, lost, toldToClose, maxMs } = lap
  console.log(
    `${title}: ${reads} reads and ${writes} writes answered, ${lost.length} lost; ${toldToClose} connections told to close, the longest answer took ${Math.round(maxMs)} ms`,
  )
  const kinds = Map.groupBy(lost, (line) => line.replace(/\/\d+\//g, '/…/'))
  for (const [kind, all] of kinds) console.log(`  ${all.length} × ${kind}`)
}

const worst = (seen: readonly Seen[], of: 'readyMs' | 'exitMs') => Math.round(Math.max(...seen.map((one) => one[of])))

const prove = async () => {
  const { values } = parseArgs({
    options: { restarts: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
  })
  const [restarts, seed] = [Number(values.restarts), Number(values.seed)]
  const twins = Math.max(1, Math.round(restarts / 5))
  console.log(`seed ${seed}, ${restarts} restarts of two API processes under the load of ${senders} senders`)
  const { deployment, countMissing, stop } = await startDeployment(seed)
  try {
    const drained = await restart(deployment, restarts, (one) => drain(deployment, one))
    report('SIGTERM', drained)
    const missing = await countMissing(drained.lap.made)
    const problems = drained.seen.flatMap((one) => one.problems)
    console.log(
      `  /ready said 503 within ${worst(drained.seen, 'readyMs')} ms, exits with 0 within ${worst(drained.seen, 'exitMs')} ms; ${missing} acknowledged writes are missing; ${problems.length} problems`,
    )
    for (const problem of problems) console.log(`  ${problem}`)
    const killed = await restartBadly(deployment, twins, 'SIGKILL')
    report(`SIGKILL, ${twins} times (must lose)`, killed)
    const abrupt = await restartBadly(deployment, twins, 'SIGINT')
    report(`SIGINT, which has no delay, ${twins} times (must lose)`, abrupt)
    conclude({
      'no request is lost': drained.lap.lost.length === 0,
      'no acknowledged write is missing': missing === 0,
      'each process drains as it should': problems.length === 0,
      ...(restarts >= timedRestarts && {
        [`each says within ${atOnceMs} ms that it is not ready`]: worst(drained.seen, 'readyMs') <= atOnceMs,
        'none takes longer than its grace': worst(drained.seen, 'exitMs') <= (drainSeconds + graceSeconds) * 1000,
      }),
      'there were reads and writes, and connections that were told to close':
        drained.lap.toldToClose > 0 && drained.lap.reads > 0 && drained.lap.writes > 0,
      'twin: SIGKILL loses requests': killed.lap.lost.length > 0,
      'twin: no delay before closing loses requests': abrupt.lap.lost.length > 0,
    })
  } finally {
    await stop()
  }
}

await prove()
