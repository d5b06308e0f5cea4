import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../kernel/errors.ts'
import { lockApplication } from './applications.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { recordSecurityEvent } from './security-events.ts'

/** How long a new key is valid, unless it is made for another time. */
export const keyDays = 365

/** Makes a key for an older integration that cannot do OAuth. The key is shown now and never again. */
export const createLegacyKey = async (tx: Tx, application: number, days: number | null = keyDays) => {
  await lockApplication(tx, application)
  const key = newSecret()
  const { id, expires } = await tx
    .insertInto('legacy_key')
    .values({
      application,
      key_hash: fingerprint(key),
      expires: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning(['id', 'expires'])
    .executeTakeFirstOrThrow()
  await recordSecurityEvent(tx, { kind: 'legacy_key.made', application, details: { key: id, days } })
  return { id, key, expires }
}

/** Ends a legacy key. */
export const revokeLegacyKey = async (tx: Tx, id: number) => {
  const key = await tx
    .selectFrom('legacy_key')
    .select(['application', 'revoked'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (key === undefined) throw notFound('There is no key with this id.')
  if (key.revoked !== null) return
  await tx.updateTable('legacy_key').set({ revoked: sql<Date>`now()` }).where('id', '=', id).execute()
  await recordSecurityEvent(tx, { kind: 'legacy_key.revoked', application: key.application, details: { key: id } })
}

/** Notes that a key is in use, at most once an hour. */
export const noteKeyUse = async (tx: Tx, key_hash: string) => {
  await tx
    .updateTable('legacy_key')
    .set({ last_used: sql<Date>`now()` })
    .where('key_hash', '=', key_hash)
    .where((eb) => eb.or([eb('last_used', 'is', null), eb('last_used', '<', sql<Date>`now() - interval '1 hour'`)]))
    .execute()
}
