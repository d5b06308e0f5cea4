import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src/demo/random.ts'
import { answerMessages } from '../harness.ts'

export type Account = { readonly organisation: number; readonly authorization: string }
export type Load = {
  readonly bases: readonly string[]
  readonly accounts: readonly Account[]
  readonly senders: number
  /** How long each of them waits on average between an answer and the next question. */
  readonly pauseMs: number
  readonly pollMs: number
  readonly seed: number
}
export type Order = { readonly start: Load } | 'lap'

/** What became of the requests since the last order. */
export type Lap = {
  readonly reads: number
  readonly writes: number
  /** The names of the clients whose making was acknowledged. */
  readonly made: readonly string[]
  readonly toldToClose: number
  readonly maxMs: number
  readonly lost: readonly string[]
}

type Target = { readonly base: string; readonly agent: Agent; isReady: boolean }
type Question = {
  readonly method: string
  readonly path: string
  readonly authorization?: string
  readonly body?: string
  /** What the write makes. */
  readonly name?: string
}

const patienceMs = 30_000
const fresh = () => ({ reads: 0, writes: 0, made: [] as string[], toldToClose: 0, maxMs: 0, lost: [] as string[] })
let lap = fresh()
const underWay = new Set<Promise<void>>()

const send = ({ base, agent }: Target, { method, path, authorization, body }: Question) =>
  new Promise<{ status: number; closes: boolean }>((resolve, reject) => {
    const headers = {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const asked = request(`${base}${path}`, { method, agent, headers }, (response) => {
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }),
      )
      response.resume()
    })
    asked.on('error', reject)
    asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer')))
    asked.end(body)
  })

/** Asks a process whether it is ready, again and again, as a load balancer does. */
const keepAsking = async (target: Target, pollMs: number) => {
  for (;;) {
    target.isReady = await send(target, { method: 'GET', path: '/ready' }).then(
      ({ status }) => status === 200,
      () => false,
    )
    await sleep(pollMs)
  }
}

const ask = async (target: Target, question: Question, kind: 'reads' | 'writes') => {
  const began = performance.now()
  const what = `${question.method} ${question.path}`
  try {
    const { status, closes } = await send(target, question)
    if (status !== 200 && status !== 201) lap.lost.push(`${what} was answered with ${status}`)
    else {
      lap[kind]++
      if (question.name !== undefined) lap.made.push(question.name)
    }
    if (closes) lap.toldToClose++
  } catch (problem) {
    const { code, message } = problem as NodeJS.ErrnoException
    lap.lost.push(`${what} was not answered: ${code ?? message}`)
  }
  lap.maxMs = Math.max(lap.maxMs, performance.now() - began)
}

/** Sends to whichever process is ready, in turn, and nothing twice; a machine that is busy is asked less often. */
const keepSending = async ({ bases, accounts, senders, pauseMs, pollMs, seed }: Load) => {
  const random = createRandom(seed)
  const targets = bases.map((base): Target => ({ base, agent: new Agent({ keepAlive: true }), isReady: true }))
  for (const target of targets) void keepAsking(target, pollMs)
  let sent = 0
  const sendOne = async () => {
    const at = ++sent
    const ready = targets.filter(({ isReady }) => isReady)
    const target = ready[at % Math.max(1, ready.length)]
    if (target === undefined) return void lap.lost.push('no process was ready')
    const { organisation, authorization } = accounts[at % accounts.length]!
    const path = `/${organisation}/api/0.1/client/`
    return random.chance(0.5)
      ? ask(target, { method: 'GET', path: `${path}?page_size=5`, authorization }, 'reads')
      : ask(
          target,
          { method: 'POST', path, authorization, body: JSON.stringify({ lastname: `w${at}` }), name: `w${at}` },
          'writes',
        )
  }
  const keepOn = async () => {
    for (;;) {
      const asked = sendOne()
      underWay.add(asked)
      await asked
      underWay.delete(asked)
      await sleep(random.int(0, pauseMs * 2))
    }
  }
  await Promise.all(Array.from({ length: senders }, keepOn))
}

answerMessages<Order, Lap>(async (order) => {
  if (order !== 'lap') void keepSending(order.start)
  // What is still under way belongs to this lap.
  await Promise.all(underWay)
  const done = lap
  lap = fresh()
  return done
})
