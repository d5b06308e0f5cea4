import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import type { ApiResponse } from '../kernel/operation.ts'

/** Sends server-sent events until the client disconnects or this process stops. */
export const sendEventStream = (
  reply: FastifyReply,
  stream: ApiResponse['stream'] & object,
  caller: () => Promise<Caller>,
  stopping: AbortSignal,
) => {
  const disconnected = new AbortController()
  if (reply.raw.destroyed) disconnected.abort()
  reply.raw.once('close', () => disconnected.abort())
  const onFault = (err: unknown) => reply.log.warn({ err }, 'an event stream was ended by a fault')
  const events = stream({ caller, onFault, signal: AbortSignal.any([disconnected.signal, stopping]) })
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      // Proxies would buffer events until they have enough of them.
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(Readable.from(events))
  )
}
