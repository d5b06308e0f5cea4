import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { newTally, send, untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import { answerAsPart, showProgress } from '../stage.ts'
import { clinicOf, type Doing } from './day.ts'
import type { Shown } from './known.ts'
import { reasonsOf } from './refusals.ts'
import type { World } from './world.ts'

export type Load = {
  readonly bases: readonly string[]
  readonly worlds: readonly World[]
  readonly operations: number
  readonly writers: number
  readonly seed: number
  /** After so many problems the run has failed well enough. */
  readonly enough: number
}
/** A write that was done, as its sender was told. */
export type Done = {
  readonly organisation: number
  readonly key: string
  readonly status: number
  readonly digest: string
}
export type Loaded = {
  readonly tally: Tally
  readonly seconds: number
  /** By kind, how many were done and how many refused; by reason, how many were refused. */
  readonly done: Readonly<Record<string, number>>
  readonly refused: Readonly<Record<string, number>>
  readonly fates: Readonly<Record<string, number>>
  readonly replays: number
  readonly writes: readonly Done[]
  /** What the service called those requests that it says it has not carried out. */
  readonly nothings: readonly string[]
  readonly problems: readonly string[]
}

const fates = [
  ['once', 74],
  ['again later', 8],
  ['several at once', 4],
  ['cut off', 5],
  ['other body', 2],
  ['dry run', 3],
  ['burst', 5],
] as const
type Fate = (typeof fates)[number][0]
const bursts = [
  [3, 40],
  [8, 30],
  [20, 10],
  [50, 2],
] as const

export const digestOf = (text: string) => createHash('md5').update(text).digest('hex')

type Write = {
  readonly organisation: number
  readonly step: Doing
  readonly sent: Sent
  readonly key: string
  /** The first answer that says it is done. */
  first?: string
  fresh: number
}

type Counts = Record<string, number>

const accept = 'application/problem+json'

const load = async ({ bases, worlds, operations, writers, seed, enough }: Load): Promise<Loaded> => {
  const tally = newTally()
  const began = performance.now()
  const [done, refused, fateCounts]: [Counts, Counts, Counts] = [{}, {}, {}]
  const [writes, nothings, problems]: [Done[], string[], string[]] = [[], [], []]
  const later: Write[] = []
  const onceDone = new Set<string>()
  let [begun, numbered, replays, reads] = [0, 0, 0, 0]
  const count = (counts: Counts, name: string) => (counts[name] = (counts[name] ?? 0) + 1)
  const complain = ({ step, key }: Pick<Write, 'step' | 'key'>, problem: string) =>
    problems.push(`${step.kind} ${problem} (${key}, ${step.method} ${step.path} ${JSON.stringify(step.body)})`)

  const headersOf = ({ keys }: World, at: number) => ({ authorization: keys[at % keys.length]!, accept })
  const clinics = worlds.map((world) => {
    const read = async (path: string) => {
      const sent = { method: 'GET', path: `/${world.organisation}/api/0.1${path}`, headers: headersOf(world, ++reads) }
      const { status, text } = await untilKnown(bases, sent, newTally(), reads)
      if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`)
      return JSON.parse(text) as Shown
    }
    return { world, next: clinicOf(world, read) }
  })

  const writeOf = (world: World, step: Doing, headers: Sent['headers'] = {}): Write => {
    const { organisation } = world
    const key = `${seed}-${++numbered}`
    const sent: Sent = {
      method: step.method,
      path: `/${organisation}/api/0.1${step.path}`,
      headers: { ...headersOf(world, numbered), 'idempotency-key': key, ...headers },
      ...(step.body && { body: JSON.stringify(step.body) }),
    }
    return { organisation, step, sent, key, fresh: 0 }
  }

  const receiveFirst = async (write: Write, { status, text }: Reply) => {
    const { step, organisation, key } = write
    write.first = text
    writes.push({ organisation, key, status, digest: digestOf(text) })
    count(done, step.kind)
    if (step.isWrong) complain(write, `was accepted: ${text}`)
    const name = `${organisation} ${step.kind} ${step.path}`
    if (step.isOnce && onceDone.has(name)) complain(write, 'was done a second time')
    onceDone.add(name)
    await step.learn?.(status === 204 ? { id: 0 } : (JSON.parse(text) as Shown))
  }

  /** Every answer to a write is its first one again, and only one of them may come from carrying it out. */
  const receive = async (write: Write, reply: Reply) => {
    const { status, headers, text } = reply
    if (status >= 300) {
      if (write.first !== undefined) return complain(write, `was done, and is then answered ${status}: ${text}`)
      const { reasons, justified } = reasonsOf(text, write.step)
      nothings.push(String(headers['x-request-id']))
      for (const reason of reasons) {
        count(refused, `${write.step.kind}: ${reason}`)
        if (!write.step.refusals.includes(reason)) complain(write, `was answered ${status}: ${text}`)
      }
      if (!justified) complain(write, `was refused without reason: ${text}`)
      return
    }
    if (headers['idempotency-replayed'] === 'true') replays++
    else write.fresh++
    if (write.fresh > 1) complain(write, 'was carried out twice')
    if (write.first === undefined) return receiveFirst(write, reply)
    if (text !== write.first) complain(write, `was replayed differently: ${text} instead of ${write.first}`)
  }
  const carryOut = async (write: Write, first = begun) =>
    receive(write, await untilKnown(bases, write.sent, tally, first))

  type Course = (world: World, step: Doing, random: Random) => Promise<unknown>
  const courses: Readonly<Record<Fate, Course>> = {
    once: (world, step) => carryOut(writeOf(world, step)),
    'again later': async (world, step) => {
      const write = writeOf(world, step)
      await carryOut(write)
      if (write.first !== undefined) later.push(write)
    },
    'several at once': (world, step, random) => {
      const write = writeOf(world, step)
      return Promise.all(Array.from({ length: random.int(2, 5) }, (_, at) => carryOut(write, at)))
    },
    'cut off': async (world, step, random) => {
      const write = writeOf(world, step)
      const base = bases[begun % bases.length]!
      const reply = await send(base, write.sent, random.int(0, 40)).catch(() => undefined)
      if (reply !== undefined && reply.status !== 409 && reply.status < 500) return receive(write, reply)
      tally.unknown++
      await carryOut(write)
    },
    'other body': async (world, step) => {
      const write = writeOf(world, step)
      await carryOut(write)
      if (write.first === undefined) return
      const other = { ...write.sent, body: JSON.stringify({ ...step.body, info: 'another' }) }
      const { status, text, headers } = await untilKnown(bases, other, tally, begun)
      nothings.push(String(headers['x-request-id']))
      if (status !== 422) complain(write, `with another body under its key was answered ${status}: ${text}`)
    },
    'dry run': async (world, step) => {
      const write = writeOf(world, step, { prefer: 'dry-run' })
      const reply = await untilKnown(bases, write.sent, tally, begun)
      if (reply.status >= 300) return receive(write, reply)
      nothings.push(String(reply.headers['x-request-id']))
      if (reply.headers['preference-applied'] !== 'dry-run') complain(write, 'was not tried but done')
    },
    burst: async (world, step, random) => {
      const size = random.weighted(bursts)
      begun += size - 1
      await Promise.all(Array.from({ length: size }, (_, at) => carryOut(writeOf(world, step), at)))
    },
  }

  const writer = async (at: number) => {
    const random = createRandom(seed * 1000 + at)
    const goesOn = () => begun < operations && problems.length < enough
    while (goesOn()) {
      const { world, next } = random.pick(clinics)
      const step = await next(random, ++begun)
      const drawn = random.weighted(fates)
      const fate = drawn === 'burst' && !step.isCrowded ? 'once' : drawn
      count(fateCounts, fate)
      await courses[fate](world, step, random)
      if (later.length > 40 && random.chance(0.3)) await carryOut(later.splice(random.int(0, later.length - 1), 1)[0]!)
    }
    for (let write = later.pop(); write !== undefined; write = later.pop()) await carryOut(write)
  }
  const endProgress = showProgress(operations, () => begun)
  await Promise.all(
    Array.from({ length: writers }, (_, at) =>
      // An answer that nobody expects ends whoever got it, and fails the run.
      writer(at).catch((problem: unknown) => problems.push(String(problem))),
    ),
  )
  endProgress()
  const seconds = (performance.now() - began) / 1000
  return { tally, seconds, done, refused, fates: fateCounts, replays, writes, nothings, problems }
}

answerAsPart(load)
