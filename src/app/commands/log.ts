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

export const logTo = (stream: DestinationStream) => {
  const level = config.logLevel()
  if (level !== 'silent' && !(level in pino.levels.values))
    throw new Error(
      `FETLOCK_LOG_LEVEL must be one of ${Object.keys(pino.levels.values).join(', ')} or silent, not "${level}".`,
    )
  return pino({ level, redact: { paths, censor: '[redacted]' }, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}
