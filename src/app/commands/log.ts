import pg from 'pg'
import pino, { type DestinationStream } from 'pino'
import { config } from '../config.ts'

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

/** Where it happened, without the message that a trace begins with. */
const framesOf = ({ stack = '', message }: Error) =>
  stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length).trimStart() : undefined

/** What PostgreSQL says of a failed statement quotes the row and its values, so only names and codes are kept. */
const describeFault = (problem: pg.DatabaseError) => {
  const { code, constraint, schema, table, column, routine } = problem
  return { code, constraint, schema, table, column, routine, stack: framesOf(problem) }
}

/** Of an error only what is named here is logged: libraries hang whatever they were doing onto theirs. */
const describeError = (problem: unknown): unknown => {
  if (!(problem instanceof Error)) return problem
  const { message, stack, cause } = problem
  return {
    type: problem.constructor.name,
    ...(problem instanceof pg.DatabaseError
      ? describeFault(problem)
      : { message, stack, ...('code' in problem ? { code: problem.code } : {}) }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
    ...(problem instanceof AggregateError ? { errors: problem.errors.map(describeError) } : {}),
  }
}

export const logTo = (stream: DestinationStream, level = config.logLevel()) => {
  if (level !== 'silent' && !(level in pino.levels.values))
    throw new Error(
      `FETLOCK_LOG_LEVEL must be one of ${Object.keys(pino.levels.values).join(', ')} or silent, not "${level}".`,
    )
  return pino(
    {
      level,
      redact: { paths, censor: '[redacted]' },
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    stream,
  )
}
