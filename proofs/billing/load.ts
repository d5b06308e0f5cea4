import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { newTally, send, untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import { answerMessages, showProgress } from '../harness.ts'
import { stepsOf, type Doing } from './day.ts'
import type { Act, Shown } from './known.ts'
import { reasonsOf } from './refusals.ts'
import type { Clinic } from './clinics.ts'

export type Load = {
  readonly bases: readonly string[]
  readonly clinics: readonly Clinic[]
  readonly operations: number
  readonly writers: number
  readonly seed: number
  /** After so many problems the run has failed well enough. */
  readonly enough: number
}
/** A write that was done, as its answer says. */
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
  readonly modes: Readonly<Record<string, number>>
  readonly replays: number
  readonly writes: readonly Done[]
  /** The ids of requests that the service says it has not carried out. */
  readonly notExecuted: readonly string[]
  readonly problems: readonly string[]
  readonly acts: readonly (Act & { readonly organisation: number })[]
}

/** How a write is sent, and how often of a hundred. */
const modes = [
  ['once', 74],
  ['again later', 8],
  ['several at once', 4],
  ['cut off', 5],
  ['other body', 2],
  ['dry run', 3],
  ['burst', 5],
] as const
type Mode = (typeof modes)[number][0]
const burstSizes = [
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
  /** How often it was carried out, by its answers. */
  executions: number
}

type Counts = Record<string, number>
const count = (counts: Counts, name: string) => (counts[name] = (counts[name] ?? 0) + 1)

type Run = Load & {
  readonly tally: Tally
  readonly done: Counts
  readonly refused: Counts
  readonly modeCounts: Counts
  readonly writes: Done[]
  readonly notExecuted: string[]
  readonly problems: string[]
  readonly acts: (Act & { readonly organisation: number })[]
  /** Writes that are to be sent a second time. */
  readonly later: Write[]
  /** What can only be done once, and was. */
  readonly doneOnce: Set<string>
  begun: number
  numbered: number
  replays: number
  reads: number
}

const complain = ({ problems }: Run, { step, key }: Pick<Write, 'step' | 'key'>, problem: string) =>
  problems.push(`${step.kind} ${problem} (${key}, ${step.method} ${step.path} ${JSON.stringify(step.body)})`)

const headersOf = ({ keys }: Clinic, at: number) => ({
  authorization: keys[at % keys.length]!,
  accept: 'application/problem+json',
})

