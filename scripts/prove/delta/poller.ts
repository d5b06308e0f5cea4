import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../../src/demo/random.ts'
import { newTally, untilKnown } from '../sending.ts'
import { answerAsPart } from '../stage.ts'

export type Watch = { readonly bases: readonly string[]; readonly keys: readonly string[]; readonly seed: number }
export type Order = { readonly start: Watch } | 'finish'
/** What one poller made of it: records whose last state it was never given are missed. */
export type Outcome = {
  readonly habit: Habit
  readonly resource: string
  readonly polls: number
  readonly received: number
  readonly records: number
  readonly missed: number
}

type Row = { readonly id: number; readonly modified: string }
type Page = { readonly next: string | null; readonly results: readonly Row[] }
type Got = Page & { readonly serverTime: string }
type Asked = Readonly<Record<string, string>>
type Ask = (asked: Asked | string) => Promise<Got>
type Copy = Map<number, string>

const usualSize = 50
const largestSize = 1000
const resources = ['client', 'patient', 'phonenumber']

/** One round: everything from the cursor on, page after page as `next` says. */
const follow = async (ask: Ask, cursor: string, take: (rows: readonly Row[]) => void) => {
  const [pages, rows]: [Got[], Row[]] = [[], []]
  for (let asked: Asked | string | null = { modified__gte: cursor }; asked !== null; asked = pages.at(-1)!.next) {
    const page = await ask(asked)
    pages.push(page)
    rows.push(...page.results)
    take(page.results)
  }
  return { serverTime: pages[0]!.serverTime, rows }
}

/**
 * One round by each habit: takes in what has changed since the cursor and answers the next cursor. The recipe for
 * integrators: follow `next` to the end, then keep either of
 *
 * - `largest`: the largest `modified` of the whole round,
 * - `server`: the server's time, which every page of the round says alike.
 *
 * `walk` goes on with `id__gt` by itself instead, and must then keep the server's time of its first page.
 */
const habits = {
  largest: async (ask: Ask, cursor: string, take: (rows: readonly Row[]) => void) => {
    const { rows } = await follow(ask, cursor, take)
    return rows.reduce((most, { modified }) => (modified > most ? modified : most), cursor)
  },
  server: async (ask: Ask, cursor: string, take: (rows: readonly Row[]) => void) =>
    (await follow(ask, cursor, take)).serverTime,
  walk: async (ask: Ask, cursor: string, take: (rows: readonly Row[]) => void) => {
    const first = await ask({ modified__gte: cursor })
    for (let page = first; ; ) {
      take(page.results)
      if (page.results.length < usualSize) return first.serverTime
      page = await ask({ modified__gte: cursor, id__gt: String(page.results.at(-1)!.id) })
    }
  },
}
export type Habit = keyof typeof habits

const askAt = ({ bases, keys }: Watch, resource: string): Ask => {
  const tally = newTally()
  let asks = Math.trunc(Math.random() * keys.length)
  return async (asked) => {
    const query = typeof asked === 'string' ? new URL(asked).search : `?${new URLSearchParams(asked).toString()}`
    const headers = { authorization: keys[asks++ % keys.length]! }
    tally.at = performance.now()
    const sent = { method: 'GET', path: `/${resource}/${query}`, headers }
    const { status, headers: given, text } = await untilKnown(bases, sent, tally, asks)
    if (status !== 200) throw new Error(`GET /${resource}/${query} answered ${status}: ${text}`)
    return { ...(JSON.parse(text) as Page), serverTime: String(given['x-server-time']) }
  }
}

/** All records as they are now, in the order of their ids. */
const readAll = async (ask: Ask): Promise<Copy> => {
  const all: Copy = new Map()
  for (let after = 0; ; ) {
    const { results } = await ask({ id__gt: String(after), page_size: String(largestSize) })
    for (const row of results) all.set(row.id, JSON.stringify(row))
    if (results.length < largestSize) return all
    after = results.at(-1)!.id
  }
}

const finishing = new AbortController()

const watch = async (at: Watch, habit: Habit, resource: string, number: number): Promise<() => Promise<Outcome>> => {
  const random = createRandom(at.seed * 100 + number)
  const ask = askAt(at, resource)
  const copy: Copy = new Map()
  let [cursor, polls, received] = ['1970-01-01T00:00:00Z', 0, 0]
  const take = (rows: readonly Row[]) => {
    received += rows.length
    for (const row of rows) copy.set(row.id, JSON.stringify(row))
  }
  const poll = async () => {
    polls++
    cursor = await habits[habit](ask, cursor, take)
  }
  while (!finishing.signal.aborted) {
    await poll()
    await sleep(random.int(50, 400))
  }
  return async () => {
    await poll()
    const all = await readAll(ask)
    const missed = [...all].filter(([id, text]) => copy.get(id) !== text).length
    return { habit, resource, polls, received, records: all.size, missed }
  }
}

let watching: Promise<(() => Promise<Outcome>)[]> = Promise.resolve([])

answerAsPart<Order, Outcome[]>(async (order) => {
  if (order !== 'finish') {
    const pairs = (Object.keys(habits) as Habit[]).flatMap((habit) =>
      resources.map((resource) => [habit, resource] as const),
    )
    watching = Promise.all(pairs.map(([habit, resource], number) => watch(order.start, habit, resource, number)))
    return []
  }
  finishing.abort()
  const outcomes: Outcome[] = []
  for (const finish of await watching) outcomes.push(await finish())
  return outcomes
})
