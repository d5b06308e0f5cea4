import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { config } from './config.ts'

const off = 'would send passwords and records to '

beforeEach(() => vi.stubEnv('FETLOCK_PLAINTEXT_HOSTS', undefined))
afterEach(() => vi.unstubAllEnvs())

const given = (name: string, value: string | undefined) => vi.stubEnv(`FETLOCK_${name}`, value)

describe('a database URL', () => {
  test.each([
    'postgres://fetlock_app:x@127.0.0.1:5432/fetlock',
    'postgres://fetlock_app@localhost/fetlock',
    'postgres://fetlock_app@[::1]/fetlock',
    'postgresql://fetlock_app:x@db.internal/fetlock?sslmode=verify-full',
    'postgres://fetlock_app:x@db.internal/fetlock?sslmode=require&options=-c%20app.organisation%3D0',
    'postgres://fetlock_app:x@db.internal/fetlock?sslrootcert=/dev/null',
    'postgres://fetlock_app:x@/fetlock?host=/run/postgresql',
    'postgres://fetlock_app:x@%2Frun%2Fpostgresql/fetlock',
    'socket:/run/postgresql?db=fetlock&user=fetlock_app',
  ])('may be %s', (value) => {
    given('DATABASE_URL', value)
    expect(config.database()).toBe(value)
  })

  test.each([
    ['mysql://fetlock_app:x@127.0.0.1/fetlock', 'must be a URL that begins with postgres://'],
    ['127.0.0.1:5432', 'must be a URL that begins with postgres://'],
    ['postgres://fetlock_app:p#w/d@127.0.0.1/fetlock', 'must be a URL that begins with postgres://'],
    ['postgres://fetlock_app:x@db1:5432,db2:5432/fetlock', 'names several servers (db1:5432,db2:5432). Name one'],
    ['postgres://fetlock_app:x@db1,db2/fetlock', 'names several servers (db1,db2)'],
    ['postgres://127.0.0.1/fetlock', 'names no role. Add it'],
    ['postgres://fetlock_app:x@127.0.0.1', 'names no database. Add it after the host'],
    ['postgres://fetlock_app:x@127.0.0.1/fetlock?sslmode=on', 'has sslmode=on, which PostgreSQL does not know'],
    ['postgres://fetlock_app:x@127.0.0.1/fetlock?sslrootcert=/nowhere.pem', 'has sslrootcert=/nowhere.pem, a file'],
    ['postgres://fetlock_app:x@db.internal/fetlock', `${off}db.internal in the clear. Add sslmode=verify-full`],
    ['postgres://fetlock_app:x@10.0.0.7/fetlock?sslmode=disable', `${off}10.0.0.7 in the clear.`],
    ['postgres://fetlock_app:x@10.0.0.7/fetlock?sslmode=no-verify', `${off}10.0.0.7 in the clear.`],
    ['postgres://fetlock_app:x@127.0.0.1.vet.example/fetlock', `${off}127.0.0.1.vet.example in the clear.`],
    ['postgres://fetlock_app:x@127.0.0.1/fetlock?host=db.internal', `${off}db.internal in the clear.`],
  ])('cannot be %s', (value, sentence) => {
    for (const [name, read] of [
      ['DATABASE_URL', config.database],
      ['OWNER_DATABASE_URL', config.ownerDatabase],
      ['WORKER_DATABASE_URL', config.workerDatabase],
    ] as const) {
      given(name, value)
      expect(read).toThrow(`FETLOCK_${name} ${sentence}`)
      expect(read).not.toThrow('fetlock_app:x')
    }
  })
})

describe('a Redis', () => {
  test.each([
    'redis://127.0.0.1:6379',
    'redis://:x@localhost/2',
    'rediss://:x@redis.internal:6379',
    'unix:///run/redis/redis.sock',
    'unix://:x@/run/redis/redis.sock?db=1',
  ])('may be at %s', (value) => {
    given('REDIS_URL', value)
    expect(config.redis()).toBe(value)
  })

  test.each([
    ['redis://:p#w@127.0.0.1', 'must begin with redis:// or rediss:// and name one server'],
    ['redis://a:26379,b:26379', 'Sentinels and clusters need a proxy'],
    ['rediss://a,b', 'Sentinels and clusters need a proxy'],
    ['unix://run', 'be a socket such as unix:///run/redis/redis.sock'],
    ['redis://127.0.0.1/mymaster', 'ends with "/mymaster". After the host comes the number'],
    ['redis://:x@redis.internal:6379', `${off}redis.internal in the clear. Use rediss://`],
  ])('cannot be at %s', (value, sentence) => {
    given('REDIS_URL', value)
    expect(config.redis).toThrow(sentence)
    expect(config.redis).toThrow('FETLOCK_REDIS_URL')
  })
})

