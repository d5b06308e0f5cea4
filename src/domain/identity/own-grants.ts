import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../kernel/errors.ts'
import { type Origin, recordSecurityEvent } from './security-events.ts'

export type AllowedApplication = {
  readonly id: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly since: Date
}

/** The applications that a user lets act for them, with what they were allowed and since when. */
export const allowedApplications = async (tx: Tx, user: number): Promise<readonly AllowedApplication[]> => {
  const { rows } = await sql<AllowedApplication>`
    with given as (
      select payload ->> 'clientId' as client_id, payload -> 'openid' ->> 'scope' as scope, (payload ->> 'iat')::float8 as at
      from oauth_record
      where model = 'Grant' and expires > now() and payload ? 'accountId' and payload ->> 'accountId' = ${String(user)}),
    scopes as (
      select given.client_id, array_agg(distinct word order by word) as scopes
      from given cross join lateral regexp_split_to_table(coalesce(given.scope, ''), ' +') as word
      where word <> '' group by given.client_id)
    select application.id, application.name, coalesce(scopes.scopes, '{}') as scopes, to_timestamp(min(given.at)) as since
    from given
      join application on application.client_id = given.client_id and not application.archived
      left join scopes on scopes.client_id = given.client_id
    group by application.id, application.name, scopes.scopes
    order by lower(application.name), application.id`.execute(tx)
  return rows
}

/** Ends what a user has allowed an application, with every token and code it holds in their name. */
export const endOwnGrants = async (tx: Tx, user: number, application: number, origin: Origin = {}) => {
  const found = await tx
    .selectFrom('application')
    .select(['client_id', 'name'])
    .where('id', '=', application)
    .executeTakeFirst()
  const ofBoth = sql<boolean>`payload ? 'accountId' and payload ->> 'accountId' = ${String(user)}
    and payload ->> 'clientId' = ${found?.client_id ?? ''}`
  // The grants go first: this waits for whoever is writing a token of one, and the next statement finds that token too.
  const ended = await tx.deleteFrom('oauth_record').where('model', '=', 'Grant').where(ofBoth).executeTakeFirst()
  if (found === undefined || ended.numDeletedRows === 0n)
    throw notFound('You do not allow this application anything. It may have ended already.')
  await tx.deleteFrom('oauth_record').where(ofBoth).execute()
  await recordSecurityEvent(tx, { kind: 'grant.ended', user, application, ...origin })
  return found.name
}
