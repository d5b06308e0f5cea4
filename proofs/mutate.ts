import { parseArgs } from 'node:util'
import { createRandom } from '../src/demo/random.ts'
import { mutants } from './mutants/all.ts'
import { twins } from './mutants/twins.ts'
import { filesCiting } from './mutate/citations.ts'
import { titleOf, type Mutant } from './mutants/mutant.ts'
import { findStale, findUntyped, type Rejected } from './mutate/static-check.ts'
import { findFailing, openLanes, tryMutants, type Verdict } from './mutate/try-mutants.ts'
import { servicesUrls } from './harness.ts'

const help = `Breaks one rule of the specification at a time and runs the tests that cite it: each must be noticed.
  --only 131,200   only the mutants of these lines
  --sample 15      so many of them, drawn with --seed
  --seed 1
  --lanes 2        so many at a time, each in a copy of the tree
  --list           the mutants, none tried
  --static         only that each can be applied and compiles
  --twins          mutants that must survive or be rejected, to see that the judgement works`

const fail = (reason: string) => {
  console.log(`\nFAILED: ${reason}`)
  process.exitCode = 1
}

const pick = (only: string | undefined, sample: string | undefined, seed: number): readonly Mutant[] => {
  const lines = only?.split(',').map((name) => (/^\d+$/.test(name) ? Number(name) : name))
  const chosen = lines === undefined ? mutants : mutants.filter(({ line }) => lines.includes(line))
  if (chosen.length === 0) throw new Error(`There is no mutant of line ${only}. --list shows them.`)
  return sample === undefined
    ? chosen
    : createRandom(seed)
        .shuffle([...chosen])
        .slice(0, Number(sample))
}

const list = (chosen: readonly Mutant[]) => {
  for (const mutant of chosen) console.log(`${titleOf(mutant)} (${mutant.kind}, ${mutant.file})`)
  const kinds = Map.groupBy(chosen, ({ kind }) => kind)
  console.log(`\n${chosen.length} mutants of ${new Set(chosen.map(({ line }) => line)).size} lines`)
  for (const [kind, ofKind] of kinds) console.log(`  ${ofKind.length} ${kind}`)
}

/** Over all mutants, whichever are tried: each can be applied, and the program still compiles. */
const checkStatically = (all: readonly Mutant[]) => {
  const began = performance.now()
  const stale = findStale(all, filesCiting())
  const applicable = all.filter((mutant) => !stale.some((rejected) => rejected.mutant === mutant))
  const rejected = [...stale, ...findUntyped(applicable)]
  for (const { mutant, why } of rejected)
    console.log(`  ${mutant === undefined ? 'the program' : `${titleOf(mutant)} (${mutant.file})`}: ${why}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`${all.length} mutants, ${rejected.length} that cannot be applied or compiled (${seconds} s)`)
  return rejected
}

const describe = ({ mutant, verdict, by, seconds }: Verdict) =>
  `${verdict.toUpperCase().padEnd(8)} ${titleOf(mutant)} (${seconds.toFixed(1)} s)${by && `: ${by}`}`

const tryAll = async (chosen: readonly Mutant[], laneCount: number) => {
  const files = filesCiting()
  const lanes = await openLanes(Math.min(laneCount, chosen.length))
  try {
    const lines = [...new Set(chosen.map(({ line }) => line))]
    const { wrong, logged } = await findFailing(lanes, lines, files)
    console.log(`unbroken: the tests that cite ${lines.length} lines ${wrong.length === 0 ? 'pass' : 'fail'}`)
    for (const problem of wrong) console.log(`  ${problem}`)
    if (wrong.length > 0) return undefined
    return await tryMutants(lanes, chosen, files, logged, (verdict, done) =>
      console.log(`  ${done} of ${chosen.length} ${describe(verdict)}`),
    )
  } finally {
    await Promise.all(lanes.map(({ close }) => close()))
  }
}

const table = (verdicts: readonly Verdict[]) => {
  console.log('\nline        what is broken                                                         noticed by')
  for (const { mutant, verdict, by } of verdicts)
    console.log(`${String(mutant.line).padEnd(11)} ${mutant.breaks.padEnd(70)} ${verdict === 'noticed' ? by : verdict}`)
}

const report = (verdicts: readonly Verdict[], rejected: readonly Rejected[]) => {
  table(verdicts)
  const count = (wanted: Verdict['verdict']) => verdicts.filter(({ verdict }) => verdict === wanted).length
  const [survived, invalid] = [count('survived'), count('invalid')]
  console.log(
    `\n${verdicts.length} mutants tried: ${count('noticed')} noticed, ${survived} survived, ${invalid} invalid`,
  )
  if (rejected.length + survived + invalid > 0)
    fail(`${survived} mutants survived, ${invalid} are invalid, ${rejected.length} no longer apply or compile`)
}

/** The judgement itself: what is harmless survives, and what throws or does not apply is not taken for noticed. */
const reportTwins = (verdicts: readonly Verdict[], rejected: readonly Rejected[]) => {
  const verdictOn = (twin: Mutant) => verdicts.find(({ mutant }) => mutant === twin)?.verdict
  const isRejected = (twin: Mutant) => rejected.some(({ mutant }) => mutant === twin)
  const outcomes = {
    'a changed comment survives': verdictOn(twins.harmless) === 'survived',
    'a program that throws is invalid': verdictOn(twins.throwing) === 'invalid',
    'a text that is not in the file does not apply': isRejected(twins.missing),
    'a program that does not compile is rejected': isRejected(twins.untyped),
  }
  console.log('\ntwins')
  for (const [what, isSo] of Object.entries(outcomes)) console.log(`  ${isSo ? 'yes' : 'NO '} ${what}`)
  const missed = Object.entries(outcomes).find(([, isSo]) => !isSo)
  if (missed !== undefined) fail(`a twin was judged wrong: ${missed[0]}`)
}

const isTwin = ({ mutant }: { readonly mutant?: Mutant }) => Object.values<Mutant | undefined>(twins).includes(mutant)

const prove = async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      lanes: { type: 'string', default: '2' },
      list: { type: 'boolean' },
      static: { type: 'boolean' },
      twins: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(help)
  const chosen = pick(values.only, values.sample, Number(values.seed))
  if (values.list) return list(chosen)
  const added = values.twins ? Object.values<Mutant>(twins) : []
  const rejected = checkStatically([...mutants, ...added])
  const faults = rejected.filter((each) => !isTwin(each))
  if (values.static) return faults.length > 0 && fail(`${faults.length} mutants no longer apply or compile`)
  servicesUrls()
  const isRejected = (mutant: Mutant) => rejected.some((each) => each.mutant === mutant)
  const verdicts = await tryAll(
    [...chosen, ...added].filter((mutant) => !isRejected(mutant)),
    Number(values.lanes),
  )
  if (verdicts === undefined) return fail('cited tests fail though nothing is broken')
  if (values.twins) reportTwins(verdicts, rejected)
  report(
    verdicts.filter((verdict) => !isTwin(verdict)),
    faults,
  )
}

await prove()
