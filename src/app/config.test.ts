import { afterEach, describe, expect, test, vi } from 'vitest'
import { readFileSync, globSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { config, settingNames, unknownSettings } from './config.ts'
import { readSettings } from './read-settings.ts'

afterEach(() => vi.unstubAllEnvs())

describe('a setting', () => {
  const texts = {
    ownerDatabase: 'FETLOCK_OWNER_DATABASE_URL',
    database: 'FETLOCK_DATABASE_URL',
    workerDatabase: 'FETLOCK_WORKER_DATABASE_URL',
    redis: 'FETLOCK_REDIS_URL',
    smtp: 'FETLOCK_SMTP_URL',
    publicUrl: 'FETLOCK_PUBLIC_URL',
    secretKey: 'FETLOCK_SECRET_KEY',
  } as const
  test.each(['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'])('of the object store, %s, is asked for too', (part) => {
    for (const name of ['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'])
      vi.stubEnv(`FETLOCK_S3_${name}`, name === part ? undefined : 'https://files.vet.example')
    expect(() => config.objectStore()).toThrow(`Set FETLOCK_S3_${part}.`)
  })

  test.each(Object.entries(texts))('%s is asked for by its name, %s, when it is missing or empty', (setting, name) => {
    for (const value of [undefined, '']) {
      vi.stubEnv(name, value)
      expect(() => config[setting as keyof typeof texts]()).toThrow(`Set ${name}.`)
    }
  })

  test('that can be left out has a value anyway', () => {
    for (const name of ['HOST', 'PORT', 'PROCESSES', 'CONNECTIONS', 'LOG_LEVEL', 'TRUSTED_PROXIES'])
      vi.stubEnv(`FETLOCK_${name}`, undefined)
    expect([config.host(), config.logLevel(), config.trustedProxies()]).toEqual(['127.0.0.1', 'info', []])
    for (const number of [config.port(), config.processes(), config.connections()]) expect(number).toBeGreaterThan(0)
  })
})

describe('the secret of the object store’s notifications', () => {
  test('may be left out', () => {
    for (const value of [undefined, '']) {
      vi.stubEnv('FETLOCK_S3_EVENT_SECRET', value)
      expect(config.storeEventSecret()).toBeUndefined()
    }
  })

  test('fits into an address and cannot be guessed', () => {
    vi.stubEnv('FETLOCK_S3_EVENT_SECRET', 'a-secret_of-16-0')
    expect(config.storeEventSecret()).toBe('a-secret_of-16-0')
    for (const value of ['short', 'a/secret/with/slashes', 'x'.repeat(129)]) {
      vi.stubEnv('FETLOCK_S3_EVENT_SECRET', value)
      expect(() => config.storeEventSecret()).toThrow('FETLOCK_S3_EVENT_SECRET must be')
    }
  })
})

describe('the virus scanner', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
    ['[::1]:3310', { host: '::1', port: 3310 }],
    ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('at %j is %j', (value, address) => {
    vi.stubEnv('FETLOCK_CLAMAV', value)
    expect(config.virusScanner()).toEqual(address)
    expect(config.objectStore().scansFiles).toBe(address !== undefined)
  })

  test.each(['clamav', 'clamav:x', 'clamav:99999', 'a b:1'])('is nowhere at %s', (value) => {
    vi.stubEnv('FETLOCK_CLAMAV', value)
    expect(() => config.virusScanner()).toThrow('FETLOCK_CLAMAV must be host:port')
  })
})

test('security events are kept for more than a year, and never less than a month', () => {
  vi.stubEnv('FETLOCK_SECURITY_EVENT_DAYS', undefined)
  expect(config.securityEventDays()).toBe(400)
  vi.stubEnv('FETLOCK_SECURITY_EVENT_DAYS', '30')
  expect(config.securityEventDays()).toBe(30)
  vi.stubEnv('FETLOCK_SECURITY_EVENT_DAYS', '29')
  expect(() => config.securityEventDays()).toThrow('FETLOCK_SECURITY_EVENT_DAYS must be at least 30.')
})

