/** Everything the program is told by its environment. A missing or senseless value stops it at the start, by name. */
const wanted = (name: string, otherwise?: string): string => {
  const value = process.env[name] ?? otherwise
  if (value === undefined || value === '')
    throw new Error(`Set ${name}. docs/operating/configuration.md lists every setting.`)
  return value
}

const wholeNumber = (name: string, otherwise: string): number => {
  const value = wanted(name, otherwise)
  if (!/^\d{1,6}$/.test(value)) throw new Error(`${name} must be a whole number, not "${value}".`)
  return Number(value)
}

const publicUrl = (): string => {
  const url = URL.parse(wanted('FETLOCK_PUBLIC_URL'))
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new Error('FETLOCK_PUBLIC_URL must be a scheme and a host only, for example https://vet.example.')
  return url.origin
}

const storeEndpoint = (): string => {
  const url = URL.parse(wanted('FETLOCK_S3_ENDPOINT'))
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(
      'FETLOCK_S3_ENDPOINT must be the address of the object store, for example https://files.vet.example.',
    )
  return url.href
}

const secretKey = (): string => {
  const key = wanted('FETLOCK_SECRET_KEY')
  if (Buffer.from(key, 'base64').length < 32)
    throw new Error('FETLOCK_SECRET_KEY must be at least 32 random bytes in base64: openssl rand -base64 32.')
  return key
}

export const config = {
  ownerDatabase: () => wanted('FETLOCK_OWNER_DATABASE_URL'),
  database: () => wanted('FETLOCK_DATABASE_URL'),
  workerDatabase: () => wanted('FETLOCK_WORKER_DATABASE_URL'),
  redis: () => wanted('FETLOCK_REDIS_URL'),
  redisPrefix: () => wanted('FETLOCK_REDIS_PREFIX', 'fetlock'),
  smtp: () => wanted('FETLOCK_SMTP_URL'),
  objectStore: () => ({
    endpoint: storeEndpoint(),
    region: wanted('FETLOCK_S3_REGION', 'us-east-1'),
    bucket: wanted('FETLOCK_S3_BUCKET'),
    accessKey: wanted('FETLOCK_S3_ACCESS_KEY'),
    secretKey: wanted('FETLOCK_S3_SECRET_KEY'),
  }),
  /** Who the service's e-mails are from. */
  mailFrom: () => wanted('FETLOCK_MAIL_FROM', `Fetlock <no-reply@${new URL(publicUrl()).hostname}>`),
  publicUrl,
  secretKey,
  host: () => wanted('FETLOCK_HOST', '127.0.0.1'),
  port: () => wholeNumber('FETLOCK_PORT', '8000'),
  /** How many API processes share the rate windows; each keeps its part of them while Redis is out of reach. */
  processes: () => wholeNumber('FETLOCK_PROCESSES', '2'),
  connections: () => wholeNumber('FETLOCK_CONNECTIONS', '10'),
  /** Addresses of proxies whose X-Forwarded-For is believed, comma separated. */
  trustedProxies: () => (process.env.FETLOCK_TRUSTED_PROXIES ?? '').split(',').filter((address) => address !== ''),
  /** How long a process that was told to stop still takes requests, because load balancers notice with delay. */
  drainSeconds: () => wholeNumber('FETLOCK_DRAIN_SECONDS', '5'),
  metricsHost: () => wanted('FETLOCK_METRICS_HOST', '127.0.0.1'),
  /** Nobody listens for whoever collects metrics unless this is set. */
  metricsPort: () => (process.env.FETLOCK_METRICS_PORT ? wholeNumber('FETLOCK_METRICS_PORT', '') : undefined),
  logLevel: () => wanted('FETLOCK_LOG_LEVEL', 'info'),
}
