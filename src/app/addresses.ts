import { accessSync, constants } from 'node:fs'

/** Whether a URL is on the machine itself, which is where Fetlock is developed and not where it is deployed. */
export const isThisMachine = (url: string) => isLoopback(new URL(url).hostname)

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

/** Hosts off this machine that the operator lets us speak to without TLS. */
export type PlaintextHosts = ReadonlySet<string>

type Plain = { readonly setting: string; readonly host: string; readonly remedy: string }

/** Refuses what anybody in the network between could read or change. */
const refusePlaintext = ({ setting, host, remedy }: Plain, allowed: PlaintextHosts) => {
  if (isLoopback(host) || allowed.has(host.toLowerCase())) return
  throw new Error(
    `${setting} would send passwords and records to ${host} in the clear. ${remedy} If the network between is safe ` +
      `all the same, name the host in FETLOCK_PLAINTEXT_HOSTS.`,
  )
}

/** The address of an API, which is sent a client's secret. */
export const requireTls = (setting: string, url: URL, allowed: PlaintextHosts) => {
  if (url.protocol === 'http:') refusePlaintext({ setting, host: url.hostname, remedy: 'Use https://.' }, allowed)
}

const escapes = 'In a password write @ as %40, / as %2F, # as %23, ? as %3F, : as %3A and % as %25.'

/** A URL without a host, as one of a Unix socket may be, is no URL to the standard. */
const parseLoosely = (value: string) => URL.parse(value) ?? URL.parse(value.replace('@/', '@localhost/'))

