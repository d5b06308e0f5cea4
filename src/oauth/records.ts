import { sql } from 'kysely'
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'
import { fingerprint } from '../domain/identity/secrets.ts'
import { recordSecurityEvent, type SecurityEventKind } from '../domain/identity/security-events.ts'
import { requestOrigin } from './addresses.ts'

/** A refresh token, and what it refreshes, ends so long after the person allowed the application access. */
const grantDays = 365

/** When what a person allowed at this moment ends at the latest. */
const endOf = (iat: number) => new Date((iat + grantDays * 86_400) * 1000)
const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** Records what happens to the tokens of an application, with the person they act for. */
const recordEvent = async (
  tx: Tx,
  kind: SecurityEventKind,
  {
    clientId,
    accountId,
    scope,
  }: { readonly clientId?: unknown; readonly accountId?: unknown; readonly scope?: unknown },
  details: Readonly<Record<string, string>> = {},
) => {
  const application = await tx
    .selectFrom('application')
    .select('id')
    .where('client_id', '=', String(clientId))
    .executeTakeFirst()
  await recordSecurityEvent(tx, {
    ...requestOrigin.getStore(),
    kind,
    user: typeof accountId === 'string' ? Number(accountId) : null,
    application: application?.id ?? null,
    details: { ...details, ...(typeof scope === 'string' ? { scope } : {}) },
  })
}

/** What is recorded of a record that is stored for the first time. */
const storedKind = (model: string, { gty }: AdapterPayload): SecurityEventKind | undefined => {
  if (model === 'Grant') return 'grant.given'
  if (model !== 'AccessToken' && model !== 'ClientCredentials') return undefined
  return typeof gty === 'string' && gty.endsWith('refresh_token') ? 'token.refreshed' : 'token.issued'
}

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

/**
 * Locks the application of a token until the commit, so that none is written after its secret was replaced or it was archived:
 * whoever does that locks it too, and then ends the tokens there are.
 */
const lockApplicationOf = async (tx: Tx, clientId: string) => {
  const application = await tx
    .selectFrom('application')
    .select(['secret_hash', 'archived'])
    .where('client_id', '=', clientId)
    .forShare()
    .executeTakeFirst()
  const oidc = Provider.ctx?.oidc
  // The hash that the secret of this request was compared with.
  const checked = oidc?.route === 'token' && oidc.client?.clientId === clientId ? oidc.client.clientSecret : undefined
  const isSame = checked === undefined || checked === application?.secret_hash
  if (application === undefined || application.archived || !isSame)
    throw new errors.InvalidClient('the application was archived or its secret was replaced during the request')
}

/** Locks the grant of a token until the commit, so that no token is written after the grant was revoked. */
const lockGrant = async (tx: Tx, model: string, grantId: string, wanted: Date): Promise<Date> => {
  const grant = fingerprint(grantId)
  const held = await tx
    .selectFrom('oauth_record')
    .select(sql<number>`(payload ->> 'iat')::bigint`.as('iat'))
    .where('model', '=', 'Grant')
    .where('id', '=', grant)
    .where('expires', '>', sql<Date>`now()`)
    .$call((query) => (model === 'RefreshToken' ? query.forUpdate() : query.forShare()))
    .executeTakeFirst()
  if (held === undefined) throw new errors.InvalidGrant('the grant was revoked')
  const end = endOf(held.iat)
  if (end <= new Date()) throw new errors.InvalidGrant('the grant has ended')
  if (model !== 'RefreshToken') return wanted
  const expires = earlier(wanted, end)
  // A grant expires with the newest of its refresh tokens.
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
  return expires
}

/** Deletes a record. What a person or an application loses by it is recorded once, whoever deletes it first. */
const forget = async (tx: Tx, model: string, id: string) => {
  const gone = await tx
    .deleteFrom('oauth_record')
    .where('model', '=', model)
    .where('id', '=', fingerprint(id))
    .returning('payload')
    .executeTakeFirst()
  if (gone === undefined || (model !== 'Grant' && model !== 'ClientCredentials')) return
  const payload = gone.payload as AdapterPayload
  // In a request for a token a grant ends only because a code or a refresh token came twice: somebody has stolen it.
  if (Provider.ctx?.oidc?.route === 'token') await recordEvent(tx, 'token.refused', payload, { reason: 'used twice' })
  else await recordEvent(tx, 'token.revoked', payload)
}

const forgetGrant = async (tx: Tx, grantId: string) => {
  // The grant first: this waits for transactions that write its tokens (lockGrant), which are then found and deleted too.
  await forget(tx, 'Grant', grantId)
  await tx.deleteFrom('oauth_record').where('grant_id', '=', grantId).execute()
}

/**
 * Deletes a token with its grant and everything of it, at once. The provider deletes the token first and the grant afterwards: if
 * its process ended in between, asking again would find no token, and the grant would live on.
 */
const forgetToken = async (tx: Tx, model: string, id: string) => {
  const token = await tx
    .selectFrom('oauth_record')
    .select('grant_id')
    .where('model', '=', model)
    .where('id', '=', fingerprint(id))
    .executeTakeFirst()
  await (token?.grant_id == null ? forget(tx, model, id) : forgetGrant(tx, token.grant_id))
}
const ofGrants = new Set(['AccessToken', 'RefreshToken'])

/** Until when a record is valid. What belongs to a grant is not written any more once that has ended. */
const lastMoment = async (tx: Tx, model: string, { grantId, iat }: AdapterPayload, wanted: Date) => {
  if (model === 'Grant' && iat !== undefined) return earlier(wanted, endOf(iat))
  return grantId === undefined || model === 'Interaction' ? wanted : lockGrant(tx, model, grantId, wanted)
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
      const wanted = new Date(payload.exp === undefined ? Date.now() + expiresIn * 1000 : payload.exp * 1000)
      await inside(async (tx) => {
        if (payload.clientId !== undefined) await lockApplicationOf(tx, payload.clientId)
        const expires = await lastMoment(tx, model, payload, wanted)
        const exp = payload.exp === undefined ? {} : { exp: Math.floor(expires.getTime() / 1000) }
        const values = {
          payload: sql<string>`${withoutSecrets(id, { ...payload, ...exp })}::jsonb`,
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expires,
        }
        const { isNew } = await tx
          .insertInto('oauth_record')
          .values({ model, id: fingerprint(id), ...values })
          .onConflict((conflict) => conflict.columns(['organisation', 'model', 'id']).doUpdateSet(values))
          .returning(sql<boolean>`xmax = 0`.as('isNew'))
          .executeTakeFirstOrThrow()
        const kind = storedKind(model, payload)
        if (isNew && kind !== undefined) await recordEvent(tx, kind, payload)
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
      await inside((tx) => forgetToken(tx, model, id))
      throw new errors.InvalidGrant('used by two requests at once')
    },
    destroy: (id) => inside((tx) => (ofGrants.has(model) ? forgetToken(tx, model, id) : forget(tx, model, id))),
    revokeByGrantId: (grantId) => inside((tx) => forgetGrant(tx, grantId)),
  }
}
