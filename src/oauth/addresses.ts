import type { IncomingMessage } from 'node:http'

/** The client's IP address as Fastify determined it, for code that only gets Node's own request. */
const addresses = new WeakMap<IncomingMessage, string>()

export const noteAddress = (request: IncomingMessage, address: string) => void addresses.set(request, address)
export const addressOf = (request: IncomingMessage) => addresses.get(request) ?? request.socket.remoteAddress ?? ''
