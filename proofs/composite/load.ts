import type { Entry } from '../../sdk/index.ts'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { answerMessages, showProgress } from '../harness.ts'
import { newTally, send, untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import { compositeOf, nobody, opposed, type Clinic, type Composite } from './entries.ts'
import { compose, composeUntilKnown, type Composed } from './sdk.ts'

/** A clinic, and the credentials of its applications. */
export type Place = Clinic & { readonly keys: readonly string[] }

export type Load = {
  readonly bases: readonly string[]
  readonly places: readonly Place[]
  readonly composites: number
  readonly writers: number
  readonly seed: number
  /** The share of composites that are sent through the SDK. */
  readonly sdk: number
}

/** What must have become of a composite: so many marks of one request, or none. */
export type Expected = { readonly number: number; readonly marks: number }

export type Loaded = {
  readonly tally: Tally
  readonly seconds: number
  readonly counts: Readonly<Record<Mode | 'single', number>>
  readonly entries: number
  readonly throughSdk: number
  readonly replays: number
  readonly problems: readonly string[]
  readonly expected: readonly Expected[]
}

/** How a composite is sent, and how often of a hundred. */
const modes = [
  ['once', 40],
  ['again later', 14],
  ['twice at once', 8],
  ['cut off', 10],
  ['refused at the end', 12],
  ['dry run', 8],
  ['in opposite order', 8],
] as const
export type Mode = (typeof modes)[number][0]

type Write = Composite & {
  readonly number: number
  readonly path: string
  readonly authorization: string
  readonly key: string
  /** The first answer byte for byte, and what it says, which the SDK keeps of it. */
  first?: string
  says?: string
  executions: number
}

type Run = Load & {
  readonly tally: Tally
  readonly counts: Record<Mode | 'single', number>
  readonly problems: string[]
  readonly expected: Expected[]
  readonly later: Write[]
  begun: number
  entries: number
  throughSdk: number
  replays: number
}

const complain = ({ problems }: Run, { number }: Pick<Write, 'number'>, problem: string) =>
  problems.push(`c${number}: ${problem.slice(0, 500)}`)

const writeOf = (run: Run, place: Place, number: number, composite: Composite): Write => ({
  ...composite,
  number,
  path: `/${place.organisation}/api/0.1`,
  authorization: place.keys[number % place.keys.length]!,
  key: `${run.seed}-${number}`,
  executions: 0,
})

/** How a composite is asked for otherwise than with its own entries and under its own key. */
type Asked = { readonly entries?: readonly Entry[]; readonly isDryRun?: boolean }

const sentOf = ({ path, authorization, key, entries: own }: Write, { entries = own, isDryRun }: Asked = {}): Sent => ({
  method: 'POST',
  path: `${path}/composite/`,
  headers: { authorization, ...(isDryRun ? { prefer: 'dry-run' } : { 'idempotency-key': key }) },
  body: JSON.stringify({ entries }),
})

const composedOf = (
  { path, authorization, key, entries: own }: Write,
  { entries = own, isDryRun }: Asked = {},
): Composed => ({ api: path, authorization, entries, options: isDryRun ? { dryRun: true } : { key } })

/** Every answer to a composite is its first one again, and has all of its entries. */
const receive = (run: Run, write: Write, { status, headers, text }: Reply, isThroughSdk: boolean) => {
  if (status !== 200) return complain(run, write, `answered ${status}: ${text}`)
  const answer = JSON.parse(text) as { readonly entries: readonly { readonly status: number }[] }
  const says = JSON.stringify(answer)
  if (write.says === undefined) {
    const { entries } = answer
    if (entries.length !== write.entries.length || entries.some((entry) => entry.status >= 300))
      complain(run, write, `answered ${text}`)
  }
  write.says ??= says
  if (write.says !== says) complain(run, write, `replayed differently: ${text}`)
  if (isThroughSdk) return
  // Headers and bytes are seen by the bare client alone.
  if (headers['idempotency-replayed'] === 'true') run.replays++
  else write.executions++
  if (write.executions > 1) complain(run, write, 'carried out twice')
  write.first ??= text
  if (write.first !== text) complain(run, write, `replayed with other bytes: ${text}`)
}

const isThroughSdk = (run: Run, random: Random) => {
  const is = random.chance(run.sdk)
  if (is) run.throughSdk++
  return is
}

/** Sends a composite until its end is known, by the SDK or by a bare client. */
const ask = async (run: Run, write: Write, random: Random, first: number, asked?: Asked) => {
  const bySdk = isThroughSdk(run, random)
  const reply = bySdk
    ? await composeUntilKnown(run.bases, composedOf(write, asked), run.tally, first)
    : await untilKnown(run.bases, sentOf(write, asked), run.tally, first)
  return { reply, bySdk }
}

const carryOut = async (run: Run, write: Write, random: Random, first = write.number) => {
  const { reply, bySdk } = await ask(run, write, random, first)
  receive(run, write, reply, bySdk)
}

/** Sends a composite and cuts the connection soon after, then asks for it again, as another process knows it. */
const cutOff = async (run: Run, write: Write, random: Random) => {
  const base = run.bases[write.number % run.bases.length]!
  const cutAfterMs = random.int(0, 60)
  const bySdk = isThroughSdk(run, random)
  const reply = await (bySdk
    ? compose(base, composedOf(write), run.tally, cutAfterMs)
    : send(base, sentOf(write), cutAfterMs)
  ).catch(() => undefined)
  if (reply?.status === 200) return receive(run, write, reply, bySdk)
  run.tally.unknown++
  await carryOut(run, write, random, write.number + 1)
}

const expectMarks = ({ expected }: Run, { number }: Pick<Write, 'number'>, marks: number) =>
  expected.push({ number, marks })

type Way = (run: Run, write: Write, random: Random, place: Place) => Promise<unknown>
const carriedOut =
  (way: Way): Way =>
  async (run, write, random, place) => {
    expectMarks(run, write, write.marks)
    await way(run, write, random, place)
  }

const ways: Readonly<Record<Mode, Way>> = {
  once: carriedOut((run, write, random) => carryOut(run, write, random)),
  'again later': carriedOut(async (run, write, random) => {
    await carryOut(run, write, random)
    run.later.push(write)
  }),
  'twice at once': carriedOut((run, write, random) =>
    Promise.all([carryOut(run, write, random), carryOut(run, write, random, write.number + 1)]),
  ),
  'cut off': carriedOut(cutOff),
  'refused at the end': async (run, write, random) => {
    expectMarks(run, write, 0)
    const { reply } = await ask(run, write, random, write.number, { entries: [...write.entries, nobody] })
    const { status, text } = reply
    const entry = status === 404 ? (JSON.parse(text) as { readonly entry?: string }).entry : undefined
    if (entry !== nobody.name) complain(run, write, `answered ${status} where 404 of the last entry was due: ${text}`)
  },
  'dry run': async (run, write, random) => {
    expectMarks(run, write, 0)
    const { reply } = await ask(run, write, random, write.number, { isDryRun: true })
    if (reply.status !== 200 || reply.headers['preference-applied'] !== 'dry-run')
      complain(run, write, `tried, and answered ${reply.status}: ${reply.text}`)
  },
  'in opposite order': async (run, write, random, place) => {
    const pair = [false, true].map((isTurned) => {
      const number = isTurned ? ++run.begun : write.number
      const turned = writeOf(run, place, number, opposed(place, number, isTurned))
      expectMarks(run, turned, turned.marks)
      return turned
    })
    await Promise.all(pair.map((turned, at) => carryOut(run, turned, random, at)))
  },
}

/** What everybody else does meanwhile: single writes to the records that composites change too. */
const writeAlone = async (run: Run, random: Random, place: Place, number: number) => {
  run.counts.single++
  const sent = {
    method: 'PATCH',
    path: `/${place.organisation}/api/0.1/client/${random.pick(place.shared)}/`,
    headers: { authorization: place.keys[number % place.keys.length]!, 'idempotency-key': `s${run.seed}-${number}` },
    body: JSON.stringify({ city: `Single ${number}` }),
  }
  const { status, text } = await untilKnown(run.bases, sent, run.tally, number)
  if (status !== 200) complain(run, { number }, `a single write answered ${status}: ${text}`)
}

/** One of the writers that run side by side. */
const writeOn = async (run: Run, at: number) => {
  const random = createRandom(run.seed * 1000 + at)
  const { places, later } = run
  while (run.begun < run.composites) {
    const number = ++run.begun
    const place = places[number % places.length]!
    if (random.chance(0.3)) await writeAlone(run, random, place, number)
    const write = writeOf(run, place, number, compositeOf(random, place, number))
    const mode = random.weighted(modes)
    run.counts[mode]++
    run.entries += write.entries.length
    await ways[mode](run, write, random, place)
    if (later.length > 50 && random.chance(0.4))
      await carryOut(run, later.splice(random.int(0, later.length - 1), 1)[0]!, random)
  }
  for (let write = later.pop(); write !== undefined; write = later.pop()) await carryOut(run, write, random)
}

const load = async (order: Load): Promise<Loaded> => {
  const began = performance.now()
  const run: Run = {
    ...order,
    tally: newTally(),
    counts: Object.fromEntries([...modes.map(([mode]) => [mode, 0]), ['single', 0]]) as Record<Mode | 'single', number>,
    problems: [],
    expected: [],
    later: [],
    begun: 0,
    entries: 0,
    throughSdk: 0,
    replays: 0,
  }
  const endProgress = showProgress(order.composites, () => run.begun)
  await Promise.all(Array.from({ length: order.writers }, (_, at) => writeOn(run, at)))
  endProgress()
  const { tally, counts, entries, throughSdk, replays, problems, expected } = run
  const seconds = (performance.now() - began) / 1000
  return { tally, seconds, counts, entries, throughSdk, replays, problems, expected }
}

answerMessages(load)
