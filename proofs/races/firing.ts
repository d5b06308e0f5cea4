import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Random } from '../../src/demo/random.ts'
import { send, type Reply } from '../sending.ts'
import { takesIfMatch, type Endpoint, type Pair, type Side } from './endpoints.ts'
import { factsOf, saidBy } from './judging.ts'
import type { Clinic, Scenario } from './scenarios.ts'

/** Where pairs are fired one after the other. Each lane has an organisation of its own, so lanes do not wait for each other. */
export type Lane = {
  readonly clinic: Clinic
  readonly keys: readonly string[]
  readonly bases: readonly [string, string]
  readonly holder: pg.Client
  readonly watcher: pg.Client
  readonly random: Random
}

/** How a pair ended: what each was answered, and everything there is then. */
export type Ended = { readonly said: Readonly<Record<Side, Reply>>; readonly outcome: string }

const noAnswer = (problem: Error): Reply => ({ status: 0, headers: {}, text: problem.message })

/** `If-Match: *` asks for no version and yet holds the record before anything else is held. */
const ask = (
  { keys, random }: Lane,
  { ask: of }: Endpoint,
  scenario: Scenario,
  side: Side,
  base: string,
  ifMatch: boolean,
) => {
  const { method, path, body } = of(scenario, side)!
  const headers = { authorization: random.pick(keys), ...(ifMatch ? { 'if-match': '*' } : {}) }
  const address = `/${scenario.organisation}/api/0.1${path}`
  return send(base, { method, path: address, headers, ...(body ? { body: JSON.stringify(body) } : {}) }).catch(noAnswer)
}

const endOf = async ({ watcher }: Lane, scenario: Scenario, a: Reply, b: Reply): Promise<Ended> => ({
  said: { a, b },
  outcome: `a: ${saidBy(a)}\nb: ${saidBy(b)}\n${await factsOf(watcher, scenario)}`,
})

/** One after the other: what two at once may come to. */
export const fireInTurn = async (lane: Lane, { a, b }: Pair, scenario: Scenario, first: Side): Promise<Ended> => {
  const [base] = lane.bases
  if (first === 'a') {
    const before = await ask(lane, a, scenario, 'a', base, false)
    return endOf(lane, scenario, before, await ask(lane, b, scenario, 'b', base, false))
  }
  const before = await ask(lane, b, scenario, 'b', base, false)
  return endOf(lane, scenario, await ask(lane, a, scenario, 'a', base, false), before)
}

const maxHoldMs = 100

/** Those who wait for a process, and those who wait for them. */
const waitingFor = `with recursive waiting as (
    select distinct pid, pg_blocking_pids(pid) as before from pg_locks where not granted),
  behind as (select pid from waiting where $1 = any(before)
    union select w.pid from waiting w join behind b on b.pid = any(w.before))
  select count(*) as waiting from behind`

/** Holds a row until both requests wait for it or have been answered, and then lets both go in the same moment. */
const holdBack = async (
  lane: Lane,
  table: string,
  scenario: Scenario,
  id: number,
  fire: () => readonly Promise<Reply>[],
) => {
  const { holder, watcher } = lane
  await holder.query('begin')
  await holder.query(`select from ${table} where organisation = $1 and id = $2 for update`, [scenario.organisation, id])
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  let answered = 0
  const fired = fire().map((reply) => reply.finally(() => answered++))
  const until = performance.now() + maxHoldMs
  let waiting = 0
  while (waiting + answered < 2 && performance.now() < until) {
    const { rows: seen } = await watcher.query<{ waiting: string }>({
      name: 'waiting',
      text: waitingFor,
      values: [rows[0]!.pid],
    })
    waiting = Number(seen[0]!.waiting)
    if (waiting + answered < 2) await sleep(2)
  }
  await holder.query('commit')
  return { replies: await Promise.all(fired), isMet: waiting >= 2 }
}

const maxJitterMs = 5

/** How a pair was fired: held back at a row until both were there, or sent with a small pause between them. */
export type How = { readonly met: boolean; readonly ifMatch: number }

/** Both at once, from two connections to two processes. */
export const fireTogether = async (
  lane: Lane,
  { a, b }: Pair,
  scenario: Scenario,
): Promise<Ended & { readonly how: How }> => {
  const { random, bases } = lane
  const ifMatch = [a, b].map(({ ask: of }) => takesIfMatch(of(scenario, 'a')!) && random.chance(0.4))
  const turned = random.chance(0.5)
  const sendA = () => ask(lane, a, scenario, 'a', bases[turned ? 1 : 0], ifMatch[0]!)
  const sendB = () => ask(lane, b, scenario, 'b', bases[turned ? 0 : 1], ifMatch[1]!)
  const later = async (fire: () => Promise<Reply>, ms: number) => {
    await sleep(ms)
    return fire()
  }
  const jitter = random.next() * maxJitterMs
  const fire = (ms: number) => (random.chance(0.5) ? [sendA(), later(sendB, ms)] : [later(sendA, ms), sendB()])
  const count = ifMatch.filter(Boolean).length
  if (random.chance(0.5)) {
    const [table, id] =
      scenario.invoice !== undefined && random.chance(0.5)
        ? (['invoice', scenario.invoice] as const)
        : (['department_settings', scenario.department] as const)
    const { replies, isMet } = await holdBack(lane, table, scenario, id, () => fire(0))
    return { ...(await endOf(lane, scenario, replies[0]!, replies[1]!)), how: { met: isMet, ifMatch: count } }
  }
  const [one, other] = await Promise.all(fire(jitter))
  return { ...(await endOf(lane, scenario, one!, other!)), how: { met: false, ifMatch: count } }
}
