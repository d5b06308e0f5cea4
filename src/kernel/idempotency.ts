import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { Refusal } from './errors.ts'
import type { Answer, Call } from './operation.ts'

export const waitSeconds = 10
const lockTimedOut = '55P03'

/** Method, address and body in one: the same key must mean the same request. */
const requestOf = async ({ request, body }: Call) => {
  const { digest = '' } = await body().catch(() => ({ digest: '' }))
  return createHash('sha256').update(`${request}\n${digest}`).digest('base64url')
}

/** Waits for a request with the same key that is under way, so that only one of them has an effect. */
const waitForTurn = async (tx: Tx, account: string, key: string, seconds: number) => {
  try {
    await sql`select set_config('lock_timeout', ${`${seconds * 1000}ms`}, true)`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${account} ${key}`}, organisation()))`.execute(tx)
  } catch (problem) {
    if ((problem as { code?: string }).code !== lockTimedOut) throw problem
    throw new Refusal(409, 'A request with this Idempotency-Key is still being carried out. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    })
  }
  // `default` is the role's own, which holds for the rest of the transaction.
  await sql`set local lock_timeout to default`.execute(tx)
}

/** The answer that this key was given before, if it was. A dry run neither reads nor keeps any. */
export const findAnswer = async (tx: Tx, call: Call, seconds = waitSeconds): Promise<Answer | undefined> => {
  const { idempotencyKey: key, dryRun } = call.terms
  if (key === undefined || dryRun) return undefined
  const { account } = call.actor
  await waitForTurn(tx, account, key, seconds)
  const kept = await tx
    .selectFrom('idempotency_key')
    .select(['request', 'status', 'body', 'etag'])
    .where('account', '=', account)
    .where('key', '=', key)
    .executeTakeFirst()
  if (kept === undefined) return undefined
  if (kept.request !== (await requestOf(call)))
    throw new Refusal(422, 'This Idempotency-Key was used for another request. Use a new key for a new request.', {
      code: 'idempotency_key_reused',
    })
  const { status, body, etag } = kept
  const headers = { 'idempotency-replayed': 'true', ...(etag === null ? {} : { etag }) }
  return { status, headers, ...(body === null ? {} : { body }) }
}

/** Keeps the answer beside its effect: both are committed, or neither. */
export const keepAnswer = async (tx: Tx, call: Call, { status, body, kept = body, headers }: Answer) => {
  const { idempotencyKey: key } = call.terms
  if (key === undefined) return
  const answer = { status, body: kept ?? null, etag: headers?.['etag'] ?? null }
  await tx
    .insertInto('idempotency_key')
    .values({ account: call.actor.account, key, request: await requestOf(call), ...answer })
    .execute()
}
