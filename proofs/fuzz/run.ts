import type { Checker } from '../answer-check.ts'
import { caseOf, inOrder, valid, type Case } from './cases.ts'
import { newMemory, operationsIn, type Operation } from './drafts.ts'
import { inWords, send, type Ended } from './send.ts'
import type { Fixture } from './fixture.ts'
import type { Json } from '../answer-check.ts'

export type Run = {
  readonly document: Json
  readonly check: Checker
  readonly fixture: Fixture
  readonly port: number
  readonly requests: number
  readonly seed: number
  /** Called with how many requests have been judged so far. */
  readonly onProgress: (done: number, tally: Tally) => void
}

const atOnce = 16
const maxMs = 10_000
const maxRetries = 200
const maxSamples = 600

export type Answered = { readonly asked: Case['asked']; readonly ended: Ended }
export type Tally = {
  readonly statuses: Map<number, number>
  /** Of each kind of request, how many there were and how many were answered with success. */
  readonly kinds: Map<string, { all: number; fine: number }>
  readonly fine: Map<string, number>
  /** The last refusal of a valid request, by operation. */
  readonly refusals: Map<string, string>
  readonly flaws: { readonly flaw: string; readonly request: string }[]
  readonly times: number[]
  readonly samples: Answered[]
  unanswered: number
}

const isFine = (status: number) => (status >= 200 && status < 300) || status === 304
const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const count = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1)

const flawsOf = ({ asked, refused, mayGoUnanswered }: Case, ended: Ended, check: Checker): string[] => {
  if ('failed' in ended) return mayGoUnanswered ? [] : [`no answer: ${ended.failed}`]
  return [
    ...(ended.status >= 500 ? [`a fault: ${ended.status}`] : []),
    ...(refused && isFine(ended.status) ? [`answered ${ended.status} where it must be refused`] : []),
    ...(ended.ms > maxMs ? [`took ${Math.round(ended.ms)} ms`] : []),
    ...check(asked, ended),
  ]
}

const describe = (one: Case, ended: Ended, seed: number, port: number) => {
  const answer = 'failed' in ended ? ended.failed : `${ended.status} ${ended.text.slice(0, 500)}`
  return `seed ${seed}, number ${one.number}, ${one.kind}\n      ${inWords(one.outgoing, port)}\n      answered ${answer}`
}

/** Builds, sends and judges the requests of a run. What answers teach is used for the requests after the next few. */
export const run = async ({ document, check, fixture, port, requests, seed, onProgress }: Run): Promise<Tally> => {
  const operations = inOrder(operationsIn(document))
  const names = new Set(operations.map(nameOf))
  const memory = newMemory(fixture)
  const tally: Tally = {
    statuses: new Map(),
    kinds: new Map(),
    fine: new Map(),
    refusals: new Map(),
    flaws: [],
    times: [],
    samples: [],
    unanswered: 0,
  }
  const judge = (one: Case, ended: Ended) => {
    const { method, path } = one.asked
    tally.times.push(ended.ms)
    const kind = tally.kinds.get(one.kind) ?? { all: 0, fine: 0 }
    tally.kinds.set(one.kind, kind)
    kind.all++
    for (const flaw of flawsOf(one, ended, check))
      tally.flaws.push({ flaw: `${method} ${path ?? 'elsewhere'}: ${flaw}`, request: describe(one, ended, seed, port) })
    if ('failed' in ended) return void tally.unanswered++
    count(tally.statuses, ended.status)
    if (tally.samples.length < maxSamples) tally.samples.push({ asked: one.asked, ended })
    if (!isFine(ended.status)) {
      if (one.kind === valid) tally.refusals.set(`${method} ${path}`, `${ended.status} ${ended.text.slice(0, 300)}`)
      return
    }
    kind.fine++
    if (names.has(`${method} ${path}`)) count(tally.fine, `${method} ${path}`)
    memory.learn(one.draft, one.outgoing, ended)
  }
  const drafting = { operations, fixture, memory }
  for (let number = 0; number < requests; ) {
    const width = number < operations.length ? 1 : atOnce
    const cases = Array.from({ length: Math.min(width, requests - number) }, (_, at) =>
      caseOf(number + at, seed, drafting),
    )
    const answers = await Promise.all(cases.map(({ outgoing }) => send(outgoing, port)))
    for (const [at, one] of cases.entries()) judge(one, answers[at]!)
    number += cases.length
    onProgress(number, tally)
  }
  // By chance an operation may have met only records that refuse it, or none: it is tried again, alone, with new records.
  const firstRetry = Math.ceil(requests / operations.length)
  const tryAgain = async (operation: Operation, retry: number) => {
    const number = operations.indexOf(operation) + operations.length * (firstRetry + retry)
    const one = caseOf(number, seed, drafting)
    if (one.kind === valid) judge(one, await send(one.outgoing, port))
  }
  for (const operation of operations) {
    const maker = makerOf(operation, operations)
    for (let retry = 1; retry <= maxRetries && isMissing(operation, tally); retry++) {
      if (maker !== undefined && retry % 5 === 0) await tryAgain(maker, retry)
      await tryAgain(operation, retry)
    }
  }
  return tally
}

/** The operation that makes the records which another one is about. */
const makerOf = ({ path }: Operation, operations: readonly Operation[]) =>
  operations.find((one) => one.method === 'POST' && one.path === path.replace(/\{[^{}]*\}\/[^{}]*$/, ''))

/** Only the application that made a definition may change it, and callers are drawn by lot. */
const ownersOnly = new Set(['custom_fields.patch', 'custom_fields.delete'])

/** Some routes are for people, whom no caller here is, and one says only what to do instead. */
const canSucceed = ({ operationId, responses, 'x-user-token-only': forPeople }: Json) =>
  !forPeople && !ownersOnly.has(operationId) && Object.keys(responses).some((status) => Number(status) < 300)

const isMissing = (operation: Operation, { fine }: Tally) =>
  canSucceed(operation.described) && !fine.has(nameOf(operation))

/** Operations that were never seen to succeed. */
export const neverFine = (document: Json, tally: Tally) =>
  operationsIn(document)
    .filter((operation) => isMissing(operation, tally))
    .map(nameOf)

export const shareOf = ({ kinds }: Tally) => {
  const all = [...kinds.values()]
  return all.reduce((sum, { fine }) => sum + fine, 0) / all.reduce((sum, one) => sum + one.all, 0)
}
export const validOf = ({ kinds }: Tally) => kinds.get(valid) ?? { all: 0, fine: 0 }