describe('a mail server', () => {
  test.each([
    ['smtps://user:x@mail.example.com', false],
    ['smtp://user:x@mail.example.com:587', true],
    ['smtp://127.0.0.1:25', false],
    ['smtp://127.0.0.1:25?ignoreTLS=true', false],
  ])('at %s is required to speak TLS first: %s', (url, requiresTls) => {
    given('SMTP_URL', url)
    expect(config.smtp()).toEqual({ url, requiresTls })
  })

  test.each([
    ['mail.example.com', 'must begin with smtp:// or smtps://'],
    ['mail.example.com:587', 'must begin with smtp:// or smtps://'],
    ['smtp://user:p/w@mail.example.com', 'must begin with smtp:// or smtps://'],
    ['smtp://mail.example.com?ignoreTLS=true', `${off}mail.example.com in the clear. Remove ignoreTLS`],
    ['smtp://mail.example.com?requireTLS=false', 'Remove requireTLS'],
    ['smtps://mail.example.com?tls.rejectUnauthorized=false', 'Remove tls.rejectUnauthorized'],
  ])('cannot be at %s', (url, sentence) => {
    given('SMTP_URL', url)
    expect(config.smtp).toThrow(sentence)
    expect(config.smtp).toThrow('FETLOCK_SMTP_URL')
  })
})

describe('an object store', () => {
  const store = (endpoint: string) => {
    given('S3_ENDPOINT', endpoint)
    given('S3_BUCKET', 'fetlock')
    given('S3_ACCESS_KEY', 'key')
    given('S3_SECRET_KEY', 'secret')
  }
  test.each([
    ['http://files.internal', `${off}files.internal in the clear. Put the object store behind TLS`],
    ['https://key:secret@files.vet.example', 'The keys of the store go into FETLOCK_S3_ACCESS_KEY'],
    ['https://files.vet.example/?region=x', 'must be an address only'],
  ])('cannot be at %s', (endpoint, sentence) => {
    store(endpoint)
    expect(config.objectStore).toThrow(sentence)
  })

  test.each(['https://files.vet.example/fetlock', 'a/b', 'fe', 'fetlock bucket'])('has no bucket %s', (name) => {
    store('https://files.vet.example')
    given('S3_BUCKET', name)
    expect(config.objectStore).toThrow('FETLOCK_S3_BUCKET must be the name of a bucket alone')
  })

  test('has a region, not an address', () => {
    store('https://files.vet.example')
    given('S3_REGION', 'https://eu-north-1')
    expect(config.objectStore).toThrow('FETLOCK_S3_REGION must be the name of a region')
  })
})

describe('hosts named in FETLOCK_PLAINTEXT_HOSTS', () => {
  it('may be spoken to in the clear, and no others', () => {
    given('PLAINTEXT_HOSTS', 'DB.internal, redis.internal,10.0.0.8')
    given('DATABASE_URL', 'postgres://fetlock_app:x@db.internal/fetlock')
    given('REDIS_URL', 'redis://redis.internal')
    given('SMTP_URL', 'smtp://10.0.0.8?ignoreTLS=true')
    expect(config.database()).toContain('db.internal')
    expect(config.redis()).toContain('redis.internal')
    expect(config.smtp().requiresTls).toBe(false)
    given('REDIS_URL', 'redis://other.internal')
    expect(config.redis).toThrow(off)
  })

  it.each(['db.internal:5432', 'redis://db.internal', '*'])('are hosts, and %s is none', (entry) => {
    given('PLAINTEXT_HOSTS', `db.internal,${entry}`)
    given('REDIS_URL', 'redis://127.0.0.1')
    expect(config.redis).toThrow(`FETLOCK_PLAINTEXT_HOSTS has "${entry}". Use host names or addresses without port`)
  })
})

describe('other addresses', () => {
  test.each(['Harbour Vets', 'no-reply@', '<a@b', 'a@vet.example, b@vet.example'])('%s sends no mail', (from) => {
    given('MAIL_FROM', from)
    expect(config.mailFrom).toThrow('FETLOCK_MAIL_FROM must be an e-mail address')
  })

  test.each(['a@vet.example', 'Harbour Vets <no-reply@vet.example>', '"Vets, Inc." <no-reply@vet.example>'])(
    '%s sends mail',
    (from) => {
      given('MAIL_FROM', from)
      expect(config.mailFrom()).toBe(from)
    },
  )

  test.each(['http://0.0.0.0', '127.0.0.1:8000', 'a b'])('nothing listens at %s', (host) => {
    given('HOST', host)
    expect(config.host).toThrow('FETLOCK_HOST must be an address of this machine')
  })

  test('a port is at most 65535', () => {
    given('PORT', '70000')
    expect(config.port).toThrow('FETLOCK_PORT must be between 0 and 65535.')
  })

  test.each(['10.0.0.0/33', '10.0.0.1:80', 'proxy', '10.0.0.0/8/8', '::/129'])('%s is no proxy', (entry) => {
    given('TRUSTED_PROXIES', `127.0.0.1, ${entry}`)
    expect(config.trustedProxies).toThrow(`FETLOCK_TRUSTED_PROXIES has "${entry}". Use addresses or ranges`)
  })

  test.each(['0.0.0.0/0', '::/0'])('everybody is no proxy: %s', (entry) => {
    given('TRUSTED_PROXIES', entry)
    expect(config.trustedProxies).toThrow(`FETLOCK_TRUSTED_PROXIES has "${entry}", which is every address`)
  })

  test.each(['https://me@vet.example', 'https://vet.example/#x'])('the service is not at %s', (url) => {
    given('PUBLIC_URL', url)
    expect(config.publicUrl).toThrow('FETLOCK_PUBLIC_URL must be a scheme and a host only')
  })
})
