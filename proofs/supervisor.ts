import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../src/demo/random.ts'
import { answerMessages, endProcess, endWithParent, printingTo, startApi, type ApiAt } from './harness.ts'

/** What the supervisor runs, and how often it kills one of them. */
export type Supervised = {
  readonly apis: readonly ApiAt[]
  /** A writer that holds transactions open, or another program that runs beside the API, and its arguments. */
  readonly writers: readonly {
    readonly file: string
    readonly args: readonly string[]
    readonly env?: NodeJS.ProcessEnv
    /** The file that what it prints is added to. */
    readonly log?: string
  }[]
  readonly seed: number
  /** Without it, nothing is killed. */
  readonly killEverySeconds?: readonly [least: number, most: number] | undefined
}
/** Paused, it kills no more and the slow writers are ended; the API keeps running. */
export type Order = { readonly start: Supervised } | 'pause' | 'stop'
export type Killed = { readonly apis: number; readonly writers: number }

const children: ChildProcess[] = []
const killed = { apis: 0, writers: 0 }
const stopping = new AbortController()

const startWriter = async ({ file, args, env = {}, log }: Supervised['writers'][number]) =>
  endWithParent(
    printingTo(log, (output) =>
      fork(resolve(import.meta.dirname, file), [...args], {
        stdio: ['ignore', output, output, 'ipc'],
        env: { ...process.env, ...env },
      }),
    ),
  )

/** How long the API took to start again the last time. What is killed before it has done anything proves nothing. */
let startedInMs = 0
const startApiTimed = async (api: ApiAt) => {
  const began = performance.now()
  const child = await startApi(api)
  startedInMs = performance.now() - began
  return child
}

/** Which child is killed next: an API process and another program in turn, each time any of its kind. */
const victims = function* (random: Random, { apis, writers }: Supervised) {
  for (;;) {
    if (apis.length > 0) yield random.int(0, apis.length - 1)
    if (writers.length > 0) yield apis.length + random.int(0, writers.length - 1)
  }
}

/** So soon one of each kind is killed first: however short the load, it meets that. */
const firstKillSeconds = [0.2, 0.8] as const

/** Kills one of its own children without warning and starts it again, at random moments. */
const killNowAndThen = async (
  supervised: Supervised,
  killEverySeconds: NonNullable<Supervised['killEverySeconds']>,
) => {
  const { apis, writers, seed } = supervised
  const random = createRandom(seed)
  const next = victims(random, supervised)
  const starts = [...apis.map((api) => () => startApiTimed(api)), ...writers.map((writer) => () => startWriter(writer))]
  while (!stopping.signal.aborted) {
    const hasKilledEach = (apis.length === 0 || killed.apis > 0) && (writers.length === 0 || killed.writers > 0)
    const [least, most] = hasKilledEach ? killEverySeconds : firstKillSeconds
    const pauseMs = random.int(least * 1000, most * 1000)
    await sleep(startedInMs + pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    const at = next.next().value
    if (stopping.signal.aborted) return
    await endProcess(children[at]!, 'SIGKILL')
    killed[at < apis.length ? 'apis' : 'writers']++
    children[at] = await starts[at]!()
  }
}

let [killing, apiCount]: [Promise<void>, number] = [Promise.resolve(), 0]
const pause = async () => {
  stopping.abort()
  await killing
  await Promise.all(children.slice(apiCount).map((child) => endProcess(child)))
}

const start = async (supervised: Supervised) => {
  apiCount = supervised.apis.length
  children.push(
    ...(await Promise.all(supervised.apis.map(startApi))),
    ...(await Promise.all(supervised.writers.map(startWriter))),
  )
  if (supervised.killEverySeconds) killing = killNowAndThen(supervised, supervised.killEverySeconds)
}

answerMessages<Order, Killed>(async (order) => {
  if (order === 'stop' || order === 'pause') await pause()
  if (order === 'stop') await Promise.all(children.map((child) => endProcess(child)))
  if (typeof order === 'object') await start(order.start)
  return killed
})
