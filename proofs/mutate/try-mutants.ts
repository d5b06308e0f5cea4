import { startChild, type Child } from '../harness.ts'
import { copyTree } from './copy.ts'
import type { Order, Outcome } from './lane.ts'
import type { Cited, Mutant } from '../mutants/mutant.ts'

export type Verdict = {
  readonly mutant: Mutant
  readonly verdict: 'noticed' | 'survived' | 'invalid'
  /** The test that noticed it, or why it does not count. */
  readonly by: string
  readonly seconds: number
}

/** A copy of the tree with a Vitest that stays open, so that each mutant costs only the tests that cite its line. */
const openLane = async () => {
  const copy = copyTree()
  const child = startChild('mutate/lane.ts')
  await child.ask({ open: copy.folder } satisfies Order)
  const close = async () => {
    // A lane that has broken down has nothing left to close.
    await child.ask('close' satisfies Order).catch(() => {})
    await child.end()
    copy.remove()
  }
  return { child, close }
}
type Lane = Awaited<ReturnType<typeof openLane>>

export const openLanes = (count: number) => Promise.all(Array.from({ length: count }, openLane))
export type Files = ReadonlyMap<Cited, readonly string[]>

const run = ({ ask }: Child, files: readonly string[], lines: readonly Cited[], mutant?: Mutant) =>
  ask<Outcome>({ run: { files, lines, ...(mutant && { mutant }) } } satisfies Order)

/** What is wrong with the cited tests before anything is broken. */
export const findFailing = async (lanes: readonly Lane[], lines: readonly Cited[], files: Files) => {
  const wanted = [...new Set(lines.flatMap((line) => files.get(line) ?? []))]
  const queue = [...wanted]
  const wrong: string[] = []
  const logged = new Map<string, number>()
  const work = async ({ child }: Lane) => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const outcome = await run(child, [file], lines)
      logged.set(file, outcome.errors.length)
      wrong.push(...problemsIn(outcome).map((problem) => `${file}: ${problem}`))
      if (outcome.passed === 0) wrong.push(`${file}: no test ran`)
    }
  }
  await Promise.all(lanes.map(work))
  return { wrong, logged }
}

const problemsIn = ({ failures, timeouts, broken }: Outcome) => [
  ...failures.map(({ test, message }) => `"${test}" fails: ${message}`),
  ...timeouts.map((test) => `"${test}" took too long`),
  ...broken,
]

/** Only an assertion counts: a program that throws, hangs or does not start breaks more than one rule. */
const judge = (outcome: Outcome, usualErrors: number): Pick<Verdict, 'verdict' | 'by'> => {
  const { failures, timeouts, broken, errors, passed } = outcome
  if (broken.length > 0) return { verdict: 'invalid', by: `something broke outside of the tests: ${broken[0]}` }
  if (errors.length > usualErrors) return { verdict: 'invalid', by: `the API logged an error: ${errors[0]}` }
  if (timeouts.length > 0) return { verdict: 'invalid', by: `"${timeouts[0]}" took too long` }
  const noticed = failures.find(({ isAssertion }) => isAssertion)
  if (noticed !== undefined) return { verdict: 'noticed', by: noticed.test }
  if (failures.length > 0)
    return { verdict: 'invalid', by: `"${failures[0]!.test}" failed without an assertion: ${failures[0]!.message}` }
  return passed === 0 ? { verdict: 'invalid', by: 'no test ran' } : { verdict: 'survived', by: '' }
}

/** Runs the files that cite the line one after another until one notices. */
const tryMutant = async ({ child }: Lane, mutant: Mutant, files: Files, logged: ReadonlyMap<string, number>) => {
  const began = performance.now()
  let judged: Pick<Verdict, 'verdict' | 'by'> = { verdict: 'survived', by: '' }
  for (const file of files.get(mutant.line) ?? []) {
    judged = judge(await run(child, [file], [mutant.line], mutant), logged.get(file) ?? 0)
    if (judged.verdict !== 'survived') break
  }
  return { mutant, ...judged, seconds: (performance.now() - began) / 1000 }
}

export const tryMutants = async (
  lanes: readonly Lane[],
  mutants: readonly Mutant[],
  files: Files,
  logged: ReadonlyMap<string, number>,
  onVerdict: (verdict: Verdict, done: number) => void,
) => {
  const queue = [...mutants]
  const verdicts: Verdict[] = []
  const work = async (lane: Lane) => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const verdict = await tryMutant(lane, mutant, files, logged)
      verdicts.push(verdict)
      onVerdict(verdict, verdicts.length)
    }
  }
  await Promise.all(lanes.map(work))
  return verdicts.toSorted((one, other) => mutants.indexOf(one.mutant) - mutants.indexOf(other.mutant))
}
