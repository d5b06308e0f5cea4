import type { FastifyBaseLogger } from 'fastify'
import { databaseFaultOf } from '../db/faults.ts'
import { isStoreFault } from '../gateways/object-store.ts'
import { outageLog } from '../telemetry/outages.ts'

export type Failures = ReturnType<typeof failureLog>

/**
 * Logs what fails in a worker. All of it is retried, so only what nobody expects is an error: contention is a warning, and
 * an outage of the database one warning when it begins and one when it has ended. The object store logs its own outages.
 */
export const failureLog = (log: Pick<FastifyBaseLogger, 'error' | 'warn'>) => {
  const database = outageLog(log, 'database')
  return {
    worked: database.worked,
    report: (problem: unknown, fields: Readonly<Record<string, unknown>>, message: string) => {
      const fault = databaseFaultOf(problem)
      if (fault === 'contention') log.warn({ err: problem, ...fields }, message)
      else if (fault !== undefined) database.failed(problem)
      else if (!isStoreFault(problem)) log.error({ err: problem, ...fields }, message)
    },
  }
}
