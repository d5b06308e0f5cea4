import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../scripts/services/listening.ts'
import { checkout } from '../scripts/services/settings.ts'
import { checkerOf, type Json } from './answer-check.ts'
import { conclude, type Conditions } from './conclude.ts'
import { watchMemory } from './fuzz/memory.ts'
import { neverFine, run, shareOf, validOf, type Tally } from './fuzz/run.ts'
import { prepareFixture } from './fuzz/fixture.ts'
import { fullSlow, proveSlow, smallSlow } from './slow/slow.ts'
import { endProcess, privateDatabase, servicesUrls, startApi, type Urls } from './harness.ts'

const document: Json = JSON.parse(readFileSync(join(checkout, 'openapi.json'), 'utf8'))
const maxGrowth = 100
const leastFine = 0.35
const maxThrottled = 0.02
const callers = 40
const progressMs = 5_000
const fullSize = 10_000

const grouped = ({ statuses }: Tally) => {
  const entries = [...statuses].toSorted(([one], [other]) => one - other)
  return entries.map(([status, count]) => `${status}: ${count}`).join(', ')
}

const percent = (share: number) => `${Math.round(share * 100)} %`
const quantile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0

const reporter = (title: string, requests: number) => {
  let said = performance.now()
  const state = { done: 0 }
  return {
    state,
    onProgress: (done: number, tally: Tally) => {
      state.done = done / requests
      if (performance.now() - said < progressMs) return
      said = performance.now()
      console.log(`  ${title}: ${done} of ${requests}, ${tally.flaws.length} flaws; ${grouped(tally)}`)
    },
  }
}

type Target = {
  readonly fixture: Awaited<ReturnType<typeof prepareFixture>>
  readonly databaseUrl: string
  readonly prefix: string
}

/** Starts an API process of its own, sends it requests, and watches its memory meanwhile. */
const fuzzOne = async (
  title: string,
  { fixture, databaseUrl, prefix }: Target,
  requests: number,
  seed: number,
  faulty: boolean,
) => {
  const port = await freePort()
  const faults = join(import.meta.dirname, 'fuzz/faults.ts')
  // Everybody who asks has an application of their own, and more are made.
  const env = {
    FETLOCK_ORGANISATION_APPLICATIONS: '100000',
    ...(faulty && { NODE_OPTIONS: `--import=${faults}` }),
  }
  const api = await startApi({ databaseUrl, port, prefix: `${prefix}_${title.replaceAll(' ', '_')}`, env })
  const { state, onProgress } = reporter(title, requests)
  const memory = watchMemory(api.pid!, () => state.done)
  const began = performance.now()
  try {
    const tally = await run({
      document,
      check: checkerOf(document),
      fixture: await fixture(port),
      port,
      requests,
      seed,
      onProgress,
    })
    return { tally, memory: memory.end(), seconds: (performance.now() - began) / 1000 }
  } finally {
    memory.end()
    await endProcess(api)
  }
}
type Fuzzed = Awaited<ReturnType<typeof fuzzOne>>

const classesOf = ({ statuses }: Tally) =>
  Object.entries(Object.groupBy([...statuses], ([status]) => `${Math.floor(status / 100)}xx`))
    .map(([name, entries]) => `${name} ${entries!.reduce((sum, [, count]) => sum + count, 0)}`)
    .join(', ')

const report = ({ tally, memory, seconds }: Fuzzed, requests: number) => {
  const missing = neverFine(document, tally)
  const throttled = (tally.statuses.get(429) ?? 0) / requests
  const { all, fine } = validOf(tally)
  console.log(
    `${requests} requests in ${seconds.toFixed(0)} s: ${classesOf(tally)}, ${tally.unanswered} left by their sender`,
  )
  console.log(`  ${grouped(tally)}`)
  const kinds = [...tally.kinds].toSorted(([, one], [, other]) => other.all - one.all)
  console.log(`  kinds: ${kinds.map(([kind, one]) => `${kind} ${one.fine}/${one.all}`).join(', ')}`)
  console.log(`  ${tally.fine.size} operations answered with success; never: ${missing.join(', ') || 'none'}`)
  for (const name of missing)
    console.log(`    ${name}, last: ${tally.refusals.get(name) ?? 'not asked with a valid request'}`)
  console.log(
    `  success ${percent(shareOf(tally))} of all, ${percent(fine / all)} of the valid; throttled ${percent(throttled)}`,
  )
  console.log(
    `  p50 ${quantile(tally.times, 0.5).toFixed(0)} ms, p99 ${quantile(tally.times, 0.99).toFixed(0)} ms, most ${quantile(tally.times, 1).toFixed(0)} ms`,
  )
  console.log(
    `  memory: ${memory.before.toFixed(0)} MB in the second quarter, ${memory.after.toFixed(0)} MB in the last: growth ${memory.growth.toFixed(0)} MB`,
  )
  const byFlaw = Map.groupBy(tally.flaws, ({ flaw }) => flaw)
  console.log(`  flaws: ${tally.flaws.length}, of ${byFlaw.size} kinds`)
  for (const [flaw, cases] of [...byFlaw].slice(0, 20))
    console.log(`    ${cases.length} × ${flaw}\n      ${cases[0]!.request}`)
  return {
    'every answer is as openapi.json describes it': tally.flaws.length === 0,
    // In a small run it takes luck that each operation meets a record which does not refuse it.
    ...(requests >= fullSize
      ? { 'every operation was answered with success': missing.length === 0 }
      : { '98 of 100 operations were answered with success': missing.length * 50 <= tally.fine.size }),
    [`memory grows by at most ${maxGrowth} MB`]: memory.growth <= maxGrowth,
    [`at least ${percent(leastFine)} of the requests succeed`]: shareOf(tally) >= leastFine,
    [`at most ${percent(maxThrottled)} of the requests are throttled`]: throttled <= maxThrottled,
  }
}

