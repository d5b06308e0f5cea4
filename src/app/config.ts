import { isIP } from 'node:net'
import type { ScannerAddress } from '../gateways/virus-scanner.ts'
import { readKeys } from '../secrets/seal.ts'
import * as addresses from './addresses.ts'
import { ceilings } from './ceilings.ts'
import { readSettings, required, wholeNumber } from './read-settings.ts'
import { variable, variableNames } from './variables.ts'

const onOrOff = (name: string, otherwise: string): boolean => {
  const value = required(name, otherwise)
  if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off, not "${value}".`)
  return value === 'on'
}

const portNumber = (name: string, otherwise: string): number => {
  const port = wholeNumber(name, otherwise)
  if (port > 65_535) throw new Error(`${name} must be between 0 and 65535.`)
  return port
}

const listOf = (name: string) =>
  (variable(name) ?? '').split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]))

const plaintextHosts = () => addresses.plaintextHostsFrom('FETLOCK_PLAINTEXT_HOSTS', listOf('FETLOCK_PLAINTEXT_HOSTS'))

const publicUrl = () => addresses.publicUrlFrom('FETLOCK_PUBLIC_URL', required('FETLOCK_PUBLIC_URL'))

const databaseUrl = (name: string) => addresses.databaseUrlFrom(name, required(name), plaintextHosts())

const redisUrl = () => addresses.redisUrlFrom('FETLOCK_REDIS_URL', required('FETLOCK_REDIS_URL'), plaintextHosts())

const storeEndpoint = () =>
  addresses.storeEndpointFrom('FETLOCK_S3_ENDPOINT', required('FETLOCK_S3_ENDPOINT'), plaintextHosts())

const bucket = (): string => {
  const name = required('FETLOCK_S3_BUCKET')
  if (!/^[\w.-]{3,63}$/.test(name))
    throw new Error('FETLOCK_S3_BUCKET must be the name of a bucket alone, without an address, for example fetlock.')
  return name
}

/** The key in compose.env, for development. Everybody can read it. */
const publishedKey = 'bm90LWEtc2VjcmV0LWZvci1kZXZlbG9wbWVudC0zMmI='

const secretKey = (): string => {
  const setting = required('FETLOCK_SECRET_KEY')
  const isPublished = readKeys(setting).some(({ secret }) => secret === publishedKey)
  if (isPublished && !addresses.isThisMachine(publicUrl()))
    throw new Error(
      'FETLOCK_SECRET_KEY is the key of compose.env, which everybody can read. Make your own: openssl rand -base64 32.',
    )
  return setting
}

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
  if (entries.length > 0 && !addresses.isThisMachine(publicUrl()))
    throw new Error(
      'FETLOCK_ALLOWED_PRIVATE_ADDRESSES is for development only. Unset it: FETLOCK_PUBLIC_URL is not this machine.',
    )
  return entries
}

/** Where ClamAV's daemon listens: `host:port`, or the path of its socket. Without it files are not scanned. */
const virusScanner = (): ScannerAddress | undefined => {
  const value = variable('FETLOCK_CLAMAV')
  if (value === undefined) return undefined
  if (value.startsWith('/')) return { path: value }
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):([0-9]{1,5})$/i.exec(value) ?? []
  if (host === undefined || Number(port) > 65_535)
    throw new Error('FETLOCK_CLAMAV must be host:port or the path of a socket, for example 127.0.0.1:3310.')
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}

const mailFrom = (): string => {
  const from = required('FETLOCK_MAIL_FROM', `Fetlock <no-reply@${new URL(publicUrl()).hostname}>`)
  if (!/^(?:[^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(from))
    throw new Error(
      'FETLOCK_MAIL_FROM must be an e-mail address, with or without a name: Harbour Vets <no-reply@vet.example>.',
    )
  return from
}

const host = (): string => {
  const name = required('FETLOCK_HOST', '127.0.0.1')
  if (isIP(name) === 0 && !/^[a-z0-9.-]+$/i.test(name))
    throw new Error('FETLOCK_HOST must be an address of this machine, without scheme and port: 127.0.0.1 or 0.0.0.0.')
  return name
}

const isProxy = (entry: string) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true
  const [address = '', bits, ...more] = entry.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return longest > 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest))
}

/** Addresses of proxies whose X-Forwarded-For is trusted. */
const trustedProxies = (): readonly string[] => {
  const entries = listOf('FETLOCK_TRUSTED_PROXIES')
  const invalid = entries.find((entry) => !isProxy(entry))
  if (invalid !== undefined)
    throw new Error(
      `FETLOCK_TRUSTED_PROXIES has "${invalid}". Use addresses or ranges, for example 10.0.0.0/8,192.0.2.7.`,
    )
  const everybody = entries.find((entry) => /\/0+$/.test(entry))
  if (everybody !== undefined)
    throw new Error(
      `FETLOCK_TRUSTED_PROXIES has "${everybody}", which is every address: callers could then name any address as ` +
        'theirs. Name the proxies.',
    )
  return entries
}

const region = (): string => {
  const name = required('FETLOCK_S3_REGION', 'us-east-1')
  if (!/^[\w-]+$/.test(name))
    throw new Error('FETLOCK_S3_REGION must be the name of a region, such as us-east-1; most stores accept any.')
  return name
}

/** Everything the program reads from its environment. A missing or invalid value stops it at the start, by name. */
export const config = {
  ownerDatabase: () => databaseUrl('FETLOCK_OWNER_DATABASE_URL'),
  database: () => databaseUrl('FETLOCK_DATABASE_URL'),
  workerDatabase: () => databaseUrl('FETLOCK_WORKER_DATABASE_URL'),
  redis: redisUrl,
  /** Of a worker, which does without. */
  redisIfSet: () => (variable('FETLOCK_REDIS_URL') === undefined ? undefined : redisUrl()),
  redisPrefix: () => required('FETLOCK_REDIS_PREFIX', 'fetlock'),
  smtp: () => addresses.mailServerFrom('FETLOCK_SMTP_URL', required('FETLOCK_SMTP_URL'), plaintextHosts()),
  objectStore: () =>
    readSettings({
      endpoint: storeEndpoint,
      region,
      bucket,
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
    const secret = variable('FETLOCK_S3_EVENT_SECRET')
    if (secret !== undefined && !/^[\w-]{16,128}$/.test(secret))
      throw new Error('FETLOCK_S3_EVENT_SECRET must be 16 to 128 letters, digits, hyphens or underscores.')
    return secret
  },
  /** Refuses an address off this machine that is spoken to in the clear. */
  requireTls: (setting: string, url: URL) => addresses.requireTls(setting, url, plaintextHosts()),
  /** The application that `worklist` reads the orders as. */
  worklistClientId: () => required('FETLOCK_WORKLIST_CLIENT_ID'),
  worklistClientSecret: () => required('FETLOCK_WORKLIST_CLIENT_SECRET'),
  /** The sender of the service's e-mails. */
  mailFrom,
  publicUrl,
  secretKey,
  allowedPrivate,
  host,
  port: () => portNumber('FETLOCK_PORT', '8000'),
  /** How many API processes share the rate windows; while Redis is unreachable each enforces its share of them. */
  processes: () => wholeNumber('FETLOCK_PROCESSES', '2'),
  connections: () => wholeNumber('FETLOCK_CONNECTIONS', '10'),
  /** How many requests of all its applications together one organisation may send to a process in a minute. */
  organisationRate: () => wholeNumber('FETLOCK_ORGANISATION_RATE', '30000'),
  ceilings,
  /** Off for a connection pooler in transaction mode that cannot keep prepared statements. */
  preparedStatements: () => onOrOff('FETLOCK_PREPARED_STATEMENTS', 'on'),
  trustedProxies,
  /** How long a process that is stopping still accepts requests, because load balancers notice it with a delay. */
  drainSeconds: () => wholeNumber('FETLOCK_DRAIN_SECONDS', '5'),
  metricsHost: () => required('FETLOCK_METRICS_HOST', '127.0.0.1'),
  /** Metrics are served only if this is set. */
  metricsPort: () =>
    variable('FETLOCK_METRICS_PORT') === undefined ? undefined : portNumber('FETLOCK_METRICS_PORT', ''),
  healthHost: () => required('FETLOCK_HEALTH_HOST', '127.0.0.1'),
  /** A worker serves its health only if this is set. */
  healthPort: () => (variable('FETLOCK_HEALTH_PORT') === undefined ? undefined : portNumber('FETLOCK_HEALTH_PORT', '')),
  logLevel: () => required('FETLOCK_LOG_LEVEL', 'info'),
}

/** Settings of development and tests, which the program itself does not read. */
const ofDevelopment = ['SERVICES_FAST', 'SCREENS', 'PICTURES', 'SEED', 'TEST_ERROR_FILE', 'TEST_PGBOUNCER']

/** Every setting that begins with FETLOCK_. */
export const settingNames: readonly string[] = [
  'SUPERUSER_DATABASE_URL',
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
  'ORGANISATION_CONNECTIONS',
  'ORGANISATION_WAITING',
  'ORGANISATION_BODIES',
  'ORGANISATION_STREAMS',
  'ORGANISATION_STORAGE',
  'ORGANISATION_FILES',
  'ORGANISATION_UPLOADS',
  'ORGANISATION_SCANS',
  'ORGANISATION_CATALOGS',
  'ORGANISATION_APPLICATIONS',
  'DRAIN_SECONDS',
  'SECRET_KEY',
  'ALLOWED_PRIVATE_ADDRESSES',
  'PLAINTEXT_HOSTS',
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
  'HEALTH_HOST',
  'HEALTH_PORT',
].map((name) => `FETLOCK_${name}`)

/** Variables and systemd credentials that look like settings and are none: most likely misspelt. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>> = process.env) => {
  const known = new Set([
    ...settingNames.flatMap((name) => [name, `${name}_FILE`]),
    ...ofDevelopment.map((name) => `FETLOCK_${name}`),
  ])
  return variableNames(environment).filter((name) => !known.has(name))
}
