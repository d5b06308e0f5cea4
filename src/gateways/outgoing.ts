import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, buildConnector, request } from 'undici'
import { addressProblem, bareHost, isAllowedPrivate, isPublicAddress } from '../network/public-address.ts'
import { NotPublic, publicLookup } from '../network/public-lookup.ts'

/** A message to somebody else's server. */
export type OutgoingRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal?: AbortSignal
}

export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly retryAfter: string | undefined
      /** The beginning of the answer, as text without control characters. */
      readonly excerpt: string
    }
  /** The address is not public: nothing was connected to. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** DNS, the connection or TLS failed, or the answer was late or cut short: in these last two cases it may have arrived. */
  | { readonly kind: 'failed'; readonly reason: string; readonly mayHaveArrived: boolean }

export type Outgoing = {
  /** Never throws: what went wrong is the outcome. */
  readonly post: (request: OutgoingRequest) => Promise<Outcome>
  readonly close: () => Promise<void>
}

export type OutgoingOptions = {
  /** Private addresses, as `host:port`, that a development machine allows, also without TLS. */
  readonly allowedPrivate: readonly string[]
  /** For the whole exchange, from the lookup to the last byte read. */
  readonly timeoutMs?: number
  /** How many connections one server can have open; a slow one uses up only its own. */
  readonly connectionsPerOrigin?: number
}

const maxBytes = 64 * 1024
const excerptLength = 500

/** Explanations of the errors that the sender of an address can do something about. */
const explanations: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist.',
  ENODATA: 'The host name has no address.',
  ETIMEOUT: 'The host name could not be resolved in time.',
  ESERVFAIL: 'The name server of the host failed.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer was complete.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The connection could not be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time.',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
}

const codeOf = (problem: unknown): string => {
  const { code, errors } = problem as { readonly code?: unknown; readonly errors?: readonly unknown[] }
  if (typeof code === 'string') return code
  return errors?.length ? codeOf(errors[0]) : 'unknown error'
}

const explain = (problem: unknown) => {
  const code = codeOf(problem)
  return explanations[code] ?? `The request failed (${code}).`
}

/** Whether an error is from before anything was sent. Whatever else goes wrong may go wrong after it. */
const isBeforeSending = (problem: unknown): boolean => {
  const { syscall, errors } = problem as { readonly syscall?: unknown; readonly errors?: readonly unknown[] }
  if (errors?.length) return errors.every(isBeforeSending)
  return (
    syscall === 'connect' ||
    /^(ENOTFOUND|ENODATA|ETIMEOUT|ESERVFAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_.*)$/.test(
      codeOf(problem),
    )
  )
}

/** Connects to public addresses and to the allowed private ones, and to nothing else. */
const guardedConnector = (allowed: readonly string[], lookup: LookupFunction, timeout: number) => {
  // Said outright, so that no environment variable turns it off.
  const options = { timeout, allowH2: false, rejectUnauthorized: true, autoSelectFamily: true }
  const connectPublic = buildConnector({ ...options, lookup })
  const connectAllowed = buildConnector(options)
  const connect: buildConnector.connector = (to, callback) => {
    const host = bareHost(to.hostname)
    const url = new URL(`${to.protocol}//${isIP(host) === 6 ? `[${host}]` : to.hostname}:${to.port || ''}`)
    if (isAllowedPrivate(url, allowed)) return connectAllowed(to, callback)
    // A socket asks no resolver about a host that is an address.
    if (addressProblem(url.href) !== undefined || (isIP(host) > 0 && !isPublicAddress(host)))
      return callback(new NotPublic('The address is not public.'), null)
    return connectPublic(to, callback)
  }
  return connect
}

/** Control characters, and those that change how the text around them is shown. */
const unsafe = /[\p{C}\s]+/gu

const toExcerpt = (bytes: Buffer) =>
  [...new TextDecoder().decode(bytes).replace(unsafe, ' ').trim()].slice(0, excerptLength).join('')

/** Reads at most 64 kB; of a longer answer the rest is not awaited and the connection is closed. */
const readBeginning = async (body: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

/**
 * Sends messages to addresses that somebody outside chose. Redirects are answers, not instructions; there are no cookies and
 * no proxy. Connections are kept for a while, each to an address that was judged when it was made.
 */
export const outgoing = ({
  allowedPrivate,
  timeoutMs = 15_000,
  connectionsPerOrigin = 32,
}: OutgoingOptions): Outgoing => {
  const agent = new Agent({
    connect: guardedConnector(allowedPrivate, publicLookup, timeoutMs),
    connections: connectionsPerOrigin,
    pipelining: 1,
    // The signal of each exchange ends it earlier; these are for the case that it does not.
    headersTimeout: timeoutMs * 2,
    bodyTimeout: timeoutMs * 2,
  })
  const exchange = async ({ url, headers, body }: OutgoingRequest, signal: AbortSignal): Promise<Outcome> => {
    const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal })
    const beginning = await readBeginning(answer.body)
    const isEncoded = (first(answer.headers['content-encoding']) ?? 'identity') !== 'identity'
    return {
      kind: 'answered',
      status: answer.statusCode,
      retryAfter: first(answer.headers['retry-after']),
      excerpt: isEncoded ? '' : toExcerpt(beginning),
    }
  }
  return {
    post: async (message) => {
      const problem = addressProblem(message.url, allowedPrivate)
      if (problem !== undefined) return { kind: 'refused', reason: problem }
      const late = AbortSignal.timeout(timeoutMs)
      try {
        return await exchange(message, message.signal ? AbortSignal.any([late, message.signal]) : late)
      } catch (error) {
        if (error instanceof NotPublic) return { kind: 'refused', reason: error.message }
        if (late.aborted)
          return {
            kind: 'failed',
            reason: `There was no complete answer within ${timeoutMs / 1000} seconds.`,
            mayHaveArrived: true,
          }
        if (message.signal?.aborted)
          return { kind: 'failed', reason: 'The request was stopped before an answer arrived.', mayHaveArrived: true }
        return { kind: 'failed', reason: explain(error), mayHaveArrived: !isBeforeSending(error) }
      }
    },
    close: () => agent.close(),
  }
}
