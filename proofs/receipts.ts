import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { conclude, runsUntil } from './conclude.ts'
import { privateDatabase, servicesUrls, startChild } from './harness.ts'
import { receiptsMutants } from './mutants/of-proofs/receipts.ts'
import { withChanges } from './mutate/copy.ts'
import { givenClinics, productsInBatches } from './receipts/clinics.ts'
import { countViolations, findWrongLevels, findWrongStatuses } from './receipts/judging.ts'
import type { Load, Loaded } from './receipts/load.ts'
import type { Killed, Order } from './supervisor.ts'

const processes = 3
/** What the caller's own wholesaler may send in a minute is counted by clinic. */
const clinicsFor = ({ histories }: Size) => Math.min(8, Math.ceil(histories / 20))

type Size = Pick<Load, 'batches' | 'deliveries' | 'histories'>
type Run = Size & { readonly seed: number; readonly folder?: string }

const runOnce = async ({ seed, folder, ...size }: Run) => {
  const name = `fetlock_receipts_${process.pid}_${folder === undefined ? 0 : 1}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name, undefined, folder)
  const count = clinicsFor(size)
  // Each history has two products, and each delivery one from the other end; some are submitted in batches.
  const perClinic = (tasks: number) => Math.ceil(tasks / count)
  const products = Math.max(productsInBatches, 2 * perClinic(size.histories) + perClinic(size.deliveries))
  const clinics = await givenClinics(urls, count, products)
  await connected(urls.superuser, (client) => client.query('analyze'))
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort())
  const [supervisor, loader] = [startChild('supervisor.ts'), startChild('receipts/load.ts')]
  try {
    const apis = ports.map((port) => ({
      databaseUrl: urls.app,
      port,
      prefix: name,
      ...(folder && { folder, env: { FETLOCK_LOG_LEVEL: 'fatal' } }),
    }))
    await supervisor.ask<Killed>({ start: { apis, writers: [], seed, killEverySeconds: [2, 6] } } satisfies Order)
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    const loaded = await loader.ask<Loaded>({ bases, clinics, seed, ...size } satisfies Load)
    const killed = await supervisor.ask<Killed>('stop' satisfies Order)
    const { levels, wrong } = await findWrongLevels(urls, loaded)
    const wrongStatuses = await findWrongStatuses(urls, loaded)
    return { loaded, killed, levels, wrong, wrongStatuses, violations: await countViolations(urls) }
  } finally {
    await Promise.all([supervisor.end(), loader.end()])
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const report = (title: string, { loaded, killed, levels, wrong, wrongStatuses, violations }: Ran) => {
  const { done, refused, down, unknown, busy, throttled } = loaded.tally
  console.log(`\n${title}: ${wrong.length} of ${levels} stock levels are wrong`)
  console.log(
    `  ${loaded.batches} pairs of batches, ${loaded.deliveries} deliveries by fifty callers, ${JSON.stringify(loaded.steps)} in ${loaded.seconds.toFixed(0)} s; ${killed.apis} API processes killed`,
  )
  console.log(
    `  answers: ${done} done, ${refused} refused; asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled`,
  )
  for (const [what, found] of Object.entries(violations)) if (found > 0) console.log(`  ${found} ${what}`)
  for (const problem of [...loaded.problems, ...wrong, ...wrongStatuses].slice(0, 5)) console.log(`    ${problem}`)
}

const tryTwin = (seed: number) =>
  withChanges(Object.values(receiptsMutants).flat(), (folder) =>
    runOnce({ batches: 2, deliveries: 2, histories: 20, seed, folder }),
  )

const prove = async () => {
  const { values } = parseArgs({
    options: {
      batches: { type: 'string', default: '200' },
      deliveries: { type: 'string', default: '50' },
      histories: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const size = {
    batches: Number(values.batches),
    deliveries: Number(values.deliveries),
    histories: Number(values.histories),
  }
  const seed = Number(values.seed)
  console.log(`seed ${seed}, ${JSON.stringify(size)}, ${processes} API processes that are killed`)
  const ran = await runOnce({ ...size, seed })
  report('as it is', ran)
  const has = (found: Ran, what: string) => found.loaded.problems.some((problem) => problem.includes(what))
  const brokenRules = {
    'ids are accepted twice': (twin: Ran) => has(twin, 'batch'),
    'several callers deliver an order': (twin: Ran) => has(twin, 'callers'),
    'stock is wrong': (twin: Ran) => twin.wrong.length > 0,
  }
  const breaksAll = (twin: Ran) => Object.values(brokenRules).every((isBroken) => isBroken(twin))
  const twins = await runsUntil(breaksAll, seed, async (withSeed) => {
    const twin = await tryTwin(withSeed)
    report('counted twice, without the lock of the order, ids not compared (must fail)', twin)
    return twin
  })
  const { loaded, killed, wrong, wrongStatuses, violations } = ran
  conclude({
    'each id of two batches at once is accepted once': !has(ran, 'batch'),
    'one of fifty callers delivers an order': !has(ran, 'callers'),
    'every answer is as expected': loaded.problems.length === 0,
    'stock is what the histories make it': wrong.length === 0,
    'orders have the status that their histories make': wrongStatuses.length === 0,
    ...Object.fromEntries(Object.entries(violations).map(([what, found]) => [`no ${what}`, found === 0])),
    'API processes were killed': killed.apis > 0,
    ...Object.fromEntries(
      Object.entries(brokenRules).map(([what, isBroken]) => [`twin: ${what}`, twins.some(isBroken)]),
    ),
  })
}

await prove()
