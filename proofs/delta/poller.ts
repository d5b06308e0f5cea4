import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src/demo/random.ts'
import { newTally, untilKnown } from '../sending.ts'
import { answerMessages } from '../harness.ts'

export type Watch = {
  readonly bases: readonly string[]
  readonly keys: readonly string[]
  readonly seed: number
  readonly resources?: readonly string[]
  /** Those of the resources whose records can be deleted. */
  readonly deletable?: readonly string[]
  readonly habits?: readonly Habit[]
  readonly pauseMs?: readonly [least: number, most: number]
}
/** Each start adds a watch; all finish together. */
export type Order = { readonly start: Watch } | 'finish'
/** What one poller made of it: records whose last state it was never given are missed, and so are deletions. */
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
const usualPauseMs = [50, 400] as const
const largestSize = 1000
const usualResources = ['client', 'patient', 'phonenumber']
const theBeginning = '1970-01-01T00:00:00Z'

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

type Deleted = Row & { readonly record: number }

/** Takes what was deleted since out of a copy, for good: it may have been received only afterwards. */
const followDeletions = (at: Watch, resource: string, copy: Copy) => {
  const ask = askAt(at, 'deleted')
  const gone = new Set<number>()
  let cursor = theBeginning
  return async () => {
    const { serverTime, rows } = await follow(
      (asked) => ask(typeof asked === 'string' ? asked : { ...asked, resource__is: resource }),
      cursor,
      () => {},
    )
    cursor = serverTime
    for (const { record } of rows as unknown as readonly Deleted[]) gone.add(record)
    for (const record of gone) copy.delete(record)
  }
}

const watch = async (at: Watch, habit: Habit, resource: string, number: number): Promise<() => Promise<Outcome>> => {
  const random = createRandom(at.seed * 100 + number)
  const ask = askAt(at, resource)
  const copy: Copy = new Map()
  let [cursor, polls, received] = [theBeginning, 0, 0]
  const forget = at.deletable?.includes(resource) ? followDeletions(at, resource, copy) : async () => {}
  const take = (rows: readonly Row[]) => {
    received += rows.length
    for (const row of rows) copy.set(row.id, JSON.stringify(row))
  }
  const poll = async () => {
    polls++
    cursor = await habits[habit](ask, cursor, take)
    await forget()
  }
  while (!finishing.signal.aborted) {
    await poll()
    await sleep(random.int(...(at.pauseMs ?? usualPauseMs)), undefined, { signal: finishing.signal }).catch(() => {})
  }
  return async () => {
    await poll()
    const all = await readAll(ask)
    const ghosts = [...copy.keys()].filter((id) => !all.has(id)).length
    const missed = ghosts + [...all].filter(([id, text]) => copy.get(id) !== text).length
    return { habit, resource, polls, received, records: all.size, missed }
  }
}

const watching: Promise<() => Promise<Outcome>>[] = []

answerMessages<Order, Outcome[]>(async (order) => {
  if (order !== 'finish') {
    const { habits: chosen = Object.keys(habits) as Habit[], resources = usualResources } = order.start
    for (const habit of chosen)
      for (const resource of resources) watching.push(watch(order.start, habit, resource, watching.length))
    return []
  }
  finishing.abort()
  const outcomes: Outcome[] = []
  for (const finish of await Promise.all(watching)) outcomes.push(await finish())
  return outcomes
})
