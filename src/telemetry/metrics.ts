import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type Job, readings, type ObservedRequest, type RequestObservation } from './observing.ts'
import { codeOf, operationOf } from './statements.ts'

export type MetricsAt = { readonly host: string; readonly port: number }

const buckets = {
  request: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  statement: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 15],
  job: [0.05, 0.25, 1, 5, 15, 60],
}
const maxReadMs = 2_000

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const secondsSince = (began: number) => (performance.now() - began) / 1000

const readInTime = async (read: () => number | Promise<number>) => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), maxReadMs)
  try {
    return await Promise.race([read(), promise])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** A statement that took longer than its role may. Its class is otherwise about a server that stops or starts. */
const queryCanceled = '57014'
/** What rules.yaml alerts on. They are there from the start: a counter that begins at 4 has not grown in the eyes of Prometheus. */
const alertedClasses = ['08', '53', '57', queryCanceled, '58', 'XX', 'none']

const classOf = (problem: unknown) => {
  const code = codeOf(problem)
  if (code === queryCanceled) return code
  return /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'none'
}

const metersIn = (registry: Registry) => {
  const registers = [registry]
  return {
    requests: new Histogram({
      registers,
      name: 'fetlock_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: buckets.request,
    }),
    inFlight: new Gauge({
      registers,
      name: 'fetlock_http_requests_in_flight',
      help: 'Requests that have not been answered yet.',
    }),
    refusals: new Counter({
      registers,
      name: 'fetlock_rate_refusals_total',
      help: 'Requests refused with 429 because a rate window was full.',
      labelNames: ['method', 'route'] as const,
    }),
    ceilings: new Counter({
      registers,
      name: 'fetlock_ceiling_refusals_total',
      help: 'Requests refused because their organisation has its share of what all have in common, by the code of the answer.',
      labelNames: ['code'] as const,
    }),
    statements: new Histogram({
      registers,
      name: 'fetlock_sql_statement_duration_seconds',
      help: 'Duration of one SQL statement, in a transaction without the wait for a connection.',
      labelNames: ['operation'] as const,
      buckets: buckets.statement,
    }),
    statementFailures: new Counter({
      registers,
      name: 'fetlock_sql_failures_total',
      help: 'SQL statements that failed, by the class of their SQLSTATE, or 57014 if they took too long.',
      labelNames: ['class'] as const,
    }),
    jobs: new Histogram({
      registers,
      name: 'fetlock_job_duration_seconds',
      help: 'Duration of one job of the worker, by outcome.',
      labelNames: ['kind', 'outcome'] as const,
      buckets: buckets.job,
    }),
  }
}

/** Reads the gauges into a registry of their own, so that one that cannot be read is absent, not a stale value or a zero. */
const readGauges = async () => {
  const registry = new Registry()
  const gauges = new Map<string, Gauge>()
  const found = [...readings].map(async (reading) => ({ ...reading, value: await readInTime(reading.read) }))
  for (const { name, help, labels = {}, value } of await Promise.all(found)) {
    if (value === undefined) continue
    const gauge = gauges.get(name) ?? new Gauge({ registers: [registry], name, help, labelNames: Object.keys(labels) })
    gauges.set(name, gauge)
    gauge.set({ ...labels }, value)
  }
  return registry.metrics()
}

const serveMetrics = async (registry: Registry, { host, port }: MetricsAt) => {
  const answer = async ({ method, url }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    const texts = await Promise.all([registry.metrics(), readGauges()])
    return response.writeHead(200, { 'content-type': registry.contentType }).end(texts.join('\n'))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  // So that the process can exit if it fails to start.
  server.unref()
  return server
}

/** Always 1: what runs is in the label, as other exporters say it. */
const sayVersion = (registry: Registry, version: string) => {
  const help = 'The version of Fetlock and of Node that runs.'
  const labelNames = ['version', 'node'] as const
  const info = new Gauge({ registers: [registry], name: 'fetlock_build_info', help, labelNames })
  info.set({ version, node: process.versions.node }, 1)
}

/** Serves /metrics on a port of its own, and returns the functions that measure. */
export const openMetrics = async (at: MetricsAt, version: string) => {
  const registry = new Registry()
  sayVersion(registry, version)
  collectDefaultMetrics({ register: registry })
  const meters = metersIn(registry)
  for (const name of alertedClasses) meters.statementFailures.inc({ class: name }, 0)
  const server = await serveMetrics(registry, at)
  return {
    port: (server.address() as AddressInfo).port,
    request: (seen: ObservedRequest): RequestObservation['end'] => {
      const began = performance.now()
      meters.inFlight.inc()
      return (status, isAnswered) => {
        const method = methods.has(seen.method) ? seen.method : '_OTHER'
        const labels = { method, route: seen.route ?? 'none' }
        meters.inFlight.dec()
        if (isAnswered && status === 429) meters.refusals.inc(labels)
        const outcome = isAnswered ? `${Math.floor(status / 100)}xx` : 'aborted'
        meters.requests.observe({ ...labels, status: outcome }, secondsSince(began))
      }
    },
    statement: async <T>(text: string, work: () => Promise<T>) => {
      const began = performance.now()
      try {
        return await work()
      } catch (problem) {
        meters.statementFailures.inc({ class: classOf(problem) })
        throw problem
      } finally {
        meters.statements.observe({ operation: operationOf(text) }, secondsSince(began))
      }
    },
    job: async <T>({ kind }: Job, work: () => Promise<T>) => {
      const began = performance.now()
      let outcome = 'failed'
      try {
        const result = await work()
        if (result !== false) outcome = 'done'
        return result
      } finally {
        meters.jobs.observe({ kind, outcome }, secondsSince(began))
      }
    },
    ceiling: (code: string) => meters.ceilings.inc({ code }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      registry.clear()
    },
  }
}
export type Metrics = Awaited<ReturnType<typeof openMetrics>>
