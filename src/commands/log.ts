import { isIP } from 'node:net'
import { hostname } from 'node:os'
import pg from 'pg'
import pino, { type DestinationStream, type LogFn } from 'pino'
import { traceIds } from '../telemetry/observing.ts'
import { config } from '../app/config.ts'
import { versionOf } from './version.ts'

/** Headers and values that must not reach a log, should anything ever log a whole request. */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'client_secret',
  'access_token',
  'refresh_token',
  'verification_salt',
]
const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`, `headers.${name}`])

/** The frames of a stack trace, without the message it begins with. */
const framesOf = ({ stack = '', message }: Error) => {
  if (!stack.includes(message)) return undefined
  const lines = stack.slice(stack.indexOf(message) + message.length).split('\n')
  return lines.flatMap((line) => (/^\s+at /.test(line) ? [line.trimStart()] : [])).join('\n')
}

/** Fixed messages of libraries, which quote no values; some of these errors have no code. */
const harmless =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated( unexpectedly| due to connection timeout)?|Client has encountered a connection error and is not queryable|Cannot use a pool after calling end on the pool|no answer within \d+ ms)$/

const codes = /^[A-Za-z0-9_-]{1,60}$/
const coded = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && codes.test(value)) ? value : undefined

type Described = Error & {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly address?: unknown
  readonly port?: unknown
}

/** Names from the schema are safe to log; the other properties of a DatabaseError may quote the row and its values. */
const namesIn = ({ constraint, schema, table, column, routine }: pg.DatabaseError) => ({
  constraint,
  schema,
  table,
  column,
  routine,
})

/**
 * Only these properties of an error are logged. Messages of JSON.parse, PostgreSQL and mail servers quote personal data,
 * so the stack trace has to identify the error instead.
 */
const describeError = (problem: unknown): unknown => {
  if (!(problem instanceof Error)) return { type: typeof problem }
  const { message, code, syscall, address, port, cause } = problem as Described
  return {
    type: problem.constructor.name,
    code: coded(code),
    ...(harmless.test(message) ? { message } : {}),
    ...(syscall === undefined ? {} : { syscall: coded(syscall) }),
    ...(typeof address === 'string' && isIP(address) ? { address, port: coded(port) } : {}),
    ...(problem instanceof pg.DatabaseError ? namesIn(problem) : {}),
    stack: framesOf(problem),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
    ...(problem instanceof AggregateError ? { errors: problem.errors.map(describeError) } : {}),
  }
}

const isError = (name: string, value: unknown) => value instanceof Error || name === 'err'

/** The error in a log line, if any. Runs for every request, so a line without one has to be cheap. */
const errorIn = (line: unknown): unknown => {
  if (line instanceof Error) return line
  if (typeof line !== 'object') return undefined
  const values = line as Readonly<Record<string, unknown>>
  for (const name in values) if (isError(name, values[name])) return values[name]
  return undefined
}

/** Describes errors under whatever name they are logged, and thrown values that are not errors under `err`. */
const describeErrors = (line: Record<string, unknown>) =>
  errorIn(line) === undefined
    ? line
    : Object.fromEntries(
        Object.entries(line).map(([name, value]) => [name, isError(name, value) ? describeError(value) : value]),
      )

/** Pino and Fastify would use the message of an error as the message of the log line. */
function withoutMessage(this: unknown, given: Parameters<LogFn>, log: LogFn) {
  const [first, text] = given as unknown as [unknown, unknown]
  const problem = errorIn(first)
  const repeats = problem instanceof Error && (typeof text !== 'string' || text.includes(problem.message || '\n'))
  Reflect.apply(log, this, repeats ? [first, 'an error'] : given)
}

export const logTo = (stream: DestinationStream, level = config.logLevel()) => {
  if (level !== 'silent' && !(level in pino.levels.values))
    throw new Error(
      `FETLOCK_LOG_LEVEL must be one of ${Object.keys(pino.levels.values).join(', ')} or silent, not "${level}".`,
    )
  return pino(
    {
      level,
      base: { pid: process.pid, hostname: hostname(), version: versionOf().version },
      redact: { paths, censor: '[redacted]' },
      serializers: {
        err: (described: unknown) => described,
        req: ({ method }: { readonly method?: string }) => ({ method }),
        res: ({ statusCode }: { readonly statusCode?: number }) => ({ statusCode }),
      },
      formatters: { log: describeErrors },
      hooks: { logMethod: withoutMessage },
      mixin: traceIds,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    stream,
  )
}