test('settings that are missing or invalid are reported together', () => {
  for (const name of ['DATABASE_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'SECRET_KEY'])
    vi.stubEnv(`FETLOCK_${name}`, undefined)
  const readers = { database: config.database, store: config.objectStore, secretKey: config.secretKey }
  const missing =
    'Set FETLOCK_DATABASE_URL, FETLOCK_S3_ENDPOINT, FETLOCK_S3_BUCKET, FETLOCK_S3_ACCESS_KEY, FETLOCK_S3_SECRET_KEY, FETLOCK_SECRET_KEY. docs/operating/configuration.md lists every setting.'
  const problemOf = (read: () => unknown) => {
    try {
      return read()
    } catch (problem) {
      return (problem as Error).message
    }
  }
  expect(problemOf(() => readSettings(readers))).toBe(missing)
  vi.stubEnv('FETLOCK_PORT', 'x')
  const invalid = 'FETLOCK_PORT must be a whole number, not "x".'
  expect(problemOf(() => readSettings({ ...readers, port: config.port }))).toBe(`${missing}\n${invalid}`)
  expect(problemOf(() => readSettings({ port: config.port }))).toBe(invalid)
  expect(readSettings({ host: () => 'vet.example' })).toEqual({ host: 'vet.example' })
})

describe('the public URL', () => {
  test.each([
    ['https://vet.example', 'https://vet.example'],
    ['https://vet.example/', 'https://vet.example'],
    ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ])('%s is %s', (given, url) => {
    vi.stubEnv('FETLOCK_PUBLIC_URL', given)
    expect(config.publicUrl()).toBe(url)
  })

  test.each([
    'vet.example',
    'https://vet.example/api',
    'https://vet.example/?a=1',
    'ftp://vet.example',
    'http://vet.example',
    'http://10.0.0.7:8000',
    'http://127.0.0.1.vet.example',
    '//vet.example',
  ])('cannot be %s', (given) => {
    vi.stubEnv('FETLOCK_PUBLIC_URL', given)
    expect(() => config.publicUrl()).toThrow(/FETLOCK_PUBLIC_URL must be|Invalid URL/)
  })
})

test.each(['x', '-1', '1.5', '1e3', '1234567'])('a port is a whole number, and %s is none', (given) => {
  vi.stubEnv('FETLOCK_PORT', given)
  expect(() => config.port()).toThrow(`FETLOCK_PORT must be a whole number, not "${given}".`)
})

test.each(['files.vet.example', 'ftp://files.vet.example', ''])('an object store is not at "%s"', (given) => {
  vi.stubEnv('FETLOCK_S3_ENDPOINT', given)
  expect(() => config.objectStore()).toThrow('FETLOCK_S3_ENDPOINT')
})

test('the secret key has at least 32 bytes', () => {
  vi.stubEnv('FETLOCK_SECRET_KEY', Buffer.alloc(31).toString('base64'))
  expect(() => config.secretKey()).toThrow('32 random bytes')
  vi.stubEnv('FETLOCK_SECRET_KEY', Buffer.alloc(32).toString('base64'))
  expect(config.secretKey()).toBeTypeOf('string')
})

describe('private addresses', () => {
  test('are allowed on the machine itself', () => {
    vi.stubEnv('FETLOCK_PUBLIC_URL', 'http://localhost:8000')
    vi.stubEnv('FETLOCK_ALLOWED_PRIVATE_ADDRESSES', '127.0.0.1:9000, LOCALHOST:080,[::1]:443')
    expect(config.allowedPrivate()).toEqual(['127.0.0.1:9000', 'localhost:80', '[::1]:443'])
    vi.stubEnv('FETLOCK_ALLOWED_PRIVATE_ADDRESSES', undefined)
    expect(config.allowedPrivate()).toEqual([])
  })

  test('are refused in a deployment', () => {
    vi.stubEnv('FETLOCK_PUBLIC_URL', 'https://vet.example')
    vi.stubEnv('FETLOCK_ALLOWED_PRIVATE_ADDRESSES', '127.0.0.1:9000')
    expect(() => config.allowedPrivate()).toThrow('is for development only')
    vi.stubEnv('FETLOCK_ALLOWED_PRIVATE_ADDRESSES', '')
    expect(config.allowedPrivate()).toEqual([])
  })

  test.each([
    '127.0.0.1',
    '127.0.0.1:',
    'http://127.0.0.1:80',
    '127.0.0.1:99999',
    'a/b:80',
    ':80',
    '::1:80',
    '10.0.0.0/8:80',
  ])('are hosts with ports, and %s is none', (given) => {
    vi.stubEnv('FETLOCK_PUBLIC_URL', 'http://localhost:8000')
    vi.stubEnv('FETLOCK_ALLOWED_PRIVATE_ADDRESSES', given)
    expect(() => config.allowedPrivate()).toThrow(`FETLOCK_ALLOWED_PRIVATE_ADDRESSES has "${given}".`)
  })

  test('name a missing public URL only once', () => {
    vi.stubEnv('FETLOCK_PUBLIC_URL', undefined)
    vi.stubEnv('FETLOCK_ALLOWED_PRIVATE_ADDRESSES', '127.0.0.1:9000')
    expect(() => readSettings({ publicUrl: config.publicUrl, allowedPrivate: config.allowedPrivate })).toThrow(
      /^Set FETLOCK_PUBLIC_URL\. docs/,
    )
  })
})

test('trusted proxies are a list', () => {
  vi.stubEnv('FETLOCK_TRUSTED_PROXIES', '10.0.0.1,10.0.0.0/8')
  expect(config.trustedProxies()).toEqual(['10.0.0.1', '10.0.0.0/8'])
})

describe('what cannot work, or is not safe, is refused', () => {
  test.each(['http://redis.internal:6379', 'redis-sentinel://a,b/mymaster', 'redis.internal:6379', 'localhost'])(
    'a Redis at %s',
    (given) => {
      vi.stubEnv('FETLOCK_REDIS_URL', given)
      expect(() => config.redis()).toThrow('FETLOCK_REDIS_URL must begin with redis:// or rediss://')
    },
  )

  test('the published secret key, alone or in a ring, on any machine but this', () => {
    const published = parseEnv(readFileSync('compose.env', 'utf8')).FETLOCK_SECRET_KEY!
    const own = Buffer.alloc(32, 7).toString('base64')
    vi.stubEnv('FETLOCK_PUBLIC_URL', 'https://vet.example')
    for (const setting of [published, `new:${own},old:${published}`]) {
      vi.stubEnv('FETLOCK_SECRET_KEY', setting)
      expect(() => config.secretKey()).toThrow('FETLOCK_SECRET_KEY is the key of compose.env')
    }
    vi.stubEnv('FETLOCK_SECRET_KEY', own)
    expect(config.secretKey()).toBe(own)
    vi.stubEnv('FETLOCK_SECRET_KEY', published)
    vi.stubEnv('FETLOCK_PUBLIC_URL', 'http://127.0.0.1:18000')
    expect(config.secretKey()).toBe(published)
  })
})

describe('the list of settings', () => {
  const namesIn = (text: string) => new Set(text.match(/FETLOCK_[A-Z0-9_]*[A-Z0-9]/g))

  test('has what the program reads, and the documents have no other', () => {
    const files = globSync('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
    const read = files.flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/(?:'|process\.env\.)(FETLOCK_[A-Z0-9_]*[A-Z0-9])\b/g),
    ])
    expect(new Set(read.map(([, name]) => name!)).difference(new Set(settingNames))).toEqual(new Set())
    const documented = namesIn(readFileSync('docs/operating/configuration.md', 'utf8'))
    expect(unknownSettings(Object.fromEntries([...documented].map((name) => [name, 'x'])))).toEqual([])
  })

  test('shows which variables are misspelt', () => {
    expect(unknownSettings({ FETLOCK_S3_BUKET: 'x', FETLOCK_S3_BUCKET: 'x', HOME: '/' })).toEqual(['FETLOCK_S3_BUKET'])
  })
})
