import type { FastifyBaseLogger } from 'fastify'
import { startTelemetry } from '../telemetry/start.ts'
import { config } from '../app/config.ts'
import { Failure } from './command.ts'
import { versionOf } from './version.ts'

/** Starts the metrics and traces that are configured. `service` is the default of OTEL_SERVICE_NAME. */
export const startObserving = async (service: string, log: FastifyBaseLogger) => {
  const [host, port] = [config.metricsHost(), config.metricsPort()]
  try {
    return await startTelemetry({
      service,
      publicUrl: config.publicUrl(),
      version: versionOf().version,
      ...(port === undefined ? {} : { metrics: { host, port } }),
      onExport: (works) =>
        log.warn(works ? 'traces can be delivered again' : 'traces cannot be delivered and are dropped'),
    })
  } catch (problem) {
    const { syscall, code } = problem as NodeJS.ErrnoException
    if (syscall !== 'listen' && code !== 'ERR_SOCKET_BAD_PORT') throw problem
    throw new Failure(
      `Metrics cannot be served at ${host}:${port} (${code}). Correct FETLOCK_METRICS_HOST or FETLOCK_METRICS_PORT.`,
    )
  }
}
