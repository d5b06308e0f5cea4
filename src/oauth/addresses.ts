import type { IncomingMessage } from 'node:http'

/** The caller's address as Fastify worked it out, for code that only sees Node's own request. */
const addresses = new WeakMap<IncomingMessage, string>()

export const noteAddress = (request: IncomingMessage, address: string) => void addresses.set(request, address)
export const addressOf = (request: IncomingMessage) => addresses.get(request) ?? request.socket.remoteAddress ?? ''
