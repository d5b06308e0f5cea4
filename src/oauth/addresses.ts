import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Origin } from '../domain/identity/security-events.ts'

/** From where the request came that the provider is working on; its storage is not told. */
export const requestOrigin = new AsyncLocalStorage<Origin>()

/** The client's IP address as Fastify determined it, for code that only gets Node's own request. */
const addresses = new WeakMap<IncomingMessage, string>()

export const noteAddress = (request: IncomingMessage, address: string) => void addresses.set(request, address)
export const addressOf = (request: IncomingMessage) => addresses.get(request) ?? request.socket.remoteAddress ?? ''
