import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { noBody, type Body, type Received } from '../kernel/body.ts'
import { invalid, nonField, ApiError, validationError, senderGone, InvalidValue } from '../kernel/errors.ts'
import { parseJson } from '../kernel/json.ts'
import { maxPairs, pairsIn, tooManyPairs } from '../kernel/pairs.ts'
import type { Operation } from '../kernel/operation.ts'
import type { BodyBudget } from './bodies-in-flight.ts'

type Form = Extract<Body, { kind: 'form' }>

export const largestBody = 2 * 1024 * 1024
const limits = {
  fieldNameSize: 255,
  fieldSize: largestBody,
  fields: maxPairs.body,
  fileSize: 0,
  files: 0,
  parts: 2000,
  headerPairs: 20,
}

const tooLarge = (largest: number) => new ApiError(413, `The body is larger than ${largest} bytes. Send less at once.`)
const cutShort = () => new ApiError(400, 'The body ended before it was complete.', { code: senderGone })

/** What comes after the limit is let through unseen: a sender who is not heard out never hears the answer. */
const readAll = (stream: IncomingMessage, largest: number, budget: BodyBudget | undefined): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] | undefined = []
    let size = 0
    const keep = (chunk: Buffer) => {
      if (size > largest) throw tooLarge(largest)
      budget?.take(size)
      chunks?.push(chunk)
    }
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (chunks === undefined) return
      try {
        keep(chunk)
      } catch (refusal) {
        chunks = undefined
        reject(refusal)
      }
    })
    stream.on('end', () => resolve(Buffer.concat(chunks ?? [])))
    stream.on('error', () => reject(cutShort()))
    stream.on('close', () => reject(cutShort()))
  })

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid(nonField, 'The body is not valid UTF-8.', 'parse_error')
  }
}

const readJson = (bytes: Buffer): Body => {
  if (bytes.length === 0) return noBody
  try {
    return { kind: 'json', value: parseJson(decode(bytes)) }
  } catch (problem) {
    if (!(problem instanceof InvalidValue)) throw problem
    throw validationError({ [nonField]: [{ message: problem.message, code: problem.code }] })
  }
}

const collect = (entries: Iterable<readonly [string, string]>): Form => {
  const value = new Map<string, string[]>()
  for (const [name, text] of entries) {
    const texts = value.get(name)
    if (texts) texts.push(text)
    else value.set(name, [text])
  }
  return { kind: 'form', value }
}

const readMultipart = (bytes: Buffer, contentType: string): Promise<Form> =>
  new Promise((resolve, reject) => {
    const refuse = (message: string) => reject(invalid(nonField, message, 'parse_error'))
    if (!/boundary=/i.test(contentType))
      return refuse('The multipart boundary is missing. Let your HTTP client set the content type.')
    const entries: [string, string][] = []
    // Longer ones are no boundaries, and the parser throws at them.
    if (/boundary=.{201}/i.test(contentType)) return refuse('The multipart boundary is too long.')
    const busboy = new Busboy({ headers: { 'content-type': contentType }, limits })
    busboy.on('field', (name, value) => entries.push([name, value]))
    busboy.on('filesLimit', () => refuse('Files are not accepted here.'))
    busboy.on('fieldsLimit', () => refuse(tooManyPairs.body))
    busboy.on('partsLimit', () => refuse(`Send at most ${limits.parts} parts.`))
    busboy.on('error', () => refuse('The multipart body is malformed.'))
    busboy.on('finish', () => resolve(collect(entries)))
    busboy.end(bytes)
    // All of it is here, so it is parsed by now. A part whose headers never end is waited for without an end.
    setImmediate(() => refuse('The multipart body is malformed.'))
  })

const digestOf = (kind: string, content: Buffer | string) =>
  createHash('sha256').update(`${kind}\n`).update(content).digest('base64url')

const unsupported = (kind: string, wanted: string) =>
  new ApiError(415, `Unsupported media type "${kind}". Send ${wanted}.`)

/**
 * Reads a request's body: in any of the three formats, or as the file that the operation wants. It is called only once the
 * caller has been let in, and holds no more than there is room for.
 */
export const readBody = async (
  request: IncomingMessage,
  file?: Operation['file'],
  budget?: BodyBudget,
): Promise<Received> => {
  const largest = file?.bytes ?? largestBody
  const contentType = request.headers['content-type'] ?? ''
  const kind = contentType.split(';', 1)[0]!.trim().toLowerCase()
  if (Number(request.headers['content-length'] ?? 0) > largest) throw tooLarge(largest)
  if (file !== undefined && kind !== file.type) throw unsupported(kind, file.type)
  budget?.take(Number(request.headers['content-length'] ?? 0))
  const bytes = await readAll(request, largest, budget)
  const digest = digestOf(kind, bytes)
  if (file !== undefined) {
    return { kind: 'file', value: bytes, digest }
  }
  if (kind === 'application/json' || (kind === '' && bytes.length === 0)) return { ...readJson(bytes), digest }
  if (kind === 'application/x-www-form-urlencoded') return { ...collect(pairsIn(decode(bytes), 'body')), digest }
  if (kind === 'multipart/form-data') {
    const form = await readMultipart(bytes, contentType)
    // Every sending has a boundary of its own, so only what lies between tells one from another.
    return { ...form, digest: digestOf(kind, JSON.stringify([...form.value])) }
  }
  throw unsupported(kind, 'application/json, application/x-www-form-urlencoded or multipart/form-data')
}
