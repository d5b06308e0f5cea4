import { createRandom, type Random } from '../../src/demo/random.ts'
import { newTally, send, untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import { answerAsPart, showProgress } from '../stage.ts'

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
  readonly counts: Readonly<Record<Fate, number>>
  readonly replays: number
  readonly problems: readonly string[]
}

const fates = [
  ['once', 64],
  ['again later', 20],
  ['twice at once', 5],
  ['cut off', 5],
  ['refused first', 3],
  ['other body', 3],
] as const
export type Fate = (typeof fates)[number][0]

type First = { readonly status: number; readonly text: string }
type Write = {
  readonly number: number
  readonly organisation: number
  readonly sent: Sent
  first?: First
  fresh: number
}

/** A name for the record of each write, by which it is counted in the end. */
export const nameOf = (number: number) => `w${number}`
/** The name that no record may ever have: it only comes with a key that was used for another body. */
export const forbiddenName = (number: number) => `x${number}`

export const load = async ({ bases, accounts, writes, writers, seed, withKeys }: Load): Promise<Loaded> => {
  const tally = newTally()
  const began = performance.now()
  const counts: Record<Fate, number> = Object.fromEntries(fates.map(([fate]) => [fate, 0])) as Record<Fate, number>
  const problems: string[] = []
  const later: Write[] = []
  const clients = new Map<number, string[]>()
  let [begun, replays] = [0, 0]
  const complain = (write: Write, problem: string) => problems.push(`${nameOf(write.number)}: ${problem}`)

  const writeOf = (random: Random, number: number): Write => {
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
    return { number, organisation, sent, fresh: 0 }
  }

  /** Every answer to a write is its first one again; only one of them may come from carrying it out. */
  const receive = (write: Write, { status, headers, text }: Reply) => {
    if (status !== 201) return complain(write, `answered ${status}: ${text}`)
    if (headers['idempotency-replayed'] === 'true') replays++
    else write.fresh++
    if (write.first === undefined) {
      write.first = { status, text }
      const { url } = JSON.parse(text) as { url: string }
      if (write.sent.path.endsWith('/client/'))
        clients.set(write.organisation, [...(clients.get(write.organisation) ?? []).slice(-99), url])
      return
    }
    if (write.fresh > 1) complain(write, 'carried out twice')
    if (text !== write.first.text) complain(write, `replayed differently: ${text} instead of ${write.first.text}`)
  }
  const carryOut = async (write: Write, first = write.number) =>
    receive(write, await untilKnown(bases, write.sent, tally, first))
  const refuse = async (write: Write, body: object, status: number) => {
    const reply = await untilKnown(bases, { ...write.sent, body: JSON.stringify(body) }, tally, write.number)
    if (reply.status !== status) complain(write, `answered ${reply.status} where ${status} was due: ${reply.text}`)
  }

  const courses: Record<Fate, (write: Write, random: Random) => Promise<unknown>> = {
    once: (write) => carryOut(write),
    'again later': async (write) => {
      await carryOut(write)
      later.push(write)
    },
    'twice at once': (write) => Promise.all([carryOut(write), carryOut(write, write.number + 1)]),
    'cut off': async (write, random) => {
      const reply = await send(bases[write.number % bases.length]!, write.sent, random.int(0, 30)).catch(
        () => undefined,
      )
      if (reply?.status === 201) return receive(write, reply)
      tally.unknown++
      await carryOut(write, write.number + 1)
    },
    'refused first': async (write) => {
      await refuse(write, {}, 400)
      await carryOut(write)
    },
    'other body': async (write) => {
      await carryOut(write)
      await refuse(write, { lastname: forbiddenName(write.number) }, 422)
    },
  }

  const writer = async (at: number) => {
    const random = createRandom(seed * 1000 + at)
    while (begun < writes) {
      const write = writeOf(random, ++begun)
      const drawn = random.weighted(fates)
      // Without keys nothing is sent again but what has an unknown end: doubles are then of the faults' making alone.
      const fate = withKeys || drawn === 'cut off' ? drawn : 'once'
      counts[fate]++
      await courses[fate](write, random)
      if (later.length > 50 && random.chance(0.4)) await carryOut(later.splice(random.int(0, later.length - 1), 1)[0]!)
    }
    for (let write = later.pop(); write !== undefined; write = later.pop()) await carryOut(write)
  }
  const endProgress = showProgress(writes, () => begun)
  await Promise.all(Array.from({ length: writers }, (_, at) => writer(at)))
  endProgress()
  return { tally, seconds: (performance.now() - began) / 1000, counts, replays, problems }
}

answerAsPart(load)
