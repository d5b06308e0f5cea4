import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src/demo/random.ts'
import { connected } from '../../scripts/database.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { answerMessages, endProcess, endWithParent } from '../harness.ts'

type Work = 'sending' | 'following'

/** Keeps workers running, kills some and freezes others for longer than any lease lasts. */
export type Start = {
  readonly environment: Readonly<Record<string, string>>
  readonly superuserUrl: string
  readonly smtpPort: number
  readonly workers: number
  readonly seed: number
  readonly killEverySeconds: readonly [least: number, most: number]
  readonly freezeSeconds: number
  /** In the middle of what workers are frozen, in turn. */
  readonly freezeWhile: readonly Work[]
}
/** Paused, it kills and freezes no more workers; a frozen one continues when its time is over. */
export type Order = { readonly start: Start } | 'pause' | 'stop'
export type FaultCounts = {
  killed: number
  /** Frozen in the middle of sending a mail, and of following events. */
  sending: number
  following: number
  /** What workers that woke up said: that they left a message to another, or that their place was gone. */
  late: number
  lost: number
  /** What they said besides. */
  other: string[]
}

const faults: FaultCounts = { killed: 0, sending: 0, following: 0, late: 0, lost: 0, other: [] }
const workers: ChildProcess[] = []
const frozen = new Set<ChildProcess>()
/** Those that have begun to work. */
const started = new WeakSet<ChildProcess>()
const pausing = new AbortController()

/** PostgreSQL has ended the transaction or the connection; a connection found broken has no code. */
const wasDisconnected = (code: string | undefined) => code === undefined || /^(25P0|57P0|08|ECONN|EPIPE)/.test(code)

const readLogLine = (worker: ChildProcess, line: string) => {
  const { msg, level, err } = JSON.parse(line) as { msg: string; level: number; err?: { code?: string } }
  const isFailure = msg.includes('will be retried') || msg === 'the database is not reachable'
  if (msg === 'working') started.add(worker)
  else if (msg.includes('taken over by another worker')) faults.late++
  else if (isFailure && wasDisconnected(err?.code)) faults.lost++
  else if (level >= 50) faults.other.push(line)
}

const startWorker = (environment: Start['environment']) => {
  const worker = endWithParent(
    spawn(process.execPath, [join(checkout, 'src/main.ts'), 'worker'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  createInterface(worker.stdout).on('line', (line) => readLogLine(worker, line))
  return worker
}

/** What a process has open; one that is killed meanwhile has nothing open. */
const orNothing = <T>(look: () => readonly T[]) => {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

const socketsOf = ({ pid }: ChildProcess) => {
  const open = orNothing(() => readdirSync(`/proc/${pid}/fd`))
  const targets = open.flatMap((name) => orNothing(() => [readlinkSync(`/proc/${pid}/fd/${name}`)]))
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []))
}

const portIn = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)

/** The connections of a process, by the ports on both ends. */
const connectionsOf = (worker: ChildProcess) => {
  const sockets = socketsOf(worker)
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => sockets.has(columns[9] ?? ''))
    .map(([, local, remote]) => ({ local: portIn(local), remote: portIn(remote) }))
}

/** Ports of workers that are in the middle of following events. */
const portsAtWork = (superuserUrl: string) =>
  connected(superuserUrl, async (client) => {
    const { rows } = await client.query<{ client_port: number }>(
      `select client_port from pg_stat_activity where application_name = 'fetlock worker' and xact_start is not null
         and datname = current_database() and (query ilike '%follower%' or query ilike '%auditevent%')`,
    )
    return rows.map(({ client_port }) => client_port)
  })

/** Workers that are at work. One that is still starting is left alone: on a slow machine none would ever begin. */
const living = () =>
  workers.filter(
    (worker) => started.has(worker) && !frozen.has(worker) && worker.exitCode === null && worker.signalCode === null,
  )

type Catch = (worker: ChildProcess) => Promise<boolean>

/** A worker that is caught in the middle of something, if one can be within a few seconds. */
const catchOne = async (isAtIt: Catch) => {
  for (let attempt = 0; attempt < 100; attempt++) {
    for (const worker of living()) if (await isAtIt(worker)) return worker
    await sleep(20)
  }
  return undefined
}

const freezeNowAndThen = async ({ superuserUrl, smtpPort, seed, freezeSeconds, freezeWhile }: Start) => {
  const random = createRandom(seed + 1)
  const isFollowing: Catch = async (worker) => {
    const ports = await portsAtWork(superuserUrl)
    return connectionsOf(worker).some(({ local }) => ports.includes(local))
  }
  const isSending: Catch = async (worker) => connectionsOf(worker).some(({ remote }) => remote === smtpPort)
  for (let turn = 0; !pausing.signal.aborted; ) {
    const work = freezeWhile[turn % freezeWhile.length]!
    const caught = await catchOne(work === 'sending' ? isSending : isFollowing)
    if (caught === undefined || pausing.signal.aborted) continue
    frozen.add(caught)
    caught.kill('SIGSTOP')
    faults[work]++
    turn++
    await sleep(freezeSeconds * 1000)
    caught.kill('SIGCONT')
    frozen.delete(caught)
    await sleep(random.int(500, 2_000))
  }
}

const killNowAndThen = async ({ environment, seed, killEverySeconds }: Start) => {
  const random = createRandom(seed)
  const [least, most] = killEverySeconds.map((seconds) => seconds * 1000) as [number, number]
  while (!pausing.signal.aborted) {
    await sleep(random.int(least, most), undefined, { signal: pausing.signal }).catch(() => {})
    if (pausing.signal.aborted) return
    const atWork = living()
    if (atWork.length === 0) continue
    const worker = random.pick(atWork)
    await endProcess(worker, 'SIGKILL')
    faults.killed++
    workers[workers.indexOf(worker)] = startWorker(environment)
  }
}

let injecting: Promise<unknown> = Promise.resolve()
answerMessages<Order, FaultCounts>(async (order) => {
  if (order === 'pause' || order === 'stop') {
    pausing.abort()
    await injecting
  }
  if (order === 'stop') await Promise.all(workers.map((worker) => endProcess(worker)))
  if (typeof order === 'object') {
    const { start } = order
    for (let at = 0; at < start.workers; at++) workers.push(startWorker(start.environment))
    injecting = Promise.all([freezeNowAndThen(start), killNowAndThen(start)])
  }
  return faults
})
