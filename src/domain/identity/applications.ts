import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { ceilingFor } from '../../kernel/ceilings.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import { requireGrantable } from './grants.ts'
import { requireOrigins } from './origins.ts'
import { requireGoodRedirects } from './redirects.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { recordSecurityEvent } from './security-events.ts'

export const scopes = ['restapi', 'openid', 'wholesaler'] as const
export type Scope = (typeof scopes)[number]
export const defaultScope: Scope = 'restapi'

export type NewApplication = {
  readonly name: string
  /** A public client (an app on the user's device) has no secret and must use PKCE. */
  readonly public?: boolean | undefined
  readonly redirect_uris?: readonly string[] | undefined
  /** The origins of its web pages, from which browsers may call the API. */
  readonly allowed_origins?: readonly string[] | undefined
  readonly scopes?: readonly string[] | undefined
  readonly permission_groups?: readonly number[] | undefined
}
export type Registered = { readonly id: number; readonly client_id: string; readonly client_secret: string | null }

/** Registers an integration with the virtual user it acts as. The secret is shown now and never again. */
export const registerApplication = async (
  tx: Tx,
  actor: Actor | undefined,
  {
    name,
    public: isPublic = false,
    redirect_uris = [],
    allowed_origins = [],
    scopes: asked = [defaultScope],
    permission_groups = [],
  }: NewApplication,
): Promise<Registered> => {
  if (name.trim() === '') throw invalid('name', 'Give the application a name.', 'blank')
  requireScopes(asked)
  requireGoodRedirects(redirect_uris, isPublic)
  requireOrigins(allowed_origins)
  await requireNewName(tx, name)
  await requireFewApplications(tx, actor)
  await requireGroups(tx, permission_groups)
  await requireGrantable(tx, actor, permission_groups)
  const user = await tx
    .insertInto('user')
    .values({ first_name: 'Integration', last_name: name, is_virtual: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const groups = [...new Set(permission_groups)]
  if (groups.length > 0)
    await tx
      .insertInto('user_permissiongroup')
      .values(groups.map((permissiongroup) => ({ user: user.id, permissiongroup })))
      .execute()
  const client_secret = isPublic ? null : newSecret()
  const { id, client_id } = await tx
    .insertInto('application')
    .values({
      name,
      public: isPublic,
      client_id: newSecret(),
      secret_hash: client_secret === null ? null : fingerprint(client_secret),
      redirect_uris: [...redirect_uris],
      allowed_origins: [...new Set(allowed_origins)],
      scopes: [...new Set(asked)],
      user: user.id,
    })
    .returning(['id', 'client_id'])
    .executeTakeFirstOrThrow()
  await recordSecurityEvent(tx, { kind: 'application.registered', application: id, details: { public: isPublic } })
  return { id, client_id, client_secret }
}

/**
 * Ends every token, code and grant of an application. Its row is locked by now, and whoever writes one of these locks it too
 * (src/oauth/records.ts): what is being written meanwhile is either found here, or refused afterwards.
 */
const endTokens = async (tx: Tx, clientId: string) => {
  await tx.deleteFrom('oauth_record').where(sql<string>`payload ->> 'clientId'`, '=', clientId).execute()
}

/** Refuses another application where the organisation has as many as it may: each is somebody who sends requests. */
const requireFewApplications = async (tx: Tx, actor: Actor | undefined, itself = 0) => {
  if (actor?.ceilings === undefined) return
  const most = ceilingFor(actor.ceilings.applications, actor)
  const { count } = await tx
    .selectFrom('application')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('archived', '=', false)
    .executeTakeFirstOrThrow()
  if (count - itself >= most)
    throw invalid(
      nonField,
      `This organisation has ${count} applications, and may not have more. Archive those that are no longer used.`,
      'too_many_applications',
    )
}

/** Replaces an application's secret. What was obtained with the old one ends with it. */
export const rotateSecret = async (tx: Tx, _actor: Actor | undefined, id: number): Promise<Registered> => {
  const application = await lockApplication(tx, id)
  if (application.public) throw invalid(nonField, 'A public application has no secret to replace.')
  const client_secret = newSecret()
  await tx
    .updateTable('application')
    .set({ secret_hash: fingerprint(client_secret), pkce_required: true })
    .where('id', '=', id)
    .execute()
  await endTokens(tx, application.client_id)
  await recordSecurityEvent(tx, { kind: 'application.secret_rotated', application: id })
  return { id, client_id: application.client_id, client_secret }
}

/** What an answer shows of a registration: the record, and the secret this once. */
export const showSecret = ({ id, client_secret }: Registered) =>
  client_secret === null ? id : { id, revealed: { client_secret } }

/** Ends everything that an application can show, so that restoring it revives nothing. */
const endAccess = async (tx: Tx, application: number, clientId: string) => {
  await endTokens(tx, clientId)
  const keys = await tx
    .updateTable('legacy_key')
    .set({ revoked: sql<Date>`now()` })
    .where('application', '=', application)
    .where('revoked', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of keys)
    await recordSecurityEvent(tx, { kind: 'legacy_key.revoked', application, details: { key: id } })
}

/**
 * Changes an application; its virtual user is named after it. One that is archived can no longer do anything, and its tokens,
 * grants and keys end: restored, it has its secret and asks for new ones.
 */
export const changeApplication = async (
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  changes: {
    name?: string
    redirect_uris?: string[]
    allowed_origins?: string[]
    scopes?: string[]
    archived?: boolean
  },
) => {
  const {
    public: isPublic,
    user,
    client_id,
    archived,
  } = await tx
    .selectFrom('application')
    .select(['public', 'user', 'client_id', 'archived'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (changes.scopes) requireScopes(changes.scopes)
  if (changes.redirect_uris) requireGoodRedirects(changes.redirect_uris, isPublic)
  if (changes.allowed_origins) requireOrigins(changes.allowed_origins)
  if (Object.keys(changes).length > 0) await tx.updateTable('application').set(changes).where('id', '=', id).execute()
  if (changes.name !== undefined)
    await tx.updateTable('user').set({ last_name: changes.name }).where('id', '=', user).execute()
  const becomes = changes.archived ?? archived
  if (becomes && !archived) await endAccess(tx, id, client_id)
  if (archived && !becomes) await requireFewApplications(tx, actor, 1)
  const fields = Object.keys(changes)
  if (becomes !== archived)
    await recordSecurityEvent(tx, { kind: becomes ? 'application.archived' : 'application.restored', application: id })
  else if (fields.length > 0)
    await recordSecurityEvent(tx, {
      kind: 'application.changed',
      application: id,
      details: { fields: fields.join(', ') },
    })
}

/** Locks an application that is in use until the commit. */
export const lockApplication = async (tx: Tx, id: number) => {
  const found = await tx
    .selectFrom('application')
    .select(['client_id', 'public', 'archived'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound('There is no application with this id.')
  if (found.archived) throw invalid(nonField, 'This application is archived. Restore it first.')
  return found
}

/** Refuses scopes that do not exist. */
export const requireScopes = (asked: readonly string[]) => {
  const unknown = asked.filter((scope) => !scopes.some((known) => known === scope))
  if (unknown.length > 0)
    throw invalid('scopes', `Unknown: ${unknown.join(', ')}. There are ${scopes.join(', ')}.`, 'invalid_choice')
  if (asked.length === 0) throw invalid('scopes', `Name at least one of ${scopes.join(', ')}.`, 'empty')
}

const requireNewName = async (tx: Tx, name: string) => {
  const taken = await tx
    .selectFrom('application')
    .select('id')
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst()
  if (taken !== undefined)
    throw invalid('name', 'There is an application of this name already. Choose another name.', 'unique')
}

const requireGroups = async (tx: Tx, groups: readonly number[]) => {
  if (groups.length === 0) return
  const known = await tx
    .selectFrom('permissiongroup')
    .select('id')
    .where('id', 'in', [...groups])
    .where('archived', '=', false)
    .execute()
  const missing = groups.filter((group) => !known.some(({ id }) => id === group))
  if (missing.length > 0)
    throw invalid(
      'permission_groups',
      `There is no permission group ${missing.join(', ')}, or it is archived.`,
      'does_not_exist',
    )
}
