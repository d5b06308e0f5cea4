import type { ScannerAddress } from '../gateways/virus-scanner.ts'
import { readKeys } from '../secrets/seal.ts'

/** A setting without a value. */
class MissingSettings extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super(`Set ${names.join(', ')}. docs/operating/configuration.md lists every setting.`)
    this.names = names
  }
}

const required = (name: string, otherwise?: string): string => {
  const value = process.env[name] ?? otherwise
  if (value === undefined || value === '') throw new MissingSettings([name])
  return value
}

const attempt = <T>(read: () => T): { readonly value: T } | { readonly problem: unknown } => {
  try {
    return { value: read() }
  } catch (problem) {
    return { problem }
  }
}

type Readers = Readonly<Record<string, () => unknown>>
type Settings<R extends Readers> = { readonly [K in keyof R]: ReturnType<R[K]> }

/** Reads several settings. One error says everything that is wrong with them. */
export const readSettings = <const R extends Readers>(readers: R): Settings<R> => {
  const results = Object.entries(readers).map(([key, read]) => ({ key, ...attempt(read) }))
  const problems = results.flatMap((result) => ('problem' in result ? [result.problem] : []))
  // A setting that depends on another one reports that one's problem too.
  const missing = [...new Set(problems.flatMap((problem) => (problem instanceof MissingSettings ? problem.names : [])))]
  const others = problems.flatMap((problem) => (problem instanceof MissingSettings ? [] : [problem]))
  if (others.length > 0) {
    const first = missing.length > 0 ? [new MissingSettings(missing)] : []
    throw new Error([...new Set([...first, ...others].map((problem) => (problem as Error).message))].join('\n'))
  }
  if (missing.length > 0) throw new MissingSettings(missing)
  return Object.fromEntries(
    results.map((result) => [result.key, 'value' in result ? result.value : undefined]),
  ) as Settings<R>
}

const wholeNumber = (name: string, otherwise: string): number => {
  const value = required(name, otherwise)
  if (!/^\d{1,6}$/.test(value)) throw new Error(`${name} must be a whole number, not "${value}".`)
  return Number(value)
}

const onOrOff = (name: string, otherwise: string): boolean => {
  const value = required(name, otherwise)
  if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off, not "${value}".`)
  return value === 'on'
}

const publicUrl = (): string => {
  const url = URL.parse(required('FETLOCK_PUBLIC_URL'))
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new Error('FETLOCK_PUBLIC_URL must be a scheme and a host only, for example https://vet.example.')
  if (url.protocol === 'http:' && !isThisMachine(url.origin))
    throw new Error(
      'FETLOCK_PUBLIC_URL must be https, for example https://vet.example: over http anybody in the network between reads ' +
        'passwords and records. http is for this machine only, such as http://127.0.0.1:8000.',
    )
  return url.origin
}

const redisUrl = (): string => {
  const setting = required('FETLOCK_REDIS_URL')
  const protocol = URL.parse(setting)?.protocol
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw new Error(
      'FETLOCK_REDIS_URL must begin with redis:// or rediss:// and name one server, for example ' +
        'rediss://:password@redis.internal:6379. Sentinels and clusters need a proxy in front of them.',
    )
  return setting
}

const storeEndpoint = (): string => {
  const url = URL.parse(required('FETLOCK_S3_ENDPOINT'))
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(
      'FETLOCK_S3_ENDPOINT must be the address of the object store, for example https://files.vet.example.',
    )
  return url.href
}

/** The key in compose.env, for development. Everybody can read it. */
const publishedKey = 'bm90LWEtc2VjcmV0LWZvci1kZXZlbG9wbWVudC0zMmI='

const secretKey = (): string => {
  const setting = required('FETLOCK_SECRET_KEY')
  const isPublished = readKeys(setting).some(({ secret }) => secret === publishedKey)
  if (isPublished && !isThisMachine(publicUrl()))
    throw new Error(
      'FETLOCK_SECRET_KEY is the key of compose.env, which everybody can read. Make your own: openssl rand -base64 32.',
    )
  return setting
}

/** Whether a URL is on the machine itself, which is where Fetlock is developed and not where it is deployed. */
export const isThisMachine = (url: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

const listOf = (name: string) =>
  (process.env[name] ?? '').split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]))

const hostAndPort = (entry: string): string => {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):([0-9]{1,5})$/i.exec(entry) ?? []
  const url = URL.parse(`http://${host}/`)
  if (host === undefined || url === null || Number(port) > 65_535)
    throw new Error(`FETLOCK_ALLOWED_PRIVATE_ADDRESSES has "${entry}". Use host:port, for example 127.0.0.1:9000.`)
  return `${url.hostname}:${Number(port)}`
}

/** A deployment has none: whoever may set a callback address could reach what is inside its network. */
const allowedPrivate = (): readonly string[] => {
  const entries = listOf('FETLOCK_ALLOWED_PRIVATE_ADDRESSES').map(hostAndPort)
  if (entries.length > 0 && !isThisMachine(publicUrl()))
    throw new Error(
      'FETLOCK_ALLOWED_PRIVATE_ADDRESSES is for development only. Unset it: FETLOCK_PUBLIC_URL is not this machine.',
    )
  return entries
}

/** Where ClamAV's daemon listens: `host:port`, or the path of its socket. Without it files are not scanned. */
const virusScanner = (): ScannerAddress | undefined => {
  const value = process.env.FETLOCK_CLAMAV || undefined
  if (value === undefined) return undefined
  if (value.startsWith('/')) return { path: value }
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):([0-9]{1,5})$/i.exec(value) ?? []
  if (host === undefined || Number(port) > 65_535)
    throw new Error('FETLOCK_CLAMAV must be host:port or the path of a socket, for example 127.0.0.1:3310.')
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}

