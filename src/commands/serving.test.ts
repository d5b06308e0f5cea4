// @module-tag waits
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connected, createDatabase, onDatabase } from '../../scripts/database.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { builtWebApp } from '../../scripts/web-build.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { superuserUrl, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { until } from '../../test/support/until.ts'
import { prepareDatabase } from '../app/prepare.ts'
import { demoPassword } from '../demo/demo-clinics.ts'
import { hashPassword } from '../domain/identity/passwords.ts'

let database: TestDatabase
let organisation: number
let key: string
const running: ChildProcess[] = []

/** Starts the program in a process of its own, and waits for `ready` in its log. */
const start = async (word: string, ready: string, settings: Readonly<Record<string, string>> = {}) => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), word], {
    env: {
      ...process.env,
      ...settingsFor(database),
      FETLOCK_PORT: String(port),
      FETLOCK_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...settings,
    },
  })
  running.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (some) => (said.out += String(some)))
  child.stderr.on('data', (some) => (said.err += String(some)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  await until(() => said.out.includes(ready) || child.exitCode !== null)
  return { child, said, ended, port, url: `http://127.0.0.1:${port}/${organisation}/api/0.1` }
}

beforeAll(async () => {
  database = await testDatabase()
  useSettings(settingsFor(database))
  const founding = ['organisation', 'create', '--name', 'Harbour Vets', '--country', 'FI', '--currency', 'EUR']
  organisation = jsonOf(await fetlock(...founding, '--time-zone', 'UTC', '--department', 'Main', '--json')).organisation
  const here = ['--organisation', String(organisation), '--json']
  jsonOf(await fetlock('application', 'create', ...here, '--name', 'Lab', '--group', 'Administrators'))
  key = jsonOf(await fetlock('legacy-key', 'create', ...here, '--application', 'Lab')).key
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
})

const isWaitingForALock = () =>
  connected(superuserUrl(), async (client) => {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'",
      [database.name],
    )
    return rowCount === 1
  })

