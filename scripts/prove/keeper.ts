import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src/demo/random.ts'
import { answerAsPart, endProcess, startApi, type ApiAt } from './stage.ts'

/** What the keeper keeps running, and how often it kills one of them. */
export type Kept = {
  readonly apis: readonly ApiAt[]
  /** A writer that holds transactions open, and what it is told. */
  readonly writers: readonly { readonly file: string; readonly args: readonly string[] }[]
  readonly seed: number
  readonly killEverySeconds: readonly [least: number, most: number]
}
export type Order = { readonly start: Kept } | 'stop'
export type Killed = { readonly apis: number; readonly writers: number }

const children: ChildProcess[] = []
const killed = { apis: 0, writers: 0 }
let stopping = false

const startWriter = async ({ file, args }: Kept['writers'][number]) =>
  fork(join(import.meta.dirname, file), [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

/** Kills one of its own children without warning and starts it again, at random moments. */
const killNowAndThen = async ({ apis, writers, seed, killEverySeconds }: Kept) => {
  const random = createRandom(seed)
  const starts = [...apis.map((api) => () => startApi(api)), ...writers.map((writer) => () => startWriter(writer))]
  while (!stopping) {
    await sleep(random.int(killEverySeconds[0] * 1000, killEverySeconds[1] * 1000))
    const at = random.int(0, starts.length - 1)
    if (stopping) return
    await endProcess(children[at]!, 'SIGKILL')
    killed[at < apis.length ? 'apis' : 'writers']++
    children[at] = await starts[at]!()
  }
}

let killing: Promise<void> = Promise.resolve()
const stop = async () => {
  stopping = true
  await Promise.all(children.map((child) => endProcess(child)))
  await killing
  await Promise.all(children.map((child) => endProcess(child)))
}

answerAsPart<Order, Killed>(
  async (order) => {
    if (order === 'stop') await stop()
    else {
      const { apis, writers } = order.start
      children.push(...(await Promise.all(apis.map(startApi))), ...(await Promise.all(writers.map(startWriter))))
      killing = killNowAndThen(order.start)
    }
    return killed
  },
  async () => {
    await Promise.all(children.map((child) => endProcess(child, 'SIGKILL')))
  },
)