/** Everything the program reads from its environment. A missing or invalid value stops it at the start, by name. */
export const config = {
  ownerDatabase: () => required('FETLOCK_OWNER_DATABASE_URL'),
  database: () => required('FETLOCK_DATABASE_URL'),
  workerDatabase: () => required('FETLOCK_WORKER_DATABASE_URL'),
  redis: redisUrl,
  /** Of a worker, which does without. */
  redisIfSet: () => (process.env.FETLOCK_REDIS_URL ? redisUrl() : undefined),
  redisPrefix: () => required('FETLOCK_REDIS_PREFIX', 'fetlock'),
  smtp: () => required('FETLOCK_SMTP_URL'),
  objectStore: () =>
    readSettings({
      endpoint: storeEndpoint,
      region: () => required('FETLOCK_S3_REGION', 'us-east-1'),
      bucket: () => required('FETLOCK_S3_BUCKET'),
      accessKey: () => required('FETLOCK_S3_ACCESS_KEY'),
      secretKey: () => required('FETLOCK_S3_SECRET_KEY'),
      scansFiles: () => virusScanner() !== undefined,
    }),
  virusScanner,
  /** For how many days security events are kept. The database keeps none shorter than a month. */
  securityEventDays: (): number => {
    const days = wholeNumber('FETLOCK_SECURITY_EVENT_DAYS', '400')
    if (days < 30) throw new Error('FETLOCK_SECURITY_EVENT_DAYS must be at least 30.')
    return days
  },
  /** What the object store proves itself with when it notifies us of uploads; without it they are found more slowly. */
  storeEventSecret: (): string | undefined => {
    const secret = process.env.FETLOCK_S3_EVENT_SECRET || undefined
    if (secret !== undefined && !/^[\w-]{16,128}$/.test(secret))
      throw new Error('FETLOCK_S3_EVENT_SECRET must be 16 to 128 letters, digits, hyphens or underscores.')
    return secret
  },
  /** The application that `worklist` reads the orders as. */
  worklistClientId: () => required('FETLOCK_WORKLIST_CLIENT_ID'),
  worklistClientSecret: () => required('FETLOCK_WORKLIST_CLIENT_SECRET'),
  /** The sender of the service's e-mails. */
  mailFrom: () => required('FETLOCK_MAIL_FROM', `Fetlock <no-reply@${new URL(publicUrl()).hostname}>`),
  publicUrl,
  secretKey,
  allowedPrivate,
  host: () => required('FETLOCK_HOST', '127.0.0.1'),
  port: () => wholeNumber('FETLOCK_PORT', '8000'),
  /** How many API processes share the rate windows; while Redis is unreachable each enforces its share of them. */
  processes: () => wholeNumber('FETLOCK_PROCESSES', '2'),
  connections: () => wholeNumber('FETLOCK_CONNECTIONS', '10'),
  /** How many requests of all its applications together one organisation may send to a process in a minute. */
  organisationRate: () => wholeNumber('FETLOCK_ORGANISATION_RATE', '30000'),
  /** Off for a connection pooler in transaction mode that cannot keep prepared statements. */
  preparedStatements: () => onOrOff('FETLOCK_PREPARED_STATEMENTS', 'on'),
  /** Addresses of proxies whose X-Forwarded-For is trusted, comma separated. */
  trustedProxies: () => (process.env.FETLOCK_TRUSTED_PROXIES ?? '').split(',').filter((address) => address !== ''),
  /** How long a process that is stopping still accepts requests, because load balancers notice it with a delay. */
  drainSeconds: () => wholeNumber('FETLOCK_DRAIN_SECONDS', '5'),
  metricsHost: () => required('FETLOCK_METRICS_HOST', '127.0.0.1'),
  /** Metrics are served only if this is set. */
  metricsPort: () => (process.env.FETLOCK_METRICS_PORT ? wholeNumber('FETLOCK_METRICS_PORT', '') : undefined),
  logLevel: () => required('FETLOCK_LOG_LEVEL', 'info'),
}

/** Settings of development and tests, which the program itself does not read. */
const ofDevelopment = [
  'SUPERUSER_DATABASE_URL',
  'SERVICES_FAST',
  'SCREENS',
  'PICTURES',
  'SEED',
  'TEST_ERROR_FILE',
  'TEST_PGBOUNCER',
]

/** Every setting that begins with FETLOCK_. */
export const settingNames: readonly string[] = [
  'OWNER_DATABASE_URL',
  'DATABASE_URL',
  'WORKER_DATABASE_URL',
  'CONNECTIONS',
  'PREPARED_STATEMENTS',
  'PUBLIC_URL',
  'HOST',
  'PORT',
  'TRUSTED_PROXIES',
  'PROCESSES',
  'ORGANISATION_RATE',
  'DRAIN_SECONDS',
  'SECRET_KEY',
  'ALLOWED_PRIVATE_ADDRESSES',
  'REDIS_URL',
  'REDIS_PREFIX',
  'SMTP_URL',
  'MAIL_FROM',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_EVENT_SECRET',
  'CLAMAV',
  'SECURITY_EVENT_DAYS',
  'WORKLIST_CLIENT_ID',
  'WORKLIST_CLIENT_SECRET',
  'LOG_LEVEL',
  'METRICS_HOST',
  'METRICS_PORT',
].map((name) => `FETLOCK_${name}`)

/** Variables that look like settings and are none: most likely misspelt. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>> = process.env) => {
  const known = new Set([...settingNames, ...ofDevelopment.map((name) => `FETLOCK_${name}`)])
  return Object.keys(environment).filter((name) => name.startsWith('FETLOCK_') && !known.has(name))
}