describe('api', () => {
  it('finishes the request in flight on SIGTERM, accepts no other, and exits with 0', async () => {
    const api = await start('api', 'Server listening', { FETLOCK_DRAIN_SECONDS: '0' })
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
    const ask = () => fetch(`${api.url}/department/`, { method: 'POST', headers, body: '{"name":"Annexe"}' })
    const answer = await connected(database.superuserUrl, async (client) => {
      await client.query('begin')
      await client.query('select from organisation where id = $1 for update', [organisation])
      const asked = ask()
      await until(isWaitingForALock)
      api.child.kill('SIGTERM')
      await until(() => api.said.out.includes('"stopping"'))
      await expect(fetch(`${api.url}/`, { headers: { ...headers, connection: 'close' } })).rejects.toThrow(
        'fetch failed',
      )
      expect(api.child.exitCode).toBeNull()
      await client.query('commit')
      return asked
    })
    expect(answer.status).toBe(201)
    expect(await api.ended).toBe(0)
    expect(api.said.out).toContain('"msg":"stopped"')
    expect(api.said.out).not.toContain(key)
    expect(api.said.err).toBe('')
  })

  it('answers /ready with 503 at once, and until the drain delay is over serves requests and closes their connections', async () => {
    const api = await start('api', 'Server listening', { FETLOCK_DRAIN_SECONDS: '600' })
    api.child.kill('SIGTERM')
    await until(() => api.said.out.includes('"stopping"'))
    const [ready, live, list] = await Promise.all([
      fetch(`http://127.0.0.1:${api.port}/ready`),
      fetch(`http://127.0.0.1:${api.port}/live`),
      fetch(`${api.url}/department/`, { headers: { authorization: `Token ${key}` } }),
    ])
    expect([ready, live, list].map(({ status }) => status)).toEqual([503, 200, 200])
    expect(await ready.json()).toMatchObject({ stopping: true })
    for (const { headers } of [ready, live, list]) expect(headers.get('connection')).toBe('close')
  })

  it('ends when the drain delay is over', async () => {
    const api = await start('api', 'Server listening', { FETLOCK_DRAIN_SECONDS: '1' })
    const began = Date.now()
    api.child.kill('SIGTERM')
    expect(await api.ended).toBe(0)
    expect(Date.now() - began).toBeGreaterThan(900)
  })

  it.each([
    ['FETLOCK_METRICS_PORT', '99999', 'FETLOCK_METRICS_PORT must be between 0 and 65535.'],
    ['OTEL_TRACES_SAMPLER', 'sometimes', 'OTEL_TRACES_SAMPLER must be one of'],
  ])('does not start with a %s of %s', async (setting, value, sentence) => {
    const api = await start('api', 'Server listening', { [setting]: value })
    expect(await api.ended).toBe(1)
    expect(api.said.err).toContain(sentence)
  })

  it.each(['api', 'worker'])('refuses private addresses in a deployment, as %s', async (word) => {
    const deployed = {
      FETLOCK_PUBLIC_URL: 'https://vet.example',
      FETLOCK_ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1:9000',
      FETLOCK_SMTP_URL: '',
    }
    const { ended, said } = await start(word, '"msg"', deployed)
    expect(await ended).toBe(1)
    expect(said.err).toContain('FETLOCK_ALLOWED_PRIVATE_ADDRESSES is for development only.')
    expect(said.out).toBe('')
  })

  it('warns where no proxy is trusted and there must be one, because all callers would share its address [security-29]', async () => {
    const away = { FETLOCK_PUBLIC_URL: 'https://vet.example', FETLOCK_S3_ENDPOINT: 'https://127.0.0.1:1' }
    const unset = await start('api', 'Server listening', away)
    const set = await start('api', 'Server listening', { ...away, FETLOCK_TRUSTED_PROXIES: '127.0.0.1' })
    const here = await start('api', 'Server listening')
    const warns = [unset, set, here].map(({ said }) => said.out.includes('FETLOCK_TRUSTED_PROXIES is not set'))
    expect(warns).toEqual([true, false, false])
  })

  it.each([
    [
      'api',
      'FETLOCK_DATABASE_URL',
      'superuserUrl',
      'for whom row security is off. Set it to the URL of the role fetlock_app.',
    ],
    ['api', 'FETLOCK_DATABASE_URL', 'ownerUrl', 'which owns the tables. Set it to the URL of the role fetlock_app.'],
    ['api', 'FETLOCK_DATABASE_URL', 'workerUrl', 'Set it to the URL of the role fetlock_app.'],
    ['worker', 'FETLOCK_WORKER_DATABASE_URL', 'ownerUrl', 'Set it to the URL of the role fetlock_worker.'],
    ['worker', 'FETLOCK_WORKER_DATABASE_URL', 'appUrl', 'Set it to the URL of the role fetlock_worker.'],
    ['worker', 'FETLOCK_DATABASE_URL', 'superuserUrl', 'for whom row security is off.'],
  ] as const)('refuses, as %s, a %s with the role of %s', async (word, setting, role, sentence) => {
    const { ended, said } = await start(word, '"msg"', { [setting]: database[role] })
    expect(await ended).toBe(1)
    expect(said.err).toContain(`${setting} connects as `)
    expect(said.err).toContain(sentence)
    expect(said.err).not.toContain('    at ')
  })

  it.each([
    ['api', { FETLOCK_S3_ACCESS_KEY: 'somebody-else' }, 'The object store does not know FETLOCK_S3_ACCESS_KEY.'],
    [
      'api',
      { FETLOCK_PUBLIC_URL: 'https://vet.example' },
      'FETLOCK_S3_ENDPOINT must be https where FETLOCK_PUBLIC_URL is',
    ],
    ['worker', { FETLOCK_S3_SECRET_KEY: 'guessed' }, 'The object store refused FETLOCK_S3_SECRET_KEY.'],
    [
      'api',
      { FETLOCK_S3_BUCKET: 'no-such-bucket' },
      'The object store has no bucket of the name in FETLOCK_S3_BUCKET.',
    ],
  ])('refuses, as %s, an object store that will never work: %j', async (word, settings, sentence) => {
    const { ended, said } = await start(word, '"working"', settings)
    expect(await ended).toBe(1)
    expect(said.err).toContain(sentence)
  })

  it('refuses to serve others while a demo clinic has the published password, and not once it has another', async () => {
    const demo = [
      'organisation',
      'create',
      '--name',
      'Demo',
      '--country',
      'SE',
      '--currency',
      'EUR',
      '--time-zone',
      'UTC',
    ]
    const made = jsonOf(await fetlock(...demo, '--json'))
    const become = async (password: string) => {
      const hash = await hashPassword(password)
      await connected(database.superuserUrl, async (client) => {
        await client.query(`set app.organisation = '${made.organisation}'`)
        await client.query('insert into demo_clinic (organisation) values (organisation()) on conflict do nothing')
        await client.query(
          `insert into "user" (first_name, last_name, email, password_hash) values ('Helena', 'Vuorela', 'helena@example.com', $1)
           on conflict (organisation, lower(email)) where email <> '' do update set password_hash = excluded.password_hash`,
          [hash],
        )
      })
    }
    const away = { FETLOCK_PUBLIC_URL: 'https://vet.example', FETLOCK_S3_ENDPOINT: 'https://127.0.0.1:1' }
    await become(demoPassword)
    for (const word of ['api', 'worker']) {
      const { ended, said } = await start(word, '"msg"', away)
      expect(await ended).toBe(1)
      expect(said.err).toContain(`Run "fetlock sandbox delete --organisation ${made.organisation}", then start again.`)
    }
    await become('another password altogether')
    expect((await start('api', 'Server listening', away)).said.out).toContain('Server listening')
  })

  it('refuses a Redis that refuses it, without showing the password', async () => {
    const url = new URL(process.env['FETLOCK_REDIS_URL']!)
    url.password = 'guessed-password'
    const { ended, said } = await start('api', 'Server listening', { FETLOCK_REDIS_URL: url.href })
    expect(await ended).toBe(1)
    expect(said.err).toContain('Redis refused the connection (WRONGPASS')
    expect(said.err).not.toContain('guessed-password')
  })

  it('starts while the object store and Redis do not answer, and warns', async () => {
    const { said } = await start('api', 'Server listening', {
      FETLOCK_S3_ENDPOINT: 'http://127.0.0.1:1',
      FETLOCK_REDIS_URL: 'redis://127.0.0.1:1',
    })
    expect(said.out).toContain('The object store does not answer at FETLOCK_S3_ENDPOINT.')
    expect(said.out).toContain('Server listening')
  })

  it('names settings that there are not', async () => {
    const { said } = await start('api', 'Server listening', { FETLOCK_S3_BUKET: 'fetlock' })
    expect(said.err).toContain('FETLOCK_S3_BUKET is not a setting and is ignored. Did you mean FETLOCK_S3_BUCKET?')
  })

  it('names the port if it is taken', async () => {
    const first = await start('api', 'Server listening')
    const second = await start('api', 'Server listening', { FETLOCK_PORT: String(first.port) })
    expect(await second.ended).toBe(1)
    expect(second.said.err).toBe(
      `Port ${first.port} is taken by another program. Stop that program, or set FETLOCK_PORT to a free port.\n`,
    )
  })

  it('serves the clinic app at its addresses', async () => {
    builtWebApp()
    const api = await start('api', 'Server listening')
    const page = await fetch(`http://127.0.0.1:${api.port}/${organisation}/`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<div id="app">')
    expect(api.said.out).not.toContain('is not built')
  })

  it('waits until the database is migrated, says so once, and then serves', async () => {
    const name = `${database.name}_empty`
    const [appUrl, ownerUrl] = [onDatabase(database.appUrl, name), onDatabase(database.ownerUrl, name)]
    await connected(superuserUrl(), (client) => createDatabase(client, name))
    try {
      const api = await start('api', '"Waiting', { FETLOCK_DATABASE_URL: appUrl })
      expect(api.said.out).toContain('the database is older than this program: it lacks 0001_organisations.sql')
      await prepareDatabase(ownerUrl)
      await until(() => api.said.out.includes('Server listening') || api.child.exitCode !== null)
      expect(api.said.out).toMatch(/"the database is ready"(.|\n)*"Server listening/)
      expect(api.said.out.match(/it lacks 0001/g)).toHaveLength(1)
      api.child.kill('SIGKILL')
      await api.ended
    } finally {
      await connected(superuserUrl(), (client) => client.query(`drop database ${name} with (force)`))
    }
  })

  it('waits for a database that does not answer, by the name of its setting, and ends on SIGTERM', async () => {
    const nowhere = 'postgres://fetlock_app:no-password@127.0.0.1:1/fetlock'
    const api = await start('api', '"Waiting', { FETLOCK_DATABASE_URL: nowhere })
    expect(api.said.out).toContain('the database in FETLOCK_DATABASE_URL does not answer (ECONNREFUSED)')
    expect(api.said.out).not.toContain('no-password')
    api.child.kill('SIGTERM')
    expect(await api.ended).toBe(0)
  })

  it('waits for a socket that is not there yet', async () => {
    const socket = 'postgres://fetlock_app:none@%2Fno%2Fsuch%2Ffolder/fetlock'
    const api = await start('api', '"Waiting', { FETLOCK_DATABASE_URL: socket })
    expect(api.said.out).toContain('does not answer (ENOENT)')
  })
})

describe('worker', () => {
  it('runs until SIGINT, and exits with 0', async () => {
    const port = await freePort()
    const worker = await start('worker', '"working"', { FETLOCK_METRICS_PORT: String(port) })
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toMatch(/^fetlock_message_oldest_due_seconds 0$/m)
    expect(metrics).toMatch(/^fetlock_backup_age_seconds\{kind="files"\} \d/m)
    expect(metrics).toMatch(/^fetlock_backup_failed\{kind="trial"\} 0$/m)
    expect(metrics).toMatch(/^fetlock_pool_connections\{pool="fetlock worker",state="total"\} \d+$/m)
    worker.child.kill('SIGINT')
    expect(await worker.ended).toBe(0)
    expect(worker.said.out).toContain('"msg":"stopped"')
  })

  const askHealth = async (port: number) => {
    const response = await fetch(`http://127.0.0.1:${port}/ready`)
    return { status: response.status, found: (await response.json()) as Readonly<Record<string, unknown>> }
  }

  it('says at its health address that it is ready, and at what it looked', async () => {
    const port = await freePort()
    await start('worker', '"working"', { FETLOCK_HEALTH_PORT: String(port) })
    await until(async () => (await askHealth(port)).status === 200)
    expect((await askHealth(port)).found).toEqual({
      status: 'ready',
      database: 'answers',
      asked_seconds_ago: expect.any(Number),
      object_store: 'answers',
    })
  })

  it('says at its health address what it waits for', async () => {
    const port = await freePort()
    const nowhere = 'postgres://fetlock_worker:none@127.0.0.1:1/fetlock'
    const worker = await start('worker', '"Waiting', {
      FETLOCK_HEALTH_PORT: String(port),
      FETLOCK_WORKER_DATABASE_URL: nowhere,
    })
    const { status, found } = await askHealth(port)
    expect([status, found['status']]).toEqual([503, 'not ready'])
    expect(found['waiting']).toContain('the database in FETLOCK_WORKER_DATABASE_URL does not answer')
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  })

  it('does not start where its health cannot be served', async () => {
    const port = await freePort()
    await start('worker', '"working"', { FETLOCK_HEALTH_PORT: String(port) })
    const second = await start('worker', '"working"', { FETLOCK_HEALTH_PORT: String(port) })
    expect(await second.ended).toBe(1)
    expect(second.said.err).toContain(`The health of the worker cannot be served at 127.0.0.1:${port} (EADDRINUSE)`)
  })
})

describe('migrate', () => {
  const empty = () => `${database.name}_new`
  afterEach(() =>
    connected(superuserUrl(), (client) => client.query(`drop database if exists ${empty()} with (force)`)),
  )

  it('refuses a database whose encoding is not UTF-8', async () => {
    await connected(superuserUrl(), (client) =>
      client.query(`create database ${empty()} owner fetlock_owner template template0 encoding 'LATIN1' locale 'C'`),
    )
    useSettings({ FETLOCK_OWNER_DATABASE_URL: onDatabase(database.ownerUrl, empty()) })
    const { code, err } = await fetlock('migrate')
    expect(code).toBe(1)
    expect(err).toBe(
      'The encoding of the database is LATIN1 and must be UTF8. Create it again with deploy/database.sql, then migrate again.\n',
    )
  })

  it('prints each step and the number of migrations applied, and applies none the second time', async () => {
    await connected(superuserUrl(), (client) => createDatabase(client, empty()))
    useSettings({ FETLOCK_OWNER_DATABASE_URL: onDatabase(database.ownerUrl, empty()) })
    const first = await fetlock('migrate')
    expect(first.err).toMatch(/^(Applying \d{4}_\w+\.sql\n)+Loading the codelists\n$/)
    expect(first.out).toMatch(/^Applied \d+ migrations\. The database is up to date\.\n$/)
    const second = await fetlock('migrate', '--json')
    expect(second).toEqual({ code: 0, out: '{"applied":[]}\n', err: '' })
  })

  it('takes what an earlier text of a migration has done, and no other change of one', async () => {
    useSettings({ FETLOCK_OWNER_DATABASE_URL: database.ownerUrl })
    const [name, earlier] = [
      '0054_names_of_clients.sql',
      '224bb496a9348e29174d46fb2fd56930c828d0e754d2bed4ee6b3c1f68357b9a',
    ]
    const pretend = (checksum: string) =>
      connected(database.superuserUrl, (client) =>
        client.query('update migration set checksum = $1 where name = $2', [checksum, name]),
      )
    await pretend(earlier)
    expect((await fetlock('migrate')).out).toBe('The database is up to date.\n')
    await pretend(earlier.replaceAll('2', '3'))
    expect((await fetlock('migrate')).err).toContain(`${name} was changed after it had been applied here.`)
    await pretend(earlier)
  })

  it('waits with --wait for a server that is started later', async () => {
    const port = await freePort()
    const target = new URL(database.ownerUrl)
    const url = `${target.protocol}//${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`
    const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), 'migrate', '--wait'], {
      env: { ...process.env, FETLOCK_OWNER_DATABASE_URL: url },
    })
    running.push(child)
    const said = { out: '', err: '' }
    child.stdout.on('data', (some) => (said.out += String(some)))
    child.stderr.on('data', (some) => (said.err += String(some)))
    const ended = once(child, 'close')
    await until(() => said.err.includes('the database in FETLOCK_OWNER_DATABASE_URL does not answer (ECONNREFUSED)'))
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      near.on('error', () => far.destroy()).pipe(far)
      far.on('error', () => near.destroy()).pipe(near)
    })
    server.listen(port, '127.0.0.1')
    expect(await ended).toEqual([0, null])
    server.close()
    expect(said.out).toBe('The database is up to date.\n')
  })
})
