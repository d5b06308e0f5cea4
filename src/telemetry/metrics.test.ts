// @module-tag waits
import { connect as dial } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi, type ApiClient, type TestApi, type TestOrganisation } from '../../test/support/api.ts'
import { startObserved, type Observed } from '../../test/support/telemetry.ts'
import { observeJob, observeReadings } from './observing.ts'

let watching: Observed
let api: TestApi
let clinic: TestOrganisation
let caller: ApiClient
beforeAll(async () => {
  watching = await startObserved('fetlock-api', { OTEL_SDK_DISABLED: 'true' })
  api = await testApi()
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
})
afterAll(async () => {
  await api.close()
  await watching.stop()
})

type Sample = { readonly name: string; readonly labels: Readonly<Record<string, string>>; readonly value: number }

/** Reads the text format: a line is a name, labels in braces and a number; comments say what kind of metric follows. */
const samplesIn = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`Not a sample: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, of]) => [key!, of!] as const)
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
const find = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
  const samples = samplesIn(await watching.metrics())
  return samples.find(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value
}

const department = '/:organisation/api/0.1/department/'

it('counts requests by method, route and class of status, and how long they took', async () => {
  await caller.get('/department/?name__icontains=x')
  await caller.get('/department/?no_such=1')
  const count = 'fetlock_http_request_duration_seconds_count'
  for (const status of ['2xx', '4xx'])
    await expect.poll(() => find(count, { method: 'GET', route: department, status })).toBe(1)
  expect(await find('fetlock_http_request_duration_seconds_bucket', { route: department, le: '+Inf' })).toBe(1)
  expect(await find('fetlock_http_request_duration_seconds_sum', { route: department })).toBeGreaterThan(0)
})

it('counts a path that matches no route under the route "none"', async () => {
  await caller.get(`${api.publicUrl}/somebody@example.com/nowhere/`)
  await expect.poll(() => find('fetlock_http_request_duration_seconds_count', { route: 'none', status: '4xx' })).toBe(1)
  expect(await watching.metrics()).not.toContain('somebody')
})

it('counts requests in flight, and those whose client disconnected as aborted', async () => {
  const before = (await find('fetlock_http_requests_in_flight'))!
  const token = await clinic.tokenOf(await clinic.givenApplication())
  const { hostname, port, pathname } = new URL(`${clinic.base}/department/`)
  const socket = dial(Number(port), hostname)
  const head = `POST ${pathname} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 9\r\n`
  socket.write(`${head}content-type: application/json\r\n\r\n{`)
  await expect.poll(() => find('fetlock_http_requests_in_flight')).toBe(before + 1)
  socket.destroy()
  await expect.poll(() => find('fetlock_http_requests_in_flight')).toBe(before)
  const aborted = { method: 'POST', route: department, status: 'aborted' }
  expect(await find('fetlock_http_request_duration_seconds_count', aborted)).toBe(1)
})

it('counts requests refused by a rate limit', async () => {
  const asked = await Promise.all(Array.from({ length: 7 }, () => caller.get('/user/?page_size=1000')))
  const refused = asked.filter(({ status }) => status === 429).length
  expect(refused).toBeGreaterThan(0)
  await expect.poll(() => find('fetlock_rate_refusals_total', { route: '/:organisation/api/0.1/user/' })).toBe(refused)
})

it('has metrics of the connection pool, the statements, Redis and the process', async () => {
  await caller.post('/department/', { name: 'Annexe' })
  for (const state of ['total', 'idle', 'waiting'])
    expect(await find('fetlock_pool_connections', { pool: 'fetlock api', state })).toBeGreaterThanOrEqual(0)
  for (const operation of ['SELECT', 'INSERT', 'COMMIT'])
    expect(await find('fetlock_sql_statement_duration_seconds_count', { operation })).toBeGreaterThan(0)
  expect(await find('fetlock_rate_windows_shared')).toBe(1)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(await find(name)).toBeGreaterThan(0)
})

it('counts failed statements by the class of their SQLSTATE', async () => {
  await api.rows.read('select 1 / $1::int', [0]).catch(() => {})
  expect(await find('fetlock_sql_failures_total', { class: '22' })).toBe(1)
})

it('tells a statement that took too long from a server that stops, and counts both from nothing', async () => {
  expect(await find('fetlock_sql_failures_total', { class: '57014' })).toBe(0)
  await api.rows.read('select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)', []).catch(() => {})
  expect(await find('fetlock_sql_failures_total', { class: '57014' })).toBe(1)
  for (const other of ['08', '53', '57', '58', 'XX', 'none'])
    expect(await find('fetlock_sql_failures_total', { class: other })).toBe(0)
})

it('counts jobs by outcome', async () => {
  await observeJob({ kind: 'probe', organisation: 7 }, async () => 1)
  await observeJob({ kind: 'probe' }, async () => false)
  await observeJob({ kind: 'probe' }, () => Promise.reject(new Error('x'))).catch(() => {})
  expect(await find('fetlock_job_duration_seconds_count', { kind: 'probe', outcome: 'done' })).toBe(1)
  expect(await find('fetlock_job_duration_seconds_count', { kind: 'probe', outcome: 'failed' })).toBe(2)
})

it('leaves out a gauge that cannot be read, and has the others', async () => {
  const forget = observeReadings(
    { name: 'fetlock_broken', help: 'x', read: () => Promise.reject(new Error('x')) },
    { name: 'fetlock_whole', help: 'x', read: () => 3 },
  )
  expect(await find('fetlock_whole')).toBe(3)
  expect(await find('fetlock_broken')).toBeUndefined()
  forget()
  expect(await find('fetlock_whole')).toBe(undefined)
})

it('has no label for an organisation, a user or any other unbounded value', async () => {
  const names = new Set(samplesIn(await watching.metrics()).flatMap(({ labels }) => Object.keys(labels)))
  const known = [
    'class',
    'kind',
    'le',
    'method',
    'operation',
    'outcome',
    'pool',
    'quantile',
    'route',
    'state',
    'status',
  ]
  const ofTheProcess = ['type', 'space', 'version', 'node', 'major', 'minor', 'patch']
  expect([...names].filter((name) => ![...known, ...ofTheProcess].includes(name))).toEqual([])
})

it('are served on a port of their own, at /metrics only', async () => {
  expect((await fetch(watching.metricsUrl)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect((await fetch(watching.metricsUrl.replace('/metrics', '/'))).status).toBe(404)
  expect((await fetch(`${api.publicUrl}/metrics`)).status).toBe(404)
})
