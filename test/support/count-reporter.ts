import type { Reporter } from 'vitest/node'

/** Names the tests that only passed when they were run again, and closes a run with one plain line that any CI can read. */
export const countReporter: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const states = tests.map((test) => test.result().state)
    for (const test of tests)
      if (test.diagnostic()?.flaky)
        process.stdout.write(`Passed only when run again: ${test.module.moduleId} ${test.fullName}\n`)
    const count = (state: string) => states.filter((each) => each === state).length
    process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`)
  },
}
