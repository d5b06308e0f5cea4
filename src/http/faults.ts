import type { FastifyBaseLogger } from 'fastify'
import { databaseFaultOf } from '../db/faults.ts'
import { ShareExceeded } from '../db/shares.ts'
import { isStoreFault } from '../gateways/object-store.ts'
import { overCeiling } from '../kernel/ceilings.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Outage } from '../telemetry/outages.ts'

const unavailable = (detail: string) => new ApiError(503, detail, { headers: { 'retry-after': '1' } })

const busy = () => unavailable('The service is busy. Try again in a moment.')
const connectionLost = () =>
  unavailable(
    'The connection to the database was lost. If this was a write, it may have taken effect: check before you send it again.',
  )
const storeUnreachable = () =>
  unavailable('The object store is not reachable, so files cannot be sent or fetched. Try again in a moment.')
const overShare = () =>
  overCeiling(
    503,
    'organisation_busy',
    'Too much of this organisation is being carried out at the moment. Send the request again in a few seconds, and less at the same time.',
    2,
  )
const serverError = () =>
  new ApiError(
    500,
    'Something went wrong on our side. If this keeps happening, report the x-request-id of this response.',
  )

/** Errors the framework raises itself, such as for a method that must have a content type. */
const isFrameworkError = (problem: unknown): problem is Error & { readonly statusCode: number } =>
  problem instanceof Error && 'statusCode' in problem && Number(problem.statusCode) < 500

/** What the client is told of anything that was thrown. An outage is logged once, everything else for each request. */
export const toApiError = (problem: unknown, log: FastifyBaseLogger, database: Outage): ApiError => {
  if (problem instanceof ApiError) return problem
  if (problem instanceof ShareExceeded) return overShare()
  if (isStoreFault(problem)) return storeUnreachable()
  const fault = databaseFaultOf(problem)
  if (fault === 'contention') log.warn({ err: problem }, 'answered 503')
  else if (fault !== undefined) database.failed(problem)
  if (fault !== undefined) return fault === 'lost' ? connectionLost() : busy()
  if (isFrameworkError(problem)) return new ApiError(problem.statusCode, problem.message)
  log.error({ err: problem }, 'answered 500')
  return serverError()
}
