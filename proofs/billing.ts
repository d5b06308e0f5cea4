import { parseArgs } from 'node:util'
import { servicesUrls, privateDatabase } from './harness.ts'
import { conclude, type Conditions } from './conclude.ts'
import { createFixture, simulate, type Ran, type Fixture } from './billing/run.ts'
import { billingMutants } from './mutants/of-proofs/billing.ts'
import { withChanges } from './mutate/copy.ts'
import type { ProofMutants } from './mutants/mutant.ts'

const processes = 3
/** From this size on every invariant must have found something to look at, and faults must have happened. */
const smallest = 2000
/** A mutant is tried for so long at most. */
const mutantOperations = 1500
/** Mutants that every run tries, so that it is seen to fail. */
const twins = ['an invoice is paid without being held', 'a removed row keeps what it took', 'responses are not stored']

const inWords = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

const report = ({ loaded, killed, snapshots, made, findings }: Required<Ran>) => {
  const { tally, seconds, done, refused, modes, replays, writes, notExecuted, problems } = loaded
  const { down, unknown, busy, throttled } = tally
  console.log(
    `\n${writes.length} writes done, ${notExecuted.length} refused or only tried, in ${seconds.toFixed(0)} s (${((writes.length + notExecuted.length) / seconds).toFixed(0)}/s)`,
  )
  console.log(
    `  asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled; ${replays} replays`,
  )
  console.log(`  killed: ${killed.apis} API processes, ${killed.writers} workers; ${snapshots} snapshots`)
  console.log(`  in the end: ${inWords(made)}`)
  console.log(`  done: ${inWords(done)}`)
  console.log(`  refused: ${inWords(refused)}`)
  console.log(`  sent: ${inWords(modes)}`)
  for (const { number, what, looked, wrong, example } of findings.toSorted((one, other) => one.number - other.number))
    console.log(`  ${number}. ${what}: ${wrong} wrong of ${looked}${example === null ? '' : ` (${example})`}`)
  console.log(`  unexpected answers: ${problems.length}`)
  for (const problem of problems.slice(0, 10)) console.log(`    ${problem}`)
}

const prove = async (operations: number, writers: number, seed: number): Promise<Conditions> => {
  const name = `fetlock_billing_${process.pid}`
  const fixture = await createFixture(servicesUrls(), name, seed)
  try {
    const killEverySeconds = operations > 5000 ? ([3, 8] as const) : ([1, 4] as const)
    const run = { operations, writers, seed, processes, killEverySeconds }
    const ran = (await simulate(fixture, name, run)) as Required<Ran>
    report(ran)
    const isLarge = operations >= smallest
    const holds = ran.findings.map(({ number, what, wrong }) => [`${number}. ${what}`, wrong === 0] as const)
    const unseen = ran.findings.filter(({ looked }) => looked === 0)
    for (const { what } of unseen) console.log(`Nothing to look at: ${what}`)
    return {
      ...Object.fromEntries(holds),
      'every answer is as expected': ran.loaded.problems.length === 0,
      ...(isLarge && {
        'every invariant had something to look at': unseen.length === 0,
        'API processes were killed': ran.killed.apis > 0,
        'answers were replayed': ran.loaded.replays > 0,
      }),
    }
  } finally {
    await fixture.drop()
  }
}

/** By what a mutant was noticed, if it was. */
const noticedBy = ({ loaded, findings }: Ran) => {
  const [wrong] = findings.filter((finding) => finding.wrong > 0)
  if (wrong !== undefined) return `${wrong.number}. ${wrong.what}: ${wrong.wrong} wrong of ${wrong.looked}`
  return loaded?.problems[0]?.slice(0, 160)
}

const mutants: ProofMutants = billingMutants

const tryMutant = async (
  mutant: string,
  writers: number,
  seed: number,
  template: Fixture & { readonly name: string },
) => {
  const began = performance.now()
  const changes = mutants[mutant]
  if (changes === undefined)
    throw new Error(`There is no mutant "${mutant}". There are: ${Object.keys(mutants).join('; ')}.`)
  const name = `fetlock_billing_${process.pid}_mutant`
  const isSchema = changes.some(({ file }) => file.startsWith('migrations/'))
  return withChanges(changes, async (folder) => {
    const fixture = isSchema
      ? await createFixture(servicesUrls(), name, seed, folder)
      : { ...(await privateDatabase(servicesUrls(), name, template.name)), clinics: template.clinics }
    try {
      const run = { operations: mutantOperations, writers, seed, processes: 2, folder }
      const by = noticedBy(await simulate(fixture, name, run))
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      console.log(
        `  ${by === undefined ? 'NOT NOTICED' : 'noticed'} after ${seconds} s: ${mutant}${by === undefined ? '' : `, by ${by}`}`,
      )
      return by !== undefined
    } finally {
      await fixture.drop()
    }
  })
}

const tryMutants = async (names: readonly string[], writers: number, seed: number) => {
  console.log(`\nmutants (each must be noticed), at most ${mutantOperations} operations each`)
  const name = `fetlock_billing_${process.pid}_template`
  const template = { ...(await createFixture(servicesUrls(), name, seed)), name }
  const conditions: Record<string, boolean> = {}
  try {
    for (const mutant of names)
      conditions[`mutant: ${mutant}, and it is noticed`] = await tryMutant(mutant, writers, seed, template)
  } finally {
    await template.drop()
  }
  return conditions
}

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '50000' },
    writers: { type: 'string', default: '16' },
    seed: { type: 'string', default: '1' },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string', multiple: true, default: [] },
  },
})
const [operations, writers, seed] = [Number(values.operations), Number(values.writers), Number(values.seed)]
const chosen = values.mutants ? Object.keys(mutants) : values.mutant
const scale =
  chosen.length > 0
    ? `${mutantOperations} operations by ${writers} writers`
    : `${operations} operations by ${writers} writers, ${processes} API processes and a worker that are killed`
console.log(`seed ${seed}, ${scale}`)
const proven = chosen.length > 0 ? {} : await prove(operations, writers, seed)
const noticed = await tryMutants(chosen.length > 0 ? chosen : twins, writers, seed)
conclude({ ...proven, ...noticed })
