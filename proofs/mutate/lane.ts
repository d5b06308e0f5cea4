import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node'
import { answerMessages } from '../harness.ts'
import { citing } from './citations.ts'
import { applyIn } from './copy.ts'
import type { Cited, Mutant } from '../mutants/mutant.ts'

/** Opens a copy of the tree, runs the tests that cite some lines, or runs those that cite a mutant's line against it. */
export type Order =
  | { readonly open: string }
  | { readonly run: { readonly files: readonly string[]; readonly lines: readonly Cited[]; readonly mutant?: Mutant } }
  | 'close'

export type Failure = { readonly test: string; readonly message: string; readonly isAssertion: boolean }
export type Outcome = {
  readonly passed: number
  readonly failures: readonly Failure[]
  /** Tests or files that ran into their time limit. */
  readonly timeouts: readonly string[]
  /** What broke outside of a test: a file that does not load, an unhandled rejection. */
  readonly broken: readonly string[]
  /** Errors that the API logged, such as each answer 500. */
  readonly errors: readonly string[]
}

let folder = ''
let vitest: Vitest | undefined
const errorFile = () => join(folder, 'errors.log')

const open = async (copy: string) => {
  folder = copy
  process.chdir(folder)
  process.env['FETLOCK_TEST_ERROR_FILE'] = errorFile()
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache')
  vitest = await createVitest('test', {
    root: folder,
    watch: false,
    reporters: [{}],
    maxWorkers: 1,
    fileParallelism: false,
  })
  await vitest.standalone()
}

const close = async () => {
  await vitest?.close()
  vitest = undefined
}

/** A property that failed has the assertion as its cause. */
type Problem = { readonly name?: string; readonly message?: string; readonly cause?: Problem | null }
const firstLine = ({ message = '' }: Problem) => message.split('\n', 1)[0]!
const isTimeout = ({ message = '' }: Problem) => /^(Test|Hook) timed out in/.test(message)
const isAssertion = ({ name, cause }: Problem): boolean =>
  name === 'AssertionError' || (cause != null && isAssertion(cause))
const problemsOf = (test: TestCase): readonly Problem[] => test.result().errors ?? []

/** A line of the API's log, without its stack. */
const describeError = (line: string) => {
  const { msg, err } = JSON.parse(line) as { msg: string; err?: { type?: string; code?: string; constraint?: string } }
  return [msg, err?.type, err?.code, err?.constraint].filter(Boolean).join(' ')
}

const judge = (modules: readonly TestModule[], unhandled: readonly unknown[]): Outcome => {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const suites = modules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
  ])
  const failed = tests.filter((test) => test.result().state === 'failed')
  const outside = [...suites, ...(unhandled as Problem[])]
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: failed.flatMap((test) =>
      problemsOf(test)
        .filter((problem) => !isTimeout(problem))
        .map((problem) => ({
          test: test.name,
          message: `${problem.name}: ${firstLine(problem)}`,
          isAssertion: isAssertion(problem),
        })),
    ),
    timeouts: [
      ...failed.filter((test) => problemsOf(test).some(isTimeout)).map(({ name }) => name),
      ...outside.filter(isTimeout).map(firstLine),
    ],
    broken: outside.filter((problem) => !isTimeout(problem)).map((problem) => `${problem.name}: ${firstLine(problem)}`),
    errors: readFileSync(errorFile(), 'utf8').split('\n').filter(Boolean).map(describeError),
  }
}

const runTests = async (files: readonly string[], lines: readonly Cited[]) => {
  writeFileSync(errorFile(), '')
  vitest!.setGlobalTestNamePattern(citing(lines))
  // Each file in a process of its own: what one mutant broke is not there for the next.
  const project = vitest!.projects.find(({ name }) => name === 'alone')!
  const paths = files.map((file) => join(folder, file))
  // Vitest answers with every file it remembers, those of earlier runs included.
  vitest!.state.clearFiles(project, paths)
  const specifications = paths.map((path) => project.createSpecification(path))
  const { testModules, unhandledErrors } = await vitest!.runTestSpecifications(specifications, false)
  return judge(
    testModules.filter(({ moduleId }) => paths.includes(moduleId)),
    unhandledErrors,
  )
}

/** The schema is migrated when Vitest starts, so a changed migration needs another start. */
const restart = async () => {
  await close()
  await open(folder)
}

/** Vite may refuse a module that was invalidated while it was transformed: that says nothing of the mutant. */
const isCacheFault = ({ broken }: Outcome) => broken.some((problem) => problem.includes('Soft-invalidated module'))

const runAgainst = async (mutant: Mutant, files: readonly string[]) => {
  const isMigration = mutant.file.startsWith('migrations/')
  const takeOut = applyIn(folder, mutant)
  try {
    if (isMigration) await restart()
    else vitest!.invalidateFile(join(folder, mutant.file))
    const outcome = await runTests(files, [mutant.line])
    if (!isCacheFault(outcome)) return outcome
    await restart()
    return await runTests(files, [mutant.line])
  } finally {
    takeOut()
    if (isMigration) await restart()
    else vitest!.invalidateFile(join(folder, mutant.file))
  }
}

answerMessages<Order, Outcome | 'done'>(async (order) => {
  if (order === 'close') await close()
  else if ('open' in order) await open(order.open)
  else {
    const { files, lines, mutant } = order.run
    return mutant === undefined ? runTests(files, lines) : runAgainst(mutant, files)
  }
  return 'done'
})
