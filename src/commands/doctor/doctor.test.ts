// @module-tag waits
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DeleteBucketPolicyCommand, PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connected } from '../../../scripts/database.ts'
import { freePort } from '../../../scripts/services/listening.ts'
import { checkout } from '../../../scripts/services/settings.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { startMailServer } from '../../../test/support/messaging.ts'
import { installedPgBouncer, startPgBouncer } from '../../../test/support/pgbouncer.ts'
import { testStore } from '../../../test/support/store.ts'
import { until } from '../../../test/support/until.ts'
import { demoPassword } from '../../demo/demo-clinics.ts'
import { hashPassword } from '../../domain/identity/passwords.ts'
import type { Finding } from './finding.ts'
import { judgeCertificate, judgeSpace } from './network.ts'

let database: TestDatabase
let store: Awaited<ReturnType<typeof testStore>>
let mail: Awaited<ReturnType<typeof startMailServer>>
let settings: Record<string, string | undefined>
const running: ChildProcess[] = []
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

/** Not this machine by its name, and yet it is. */
const elsewhere = '[::ffff:127.0.0.1]'

const start = async (word: string, ready: string) => {
  const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), word], { env: { ...process.env, ...settings } })
  running.push(child)
  let out = ''
  child.stdout.on('data', (some) => (out += String(some)))
  child.stderr.on('data', (some) => (out += String(some)))
  await until(() => out.includes(ready) || child.exitCode !== null)
  if (child.exitCode !== null) throw new Error(out)
  return child
}

const asSuperuser = (...statements: readonly string[]) =>
  connected(database.superuserUrl, async (client) => {
    await client.query(`set app.organisation = '1'`)
    for (const statement of statements) await client.query(statement)
  })

type Report = { readonly code: number; readonly healthy: boolean; readonly findings: readonly Finding[] }

const doctor = async (changed: Record<string, string | undefined> = {}, ...args: string[]): Promise<Report> => {
  useSettings({ ...settings, ...changed })
  const { code, out, err } = await fetlock('doctor', '--json', ...args)
  if (out === '') throw new Error(err)
  return { code, ...JSON.parse(out) }
}

/** What is not well, but for the disk of the machine that this runs on, and that nobody backs up what tests write. */
const complaints = ({ findings }: Report) =>
  findings.filter(
    ({ state, check }) => (state === 'bad' || state === 'warning') && check !== 'disk' && check !== 'backup',
  )
const namesOf = (report: Report) => [...new Set(complaints(report).map(({ check }) => check))].toSorted()
const sentences = (report: Report) => complaints(report).map(({ found, remedy }) => `${found} ${remedy}`)

beforeAll(async () => {
  database = await testDatabase()
  store = await testStore(database.name)
  mail = await startMailServer()
  const port = await freePort()
  settings = {
    ...settingsFor(database),
    FETLOCK_PUBLIC_URL: `http://127.0.0.1:${port}`,
    FETLOCK_PORT: String(port),
    FETLOCK_S3_BUCKET: store.settings.bucket,
    FETLOCK_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    FETLOCK_SECRET_KEY: key(1),
    FETLOCK_TRUSTED_PROXIES: undefined,
    FETLOCK_PLAINTEXT_HOSTS: undefined,
  }
  useSettings(settings)
  const founding = ['organisation', 'create', '--name', 'Harbour Vets', '--country', 'FI', '--currency', 'EUR']
  jsonOf(await fetlock(...founding, '--time-zone', 'UTC', '--json'))
  await asSuperuser('update security_settings set second_factor_required = true')
  await start('api', 'Server listening')
  await start('worker', '"working"')
})
beforeEach(async () => {
  if (running.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) return
  running.splice(1)
  await start('worker', '"working"')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await mail.close()
  await store.drop()
  await database.drop()
})

it('finds nothing wrong with a healthy deployment, and says what it looked at', async () => {
  const report = await doctor()
  expect(sentences(report)).toEqual([])
  expect([report.code, report.healthy]).toEqual([0, true])
  expect(new Set(report.findings.map(({ check }) => check))).toEqual(
    new Set([
      'program',
      'settings',
      'roles',
      'database',
      'migrations',
      'privileges',
      'row security',
      'pooler',
      'keys',
      'second factors',
      'demo passwords',
      'worker',
      'queues',
      'backup',
      'redis',
      'store',
      'uploads',
      'bucket policy',
      'mail',
      'clock',
      'disk',
      'public address',
      'proxies',
    ]),
  )
})

