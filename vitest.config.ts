import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { countReporter } from './test/support/count-reporter.ts'

// Processes load the same packages: they are compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const all = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts', 'worklist/*.test.ts', 'sdk/*.test.ts']
/** Makes the template of databases, for which PostgreSQL runs. */
const globalSetup = 'test/support/global-setup.ts'
const setupFiles = 'test/support/same-draws.ts'
/** What a test changes in its process, so that no other may run in it: modules, globals, the environment, the folder. */
const changesProcess =
  /\bvi\.(mock|stub|spyOn|useFakeTimers)|\bchdir\b|\buseSettings\b|\buseTelemetry\b|\bmemoryUsage\b/
const alone = globSync(all, { cwd: import.meta.dirname }).filter((path) =>
  changesProcess.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
)

export default defineConfig({
  test: {
    reporters: ['default', countReporter],
    pool: 'forks',
    // One more than the cores of a small machine: tests wait for half of their time.
    maxWorkers: 3,
    // A busy machine is slow: these end what hangs, and are no budget.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000, interval: 100 } },
    tags: [
      { name: 'browser', description: 'Uses the app or a page in Chromium.' },
      { name: 'waits', description: 'Waits for something or polls, so that a busy machine could upset it.' },
      { name: 'night', description: 'Need not run on every change; npm run nightly runs it.' },
      { name: 'timed', description: 'Says how long something took; npm run nightly judges it.' },
    ],
    // Loading the server takes a second, so most files share a process.
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: all, exclude: alone, isolate: false, globalSetup, setupFiles },
      },
      { extends: true, test: { name: 'alone', include: alone, globalSetup, setupFiles } },
      // Parts of the app in a document of their own. They need no service.
      {
        extends: true,
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: 'web/src/testing/setup.ts',
          isolate: false,
        },
      },
    ],
  },
})
