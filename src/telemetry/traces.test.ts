// @module-tag waits
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApi, type ApiClient, type TestApi, type TestOrganisation } from '../../test/support/api.ts'
import { startObserved, type Observed, type Span } from '../../test/support/telemetry.ts'
import { observeJob } from './observing.ts'
import { startTelemetry } from './start.ts'

let watching: Observed
let api: TestApi
let clinic: TestOrganisation
let caller: ApiClient
beforeAll(async () => {
  watching = await startObserved()
  api = await testApi()
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
})
afterAll(async () => {
  await api.close()
  await watching.stop()
})

const [server, client, internal, consumer] = [2, 3, 1, 5]
const traceOf = (number: number) => number.toString(16).padStart(32, '0')
let traces = 0

/** Sends a request with a traceparent, and returns the spans of its trace once the span of the request has been exported. */
const traced = async (ask: (headers: Record<string, string>) => Promise<{ headers: Headers; status: number }>) => {
  const trace = traceOf(++traces)
  const answer = await ask({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })
  const mine = () => watching.collector.spans().filter(({ traceId }) => traceId === trace)
  await expect.poll(() => mine().some(({ kind }) => kind === server)).toBe(true)
  const root = mine().find(({ kind }) => kind === server)!
  return {
    answer,
    root,
    spans: mine(),
    childrenOf: (span: Span) => mine().filter(({ parent }) => parent === span.spanId),
  }
}

describe('a request', () => {
  it('continues the trace of its caller down to the SQL of a read', async () => {
    const { answer, root, childrenOf } = await traced((headers) =>
      caller.get('/department/?name__icontains=Main', { headers }),
    )
    expect(root).toMatchObject({ name: 'GET /:organisation/api/0.1/department/', parent: '00f067aa0ba902b7' })
    expect(root.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/:organisation/api/0.1/department/',
      'http.response.status_code': 200,
      'url.scheme': 'https',
      'server.address': 'vet.example',
      'fetlock.organisation': clinic.id,
      'fetlock.request_id': answer.headers.get('x-request-id'),
    })
    const statements = childrenOf(root)
    const list = statements.find(({ attributes }) => String(attributes['db.query.text']).includes('department'))!
    expect(list).toMatchObject({ name: 'SELECT', kind: client })
    expect(list.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' })
    expect(list.attributes['db.query.text']).toContain('$1')
  })

  it('that writes has a transaction with its statements', async () => {
    const { root, spans, childrenOf } = await traced((headers) =>
      caller.post('/department/', { name: 'Annexe' }, { headers }),
    )
    const transaction = spans.find(({ name }) => name === 'transaction')!
    expect(transaction).toMatchObject({ kind: internal, parent: root.spanId })
    const names = childrenOf(transaction).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['BEGIN', 'SELECT', 'INSERT', 'SET', 'COMMIT']))
    expect(root.attributes['http.response.status_code']).toBe(201)
  })

  it('of the authorization server, which reads its body itself, is traced as well', async () => {
    const { root, childrenOf } = await traced((headers) =>
      clinic
        .as()
        .post(`${api.publicUrl}/${clinic.id}/oauth2/token/`, new URLSearchParams({ grant_type: 'x' }), { headers }),
    )
    expect(root.name).toBe('POST /:organisation/oauth2/token/')
    expect(root.attributes['http.response.status_code']).toBeGreaterThanOrEqual(400)
    const page = await traced((headers) =>
      clinic
        .as()
        .post(`${api.publicUrl}/${clinic.id}/sign-in/`, new URLSearchParams({ email: 'a@b.example' }), { headers }),
    )
    expect(page.root.name).toBe('POST /:organisation/sign-in/')
    expect(childrenOf(root).length + page.childrenOf(page.root).length).toBeGreaterThan(0)
  })

  it('that matches no route has a span named by its method only', async () => {
    const { root } = await traced((headers) =>
      caller.get(`${api.publicUrl}/1234567/somebody@example.com/`, { headers }),
    )
    expect(root).toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 404 } })
    expect(Object.keys(root.attributes)).not.toContain('http.route')
    expect(Object.keys(root.attributes)).not.toContain('fetlock.organisation')
  })

  it('has a log line with its trace id, request id and organisation', async () => {
    const { root, answer } = await traced((headers) => caller.get('/department/', { headers }))
    const requestId = answer.headers.get('x-request-id')
    const line = () =>
      api
        .logged()
        .split('\n')
        .find((one) => one.includes(requestId!))
    await expect.poll(line).toBeDefined()
    expect(JSON.parse(line()!)).toMatchObject({
      requestId,
      organisation: clinic.id,
      traceId: root.traceId,
      spanId: root.spanId,
      route: '/:organisation/api/0.1/department/',
      msg: 'answered',
    })
  })

  it('for /ready is not traced, and tracestate is not exported', async () => {
    const trace = traceOf(++traces)
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, tracestate: 'vendor=somebody' }
    await caller.get(`${api.publicUrl}/ready`, { headers })
    await traced((more) => caller.get('/', { headers: { ...more, tracestate: 'vendor=somebody' } }))
    expect(watching.collector.spans().filter(({ traceId }) => traceId === trace)).toEqual([])
    expect(watching.collector.text()).not.toContain('somebody')
  })

  it('with a malformed traceparent starts a trace of its own', async () => {
    const { headers } = await caller.get('/', { headers: { traceparent: '00-zz-zz-01' } })
    const id = headers.get('x-request-id')
    const own = () => watching.collector.spans().find(({ attributes }) => attributes['fetlock.request_id'] === id)
    await expect.poll(own).toBeDefined()
    expect(own()?.parent ?? '').toBe('')
  })

  it('whose traceparent is not sampled is not traced', async () => {
    const trace = traceOf(++traces)
    await caller.get('/', { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-00` } })
    await traced((headers) => caller.get('/', { headers }))
    expect(watching.collector.text()).not.toContain(trace)
  })
})

describe('a job', () => {
  const spanOf = async (kind: string) => {
    const found = () => watching.collector.spans().find(({ name }) => name === `job ${kind}`)
    await expect.poll(found).toBeDefined()
    return found()!
  }

  it('is a trace of its own', async () => {
    expect(await observeJob({ kind: 'probe', organisation: 7 }, () => api.rows.read('select 1', []))).toHaveLength(1)
    const span = await spanOf('probe')
    expect(span).toMatchObject({ kind: consumer, attributes: { 'fetlock.job': 'probe', 'fetlock.organisation': 7 } })
    expect(watching.collector.spans().some(({ parent }) => parent === span.spanId)).toBe(true)
  })

  it('that fails has the error code in its span, never the message', async () => {
    const broken = observeJob({ kind: 'broken' }, () => api.rows.read("select 'Aino'::text::int", []))
    await expect(broken).rejects.toThrow('Aino')
    await observeJob({ kind: 'refused' }, async () => false)
    expect(await spanOf('broken')).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '22P02' } })
    expect(await spanOf('refused')).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'failed' } })
  })
})

it('the service has the name that was configured', async () => {
  await traced((headers) => caller.get('/', { headers }))
  expect(watching.collector.service()).toBe('fetlock-api')
})

it.each([
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'protobuf'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
])('%s cannot be %s', async (name, value) => {
  vi.unstubAllEnvs()
  vi.stubEnv(name, value)
  await expect(startTelemetry({ service: 'x', publicUrl: 'https://vet.example', version: '0.1.0' })).rejects.toThrow(
    `${name} must be`,
  )
})
