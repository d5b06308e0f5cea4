import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Smaller bodies fit into one packet anyway. */
const smallestBytes = 1_400
/** Of what brotli offers, about as fast as gzip and a little smaller. */
const brotliQuality = 4

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const compressors = {
  br: (body: string) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body: string) => compressGzip(body),
}
type Coding = keyof typeof compressors
const codings = Object.keys(compressors) as Coding[]

const acceptedCoding = (request: FastifyRequest): Coding | undefined => {
  if (request.headers['accept-encoding'] === undefined || !('accepts' in request)) return undefined
  const best = request.accepts().encoding([...codings, 'identity'])
  return codings.find((coding) => coding === best)
}

/**
 * Only JSON is compressed. Files are compressed already, events must not be held back, and the length of a compressed page or
 * secret would tell about its content (BREACH): an answer with a secret says `no-transform`.
 */
const isCompressible = (reply: FastifyReply, payload: unknown): payload is string =>
  typeof payload === 'string' &&
  payload.length >= smallestBytes &&
  /^application\/(problem\+)?json/.test(String(reply.getHeader('content-type'))) &&
  !String(reply.getHeader('cache-control')).includes('no-transform')

/** A strong ETag names the bytes, so each coding has its own (RFC 9110, 8.8.3.3); all of them name the same version. */
const withCoding = (etag: string, coding: Coding) => etag.replace(/"$/, `-${coding}"`)
/** The ETags of versions, whichever coding they were sent with. */
export const withoutCodings = (etags: string) => etags.replace(/-(?:br|gzip)"/g, '"')

/** A 304 has the ETag of the response that the client has stored, or the client could not tell which one it is about. */
const storedEtag = ({ headers }: FastifyRequest, etag: string) =>
  codings.map((coding) => withCoding(etag, coding)).find((coded) => headers['if-none-match']?.includes(coded)) ?? etag

const compress = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
  const etag = reply.getHeader('etag')
  if (reply.statusCode === 304 && typeof etag === 'string') reply.header('etag', storedEtag(request, etag))
  if (!isCompressible(reply, payload)) return payload
  const coding = acceptedCoding(request)
  if (coding === undefined) return payload
  reply.header('content-encoding', coding)
  if (typeof etag === 'string') reply.header('etag', withCoding(etag, coding))
  return compressors[coding](payload)
}

/** Compresses responses for clients that accept it. */
export const addCompression = (app: FastifyInstance) => app.addHook('onSend', compress)
