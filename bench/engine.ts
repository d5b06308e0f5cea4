import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresProgram } from '../scripts/services/postgres.ts'
import type { Urls } from '../proofs/harness.ts'
import { type Captured, captureStatements, listed, type Marks, type Statement } from './capture.ts'
import type { Size, Token } from './data.ts'
import type { Seen, Workload } from './measure.ts'

const threads = 2

const writes: ReadonlySet<Workload> = new Set(['create', 'pay'])

type Constants = Map<string, string>

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value)
}

/**
 * The pgbench expression that replaces a value that differs between requests. The organisation is always sent as text: a number
 * that equals it is something else, such as the size of a page.
 */
const variableFor = (value: unknown, marks: Marks, workload: Workload, made: boolean) => {
  const { organisation, record, key, department, user } = marks
  const text = textOf(value)
  if (value === String(organisation)) return ':organisation'
  if (workload === 'pay' && value === department) return ':department'
  if (workload === 'pay' && value === user) return ':user'
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) return "lpad(:key, 32, '0')::uuid"
  if (text === String(record)) return ':record'
  if (text.endsWith(key)) return ':key'
  if (workload === 'list' && value === listed.species) return ':species'
  if (workload === 'list' && value === listed.offset) return ':offset'
  return writes.has(workload) && made && typeof value === 'number' && value > 1000 ? ':made_id' : undefined
}

/** One statement for pgbench, which takes a colon before a letter as a variable even inside a string. */
const written = (
  { text, values }: Statement,
  name: string,
  constants: Constants,
  variableOf: (value: unknown) => string | undefined,
) =>
  text
    .replace(/'([^']*[^:'])?:(\w[^']*)'/g, (literal) => `U&${literal.replaceAll(':', '\\003A')}`)
    .replace(/\$(\d+)/g, (_, number) => {
      const value = values[Number(number) - 1]
      const variable = variableOf(value)
      if (variable !== undefined) return variable
      if (value === null) return 'null'
      constants.set(`${name}_${number}`, textOf(value))
      return `:${name}_${number}`
    })

/** Chooses what a transaction of pgbench is about. */
export const choices = (workload: Workload, { organisations, patients, clients, tokens }: Size) => {
  const each = writes.has(workload) ? clients : patients
  return [
    `\\set organisation random(1, ${organisations})`,
    `\\set record (:organisation - 1) * ${each} + random(1, ${each})`,
    ...(workload === 'list' ? ['\\set species random(1, 2)', '\\set offset 50 * random(0, 3)'] : []),
    ...(writes.has(workload) ? ['\\set key random(1, 9000000000000000000)'] : []),
    ...(workload === 'pay'
      ? [
          '\\set department (:organisation - 1) * 2 + 1 + :record % 2',
          `\\set user (:organisation - 1) * ${tokens} + random(1, ${tokens})`,
        ]
      : []),
    '\\set turn random(1, 1000000)',
  ]
}

/** The script for pgbench, and the constants it is run with. */
export const scriptOf = (workload: Workload, { identity, statements }: Captured, marks: Marks, size: Size) => {
  const constants: Constants = new Map()
  const body = statements.map((statement, number) => {
    const made = statements.slice(0, number).some(({ text }) => text.startsWith('insert'))
    const sql = written(statement, `s${number}`, constants, (value) => variableFor(value, marks, workload, made))
    return sql.endsWith('returning "id"') ? `${sql} \\gset made_` : `${sql};`
  })
  // pgbench cannot choose between strings, so the same credential is looked up every time.
  const who = written(identity, 'who', constants, () => undefined)
  const lines = [...choices(workload, size), '\\if :turn <= :identified', `${who};`, '\\endif', ...body]
  return { text: `${lines.join('\n')}\n`, constants }
}

const run = promisify(execFile)

/** How pgbench is run. */
export type PgbenchRun = {
  readonly connections: number
  readonly seed: number
  readonly skipped: number
  readonly seconds: number
}

/** Runs a script with pgbench, with its constants, as the role of a URL. */
export const runPgbench = async (
  server: URL,
  text: string,
  constants: Iterable<readonly [string, string]>,
  { connections, seed, skipped, seconds }: PgbenchRun,
): Promise<Seen> => {
  const home = mkdtempSync(join(tmpdir(), 'fetlock-bench-'))
  try {
    const script = join(home, 'script.sql')
    writeFileSync(script, text)
    const options = {
      protocol: 'prepared',
      client: connections,
      jobs: threads,
      time: skipped + seconds,
      'random-seed': seed,
      'log-prefix': join(home, 'log'),
      host: server.hostname,
      port: server.port,
      username: server.username,
      file: script,
    }
    const args = [
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      ...[...constants].map(([name, value]) => `--define=${name}=${value}`),
    ]
    await run(postgresProgram('pgbench'), ['--no-vacuum', '--log', ...args, server.pathname.slice(1)], {
      env: { ...process.env, PGPASSWORD: server.password },
      maxBuffer: 2 ** 26,
    })
    return seenIn(home, seconds)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

export type Engine = Awaited<ReturnType<typeof prepareEngine>>

/** PostgreSQL alone: pgbench sends what the API would, as the API's own role. */
export const prepareEngine = async (urls: Urls, size: Size, tokens: readonly Token[], prefix: string) => {
  const captured = await captureStatements(urls, size, tokens.at(-1)!, prefix)
  /** `identified` is the share of requests for which the API looked up the caller. */
  const measure = (workload: Workload, { identified, ...wanted }: PgbenchRun & { readonly identified: number }) => {
    const { text, constants } = scriptOf(workload, captured[workload], captured.marks[workload], size)
    constants.set('identified', String(Math.round(identified * 1_000_000)))
    return runPgbench(new URL(urls.app), text, constants, wanted)
  }
  return { measure }
}

/** Reads the log of pgbench: a line per transaction, with its duration and end. The last seconds of the run are counted. */
export const seenIn = (home: string, seconds: number): Seen => {
  const ended = readdirSync(home)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(join(home, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => {
      const [, , took, , epoch, part] = line.split(' ').map(Number)
      return { at: epoch! + part! / 1_000_000, took: took! / 1000 }
    })
  if (ended.length === 0) throw new Error('pgbench finished no transaction.')
  const last = ended.reduce((latest, { at }) => Math.max(latest, at), 0)
  const counted = ended.filter(({ at }) => at > last - seconds)
  const sorted = Float64Array.from(counted, ({ took }) => took).toSorted()
  return { requests: counted.length, rate: counted.length / seconds, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}
