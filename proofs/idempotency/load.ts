import { createRandom, type Random } from '../../src/demo/random.ts'
import { newTally, send, untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import { answerMessages, showProgress } from '../harness.ts'

export type Account = { readonly organisation: number; readonly authorization: string }

/** Writes of which some are sent again, sent twice, cut off, refused at first or sent with another body. */
export type Load = {
  readonly bases: readonly string[]
  readonly accounts: readonly Account[]
  readonly writes: number
  readonly writers: number
  readonly seed: number
  readonly withKeys: boolean
}
export type Loaded = {
  readonly tally: Tally
  readonly seconds: number
  readonly counts: Readonly<Record<Mode, number>>
  readonly replays: number
  readonly problems: readonly string[]
}

/** How a write is sent, and how often of a hundred. */
const modes = [
  ['once', 64],
  ['again later', 20],
  ['twice at once', 5],
  ['cut off', 5],
  ['refused first', 3],
  ['other body', 3],
] as const
export type Mode = (typeof modes)[number][0]

type Write = {
  readonly number: number
  readonly organisation: number
  readonly sent: Sent
  /** The first answer that says it is done. */
  first?: string
  /** How often it was carried out, by its answers. */
  executions: number
}

/** A name for the record of each write, by which it is counted in the end. */
const nameOf = (number: number) => `w${number}`
/** The name that no record may ever have: it only comes with a key that was used for another body. */
const forbiddenName = (number: number) => `x${number}`

type Run = Load & {
  readonly tally: Tally
  readonly counts: Record<Mode, number>
  readonly problems: string[]
  /** Writes that are to be sent a second time. */
  readonly later: Write[]
  /** URLs of clients by organisation, for phone numbers. */
  readonly clients: Map<number, string[]>
  begun: number
  replays: number
}

const complain = ({ problems }: Run, { number }: Write, problem: string) =>
  problems.push(`${nameOf(number)}: ${problem}`)

const newWrite = ({ accounts, clients, seed, withKeys }: Run, random: Random, number: number): Write => {
  const { organisation, authorization } = accounts[number % accounts.length]!
  const known = clients.get(organisation) ?? []
  const client = random.chance(0.2) ? known[Math.trunc(random.next() * known.length)] : undefined
  const [path, body] =
    client === undefined
      ? ['client', { lastname: nameOf(number) }]
      : ['phonenumber', { client, phone_number: '040 123 4567', type_code: 1, description: nameOf(number) }]
  const sent: Sent = {
    method: 'POST',
    path: `/${organisation}/api/0.1/${path}/`,
    headers: { authorization, ...(withKeys ? { 'idempotency-key': `${seed}-${number}` } : {}) },
    body: JSON.stringify(body),
  }
  return { number, organisation, sent, executions: 0 }
}

const rememberClient = ({ clients }: Run, { organisation, sent }: Write, text: string) => {
  if (!sent.path.endsWith('/client/')) return
  const { url } = JSON.parse(text) as { url: string }
  clients.set(organisation, [...(clients.get(organisation) ?? []).slice(-99), url])
}

/** Every answer to a write is its first one again; only one of them may come from carrying it out. */
const receive = (run: Run, write: Write, { status, headers, text }: Reply) => {
  if (status !== 201) return complain(run, write, `answered ${status}: ${text}`)
  if (headers['idempotency-replayed'] === 'true') run.replays++
  else write.executions++
  if (write.first === undefined) {
    write.first = text
    return rememberClient(run, write, text)
  }
  if (write.executions > 1) complain(run, write, 'carried out twice')
  if (text !== write.first) complain(run, write, `replayed differently: ${text} instead of ${write.first}`)
}

const carryOut = async (run: Run, write: Write, first = write.number) =>
  receive(run, write, await untilKnown(run.bases, write.sent, run.tally, first))

const expectRefusal = async (run: Run, write: Write, body: object, status: number) => {
  const reply = await untilKnown(run.bases, { ...write.sent, body: JSON.stringify(body) }, run.tally, write.number)
  if (reply.status !== status) complain(run, write, `answered ${reply.status} where ${status} was due: ${reply.text}`)
}

const sendAs: Readonly<Record<Mode, (run: Run, write: Write, random: Random) => Promise<unknown>>> = {
  once: (run, write) => carryOut(run, write),
  'again later': async (run, write) => {
    await carryOut(run, write)
    run.later.push(write)
  },
  'twice at once': (run, write) => Promise.all([carryOut(run, write), carryOut(run, write, write.number + 1)]),
  'cut off': async (run, write, random) => {
    const base = run.bases[write.number % run.bases.length]!
    const reply = await send(base, write.sent, random.int(0, 30)).catch(() => undefined)
    if (reply?.status === 201) return receive(run, write, reply)
    run.tally.unknown++
    await carryOut(run, write, write.number + 1)
  },
  'refused first': async (run, write) => {
    await expectRefusal(run, write, {}, 400)
    await carryOut(run, write)
  },
  'other body': async (run, write) => {
    await carryOut(run, write)
    await expectRefusal(run, write, { lastname: forbiddenName(write.number) }, 422)
  },
}

/** One of the writers that run side by side. */
const writeOn = async (run: Run, at: number) => {
  const random = createRandom(run.seed * 1000 + at)
  const { later } = run
  while (run.begun < run.writes) {
    const write = newWrite(run, random, ++run.begun)
    const drawn = random.weighted(modes)
    // Without keys nothing is sent again but what has an unknown end: duplicates then come from the faults alone.
    const mode = run.withKeys || drawn === 'cut off' ? drawn : 'once'
    run.counts[mode]++
    await sendAs[mode](run, write, random)
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
    counts: Object.fromEntries(modes.map(([mode]) => [mode, 0])) as Record<Mode, number>,
    problems: [],
    later: [],
    clients: new Map(),
    begun: 0,
    replays: 0,
  }
  const endProgress = showProgress(order.writes, () => run.begun)
  await Promise.all(Array.from({ length: order.writers }, (_, at) => writeOn(run, at)))
  endProgress()
  const { tally, counts, replays, problems } = run
  return { tally, seconds: (performance.now() - began) / 1000, counts, replays, problems }
}

answerMessages(load)
