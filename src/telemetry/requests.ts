import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentObserver, type RequestWatch } from './observing.ts'

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? undefined : header)

/** The organisation an address begins with. */
export const organisationOfUrl = (url: string | undefined) => {
  const [, id] = /^\/([1-9]\d{0,9})\//.exec(url ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

/** Watches every request of an application, if anybody does. */
export const observeRequests = (app: FastifyInstance) => {
  const observer = currentObserver()
  if (observer === undefined) return
  const underWay = new WeakMap<FastifyRequest, RequestWatch>()
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route, logLevel } = request.routeOptions
    const watch = observer.request({
      method: request.method,
      route,
      organisation: route === undefined ? undefined : organisationOfUrl(request.url),
      requestId: request.id,
      traceparent: textOf(request.headers.traceparent),
      isProbe: logLevel === 'silent',
    })
    underWay.set(request, watch)
    const { raw } = reply
    // Also a caller who hangs up ends a request, and then nothing is ever finished.
    raw.once('close', () => watch.end(raw.statusCode, raw.writableFinished))
    watch.enter(done)
  })
  // What comes after a body or at the end is called by the socket, which knows nothing of the request.
  const enterAgain = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const watch = underWay.get(request)
    if (watch === undefined) done()
    else watch.enter(done)
  }
  app.addHook('preValidation', enterAgain)
  app.addHook('onResponse', enterAgain)
}