const readFor = (run: Run, clinic: Clinic) => async (path: string) => {
  const at = ++run.reads
  const sent = { method: 'GET', path: `/${clinic.organisation}/api/0.1${path}`, headers: headersOf(clinic, at) }
  const { status, text } = await untilKnown(run.bases, sent, newTally(), at)
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`)
  return JSON.parse(text) as Shown
}

const newWrite = (run: Run, clinic: Clinic, step: Doing, headers: Sent['headers'] = {}): Write => {
  const { organisation } = clinic
  const key = `${run.seed}-${++run.numbered}`
  const sent: Sent = {
    method: step.method,
    path: `/${organisation}/api/0.1${step.path}`,
    headers: { ...headersOf(clinic, run.numbered), 'idempotency-key': key, ...headers },
    ...(step.body && { body: JSON.stringify(step.body) }),
  }
  return { organisation, step, sent, key, executions: 0 }
}

const receiveFirst = async (run: Run, write: Write, { status, text }: Reply) => {
  const { step, organisation, key } = write
  write.first = text
  run.writes.push({ organisation, key, status, digest: digestOf(text) })
  count(run.done, step.kind)
  if (step.isWrong) complain(run, write, `was accepted: ${text}`)
  const name = `${organisation} ${step.kind} ${step.path}`
  if (step.isOnce && run.doneOnce.has(name)) complain(run, write, 'was done a second time')
  run.doneOnce.add(name)
  if (step.act) run.acts.push({ organisation, ...step.act(JSON.parse(text) as Shown) })
  await step.learn?.(status === 204 ? { id: 0 } : (JSON.parse(text) as Shown))
}

const receiveRefusal = (run: Run, write: Write, { status, headers, text }: Reply) => {
  if (write.first !== undefined) return complain(run, write, `was done, and is then answered ${status}: ${text}`)
  const { reasons, justified } = reasonsOf(text, write.step)
  run.notExecuted.push(String(headers['x-request-id']))
  for (const reason of reasons) {
    count(run.refused, `${write.step.kind}: ${reason}`)
    if (!write.step.refusals.includes(reason)) complain(run, write, `was answered ${status}: ${text}`)
  }
  if (!justified) complain(run, write, `was refused without reason: ${text}`)
}

/** Every answer to a write is its first one again, and only one of them may come from carrying it out. */
const receive = async (run: Run, write: Write, reply: Reply) => {
  if (reply.status >= 300) return receiveRefusal(run, write, reply)
  if (reply.headers['idempotency-replayed'] === 'true') run.replays++
  else write.executions++
  if (write.executions > 1) complain(run, write, 'was carried out twice')
  if (write.first === undefined) return receiveFirst(run, write, reply)
  if (reply.text !== write.first)
    complain(run, write, `was replayed differently: ${reply.text} instead of ${write.first}`)
}

const carryOut = async (run: Run, write: Write, first = run.begun) =>
  receive(run, write, await untilKnown(run.bases, write.sent, run.tally, first))

type SendAs = (run: Run, clinic: Clinic, step: Doing, random: Random) => Promise<unknown>

const sendCutOff: SendAs = async (run, clinic, step, random) => {
  const write = newWrite(run, clinic, step)
  const base = run.bases[run.begun % run.bases.length]!
  const reply = await send(base, write.sent, random.int(0, 40)).catch(() => undefined)
  if (reply !== undefined && reply.status !== 409 && reply.status < 500) return receive(run, write, reply)
  run.tally.unknown++
  await carryOut(run, write)
}

const sendOtherBody: SendAs = async (run, clinic, step) => {
  const write = newWrite(run, clinic, step)
  await carryOut(run, write)
  if (write.first === undefined) return
  const other = { ...write.sent, body: JSON.stringify({ ...step.body, info: 'another' }) }
  const { status, text, headers } = await untilKnown(run.bases, other, run.tally, run.begun)
  run.notExecuted.push(String(headers['x-request-id']))
  if (status !== 422) complain(run, write, `with another body under its key was answered ${status}: ${text}`)
}

const sendDryRun: SendAs = async (run, clinic, step) => {
  const write = newWrite(run, clinic, step, { prefer: 'dry-run' })
  const reply = await untilKnown(run.bases, write.sent, run.tally, run.begun)
  if (reply.status >= 300) return receive(run, write, reply)
  run.notExecuted.push(String(reply.headers['x-request-id']))
  if (reply.headers['preference-applied'] !== 'dry-run') complain(run, write, 'was not tried but done')
}

const sendAs: Readonly<Record<Mode, SendAs>> = {
  once: (run, clinic, step) => carryOut(run, newWrite(run, clinic, step)),
  'again later': async (run, clinic, step) => {
    const write = newWrite(run, clinic, step)
    await carryOut(run, write)
    if (write.first !== undefined) run.later.push(write)
  },
  'several at once': (run, clinic, step, random) => {
    const write = newWrite(run, clinic, step)
    return Promise.all(Array.from({ length: random.int(2, 5) }, (_, at) => carryOut(run, write, at)))
  },
  'cut off': sendCutOff,
  'other body': sendOtherBody,
  'dry run': sendDryRun,
  burst: async (run, clinic, step, random) => {
    const size = random.weighted(burstSizes)
    run.begun += size - 1
    await Promise.all(Array.from({ length: size }, (_, at) => carryOut(run, newWrite(run, clinic, step), at)))
  },
}

type Day = { readonly clinic: Clinic; readonly next: ReturnType<typeof stepsOf> }

/** One of the writers that run side by side, each for any of the clinics. */
const writeOn = async (run: Run, days: readonly Day[], at: number) => {
  const random = createRandom(run.seed * 1000 + at)
  const { later } = run
  while (run.begun < run.operations && run.problems.length < run.enough) {
    const { clinic, next } = random.pick(days)
    const step = await next(random, ++run.begun)
    const drawn = random.weighted(modes)
    const mode = drawn === 'burst' && !step.isCrowded ? 'once' : drawn
    count(run.modeCounts, mode)
    await sendAs[mode](run, clinic, step, random)
    if (later.length > 40 && random.chance(0.3))
      await carryOut(run, later.splice(random.int(0, later.length - 1), 1)[0]!)
  }
  for (let write = later.pop(); write !== undefined; write = later.pop()) await carryOut(run, write)
}

const newRun = (order: Load): Run => ({
  ...order,
  tally: newTally(),
  done: {},
  refused: {},
  modeCounts: {},
  writes: [],
  notExecuted: [],
  problems: [],
  acts: [],
  later: [],
  doneOnce: new Set(),
  begun: 0,
  numbered: 0,
  replays: 0,
  reads: 0,
})

const load = async (order: Load): Promise<Loaded> => {
  const began = performance.now()
  const run = newRun(order)
  const days = order.clinics.map((clinic) => ({ clinic, next: stepsOf(clinic, readFor(run, clinic)) }))
  const endProgress = showProgress(order.operations, () => run.begun)
  await Promise.all(
    Array.from({ length: order.writers }, (_, at) =>
      // An answer that is not expected ends the writer that got it, and fails the run.
      writeOn(run, days, at).catch((problem: unknown) => run.problems.push(String(problem))),
    ),
  )
  endProgress()
  const { tally, done, refused, modeCounts, replays, writes, notExecuted, problems, acts } = run
  const seconds = (performance.now() - began) / 1000
  return { tally, seconds, done, refused, modes: modeCounts, replays, writes, notExecuted, problems, acts }
}

answerMessages(load)