/** Of a URL, what is between the password and the path. */
const hostsIn = (value: string) => /^[a-z+]+:\/\/([^/?#]*)/i.exec(value)?.[1]?.split('@').at(-1) ?? ''

const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']
const sslFiles = ['sslrootcert', 'sslcert', 'sslkey']

const requireSsl = (setting: string, parameters: URLSearchParams) => {
  const mode = parameters.get('sslmode')
  if (mode !== null && !sslModes.includes(mode))
    throw new Error(`${setting} has sslmode=${mode}, which PostgreSQL does not know. Use sslmode=verify-full.`)
  for (const name of sslFiles) {
    const path = parameters.get(name)
    if (path === null) continue
    try {
      accessSync(path, constants.R_OK)
    } catch {
      throw new Error(
        `${setting} has ${name}=${path}, a file that this account cannot read. Correct the path or its permissions.`,
      )
    }
  }
}

/** Whether the connection is encrypted to a server that has shown its certificate. */
const isVerified = (parameters: URLSearchParams) => {
  const mode = parameters.get('sslmode')
  if (mode !== null) return mode !== 'disable' && mode !== 'no-verify'
  return ['true', '1'].includes(parameters.get('ssl') ?? '') || sslFiles.some((name) => parameters.has(name))
}

/** The URL of one PostgreSQL server, such as postgres://fetlock_app:…@db.internal/fetlock?sslmode=verify-full. */
export const databaseUrlFrom = (setting: string, value: string, allowed: PlaintextHosts): string => {
  const example = 'for example postgres://fetlock_app:password@db.internal/fetlock?sslmode=verify-full'
  const hosts = hostsIn(value)
  if (hosts.includes(','))
    throw new Error(
      `${setting} names several servers (${hosts}). Name one: an address that always leads to the primary, such as that of ` +
        'HAProxy or a virtual IP address.',
    )
  const url = parseLoosely(value)
  if (url === null || !/^(postgres|postgresql|socket):$/.test(url.protocol))
    throw new Error(`${setting} must be a URL that begins with postgres://, ${example}. ${escapes}`)
  const parameters = url.searchParams
  if (url.username === '' && !parameters.get('user')) throw new Error(`${setting} names no role. Add it, ${example}.`)
  const database = url.protocol === 'socket:' ? parameters.get('db') : url.pathname.slice(1)
  if (!database) throw new Error(`${setting} names no database. Add it after the host, ${example}.`)
  requireSsl(setting, parameters)
  const host = decodeURIComponent(parameters.get('host') || url.hostname)
  if (url.protocol === 'socket:' || host === '' || host.startsWith('/') || isVerified(parameters)) return value
  const remedy = 'Add sslmode=verify-full, and sslrootcert=… if its certificate is of an authority of your own.'
  refusePlaintext({ setting, host, remedy }, allowed)
  return value
}

export const redisUrlFrom = (setting: string, value: string, allowed: PlaintextHosts): string => {
  const unix = /^unix:\/\/(?:[^:@/]*(?::[^@/]*)?@)?\/[^?#/]/.test(value)
  if (unix) return value
  const url = URL.parse(value)
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || hostsIn(value).includes(','))
    throw new Error(
      `${setting} must begin with redis:// or rediss:// and name one server, for example ` +
        'rediss://:password@redis.internal:6379, or be a socket such as unix:///run/redis/redis.sock. ' +
        `Sentinels and clusters need a proxy in front of them. ${escapes}`,
    )
  if (!/^\/?\d*$/.test(url.pathname))
    throw new Error(
      `${setting} ends with "${url.pathname}". After the host comes the number of a database, or nothing.`,
    )
  if (url.protocol === 'redis:')
    refusePlaintext({ setting, host: url.hostname, remedy: 'Use rediss://, which is Redis with TLS.' }, allowed)
  return value
}

/** A mail server, and whether mail goes to it only after STARTTLS. */
export type MailServerSetting = { readonly url: string; readonly requiresTls: boolean }

export const mailServerFrom = (setting: string, value: string, allowed: PlaintextHosts): MailServerSetting => {
  const url = URL.parse(value)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error(
      `${setting} must begin with smtp:// or smtps:// and name the mail server, for example ` +
        `smtps://user:password@mail.example.com. ${escapes}`,
    )
  const isExempt = isLoopback(url.hostname) || allowed.has(url.hostname.toLowerCase())
  const weakening = [...url.searchParams.keys()].find((name) =>
    /^(ignoreTLS|requireTLS|opportunisticTLS|secure|tls\.rejectUnauthorized)$/i.test(name),
  )
  if (!isExempt && weakening !== undefined) {
    const remedy = `Remove ${weakening}: mail is sent with TLS to a server that shows a valid certificate.`
    refusePlaintext({ setting, host: url.hostname, remedy }, allowed)
  }
  return { url: value, requiresTls: url.protocol === 'smtp:' && !isExempt }
}

export const storeEndpointFrom = (setting: string, value: string, allowed: PlaintextHosts): string => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${setting} must be the address of the object store, for example https://files.vet.example.`)
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new Error(
      `${setting} must be an address only. The keys of the store go into FETLOCK_S3_ACCESS_KEY and FETLOCK_S3_SECRET_KEY.`,
    )
  if (url.protocol === 'http:')
    refusePlaintext({ setting, host: url.hostname, remedy: 'Put the object store behind TLS and use https.' }, allowed)
  return url.href
}

export const publicUrlFrom = (setting: string, value: string): string => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search + url.hash + url.username !== '')
    throw new Error(`${setting} must be a scheme and a host only, for example https://vet.example.`)
  if (url.protocol === 'http:' && !isThisMachine(url.origin))
    throw new Error(
      `${setting} must be https, for example https://vet.example: over http anybody in the network between reads ` +
        'passwords and records. http is for this machine only, such as http://127.0.0.1:8000.',
    )
  return url.origin
}

/** The hosts in a list; a URL in it is a mistake that would allow nothing. */
export const plaintextHostsFrom = (setting: string, entries: readonly string[]): PlaintextHosts => {
  const invalid = entries.find((entry) => !/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i.test(entry))
  if (invalid !== undefined)
    throw new Error(`${setting} has "${invalid}". Use host names or addresses without port, for example db.internal.`)
  return new Set(entries.map((entry) => entry.toLowerCase()))
}
