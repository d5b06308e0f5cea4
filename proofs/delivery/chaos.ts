import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src/demo/random.ts'
import { connected } from '../../scripts/database.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { answerMessages, endProcess, endWithParent } from '../harness.ts'

export type Environment = Readonly<Record<string, string>>
/** Keeps workers and a Redis running, and kills workers, Redis and connections to PostgreSQL. */
export type Start = {
  readonly environment: Environment
  readonly superuserUrl: string
  readonly redisPort: number
  readonly workers: number
  readonly seed: number
  /** Nothing is killed without it. */
  readonly killEverySeconds?: readonly [least: number, most: number]
}
/** A new environment restarts the workers, as an operator would. Paused, it kills no more. */
export type Order = { readonly start: Start } | { readonly environment: Environment } | 'pause' | 'stop' | 'count'
export type FaultCounts = {
  workers: number
  redis: number
  backends: number
  /** Workers that woke up to find that another had their delivery. */
  late: number
  /** What workers said besides what a lost connection explains. */
  other: string[]
}

const faults: FaultCounts = { workers: 0, redis: 0, backends: 0, late: 0, other: [] }
const workers: ChildProcess[] = []
let [redis, environment]: [ChildProcess | undefined, Environment] = [undefined, {}]
const pausing = new AbortController()

const wasDisconnected = (code: string | undefined) => code === undefined || /^(25P0|57P0|08|ECONN|EPIPE)/.test(code)

const readLogLine = (line: string) => {
  const { msg, level, err } = JSON.parse(line) as {
    msg: string
    level: number
    err?: { code?: string; message?: string }
  }
  const isFailure = msg.includes('will be retried') || msg === 'the database is not reachable'
  const isKey = err?.message?.includes('FETLOCK_SECRET_KEY') ?? false
  if (msg.includes('taken over by another worker')) faults.late++
  else if (isKey || (level >= 50 && !(isFailure && wasDisconnected(err?.code)))) faults.other.push(line)
}

const startWorker = () => {
  const worker = endWithParent(
    spawn(process.execPath, [join(checkout, 'src/main.ts'), 'worker'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const ready = new Promise<void>((resolve) => {
    createInterface(worker.stdout).on('line', (line) => {
      if (line.includes('"msg":"working"')) resolve()
      else readLogLine(line)
    })
    worker.once('exit', () => resolve())
  })
  return { worker, ready }
}

/** Starts a worker in the place of another, without waiting for it. */
const replace = (at: number) => {
  workers[at] = startWorker().worker
}

const startRedis = (port: number) =>
  endWithParent(
    spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    }),
  )

/** Ends connections of the worker and of the API in the middle of whatever they do. */
const endBackends = ({ superuserUrl }: Start) =>
  connected(superuserUrl, async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = current_database()
         and application_name like 'fetlock%' order by random() limit 3) chosen`,
    )
    return rowCount ?? 0
  })

const killNowAndThen = async (start: Start, [least, most]: readonly [number, number]) => {
  const random = createRandom(start.seed)
  while (!pausing.signal.aborted) {
    await sleep(random.int(least * 1000, most * 1000), undefined, { signal: pausing.signal }).catch(() => {})
    if (pausing.signal.aborted) return
    const turn = random.int(1, 10)
    if (turn <= 3) {
      const at = random.int(0, workers.length - 1)
      await endProcess(workers[at]!, 'SIGKILL')
      replace(at)
      faults.workers++
    } else if (turn <= 5) {
      await endProcess(redis!, 'SIGKILL')
      redis = startRedis(start.redisPort)
      faults.redis++
    } else if ((await endBackends(start)) > 0) faults.backends++
  }
}

const restart = async (next: Environment) => {
  environment = next
  const restartOne = async (at: number) => {
    await endProcess(workers[at]!)
    const { worker, ready } = startWorker()
    workers[at] = worker
    await ready
  }
  await Promise.all([...workers.keys()].map(restartOne))
}

let injecting: Promise<unknown> = Promise.resolve()
answerMessages<Order, FaultCounts>(async (order) => {
  if (order === 'pause' || order === 'stop') {
    pausing.abort()
    await injecting
  }
  if (order === 'stop') await Promise.all([...workers, ...(redis ? [redis] : [])].map((child) => endProcess(child)))
  if (typeof order === 'object' && 'start' in order) {
    const { start } = order
    environment = start.environment
    redis = startRedis(start.redisPort)
    const started = Array.from({ length: start.workers }, startWorker)
    workers.push(...started.map(({ worker }) => worker))
    await Promise.all(started.map(({ ready }) => ready))
    if (start.killEverySeconds) injecting = killNowAndThen(start, start.killEverySeconds)
  }
  if (typeof order === 'object' && 'environment' in order) await restart(order.environment)
  return faults
})
