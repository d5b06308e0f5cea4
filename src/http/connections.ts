import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { plainError, ApiError } from '../kernel/errors.ts'
import type { InFlightLimits } from './bodies-in-flight.ts'

/** What one connection may take, how many may be open, and how much may be on its way in all of them. */
export type ConnectionLimits = InFlightLimits & {
  readonly headerBytes: number
  /** How long the headers of a request may take to arrive, and the whole of it. */
  readonly headersMs: number
  readonly requestMs: number
  /** How long nothing may move, for instance because the answer is not read. Where some of it went out, twice as long. */
  readonly silentMs: number
  /** How often that is looked at. */
  readonly checkMs: number
  readonly connections: number
}

export const connectionLimits: ConnectionLimits = {
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 60_000,
  silentMs: 60_000,
  checkMs: 2_000,
  connections: 5_000,
  bodyBytes: 128 * 1024 * 1024,
  fileBytes: 256 * 1024 * 1024,
}

const lingerMs = 1_000
const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

const answered = new WeakSet<Socket>()
/** Whether a connection has had its last answer: what still arrives on it must not be carried out. */
export const wasAnswered = (socket: Socket) => answered.has(socket)

/** Answers on the bare socket, where there is no request to answer. */
const answerBare = (socket: Socket, refusal: ApiError) => {
  answered.add(socket)
  if (!socket.writable) return socket.destroy()
  const body = JSON.stringify(plainError(refusal))
  const headers = {
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    connection: 'close',
    'content-length': Buffer.byteLength(body),
    ...refusal.headers,
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${refusal.status} ${reasons[refusal.status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
  // Cut off at once, a sender that is still sending would not hear the answer; one that never hangs up would stay.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

export const lateRequest = () => new ApiError(408, 'The request took too long to arrive. Send it again.')

const errorFor = (code: string) => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(431, 'The headers of this request are too large. Send fewer or shorter ones.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return lateRequest()
  return new ApiError(400, 'This is not a readable HTTP request.')
}

/** Answers what is not even HTTP, or never becomes a request. */
export const answerUnreadable = ({ code = '' }: { readonly code?: string }, socket: Socket) => {
  const { _httpMessage: answering } = socket as { _httpMessage?: { readonly headersSent: boolean } }
  // In the middle of an answer a second one would be taken for its end.
  if (answering?.headersSent) socket.destroy()
  else answerBare(socket, errorFor(code))
}

/** Bounds how many connections there are, and gives an answer where the platform would give none, or an empty one. */
export const guardConnections = (server: Server, { connections }: ConnectionLimits) => {
  let open = 0
  server.on('connection', (socket: Socket) => {
    open++
    socket.once('close', () => open--)
    if (open > connections)
      answerBare(
        socket,
        new ApiError(503, 'Too many connections are open. Try again in a moment.', { headers: { 'retry-after': '1' } }),
      )
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket: Socket) =>
    answerBare(socket, new ApiError(405, 'Method CONNECT is not allowed here.', { headers: { allow: 'OPTIONS' } })),
  )
}
