import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isOutside, migrationNames, statementsOf } from '../src/db/migrate.ts'
import { checkout } from './services/settings.ts'

/** The first migration of a release after 0.1.0: from here on there are installations whose large tables must stay writable. */
const firstAfterRelease = '0300'

const untold = [
  // Taste, not safety: the schema uses identity columns, int keys and limited text where the API says so.
  'prefer-bigint-over-int',
  'prefer-text-field',
  // deploy/roles.sql gives the role that migrates its lock_timeout; how long a statement may run depends on the table.
  'require-timeout-settings',
  'require-lock-timeout',
  'require-statement-timeout',
]
/** The runner applies what is in a transaction once and remembers it: a statement that is repeatable hides mistakes there. */
const repeatable = 'prefer-robust-stmts'
/** What spares a large table a long lock, which nobody had before the first release. */
const sparing = ['require-concurrent-index-creation', 'adding-foreign-key-constraint', 'constraint-missing-not-valid']

const read = (name: string) => readFileSync(`${checkout}/migrations/${name}`, 'utf8')

const squawk = (names: readonly string[], excluded: readonly string[], flags: readonly string[]) => {
  if (names.length === 0) return true
  const options = ['--pg-version', '15.0', ...flags, ...excluded.map((rule) => `--exclude=${rule}`)]
  const { status } = spawnSync('squawk', [...options, ...names.map((name) => `migrations/${name}`)], {
    cwd: checkout,
    stdio: 'inherit',
  })
  return status === 0
}

/**
 * An index that was ended while it was built is left behind, not valid, and `if not exists` would keep it so: what builds one
 * removes first what an earlier try left.
 */
const leftBehind = (name: string) => {
  const statements = statementsOf(read(name)).map((statement) => statement.toLowerCase().replaceAll(/\s+/g, ' '))
  return statements.flatMap((statement, place) => {
    const index = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/.exec(statement)?.[1]
    const before = `drop index concurrently if exists ${index}`
    return index === undefined || statements[place - 1] === before
      ? []
      : [`${name}: "${before};" must stand right before the index is built, for whoever repeats it.`]
  })
}

const names = migrationNames()
const before = names.filter((name) => name < firstAfterRelease)
const after = names.filter((name) => name >= firstAfterRelease)
const outside = names.filter((name) => isOutside(read(name)))
const inside = after.filter((name) => !outside.includes(name))

const wrong = [
  ...outside.flatMap(leftBehind),
  ...outside
    .filter((name) => read(name).includes('$$'))
    .map(
      (name) => `${name}: what has a body in $$ belongs into a transaction; the runner takes statements apart at ";".`,
    ),
]
for (const line of wrong) console.error(line)

const passed = [
  squawk(
    before.filter((name) => !outside.includes(name)),
    [...untold, repeatable, ...sparing],
    ['--assume-in-transaction'],
  ),
  squawk(inside, [...untold, repeatable], ['--assume-in-transaction']),
  squawk(outside, untold, []),
  wrong.length === 0,
].every(Boolean)
if (!passed) process.exitCode = 1
