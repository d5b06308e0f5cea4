import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { inOrder, inOrganisation, type Tx } from '../db/tx.ts'
import { invalid, ApiError } from './errors.ts'
import type { ApiResponse, Call, RequestHeaders } from './operation.ts'

export const waitSeconds = 10
const pauseMs = 100

export const requireValidKey = ({ idempotencyKey }: RequestHeaders) => {
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw invalid('Idempotency-Key', 'Use 1 to 255 visible ASCII characters without spaces, for example a UUID.')
}

/** Another request with the same key holds its lock. */
class KeyInUse extends Error {}

/** Tries again until no other request holds the lock of the key. No connection is held while waiting. */
export const waitForKey = async <T>(work: () => Promise<T>, seconds = waitSeconds): Promise<T> => {
  const until = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (problem) {
      if (!(problem instanceof KeyInUse)) throw problem
      if (Date.now() > until)
        throw new ApiError(
          409,
          'A request with this Idempotency-Key is still being carried out. Try again in a moment.',
          { headers: { 'retry-after': '5' } },
        )
      await pause(pauseMs)
    }
  }
}

/** A digest of method, URL and body: a key may be reused only for the same request. */
export const requestOf = async ({ request, body, requestHeaders }: Call) => {
  if (requestHeaders.idempotencyKey === undefined) return ''
  const { digest = '' } = await body().catch(() => ({ digest: '' }))
  return createHash('sha256').update(`${request}\n${digest}`).digest('base64url')
}

/** Until the end of the transaction no other request with this key is carried out. */
const lockKey = async (tx: Tx, account: string, key: string) => {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(
    hashtextextended(${`${account} ${key}`}, organisation())) as locked`.execute(tx)
  return rows[0]!.locked
}

/** The id of the record that a stored response shows; what was created in bulk is a list. */
const createdIn = (body: string): Pick<ApiResponse, 'created'> => {
  const { id: created } = JSON.parse(body) as { readonly id?: number }
  return created === undefined ? {} : { created }
}

/** The stored response of this key, if any. A dry run neither reads nor stores one. */
export const findStoredResponse = async (tx: Tx, call: Call, request: string): Promise<ApiResponse | undefined> => {
  const { idempotencyKey: key, dryRun } = call.requestHeaders
  if (key === undefined || dryRun) return undefined
  const { account } = call.actor
  const find = tx
    .selectFrom('idempotency_key')
    .select(['request', 'status', 'body', 'etag'])
    .where('account', '=', account)
    .where('key', '=', key)
  const [isLocked, stored] = await inOrder(
    tx,
    () => lockKey(tx, account, key),
    () => find.executeTakeFirst(),
  )
  if (!isLocked) throw new KeyInUse()
  if (stored === undefined) return undefined
  if (stored.request !== request)
    throw new ApiError(422, 'This Idempotency-Key was used for another request. Use a new key for a new request.', {
      code: 'idempotency_key_reused',
    })
  const { status, body, etag } = stored
  const headers = { 'idempotency-replayed': 'true', ...(etag === null ? {} : { etag }) }
  if (body === null) return { status, headers }
  return status === 201 ? { status, headers, body, ...createdIn(body) } : { status, headers, body }
}

/** Does what comes before the transaction of a write, unless that was carried out before under its key; answers whether it did. */
export const prepareWrite = async (call: Call, prepare: (tx: Tx) => Promise<void>): Promise<boolean> => {
  const request = await requestOf(call)
  const attempt = async (tx: Tx) => {
    if ((await findStoredResponse(tx, call, request)) !== undefined) return false
    await prepare(tx)
    return true
  }
  return waitForKey(() => inOrganisation(call.db, call.actor.organisation, attempt))
}

/** Stores the response in the transaction of its changes: both are committed, or neither. */
export const storeResponse = async (
  tx: Tx,
  { actor, requestHeaders }: Call,
  request: string,
  response: ApiResponse,
) => {
  const { idempotencyKey: key, dryRun } = requestHeaders
  if (key === undefined || dryRun || response.isShortLived) return
  const { status, body = null, headers } = response
  await tx
    .insertInto('idempotency_key')
    .values({ account: actor.account, key, request, status, body, etag: headers?.['etag'] ?? null })
    .execute()
}
