import { sql } from 'kysely'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'
import { fingerprint } from '../domain/identity/secrets.ts'

/** The id of a record is the token itself, so it is not stored; nor in `returnTo` of an interaction, which ends with it. */
const withoutSecrets = (id: string, { jti: _id, returnTo, session, ...rest }: AdapterPayload) => {
  if (returnTo !== undefined && !returnTo.endsWith(id)) throw new Error('returnTo does not end with the id.')
  return JSON.stringify({
    ...rest,
    returnTo: returnTo?.slice(0, -id.length),
    // An interaction repeats the cookie of the session it started in; nothing reads it back.
    session: session && { ...session, cookie: undefined },
  })
}

const withId = (id: string, stored: unknown, consumed: Date | null): AdapterPayload => {
  const { returnTo, ...rest } = stored as AdapterPayload
  return {
    ...rest,
    jti: id,
    ...(returnTo === undefined ? {} : { returnTo: `${returnTo}${id}` }),
    ...(consumed === null ? {} : { consumed: Math.floor(consumed.getTime() / 1000) }),
  }
}

/** Locks the grant of a token until the commit, so that no token is written after the grant was revoked. */
const lockGrant = async (tx: Tx, model: string, grantId: string, expires: Date) => {
  const grant = fingerprint(grantId)
  const held = await tx
    .selectFrom('oauth_record')
    .select('id')
    .where('model', '=', 'Grant')
    .where('id', '=', grant)
    .where('expires', '>', sql<Date>`now()`)
    .$call((query) => (model === 'RefreshToken' ? query.forUpdate() : query.forShare()))
    .executeTakeFirst()
  if (held === undefined) throw new errors.InvalidGrant('the grant was revoked')
  // A grant expires with the newest of its refresh tokens.
  if (model === 'RefreshToken')
    await tx
      .updateTable('oauth_record')
      .set({
        expires: sql<Date>`greatest(expires, ${expires}::timestamptz)`,
        payload: sql`payload || jsonb_build_object('exp',
          greatest((payload ->> 'exp')::bigint, extract(epoch from ${expires}::timestamptz)::bigint))`,
      })
      .where('model', '=', 'Grant')
      .where('id', '=', grant)
      .execute()
}

const forgetGrant = async (tx: Tx, grantId: string) => {
  // The grant first: this waits for transactions that write its tokens (lockGrant), which are then found and deleted too.
  await tx.deleteFrom('oauth_record').where('model', '=', 'Grant').where('id', '=', fingerprint(grantId)).execute()
  await tx.deleteFrom('oauth_record').where('grant_id', '=', grantId).execute()
}

/** Whether this is the first use of a code or token. */
const markConsumed = async (tx: Tx, model: string, id: string) => {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_record')
    .set({ consumed: sql<Date>`now()` })
    .where('model', '=', model)
    .where('id', '=', fingerprint(id))
    .where('consumed', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the provider's records of one model for one organisation, by fingerprint and without the secret itself. */
export const recordsOf = (db: Database, organisation: number, model: string): Adapter => {
  const inside = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(db, organisation, work)
  const one = (tx: Tx) => tx.selectFrom('oauth_record').select(['payload', 'consumed']).where('model', '=', model)

  return {
    upsert: async (id, payload, expiresIn = 0) => {
      const expires = new Date(payload.exp === undefined ? Date.now() + expiresIn * 1000 : payload.exp * 1000)
      const values = {
        payload: sql<string>`${withoutSecrets(id, payload)}::jsonb`,
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expires,
      }
      await inside(async (tx) => {
        if (payload.grantId !== undefined && model !== 'Interaction')
          await lockGrant(tx, model, payload.grantId, expires)
        await tx
          .insertInto('oauth_record')
          .values({ model, id: fingerprint(id), ...values })
          .onConflict((conflict) => conflict.columns(['organisation', 'model', 'id']).doUpdateSet(values))
          .execute()
      })
    },
    find: (id) =>
      inside(async (tx) => {
        const found = await one(tx).where('id', '=', fingerprint(id)).executeTakeFirst()
        return found === undefined ? undefined : withId(id, found.payload, found.consumed)
      }),
    findByUid: (uid) =>
      inside(async (tx) => {
        const found = await one(tx).where('uid', '=', uid).executeTakeFirst()
        // Only the browser knows the id, from its cookie, so a session that is looked up by uid comes without it.
        return found === undefined ? undefined : withId('', found.payload, found.consumed)
      }),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      if (await inside((tx) => markConsumed(tx, model, id))) return
      // Two concurrent requests used the same code or refresh token: one of them may have stolen it.
      await inside(async (tx) => {
        const used = await one(tx).select('grant_id').where('id', '=', fingerprint(id)).executeTakeFirst()
        if (used?.grant_id != null) await forgetGrant(tx, used.grant_id)
      })
      throw new errors.InvalidGrant('used by two requests at once')
    },
    destroy: (id) =>
      inside(async (tx) => {
        await tx.deleteFrom('oauth_record').where('model', '=', model).where('id', '=', fingerprint(id)).execute()
      }),
    revokeByGrantId: (grantId) => inside((tx) => forgetGrant(tx, grantId)),
  }
}
