// @module-tag waits
import { postsNothing } from '../support/deliveries.ts'
import { once } from 'node:events'
import { connect as dial, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/services/listening.ts'
import { assembleApi } from '../../src/app/api.ts'
import { resourceRegistry } from '../../src/app/resources.ts'
import { connect, type Pool } from '../../src/db/pool.ts'
import { objectStoreAt } from '../../src/gateways/object-store.ts'
import { smtpAt } from '../../src/gateways/smtp.ts'
import { observeJob } from '../../src/telemetry/observing.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { testApi, type TestApi, type TestOrganisation } from '../support/api.ts'
import { startObserved, type Observed } from '../support/telemetry.ts'

/** Is in everything that a caller can send. */
const canary = 'zqxjkv'
const address = `${canary}@example.com`
const asBasic = Buffer.from(`${canary}:${canary}`).toString('base64')
const leaks = (text: string) => text.toLowerCase().includes(canary) || text.includes(asBasic)

let watching: Observed
let api: TestApi
let clinic: TestOrganisation
let token: string
let credentials: string
let worker: Pool
beforeAll(async () => {
  watching = await startObserved()
  api = await testApi()
  clinic = await api.givenOrganisation({ name: canary })
  const application = await clinic.givenApplication()
  credentials = Buffer.from(`${application.client_id}:${application.client_secret}`).toString('base64')
  token = await clinic.tokenOf(application)
  worker = connect(api.database.workerUrl, { name: 'fetlock worker' })
})
afterAll(async () => {
  await worker.close()
  await api.close()
  await watching.stop()
})

type TestRequest = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const everyHeader = Object.fromEntries(
  ['user-agent', 'x-forwarded-for', 'forwarded', 'x-request-id', 'referer', 'origin', 'from', 'accept', 'prefer']
    .concat(['idempotency-key', 'if-match', 'if-none-match', 'accept-language', 'traceparent', 'tracestate', 'baggage'])
    .map((name) => [name, canary]),
)

/** Valid and invalid requests with the canary in every place. */
const requests = (): readonly TestRequest[] => {
  const at = `/${clinic.id}/api/0.1`
  const posted = { method: 'POST', path: `${at}/permissiongroup/`, headers: json }
  const oauth = { method: 'POST', path: `/${clinic.id}/oauth2/token/` }
  const pages = { method: 'POST', headers: form }
  const typed = `email=${encodeURIComponent(address)}&password=${canary}&link=${canary}`
  return [
    { path: `/${canary}` },
    { path: `/${canary}/api/0.1/department/` },
    { path: `${at}/${canary}/` },
    { path: `${at}/department/${canary}/` },
    { path: `/%${canary}` },
    { path: `/%00${canary}` },
    { path: `${at}/department/?name__icontains=${canary}` },
    { path: `${at}/department/?${canary}=1&ordering=${canary}&page=${canary}` },
    { path: `${at}/department/`, headers: everyHeader },
    { path: `${at}/department/`, headers: { cookie: `fetlock_session=${canary}; fetlock_oidc=${canary}` } },
    ...['Bearer', 'Token', 'Basic', canary].map((scheme) => ({
      path: `${at}/department/`,
      headers: { authorization: `${scheme} ${scheme === 'Basic' ? asBasic : canary}` },
    })),
    { ...posted, body: JSON.stringify({ name: canary, read: [], write: [] }) },
    { ...posted, body: JSON.stringify({ name: canary, read: [], write: [] }) },
    { ...posted, body: JSON.stringify({ name: { canary }, read: canary }) },
    { ...posted, body: `{"${canary}` },
    { ...posted, body: `name=${canary}`, headers: { 'content-type': canary } },
    { ...posted, path: `${at}/user/`, body: JSON.stringify({ email: address, first_name: canary, last_name: canary }) },
    { ...posted, path: `${at}/user/`, body: JSON.stringify({ email: address, first_name: canary, last_name: canary }) },
    { ...oauth, headers: { ...form, authorization: `Basic ${asBasic}` }, body: `grant_type=${canary}` },
    { ...oauth, headers: form, body: `client_id=${canary}&client_secret=${canary}&grant_type=client_credentials` },
    {
      path: `/${clinic.id}/oauth2/authorize/?client_id=${canary}&redirect_uri=https://${canary}.example&state=${canary}`,
    },
    { path: `/${clinic.id}/oauth2/authorize/${canary}` },
    { ...pages, path: `/${clinic.id}/sign-in/`, body: typed },
    { ...pages, path: `/${clinic.id}/set-password/?link=${canary}`, body: typed },
    { ...pages, path: `/${clinic.id}/forgot-password/`, body: typed },
  ]
}

/** Writes that the database refuses with a message that quotes the row, with an unexpected and with a transient error code. */
const faults = (): readonly TestRequest[] => {
  const write = { method: 'POST', headers: json, body: JSON.stringify({ name: canary }) }
  const basic = { ...form, authorization: `Basic ${credentials}` }
  return [
    { ...write, path: `/${clinic.id}/api/0.1/department/` },
    { ...write, path: `/${clinic.id}/api/0.1/client/`, body: JSON.stringify({ lastname: canary }) },
    { method: 'POST', path: `/${clinic.id}/oauth2/token/`, headers: basic, body: 'grant_type=client_credentials' },
  ]
}

const triggerAt = {
  department: 'unexpected',
  client: 'transient',
  password_link: 'unexpected',
  oauth_record: 'unexpected',
} as const

const breakTables = async () => {
  const refusing = (name: string, code: string) => sql`
    create or replace function ${sql.id(name)}() returns trigger language plpgsql as $$ begin
      raise exception 'refused: ${sql.raw(canary)}' using errcode = ${sql.lit(code)}, detail = '${sql.raw(canary)}', hint = '${sql.raw(canary)}';
    end $$`
  await refusing('unexpected', '22023').execute(api.owner.db)
  await refusing('transient', '55P03').execute(api.owner.db)
  for (const [table, refuse] of Object.entries(triggerAt))
    await sql`create trigger refuse before insert on ${sql.table(table)} execute function ${sql.id(refuse)}()`.execute(
      api.owner.db,
    )
}
const repairTables = async () => {
  for (const table of Object.keys(triggerAt))
    await sql`drop trigger refuse on ${sql.table(table)}`.execute(api.owner.db)
}

const ask = async (base: string, { method = 'GET', path, headers = {}, body }: TestRequest) => {
  const response = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Sends something that is not HTTP. */
const sendGarbage = async (base: string) => {
  const { hostname, port } = new URL(base)
  const socket = dial(Number(port), hostname)
  socket.end(`${canary} /${canary} HTTP/1.1\r\n${canary}\r\n\r\n`)
  await once(socket.resume(), 'close')
}

/** A mail server that quotes the recipient in its refusal. */
const refuseMail = async () => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address: to }, _session, done) =>
      done(Object.assign(new Error(`no mailbox ${to}`), { responseCode: 550 })),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

