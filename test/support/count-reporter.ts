import type { Reporter } from 'vitest/node'

/** Closes a run with one plain line that any CI can read. */
export const countReporter: Reporter = {
  onTestRunEnd(modules) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (state: string) => states.filter((each) => each === state).length
    process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`)
  },
}
