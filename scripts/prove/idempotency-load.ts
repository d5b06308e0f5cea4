import { createRandom, type Random } from '../../src/demo/random.ts'
import { newTally, send, untilKnown, type Reply, type Sent, type Tally } from './sending.ts'
import { answerAsPart } from './stage.ts'

/** Writes of which some are sent again, sent twice, cut off, refused at first or sent with another body. */
export type Load = {
  readonly bases: readonly string[]
  readonly accounts: readonly string[]
  readonly writes: number
  readonly writers: number
  readonly seed: number
  readonly withKeys: boolean
}
export type Loaded = {
  readonly tally: Tally
  readonly seconds: number
  readonly sent: Readonly<Record<Fate, number>>
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
type Write = { readonly number: number; readonly sent: Sent; first?: First; fresh: number }

/** A name for the record of each write, by which it is counted in the end. */
export const nameOf = (number: number) => `w${number}`
/** The name that no record may ever have: it only comes with a key that was used for another body. */
export const forbiddenName = (number: number) => `x${number}`

export const load = async ({ bases, accounts, writes, writers, seed, withKeys }: Load): Promise<Loaded> => {
  const tally = newTally()
  const began = performance.now()
  const sent: Record<Fate, number> = Object.fromEntries(fates.map(([fate]) => [fate, 0])) as Record<Fate, number>
  const problems: string[] = []
  const later: Write[] = []
  const clients: string[] = []
  let [begun, replays] = [0, 0]
  const complain = (write: Write, problem: string) => problems.push(`${nameOf(write.number)}: ${problem}`)

  const writeOf = (random: Random, number: number): Write => {
    const client = random.chance(0.2) ? clients[Math.trunc(random.next() * clients.length)] : undefined
    const headers = {
      authorization: accounts[number % accounts.length]!,
      ...(withKeys ? { 'idempotency-key': `${seed}-${number}` } : {}),
    }
    const phone = { client, phone_number: '040 123 4567', type_code: 1, description: nameOf(number) }
    return client === undefined
      ? {
          number,
          fresh: 0,
          sent: { method: 'POST', path: '/client/', headers, body: JSON.stringify({ lastname: nameOf(number) }) },
        }
      : { number, fresh: 0, sent: { method: 'POST', path: '/phonenumber/', headers, body: JSON.stringify(phone) } }
  }

  /** Every answer to a write is its first one again; only one of them may come from carrying it out. */
  const receive = (write: Write, { status, headers, text }: Reply) => {
    if (status !== 201) return complain(write, `answered ${status}: ${text}`)
    if (headers['idempotency-replayed'] === 'true') replays++
    else write.fresh++
    if (write.first === undefined) {
      write.first = { status, text }
      if (write.sent.path === '/client/') clients.push((JSON.parse(text) as { url: string }).url)
      return
    }
    if (!withKeys) return
    if (write.fresh > 1) complain(write, 'carried out twice')
    if (text !== write.first.text) complain(write, `replayed differently: ${text} instead of ${write.first.text}`)
  }
  const carryOut = async (write: Write, first = write.number) =>
    receive(write, await untilKnown(bases, write.sent, tally, first))
  const refuse = async (write: Write, body: object, status: number) => {
    const reply = await untilKnown(bases, { ...write.sent, body: JSON.stringify(body) }, tally, write.number)
    if (withKeys && reply.status !== status)
      complain(write, `answered ${reply.status} where ${status} was due: ${reply.text}`)
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
      if (reply?.status === 201) receive(write, reply)
      else tally.unknown++
      await carryOut(write, write.number + 1)
    },
    'refused first': async (write) => {
      await refuse(write, {}, 400)
      await carryOut(write)
    },
    'other body': async (write) => {
      await carryOut(write)
      if (withKeys) await refuse(write, { lastname: forbiddenName(write.number) }, 422)
    },
  }

  const writer = async (at: number) => {
    const random = createRandom(seed * 1000 + at)
    while (begun < writes) {
      const write = writeOf(random, ++begun)
      const fate = random.weighted(fates)
      sent[fate]++
      await courses[fate](write, random)
      if (later.length > 50 && random.chance(0.4)) await carryOut(later.splice(random.int(0, later.length - 1), 1)[0]!)
    }
    for (let write = later.pop(); write !== undefined; write = later.pop()) await carryOut(write)
  }
  await Promise.all(Array.from({ length: writers }, (_, at) => writer(at)))
  return { tally, seconds: (performance.now() - began) / 1000, sent, replays, problems }
}

answerAsPart(load)
