import type { Metrics, MetricsAt } from './metrics.ts'
import { setObserver, type Observer } from './observing.ts'
import type { TraceProtocol, Traces } from './traces.ts'

export type TelemetryOptions = {
  readonly service: string
  readonly publicUrl: string
  readonly version: string
  readonly metrics?: MetricsAt
  readonly onExport?: (works: boolean) => void
}

export type Telemetry = { readonly metricsPort: number | undefined; readonly stop: () => Promise<void> }

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`])

const protocols: readonly TraceProtocol[] = ['http/json', 'http/protobuf']
const protocolVariables = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']
/** How spans are encoded; the variable for traces alone comes first. */
const protocolOf = (): TraceProtocol => {
  const name = protocolVariables.find((variable) => process.env[variable])
  if (name === undefined) return 'http/json'
  const protocol = protocols.find((known) => known === process.env[name])
  if (protocol === undefined) throw new Error(`${name} must be ${protocols.join(' or ')}, not "${process.env[name]}".`)
  return protocol
}

/** The SDK silently replaces an invalid value by its default; here the process does not start, and names the variable. */
const requireValidSettings = () => {
  const { OTEL_TRACES_SAMPLER: sampler } = process.env
  if (sampler && !samplers.includes(sampler))
    throw new Error(`OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}, not "${sampler}".`)
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
    if (process.env[name] && !/^https?:$/.test(URL.parse(process.env[name])?.protocol ?? ''))
      throw new Error(`${name} must be a URL such as http://collector.internal:4318.`)
}

const isTracingEnabled = () => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED } = process.env
  return Boolean(OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) && OTEL_SDK_DISABLED !== 'true'
}

const runDirectly = (work: () => void) => work()

const observerOf = (traces: Traces | undefined, metrics: Metrics | undefined): Observer => ({
  request: (seen) => {
    const [span, measured] = [seen.isProbe ? undefined : traces?.request(seen), metrics?.request(seen)]
    return {
      enter: span?.enter ?? runDirectly,
      end: (status, isAnswered) => {
        span?.end(status, isAnswered)
        measured?.(status, isAnswered)
      },
    }
  },
  statement: (text, work) => {
    const traced = traces === undefined ? work : () => traces.statement(text, work)
    return metrics === undefined ? traced() : metrics.statement(text, traced)
  },
  transaction: (organisation, work) => traces?.transaction(organisation, work) ?? work(),
  job: (job, work) => {
    const traced = traces === undefined ? work : () => traces.job(job, work)
    return metrics === undefined ? traced() : metrics.job(job, traced)
  },
  ceiling: (code) => metrics?.ceiling(code),
  ids: () => traces?.ids() ?? {},
})

/** Starts the metrics and traces that are configured, and imports nothing else. */
export const startTelemetry = async (options: TelemetryOptions): Promise<Telemetry> => {
  const { service, publicUrl, version, onExport = () => {} } = options
  requireValidSettings()
  const protocol = protocolOf()
  const metrics = options.metrics && (await (await import('./metrics.ts')).openMetrics(options.metrics, version))
  const traces = isTracingEnabled()
    ? (await import('./traces.ts')).openTraces({ service, publicUrl, protocol, onExport })
    : undefined
  if (traces !== undefined || metrics !== undefined) setObserver(observerOf(traces, metrics))
  return {
    metricsPort: metrics?.port,
    stop: async () => {
      setObserver(undefined)
      await Promise.all([traces?.close(), metrics?.close()])
    },
  }
}
