import type { FastifyRequest } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { recordRefusal } from '../domain/identity/refusals.ts'
import { recordSecurityEvent, type SecurityEvent } from '../domain/identity/security-events.ts'
import type { Caller } from '../kernel/caller.ts'
import { ApiError } from '../kernel/errors.ts'
import { stepUpRequired } from '../kernel/handle.ts'
import type { ApiResponse, Kernel, Operation } from '../kernel/operation.ts'

type Answered = {
  readonly kernel: Kernel
  readonly operation: Operation
  readonly caller: Caller
  readonly request: FastifyRequest
}

const eventOf = (
  { operation, caller, request }: Answered,
  kind: SecurityEvent['kind'],
  name = operation.name,
): SecurityEvent => ({
  kind,
  user: caller.user,
  application: caller.application,
  address: request.ip,
  userAgent: request.headers['user-agent'],
  requestId: request.id,
  details: { operation: name },
})

/** Records that a caller was refused something, a few times a minute, and throws the refusal on. */
export const recordForbidden =
  (answered: Answered) =>
  async (problem: unknown): Promise<never> => {
    const { kernel, caller, request } = answered
    const within: Parameters<typeof recordRefusal>[0]['within'] = (organisation, work) =>
      inOrganisation(kernel.db, organisation, work)
    // Somebody is asked to confirm that it is them: nothing is refused to them.
    if (problem instanceof ApiError && problem.status === 403 && problem.code !== stepUpRequired)
      await recordRefusal(
        { within, rates: kernel.rates },
        caller.organisation,
        eventOf(answered, 'access.refused', problem.entry?.operation),
      ).catch((err: unknown) => request.log.error({ err }, 'a refusal could not be recorded'))
    throw problem
  }

/** Routes that answer with the address of a file which holds records; the others that export answer with the file itself. */
const exportedByAddress = new Set(['catalog_upload.error_report'])

/** Records that records leave as a file. It is not handed out unless that is recorded. */
export const recordExport = async (answered: Answered, { status, file }: ApiResponse) => {
  const { kernel, operation, caller } = answered
  if (status !== 200 || (file === undefined && !exportedByAddress.has(operation.name))) return
  await inOrganisation(kernel.db, caller.organisation, (tx) =>
    recordSecurityEvent(tx, eventOf(answered, 'export.made')),
  )
}
