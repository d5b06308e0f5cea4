import type { FastifyRequest } from 'fastify'
import { ApiError } from '../kernel/errors.ts'
import type { RequestHeaders } from '../kernel/operation.ts'
import { withoutCodings } from './compression.ts'

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)

const dryRun = /^dry-run$/i
const meansDryRun = (text: string) => /^dryruns?($|=)/.test(text.toLowerCase().replace(/[\s_-]/g, ''))

/**
 * Whether a Prefer header asks for a dry run. Unknown preferences are ignored (RFC 7240), but not those that mean a dry run
 * and are spelled differently: the client would believe that nothing was written.
 */
export const isDryRun = (prefer: string): boolean => {
  const preferences = prefer.split(',').map((preference) => preference.split(';').map((part) => part.trim()))
  const misspelled = preferences
    .flatMap(([name = '', ...parameters]) => [...(dryRun.test(name) ? [] : [name]), ...parameters])
    .find(meansDryRun)
  if (misspelled !== undefined)
    throw new ApiError(400, `The preference "${misspelled}" is not known. For a dry run send "Prefer: dry-run".`)
  return preferences.some(([name = '']) => dryRun.test(name))
}

/** The headers that change how a request is carried out. */
export const readHeaders = ({ headers }: FastifyRequest): RequestHeaders => {
  const idempotencyKey = textOf(headers['idempotency-key'])
  const [ifMatch, ifNoneMatch] = [headers['if-match'], headers['if-none-match']]
  const lastEventId = textOf(headers['last-event-id'])
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(ifMatch === undefined ? {} : { ifMatch: withoutCodings(ifMatch) }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch: withoutCodings(ifNoneMatch) }),
    ...(/^text\/event-stream\b/i.test(headers.accept ?? '') ? { stream: true } : {}),
    ...(lastEventId === undefined ? {} : { lastEventId }),
    ...(isDryRun(textOf(headers.prefer) ?? '') ? { dryRun: true } : {}),
  }
}
