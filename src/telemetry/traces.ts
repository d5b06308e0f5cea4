import {
  context,
  ROOT_CONTEXT,
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Job, ObservedRequest, RequestObservation } from './observing.ts'
import { codeOf, operationOf } from './statements.ts'

const exporters = { 'http/json': JsonExporter, 'http/protobuf': ProtobufExporter } as const
export type TraceProtocol = keyof typeof exporters

export type TraceOptions = {
  readonly service: string
  readonly publicUrl: string
  readonly protocol: TraceProtocol
  /** Called when spans can no longer be delivered, and when they can again. */
  readonly onExport: (works: boolean) => void
}

/** Longer statements are truncated. */
const maxQueryText = 2_000
const flushMs = 3_000

const reportingExporter = (exporter: SpanExporter, onExport: (works: boolean) => void): SpanExporter => {
  let worked = true
  return {
    export: (spans, done) =>
      exporter.export(spans, (result: ExportResult) => {
        const works = result.code === ExportResultCode.SUCCESS
        if (works !== worked) onExport(works)
        worked = works
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

/** Only the ids and the sampling flag of a caller's trace are used; tracestate is free text and is dropped. */
const contextFrom = (traceparent: string | undefined): Context => {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

const fail = (span: Span, type: string) => {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const failStatement = (span: Span, code: string) => {
  fail(span, code)
  if (/^[0-9A-Z]{5}$/.test(code)) span.setAttribute('db.response.status_code', code)
}

type SpanOptions<T> = {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly onFailure?: (span: Span, code: string) => void
  readonly onResult?: (span: Span, result: T) => void
}

/** Runs work in a span. */
const inSpan = async <T>(tracer: Tracer, options: SpanOptions<T>, work: () => Promise<T>): Promise<T> => {
  const { name, kind, attributes, onFailure = fail, onResult } = options
  const span = tracer.startSpan(name, { kind, attributes })
  try {
    const result = await context.with(trace.setSpan(context.active(), span), work)
    onResult?.(span, result)
    return result
  } catch (problem) {
    onFailure(span, codeOf(problem))
    throw problem
  } finally {
    span.end()
  }
}

const requestSpan =
  (tracer: Tracer, everyRequest: Attributes) =>
  ({ method, route, organisation, requestId, traceparent }: ObservedRequest): RequestObservation => {
    const parent = contextFrom(traceparent)
    const attributes: Attributes = {
      ...everyRequest,
      'http.request.method': method,
      'fetlock.request_id': requestId,
      ...(route === undefined ? {} : { 'http.route': route }),
      ...(organisation === undefined ? {} : { 'fetlock.organisation': organisation }),
    }
    const name = route === undefined ? method : `${method} ${route}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    const active = trace.setSpan(parent, span)
    return {
      enter: (work) => context.with(active, work),
      end: (status, isAnswered) => {
        if (isAnswered) span.setAttribute('http.response.status_code', status)
        if (!isAnswered || status >= 500) fail(span, isAnswered ? String(status) : 'aborted')
        span.end()
      },
    }
  }

/** A statement outside of a span, such as a poll of the worker, is not traced. */
const statementSpan =
  (tracer: Tracer) =>
  <T>(text: string, work: () => Promise<T>) => {
    if (!trace.getActiveSpan()?.isRecording()) return work()
    const operation = operationOf(text)
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, maxQueryText),
    }
    return inSpan(tracer, { name: operation, kind: SpanKind.CLIENT, attributes, onFailure: failStatement }, work)
  }

const transactionSpan =
  (tracer: Tracer) =>
  <T>(organisation: number, work: () => Promise<T>) => {
    if (!trace.getActiveSpan()?.isRecording()) return work()
    const attributes = { 'fetlock.organisation': organisation }
    return inSpan(tracer, { name: 'transaction', kind: SpanKind.INTERNAL, attributes }, work)
  }

const jobSpan =
  (tracer: Tracer) =>
  <T>({ kind, organisation }: Job, work: () => Promise<T>) => {
    const attributes = {
      'fetlock.job': kind,
      ...(organisation === undefined ? {} : { 'fetlock.organisation': organisation }),
    }
    const onResult = (span: Span, result: T) => {
      if (result === false) fail(span, 'failed')
    }
    return inSpan(tracer, { name: `job ${kind}`, kind: SpanKind.CONSUMER, attributes, onResult }, work)
  }

/** Starts the SDK, which reads the standard OTEL_ variables, and returns the functions that trace. */
export const openTraces = ({ service, publicUrl, protocol, onExport }: TraceOptions) => {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': service }))
    .merge(detectResources({ detectors: [envDetector] }))
  const exporter = reportingExporter(new exporters[protocol](), onExport)
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer = provider.getTracer('fetlock')
  const { hostname, protocol: scheme } = new URL(publicUrl)
  return {
    request: requestSpan(tracer, { 'url.scheme': scheme.slice(0, -1), 'server.address': hostname }),
    statement: statementSpan(tracer),
    transaction: transactionSpan(tracer),
    job: jobSpan(tracer),
    ids: (): Readonly<Record<string, string>> => {
      const span = trace.getActiveSpan()?.spanContext()
      return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId }
    },
    close: async () => {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, flushMs).unref()),
      ])
      context.disable()
    },
  }
}
export type Traces = ReturnType<typeof openTraces>
