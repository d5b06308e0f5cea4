import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { countReporter } from './test/support/count-reporter.ts'

// Every file has a process of its own, and all of them load the same packages: they are compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    reporters: ['default', countReporter],
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine is slow: these end what hangs, and are no budget.
    testTimeout: 240_000,
    hookTimeout: 600_000,
    // The machine of CI may be busy for a while. What passes only then is named at the end.
    retry: process.env['CI'] ? 1 : 0,
    expect: { poll: { timeout: 90_000, interval: 100 } },
  },
})
