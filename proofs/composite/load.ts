import { createRandom, type Random } from '../../src/demo/random.ts'
import { answerMessages, showProgress } from '../harness.ts'
import { newTally, send, untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import { compositeOf, opposed, type Clinic, type Composite } from './entries.ts'

/** A clinic, and the credentials of its applications. */
export type Place = Clinic & { readonly keys: readonly string[] }

export type Load = {
  readonly bases: readonly string[]
  readonly places: readonly Place[]
  readonly composites: number
  readonly writers: number
  readonly seed: number
}

/** What must have become of a composite: so many marks of one request, or none. */
export type Expected = { readonly number: number; readonly marks: number }

export type Loaded = {
  readonly tally: Tally
  readonly seconds: number
  readonly counts: Readonly<Record<Mode | 'single', number>>
  readonly entries: number
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
  readonly sent: Sent
  first?: string
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
  replays: number
}

const complain = ({ problems }: Run, { number }: Pick<Write, 'number'>, problem: string) =>
  problems.push(`c${number}: ${problem.slice(0, 500)}`)

const bodyOf = (entries: readonly unknown[]) => JSON.stringify({ entries })

const writeOf = (run: Run, place: Place, number: number, composite: Composite): Write => ({
  ...composite,
  number,
  executions: 0,
  sent: {
    method: 'POST',
    path: `/${place.organisation}/api/0.1/composite/`,
    headers: {
      authorization: place.keys[number % place.keys.length]!,
      'idempotency-key': `${run.seed}-${number}`,
    },
    body: bodyOf(composite.entries),
  },
})

/** Every answer to a composite is its first one again, and has all of its entries. */
const receive = (run: Run, write: Write, { status, headers, text }: Reply) => {
  if (status !== 200) return complain(run, write, `answered ${status}: ${text}`)
  if (headers['idempotency-replayed'] === 'true') run.replays++
  else write.executions++
  if (write.executions > 1) complain(run, write, 'carried out twice')
  if (write.first !== undefined && write.first !== text) complain(run, write, `replayed differently: ${text}`)
  if (write.first === undefined) {
    const { entries } = JSON.parse(text) as { readonly entries: readonly { readonly status: number }[] }
    if (entries.length !== write.entries.length || entries.some((entry) => entry.status >= 300))
      complain(run, write, `answered ${text}`)
  }
  write.first ??= text
}

/** Sends a composite until its end is known. Half of them are to go through the SDK, whose place is here. */
const carryOut = async (run: Run, write: Write, first = write.number) =>
  receive(run, write, await untilKnown(run.bases, write.sent, run.tally, first))

const expectMarks = ({ expected }: Run, { number }: Pick<Write, 'number'>, marks: number) =>
  expected.push({ number, marks })

type Way = (run: Run, write: Write, random: Random, place: Place) => Promise<unknown>
const carriedOut =
  (way: Way): Way =>
  async (run, write, random, place) => {
    expectMarks(run, write, write.marks)
    await way(run, write, random, place)
  }

const nobody = { name: 'nobody', method: 'PATCH', path: '/client/999999999/', body: { city: 'Oulu' } }

const ways: Readonly<Record<Mode, Way>> = {
  once: carriedOut((run, write) => carryOut(run, write)),
  'again later': carriedOut(async (run, write) => {
    await carryOut(run, write)
    run.later.push(write)
  }),
  'twice at once': carriedOut((run, write) =>
    Promise.all([carryOut(run, write), carryOut(run, write, write.number + 1)]),
  ),
  'cut off': carriedOut(async (run, write, random) => {
    const base = run.bases[write.number % run.bases.length]!
    const reply = await send(base, write.sent, random.int(0, 60)).catch(() => undefined)
    if (reply?.status === 200) return receive(run, write, reply)
    run.tally.unknown++
    await carryOut(run, write, write.number + 1)
  }),
  'refused at the end': async (run, write) => {
    expectMarks(run, write, 0)
    const sent = { ...write.sent, body: bodyOf([...write.entries, nobody]) }
    const { status, text } = await untilKnown(run.bases, sent, run.tally, write.number)
    const entry = status === 404 ? (JSON.parse(text) as { readonly entry?: string }).entry : undefined
    if (entry !== nobody.name) complain(run, write, `answered ${status} where 404 of the last entry was due: ${text}`)
  },
  'dry run': async (run, write) => {
    expectMarks(run, write, 0)
    const headers = { authorization: write.sent.headers['authorization']!, prefer: 'dry-run' }
    const reply = await untilKnown(run.bases, { ...write.sent, headers }, run.tally, write.number)
    if (reply.status !== 200 || reply.headers['preference-applied'] !== 'dry-run')
      complain(run, write, `tried, and answered ${reply.status}: ${reply.text}`)
  },
  'in opposite order': async (run, write, _random, place) => {
    const pair = [false, true].map((isTurned) => {
      const number = isTurned ? ++run.begun : write.number
      const turned = writeOf(run, place, number, opposed(place, number, isTurned))
      expectMarks(run, turned, turned.marks)
      return turned
    })
    await Promise.all(pair.map((turned, at) => carryOut(run, turned, at)))
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
      await carryOut(run, later.splice(random.int(0, later.length - 1), 1)[0]!)
  }
  for (let write = later.pop(); write !== undefined; write = later.pop()) await carryOut(run, write)
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
    replays: 0,
  }
  const endProgress = showProgress(order.composites, () => run.begun)
  await Promise.all(Array.from({ length: order.writers }, (_, at) => writeOn(run, at)))
  endProgress()
  const { tally, counts, entries, replays, problems, expected } = run
  return { tally, seconds: (performance.now() - began) / 1000, counts, entries, replays, problems, expected }
}

answerMessages(load)
