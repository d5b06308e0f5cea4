import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listCodes } from '../kernel/error-codes.ts'
import { problemDetails, type ApiError } from '../kernel/errors.ts'
import { errorCodesPage } from '../site/error-codes.ts'
import { errorCodes } from './error-codes.ts'
import { preferredFormat, sendHtml, sendJson } from './negotiation.ts'

const path = '/errors/'

/** An error as problem details, whose `type` is the entry of its code on the page of codes. */
export const describeProblem = (error: ApiError, publicUrl: string, instance: string) =>
  problemDetails(error, { registry: `${publicUrl}${path}`, title: errorCodes[error.code].meaning, instance })

/** Serves the codes to anyone: as a page for people and as JSON for programs. */
export const addErrorCodes = (app: FastifyInstance, publicUrl: string) => {
  const listed = listCodes(errorCodes)
  const html = errorCodesPage(listed)
  const json = JSON.stringify({
    codes: listed.map((entry) => ({ ...entry, type: `${publicUrl}${path}#${entry.code}` })),
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      // It needs no token, so that pages of any origin may read it too.
      reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      return preferredFormat(request) === 'html' ? sendHtml(reply, html) : sendJson(reply, json)
    },
  })
}