/** The description made wrong in one place each: answers that were right by the real one must be wrong by these. */
const tamperings: Readonly<Record<string, (document: Json) => void>> = {
  'a status is left out': ({ paths }) => {
    for (const { operationId, responses } of Object.values<Json>(paths).flatMap(Object.values))
      if (operationId?.endsWith('.create')) delete responses[400]
  },
  'a type is another': ({ components }) => (components.schemas.Client.properties.archived = { type: 'string' }),
  'a field is left out': ({ components }) => delete components.schemas.Patient.properties.name,
  'a header has another form': ({ components }) => (components.headers['x-request-id'].schema = { type: 'integer' }),
}

const tamperedFlaws = ({ samples }: Tally) =>
  Object.entries(tamperings).map(([name, tamper]) => {
    const tampered = structuredClone(document)
    tamper(tampered)
    const check = checkerOf(tampered)
    const found = samples.flatMap(({ asked, ended }) => ('failed' in ended ? [] : check(asked, ended)))
    return [name, found.length] as const
  })

const plantedFaults = {
  'a fault': /a fault: 500/,
  'an undescribed status': /418 is not described/,
  'a lost header': /x-request-id is missing/,
}

/** Requests of all kinds, each answer as described; answers and descriptions made wrong must be noticed. */
const proveFuzz = async (urls: Urls, prefix: string, requests: number, seed: number): Promise<Conditions> => {
  const target = { fixture: await prepareFixture(urls, callers), databaseUrl: urls.app, prefix }
  const fuzzed = await fuzzOne('fuzz', target, requests, seed, false)
  const reported = report(fuzzed, requests)
  const tampered = tamperedFlaws(fuzzed.tally)
  for (const [name, found] of tampered) console.log(`judged by a description where ${name} (must fail): ${found} flaws`)
  const twin = await fuzzOne('faulty', target, 400, seed, true)
  const planted = Object.entries(plantedFaults).map(
    ([name, words]) => [name, twin.tally.flaws.filter(({ flaw }) => words.test(flaw)).length] as const,
  )
  console.log(`a faulty API (must fail): ${planted.map(([name, found]) => `${name} seen ${found} times`).join(', ')}`)
  console.log(`  that leaks a megabyte each time: growth ${twin.memory.growth.toFixed(0)} MB`)
  const noticed = [...tampered, ...planted].map(
    ([name, found]) => [`twin: ${name}, and it is noticed`, found > 0] as const,
  )
  return {
    ...reported,
    ...Object.fromEntries(noticed),
    'twin: a leak of memory is noticed': twin.memory.growth > maxGrowth,
  }
}

/** With `--slow` only the slow connections, with `--no-slow` only the requests. */
const prove = async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '17000' },
      seed: { type: 'string', default: '1' },
      slow: { type: 'boolean' },
    },
    allowNegative: true,
  })
  const [requests, seed] = [Number(values.requests), Number(values.seed)]
  console.log(`seed ${seed}, ${values.slow ? 'slow connections only' : `${requests} requests from openapi.json`}`)
  const prefix = `fetlock_fuzz_${process.pid}`
  const { urls, drop } = await privateDatabase(servicesUrls(), prefix)
  try {
    const isSmall = !values.slow && requests < fullSize
    const ofRequests = values.slow === true ? {} : await proveFuzz(urls, prefix, requests, seed)
    const ofSlow = values.slow === false ? {} : await proveSlow(urls, prefix, isSmall ? smallSlow : fullSlow)
    conclude({ ...ofRequests, ...ofSlow })
  } finally {
    await drop()
  }
}

await prove()
