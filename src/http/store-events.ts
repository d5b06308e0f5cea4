import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { isObject } from '../kernel/json.ts'

const largestBody = 1_000_000

const digestOf = (secret: string) => createHash('sha256').update(secret).digest()
const isSame = (sent: string, secret: string) => timingSafeEqual(digestOf(sent), digestOf(secret))

/** The body as JSON, or undefined if it is none or too long. */
const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    bytes += (piece as Buffer).length
    // Read to its end all the same, so that the connection can be used again.
    if (bytes <= largestBody) pieces.push(piece as Buffer)
  }
  if (bytes > largestBody) return undefined
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return undefined
  }
}

const keyPattern = /^(?<organisation>[1-9]\d{0,8})\/(?<key>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The key in one record of a notification, which is encoded as in a URL. */
const keyIn = (record: unknown): unknown => {
  const s3 = isObject(record) ? record['s3'] : undefined
  const object = isObject(s3) ? s3['object'] : undefined
  return isObject(object) ? object['key'] : undefined
}

const filesIn = (body: unknown) => {
  const records = isObject(body) && Array.isArray(body['Records']) ? (body['Records'] as unknown[]) : []
  return records.flatMap((record) => {
    const key = keyIn(record)
    const { organisation, key: file } =
      keyPattern.exec(typeof key === 'string' ? key.replaceAll('%2F', '/') : '')?.groups ?? {}
    return organisation === undefined || file === undefined ? [] : [{ organisation: Number(organisation), file }]
  })
}

/**
 * Lets the worker look for the file of an upload at once. That it is there is not taken from the notification. A worker that
 * is looking already may have looked too early, so it loses its lease to the next one.
 */
const lookAtOnce = (db: Database, organisation: number, file: string) =>
  inOrganisation(db, organisation, async (tx) => {
    await sql`update catalog_work set due = clock_timestamp(), lease = null
      where organisation = organisation() and storage_key = ${file} and file_key is null and not done`.execute(tx)
  })

/**
 * Where the object store reports that a file has arrived. It can sign nothing, so the secret in the address is what tells it
 * from others; without the setting there is no such address.
 */
export const addStoreEvents = (
  app: FastifyInstance,
  { db, secret }: { readonly db: Database; readonly secret: string | undefined },
) => {
  if (secret === undefined) return
  const receive = async (request: FastifyRequest) => {
    for (const { organisation, file } of filesIn(await bodyOf(request.raw))) await lookAtOnce(db, organisation, file)
  }
  app.post<{ Params: { secret: string } }>('/object-store-events/:secret/', async (request, reply) => {
    if (!isSame(request.params.secret, secret)) return reply.callNotFound()
    await receive(request)
    return reply.code(204).send()
  })
}
