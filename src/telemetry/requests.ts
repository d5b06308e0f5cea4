import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentObserver, type RequestObservation } from './observing.ts'

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? undefined : header)

/** The organisation that the path of a URL starts with. */
export const organisationOfUrl = (url: string | undefined) => {
  const [, id] = /^\/([1-9]\d{0,9})\//.exec(url ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

/** Observes every request of an application, if there is an observer. */
export const observeRequests = (app: FastifyInstance) => {
  const observer = currentObserver()
  if (observer === undefined) return
  const observations = new WeakMap<FastifyRequest, RequestObservation>()
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route, logLevel } = request.routeOptions
    const observation = observer.request({
      method: request.method,
      route,
      organisation: route === undefined ? undefined : organisationOfUrl(request.url),
      requestId: request.id,
      traceparent: textOf(request.headers.traceparent),
      isProbe: logLevel === 'silent',
    })
    observations.set(request, observation)
    const { raw } = reply
    // 'close' rather than 'finish', which is never emitted if the client disconnects.
    raw.once('close', () => observation.end(raw.statusCode, raw.writableFinished))
    observation.enter(done)
  })
  // Hooks after the body has been read, and at the end, are called by the socket, outside the trace context.
  const enterAgain = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const observation = observations.get(request)
    if (observation === undefined) done()
    else observation.enter(done)
  }
  app.addHook('preValidation', enterAgain)
  app.addHook('onResponse', enterAgain)
}