const invite = async () => {
  const as = clinic.as(`Bearer ${token}`)
  const { body } = await as.get(`/user/?email__is=${encodeURIComponent(address)}`)
  return (await as.post(`/user/${body.results[0].id}/invite/`)).status
}

/** Runs a worker that cannot send the queued mails. */
const failToSend = async (log: Parameters<typeof startWorker>[0]['log'], isOver: () => boolean) => {
  const mail = await refuseMail()
  const smtp = smtpAt({ url: mail.url, from: 'Fetlock <no-reply@vet.example>' })
  const store = objectStoreAt(api.options.store)
  const working = startWorker({
    db: worker.db,
    app: api.rows.db,
    resources: resourceRegistry,
    smtp,
    store,
    ...postsNothing,
    publicUrl: 'https://vet.example',
    log,
  })
  await expect.poll(isOver).toBe(true)
  await working.stop()
  smtp.close()
  store.close()
  await mail.close()
}

describe('what a caller sends', () => {
  it('is sent to every kind of route', async () => {
    for (const request of requests()) expect(await ask(api.publicUrl, request)).toBeLessThan(500)
    await sendGarbage(api.publicUrl)
    expect(await invite()).toBeLessThan(300)
    const before = api.logged().length
    await failToSend(api.app.log, () => api.logged().slice(before).includes('could not be sent'))
    await breakTables()
    const statuses = []
    for (const request of faults()) statuses.push(await ask(api.publicUrl, request))
    await sql`update message set due = now()`.execute(worker.db)
    const again = api.logged().length
    await failToSend(api.app.log, () => api.logged().slice(again).includes('could not be sent'))
    await repairTables()
    expect(statuses).toEqual([500, 503, 500])
  })

  it('is in no line of the log', () => {
    const log = api.logged()
    expect(log.match(/"msg":"(answered 50[03]|the authorization server failed)"/g)).toHaveLength(3)
    expect(log.split('\n').filter(leaks)).toEqual([])
  })

  it('is in no metric', async () => {
    const metrics = await watching.metrics()
    expect(metrics).toContain('fetlock_job_duration_seconds_count{kind="invitation",outcome="failed"}')
    expect(metrics.split('\n').filter(leaks)).toEqual([])
  })

  it('is in no span', async () => {
    await expect.poll(() => watching.collector.spans().some(({ name }) => name === 'job invitation')).toBe(true)
    const spans = watching.collector.spans()
    expect(spans.length).toBeGreaterThan(50)
    expect(spans.filter(({ attributes }) => attributes['error.type'] === '22023').length).toBeGreaterThan(0)
    expect(spans.filter((span) => leaks(JSON.stringify(span)))).toEqual([])
    expect(leaks(watching.collector.text())).toBe(false)
  })
})

describe('a leak would be found', () => {
  it('in the log of an API whose logger does not leave out messages', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const port = await freePort()
    const naive = await assembleApi({ ...api.options, logger })
    await naive.listen({ host: '127.0.0.1', port })
    await breakTables()
    for (const request of faults()) await ask(`http://127.0.0.1:${port}`, request)
    await repairTables()
    await naive.close()
    expect(lines.filter(leaks).length).toBe(3)
  })

  it('in a metric or a span that contained it', async () => {
    await observeJob({ kind: canary }, async () => true)
    expect((await watching.metrics()).split('\n').filter(leaks).length).toBeGreaterThan(0)
    await expect.poll(() => watching.collector.spans().filter((span) => leaks(JSON.stringify(span))).length).toBe(1)
  })
})
