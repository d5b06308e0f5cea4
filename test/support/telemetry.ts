import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { batchOf } from './otlp-protobuf.ts'
import { startTelemetry } from '../../src/telemetry/start.ts'

type Value = { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean }
type Sent = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
  readonly status: { readonly code: number }
}
export type Batch = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Sent['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[]
  }[]
}

const valuesOf = (attributes: Sent['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]))

/** A collector of traces that accepts OTLP over HTTP in both encodings. */
const openCollector = async () => {
  const received: { readonly type: string | undefined; readonly body: Buffer }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ type: request.headers['content-type'], body: Buffer.concat(parts) })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const batches = () =>
    received.map(({ type, body }) =>
      type === 'application/x-protobuf' ? batchOf(body) : (JSON.parse(body.toString()) as Batch),
    )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The request bodies received so far. */
    text: () => received.map(({ body }) => body.toString()).join('\n'),
    types: () => [...new Set(received.map(({ type }) => type))],
    service: () => valuesOf(batches()[0]?.resourceSpans[0]?.resource.attributes ?? [])['service.name'],
    spans: () =>
      batches().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({ ...span, attributes: valuesOf(span.attributes), parent: span.parentSpanId })),
          ),
        ),
      ),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Metrics and traces enabled in this process by their settings. Call it before anything is connected. */
export const startObserved = async (service = 'fetlock-api', settings: Readonly<Record<string, string>> = {}) => {
  const collector = await openCollector()
  const everything = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50', ...settings }
  for (const [name, value] of Object.entries(everything)) vi.stubEnv(name, value)
  const telemetry = await startTelemetry({
    service,
    publicUrl: 'https://vet.example',
    version: '0.1.0',
    metrics: { host: '127.0.0.1', port: 0 },
  })
  return {
    collector,
    metricsUrl: `http://127.0.0.1:${telemetry.metricsPort}/metrics`,
    metrics: async () => (await fetch(`http://127.0.0.1:${telemetry.metricsPort}/metrics`)).text(),
    stop: async () => {
      await telemetry.stop()
      collector.close()
      vi.unstubAllEnvs()
    },
  }
}
export type Observed = Awaited<ReturnType<typeof startObserved>>
export type Span = ReturnType<Observed['collector']['spans']>[number]
