import {
  context,
  ROOT_CONTEXT,
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Job, RequestSeen, RequestWatch } from './observing.ts'
import { codeOf, operationOf } from './statements.ts'

export type TraceOptions = {
  readonly service: string
  readonly publicUrl: string
  /** Told when spans can no longer be delivered, and when they can again. */
  readonly onExport: (works: boolean) => void
}

/** Long enough to recognise a statement. */
const longestText = 2_000
const flushMs = 3_000

const tellingOf = (exporter: SpanExporter, onExport: (works: boolean) => void): SpanExporter => {
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

/** Only the ids and the sampling flag of a caller's trace are taken: what else it may carry is free text. */
const contextFrom = (traceparent: string | undefined): Context => {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

const fail = (span: Span, type: string) => {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Starts the SDK, which reads the standard OTEL_ variables, and answers what can be traced. */
export const openTraces = ({ service, publicUrl, onExport }: TraceOptions) => {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': service }))
    .merge(detectResources({ detectors: [envDetector] }))
  const exporter = tellingOf(new OTLPTraceExporter(), onExport)
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const tracer = provider.getTracer('fetlock')
  const { hostname, protocol } = new URL(publicUrl)
  const everyRequest = { 'url.scheme': protocol.slice(0, -1), 'server.address': hostname }

  const within = async <T>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: () => Promise<T>,
    onFailure: (span: Span, code: string) => void = fail,
    onResult: (span: Span, result: T) => void = () => {},
  ): Promise<T> => {
    const span = tracer.startSpan(name, { kind, attributes })
    try {
      const result = await context.with(trace.setSpan(context.active(), span), work)
      onResult(span, result)
      return result
    } catch (problem) {
      onFailure(span, codeOf(problem))
      throw problem
    } finally {
      span.end()
    }
  }

  const failStatement = (span: Span, code: string) => {
    fail(span, code)
    if (/^[0-9A-Z]{5}$/.test(code)) span.setAttribute('db.response.status_code', code)
  }

  return {
    request: ({ method, route, organisation, requestId, traceparent }: RequestSeen): RequestWatch => {
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
    },
    /** A statement that belongs to nothing, such as a poll of the worker, is not traced. */
    statement: <T>(text: string, work: () => Promise<T>) => {
      if (!trace.getActiveSpan()?.isRecording()) return work()
      const operation = operationOf(text)
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, longestText),
      }
      return within(operation, SpanKind.CLIENT, attributes, work, failStatement)
    },
    transaction: <T>(organisation: number, work: () => Promise<T>) =>
      trace.getActiveSpan()?.isRecording()
        ? within('transaction', SpanKind.INTERNAL, { 'fetlock.organisation': organisation }, work)
        : work(),
    job: <T>({ kind, organisation }: Job, work: () => Promise<T>) =>
      within(
        `job ${kind}`,
        SpanKind.CONSUMER,
        { 'fetlock.job': kind, ...(organisation === undefined ? {} : { 'fetlock.organisation': organisation }) },
        work,
        fail,
        (span, result) => {
          if (result === false) fail(span, 'failed')
        },
      ),
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
