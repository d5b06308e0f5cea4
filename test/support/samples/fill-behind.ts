import { sql } from 'kysely'
import { inOrganisation } from '../../../src/db/tx.ts'
import { createLegacyKey } from '../../../src/domain/identity/legacy-keys.ts'
import type { TestApi, TestOrganisation } from '../api.ts'
import { sessionOf } from '../sessions.ts'
import type { Have } from './given.ts'

/** Inserts rows that no API route creates: a session, a legacy key, a password link and the like. */
export const fillBehind = async (api: TestApi, organisation: TestOrganisation, have: Have) => {
  const soon = sql<Date>`now() + interval '1 hour'`
  const secrets = await organisation.within(async (tx) => ({
    session: await sessionOf(tx, have.user!),
    key: (await createLegacyKey(tx, have.application!)).key,
    answers: await tx
      .insertInto('idempotency_key')
      .values({ account: 'application:1', key: 'sent once', request: 'hash', status: 204 })
      .execute(),
    played: await tx.insertInto('sandbox_state').values({ failing_deliveries: 0 }).execute(),
    preference: await tx
      .insertInto('user_preference')
      .values({ user: have.user!, name: 'theme', value: '"dark"' })
      .execute(),
    factor: await tx
      .insertInto('second_factor')
      .values({ user: have.user!, kind: 'totp', name: 'App', secret: Buffer.from('sealed') })
      .execute(),
    recovery: await tx
      .insertInto('recovery_code')
      .values({ id: `code of ${organisation.id}`, user: have.user! })
      .execute(),
    pending: await tx
      .insertInto('pending_sign_in')
      .values({ id: `sign-in of ${organisation.id}`, user: have.user!, password_mark: 'mark', expires: soon })
      .execute(),
    challenge: await tx
      .insertInto('passkey_challenge')
      .values({ id: `challenge of ${organisation.id}`, purpose: 'sign in', browser: 'browser', expires: soon })
      .execute(),
    awaited: await tx
      .insertInto('awaited_client')
      .values({ appointment: have.appointment!, due: '2100-01-01T00:00:00Z' })
      .execute(),
    // Of somebody who left, whose record no other test changes.
    erasure: await tx
      .insertInto('erasure')
      .values({ resource: 'user', record: 999_999_999, kept_until: '2100-01-01' })
      .execute(),
    refusal: await tx.insertInto('ceiling_refusal').values({ code: 'storage_full', refused: 1 }).execute(),
    scan: await tx.insertInto('file_scan').values({ attachment: have.attachment! }).execute(),
    declined: await tx
      .insertInto('charge_hint_decline')
      .values({
        consultation: have.consultation!,
        kind: 1,
        record: have.reason_item!,
        reason: 'A gift',
        user: have.user!,
        declined_at: new Date(),
      })
      .execute(),
  }))
  await inOrganisation(api.owner.db, organisation.id, (tx) =>
    tx.insertInto('follower').values({ name: 'password notices', position: 0 }).execute(),
  )
  // Of a trail of which nothing was dropped.
  await inOrganisation(api.owner.db, organisation.id, (tx) =>
    tx
      .insertInto('audit_checkpoint')
      .values({ sequence: 0, hash: Buffer.from(''), occurred: new Date() })
      .execute(),
  )
  await inOrganisation(api.owner.db, organisation.id, (tx) =>
    tx
      .insertInto('password_link')
      .values({ id: `link of ${organisation.id}`, user: have.user!, expires: sql<Date>`now() + interval '1 hour'` })
      .execute(),
  )
  await inOrganisation(api.owner.db, organisation.id, async (tx) => {
    const [id, user] = [`of ${organisation.id}`, have.user!]
    const expires = sql<Date>`now() + interval '1 hour'`
    await tx
      .insertInto('second_factor')
      .values({ user, kind: 'passkey', name: id, credential: id, public_key: id, confirmed: sql<Date>`now()` })
      .execute()
    await tx.insertInto('recovery_code').values({ id, user }).execute()
    await tx.insertInto('pending_sign_in').values({ id, user, password_mark: id, expires }).execute()
    await tx.insertInto('factor_mark').values({ id, user, expires }).execute()
    await tx.insertInto('passkey_challenge').values({ id, user, purpose: 'unlock', browser: id, expires }).execute()
  })
  await inOrganisation(api.owner.db, organisation.id, async (tx) => {
    const { id: email_change } = await tx
      .insertInto('email_change')
      .values({ user: have.user!, old_email: 'old@example.com', new_email: 'new@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const expires = sql<Date>`now() + interval '1 hour'`
    await tx
      .insertInto('email_link')
      .values({ id: `link of ${organisation.id}`, email_change, address: 'old', expires })
      .execute()
  })
  return secrets
}