it('warns of a log that nobody archives', async () => {
  const { code, findings } = await doctor()
  expect([code, findings.find(({ check }) => check === 'backup')]).toMatchObject([
    0,
    { state: 'warning', found: 'PostgreSQL archives nothing (archive_mode is off).' },
  ])
})

it('prints a line for each check, and a verdict', async () => {
  useSettings(settings)
  const { out, code } = await fetlock('doctor')
  expect(code).toBe(0)
  expect(out).toMatch(/^ok +program +fetlock \d+\.\d+\.\d+, Node/)
  expect(out).toMatch(/\n(All is well|Nothing is wrong; see the warnings)\.\n$/)
})

describe('a database', () => {
  it.each(['superuserUrl', 'ownerUrl', 'workerUrl'] as const)('of the wrong role, %s', async (role) => {
    const report = await doctor({ FETLOCK_DATABASE_URL: database[role] })
    expect(report.code).toBe(1)
    expect(namesOf(report)).toEqual(['roles'])
    expect(sentences(report).join()).toContain('Set it to the URL of the role fetlock_app.')
  })

  it('without a privilege, which the remedy gives back', async () => {
    await asSuperuser('revoke select on client from fetlock_app', 'grant delete on auditevent to fetlock_app')
    const report = await doctor()
    expect(namesOf(report)).toEqual(['privileges'])
    const [{ remedy = '' } = {}] = complaints(report)
    expect(remedy).toContain('grant select on "client" to fetlock_app;')
    expect(remedy).toContain('revoke delete on "auditevent" from fetlock_app;')
    await connected(database.ownerUrl, (client) => client.query(remedy.replace(/^[^:]*: /, '')))
    expect(sentences(await doctor())).toEqual([])
  })

  it('without row security on a table', async () => {
    await asSuperuser('alter table patient no force row level security')
    const report = await doctor()
    expect(namesOf(report)).toEqual(['row security'])
    const [{ remedy = '' } = {}] = complaints(report)
    await connected(database.ownerUrl, (client) => client.query(remedy.replace(/^[^:]*: /, '')))
    expect(sentences(await doctor())).toEqual([])
  })

  it('with a newer schema, or an older one', async () => {
    await asSuperuser(`insert into migration (name, checksum) values ('9999_later.sql', 'x')`)
    const newer = await doctor()
    await asSuperuser(`delete from migration where name = '9999_later.sql'`)
    expect(namesOf(newer)).toEqual(['migrations'])
    expect(sentences(newer).join()).toContain('newer than this program: it has 9999_later.sql.')
    await asSuperuser(`update migration set name = 'x' || name where name like '0001%'`)
    await asSuperuser(`create table kept as select * from migration where name like 'x%'`)
    await asSuperuser(`delete from migration where name like 'x%'`)
    const older = await doctor()
    await asSuperuser(`insert into migration select substr(name, 2), checksum, applied from kept`, 'drop table kept')
    expect(sentences(older).join()).toContain(
      'it lacks 1 migrations, first 0001_organisations.sql. Run "fetlock migrate"',
    )
  })

  it.runIf(installedPgBouncer()).each([[{ max_prepared_statements: 0 }]])(
    'behind a pooler that loses prepared statements',
    async (lost) => {
      const options = installedPgBouncer()!.keepsPrepared ? lost : {}
      const pooler = await startPgBouncer([database.appUrl, database.workerUrl], options)
      try {
        const pooled = { FETLOCK_DATABASE_URL: pooler.urls[0], FETLOCK_WORKER_DATABASE_URL: pooler.urls[1] }
        const report = await doctor(pooled)
        expect(namesOf(report)).toEqual(['pooler'])
        expect(sentences(report).join()).toContain('loses prepared statements. Set max_prepared_statements')
        expect(sentences(await doctor({ ...pooled, FETLOCK_PREPARED_STATEMENTS: 'off' }))).toEqual([])
      } finally {
        await pooler.stop()
      }
    },
  )

  it('that does not answer', async () => {
    const nowhere = 'postgres://fetlock_app:x@127.0.0.1:1/fetlock'
    const report = await doctor({ FETLOCK_DATABASE_URL: nowhere, FETLOCK_WORKER_DATABASE_URL: nowhere })
    expect(namesOf(report)).toEqual(['roles'])
    expect(sentences(report).join()).toContain('Nothing answers at 127.0.0.1:1. Start the service there')
  })
})

