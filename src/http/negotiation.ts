import type { FastifyReply, FastifyRequest } from 'fastify'

/** The format the client prefers, by its Accept header. */
export const preferredFormat = (request: FastifyRequest): 'json' | 'html' | 'problem' => {
  const header = request.headers.accept
  if (header === undefined || header === '*/*' || header === 'application/json') return 'json'
  // For a URL that cannot be decoded the framework makes a bare request, without the methods that plugins add.
  if (!('accepts' in request)) return /problem\+json/.test(header) ? 'problem' : 'json'
  const best = request.accepts().type(['application/json', 'text/html', 'application/problem+json'])
  return best === 'text/html' ? 'html' : best === 'application/problem+json' ? 'problem' : 'json'
}

export const sendJson = (reply: FastifyReply, json: string) => reply.type('application/json; charset=utf-8').send(json)

/** Pages have no scripts, and styles of their own only. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export const sendHtml = (reply: FastifyReply, html: string, policy = pagePolicy) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