describe('an object store', () => {
  const s3 = () => {
    const { endpoint, region, accessKey, secretKey } = store.settings
    return new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    })
  }

  it('that strangers may read', async () => {
    const Bucket = store.settings.bucket
    const statement = { Effect: 'Allow', Principal: '*', Action: 's3:ListBucket', Resource: [`arn:aws:s3:::${Bucket}`] }
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
    await s3().send(new PutBucketPolicyCommand({ Bucket, Policy }))
    const report = await doctor()
    await s3().send(new DeleteBucketPolicyCommand({ Bucket }))
    expect(namesOf(report)).toEqual(['bucket policy'])
    expect(sentences(report).join()).toContain('Anybody can list files in the bucket without a signature.')
    expect(sentences(await doctor())).toEqual([])
  })

  it.each([
    [{ FETLOCK_S3_SECRET_KEY: 'guessed' }, 'The store refused FETLOCK_S3_SECRET_KEY'],
    [{ FETLOCK_S3_BUCKET: 'no-such-bucket' }, 'Create the bucket in FETLOCK_S3_BUCKET'],
    [{ FETLOCK_S3_ENDPOINT: 'http://127.0.0.1:1' }, 'Start the store, and check FETLOCK_S3_ENDPOINT'],
  ])('that cannot be used: %j', async (changed, sentence) => {
    const report = await doctor(changed)
    expect(namesOf(report)).toEqual(['store'])
    expect(sentences(report).join()).toContain(sentence)
  })
})

it('a clock that is off by an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  const report = await doctor()
  expect(namesOf(report)).toEqual(['clock'])
  expect(sentences(report).join()).toMatch(/The clock here is 3[56]\d\d s from that of the database.* Set the clocks/)
})

describe('a disk', () => {
  const gibibyte = 1024 ** 3
  it.each([
    [{ free: 0, files: 1e6 }, 'bad'],
    [{ free: 0.4 * gibibyte, files: 1e6 }, 'bad'],
    [{ free: 50 * gibibyte, files: 12 }, 'bad'],
    [{ free: 5 * gibibyte, files: 1e6 }, 'warning'],
    [{ free: 50 * gibibyte, files: Infinity }, 'good'],
  ])('of 100 GiB with %j is %s', (space, state) => {
    expect(judgeSpace({ path: '/data', total: 100 * gibibyte, ...space }).state).toBe(state)
  })

  it('that is not there', async () => {
    const { findings, code } = await doctor({}, '--disk', '/nowhere')
    expect(code).toBe(1)
    expect(findings).toContainEqual(expect.objectContaining({ check: 'disk', state: 'bad', remedy: 'Correct --disk.' }))
  })

  it('that is full', async () => {
    const { findings } = await doctor({}, '--disk', '/proc')
    expect(findings).toContainEqual(expect.objectContaining({ found: expect.stringContaining('/proc'), state: 'bad' }))
  })
})

it('a worker that has died', async () => {
  const worker = running[1]!
  worker.kill('SIGKILL')
  await once(worker, 'close')
  // PostgreSQL notices that the connections are gone.
  await until(() =>
    connected(database.superuserUrl, async (client) => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = $1 and usename = 'fetlock_worker' and application_name = 'fetlock worker'`,
        [database.name],
      )
      return rowCount === 0
    }),
  )
  const report = await doctor()
  expect(namesOf(report)).toEqual(['worker'])
  expect(sentences(report).join()).toContain('No worker runs. Start "fetlock worker"')
  expect(sentences(await doctor({}, '--installing'))).toEqual([])
})

describe('a mail server', () => {
  it('off this machine that does not encrypt', async () => {
    const report = await doctor({ FETLOCK_SMTP_URL: `smtp://0.0.0.0:${mail.port}` })
    expect(namesOf(report)).toEqual(['mail'])
    expect(sentences(report).join()).toContain('0.0.0.0 does not encrypt: no mail is sent to it. Switch STARTTLS on')
    expect(mail.mails).toEqual([])
  })

  it('that is allowed to be spoken to in the clear is only warned of', async () => {
    const report = await doctor({
      FETLOCK_SMTP_URL: `smtp://0.0.0.0:${mail.port}`,
      FETLOCK_PLAINTEXT_HOSTS: '0.0.0.0',
    })
    expect([report.code, namesOf(report)]).toEqual([0, ['mail']])
  })

  it('that refuses the password', async () => {
    const strict = await startMailServer({
      disabledCommands: ['STARTTLS'],
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, answer) => answer(new Error('No.')),
    })
    const report = await doctor({ FETLOCK_SMTP_URL: `smtp://user:guessed@127.0.0.1:${strict.port}` })
    await strict.close()
    expect(sentences(report)).toEqual([
      '127.0.0.1 refuses the user name or password. Correct the user name and password in FETLOCK_SMTP_URL.',
    ])
  })
})

describe('a public address elsewhere', () => {
  const away = { FETLOCK_PUBLIC_URL: `https://${elsewhere}:1` }
  const proxied = { ...away, FETLOCK_TRUSTED_PROXIES: '127.0.0.1' }

  it('whose proxies are not believed', async () => {
    const trusting = await doctor(proxied)
    expect(namesOf(trusting)).toEqual(['public address'])
    expect(trusting.findings.find(({ check }) => check === 'proxies')?.found).toContain('set to 127.0.0.1; that')
    const report = await doctor(away)
    expect(namesOf(report)).toEqual(['proxies', 'public address'])
    expect(sentences(report).join()).toContain('Set FETLOCK_TRUSTED_PROXIES to the addresses')
    expect(sentences(report).join()).toContain('Start api and the proxy')
  })

  it('with a demo clinic that has the published password', async () => {
    const hash = await hashPassword(demoPassword)
    const founding = ['organisation', 'create', '--name', 'Demo', '--country', 'FI', '--currency', 'EUR']
    useSettings(settings)
    const { organisation } = jsonOf(await fetlock(...founding, '--time-zone', 'UTC', '--json'))
    await asSuperuser(
      `set app.organisation = '${organisation}'`,
      `update organisation set sandbox = true where id = ${organisation}`,
      `insert into "user" (first_name, last_name, email, password_hash)
       values ('Helena', 'Vuorela', 'helena.vuorela@example.com', '${hash}')`,
    )
    const report = await doctor(proxied)
    expect(namesOf(report)).toEqual(['demo passwords', 'public address'])
    expect(sentences(report).join()).toContain('Run "fetlock sandbox delete --organisation 2".')
    expect(sentences(await doctor())).toEqual([])
  })
})

describe('a certificate', () => {
  const hour = 1 / 24
  it.each([
    ['bought for a year, with a month left', { left: 30, whole: 365 }, 'good'],
    ['bought for a year, with ten days left', { left: 10, whole: 365 }, 'warning'],
    ['of 90 days that is renewed with 30 left', { left: 29, whole: 90 }, 'good'],
    ['of 90 days that was not renewed', { left: 13, whole: 90 }, 'warning'],
    ['of six days that is renewed with two left', { left: 1.9, whole: 6 }, 'good'],
    ['of twelve hours, of an authority of the proxy’s own', { left: 4 * hour, whole: 12 * hour }, 'good'],
    ['of twelve hours that was not renewed', { left: 2 * hour, whole: 12 * hour }, 'warning'],
  ])('%s', (_of, validity, state) => {
    const finding = judgeCertificate('https://vet.example', validity)
    expect([finding.state, finding.found]).toEqual([
      state,
      expect.stringMatching(state === 'good' ? /answers with TLS$/ : /ends in \d+ (days|hours)\.$/),
    ])
  })
})

describe('keys', () => {
  it('of the ring that nothing is sealed under', async () => {
    const report = await doctor({ FETLOCK_SECRET_KEY: `2026:${key(2)},2025:${key(1)}` })
    expect([report.code, namesOf(report)]).toEqual([0, ['keys']])
    expect(sentences(report).join()).toContain('Nothing is sealed under the key "2025" any more. Remove it')
  })
})

it('an organisation that requires no second factor is warned of', async () => {
  await asSuperuser('update security_settings set second_factor_required = false where organisation = 1')
  const report = await doctor()
  await asSuperuser('update security_settings set second_factor_required = true')
  expect([report.code, namesOf(report)]).toEqual([0, ['second factors']])
})

it('settings that are missing or wrong are said with what can still be looked at', async () => {
  const report = await doctor({ FETLOCK_REDIS_URL: 'http://127.0.0.1', FETLOCK_OWNER_DATABASE_URL: undefined })
  expect(namesOf(report)).toEqual(['settings'])
  expect(report.findings.filter(({ state }) => state === 'skipped')).toEqual([
    { check: 'keys, second factors, demo passwords', state: 'skipped', found: 'need FETLOCK_OWNER_DATABASE_URL' },
  ])
})

it('a Redis that refuses the password, or does not answer', async () => {
  const url = new URL(process.env['FETLOCK_REDIS_URL']!)
  url.password = 'guessed-password'
  expect(sentences(await doctor({ FETLOCK_REDIS_URL: url.href })).join()).toContain('Redis refuses the password.')
  expect(namesOf(await doctor({ FETLOCK_REDIS_URL: 'redis://127.0.0.1:1' }))).toEqual(['redis'])
})
