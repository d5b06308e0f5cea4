import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** What is recorded, as `subject.what_happened`. Alerts, the operator's log and the API's filter go by these names. */
export const securityEventKinds = [
  'access.refused',
  'application.archived',
  'application.changed',
  'application.registered',
  'application.restored',
  'application.secret_rotated',
  'audit.anchored',
  'client.erased',
  'credentials.throttled',
  'email.change_requested',
  'email.changed',
  'export.made',
  'factor.added',
  'factor.removed',
  'file.infected',
  'file.refused',
  'grant.ended',
  'grant.given',
  'import.started',
  'legacy_key.made',
  'legacy_key.revoked',
  'organisation.access_revoked',
  'password.changed',
  'password.reset_requested',
  'password.set',
  'permission.changed',
  'recovery_code.used',
  'recovery_codes.made',
  'session.confirm_failed',
  'session.confirmed',
  'session.ended',
  'session.locked',
  'session.unlock_failed',
  'session.unlocked',
  'settings.changed',
  'sign_in.failed',
  'sign_in.second_factor_failed',
  'sign_in.succeeded',
  'sign_in.throttled',
  'sign_out',
  'token.failed',
  'token.issued',
  'token.refreshed',
  'token.refused',
  'token.revoked',
  'user.activated',
  'user.changed',
  'user.created',
  'user.deactivated',
  'user.erased',
  'user.invited',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/** From where a request came, for functions that have no `Actor`. */
export type Origin = {
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
  readonly requestId?: string | undefined
}

type Detail = string | number | boolean | null

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  /** Whose account it is about. */
  readonly user?: number | null | undefined
  /** The user who did it, if known and another. A request of the API is recorded with its caller unless this is given. */
  readonly actor?: number | null | undefined
  readonly application?: number | null | undefined
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
  readonly requestId?: string | undefined
  /**
   * What else tells one such event from another: never a secret, never what somebody typed. `new_browser: true` of a
   * `sign_in.succeeded` and `manages_users: true` of a `permission.changed` raise an alert.
   */
  readonly details?: Readonly<Record<string, Detail>> | undefined
}

/** Longer texts are cut: what a caller sends must not fill the table. */
const longest = { address: 63, userAgent: 255, requestId: 63, detail: 255 } as const

const cut = (value: Detail) => (typeof value === 'string' ? value.slice(0, longest.detail).toWellFormed() : value)

/**
 * Adds one event. Call it in the transaction of what it reports, where that is committed, and for a refusal in a transaction
 * of its own. What is left out is taken from the actor of the transaction, where it has one. The address of a page may name
 * an organisation that does not exist: that has no events.
 */
export const recordSecurityEvent = async (tx: Tx, event: SecurityEvent) => {
  const { kind, user = null, actor, application, address, userAgent, requestId, details = {} } = event
  const facts = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, cut(value)]))
  await sql`
    with caller as (select coalesce(nullif(current_setting('app.actor', true), ''), '{}')::jsonb as who)
    insert into security_event (kind, "user", actor, application, address, user_agent, request, details)
    select ${kind}, ${user}::bigint,
      case when ${actor === undefined} then nullif((who ->> 'user')::bigint, ${user}::bigint) else ${actor ?? null}::bigint end,
      case when ${application === undefined} then (who ->> 'application')::bigint else ${application ?? null}::bigint end,
      coalesce(${address?.slice(0, longest.address) ?? null}, who ->> 'address', ''),
      coalesce(${userAgent?.slice(0, longest.userAgent).toWellFormed() ?? null}, who ->> 'userAgent', ''),
      coalesce(${requestId?.slice(0, longest.requestId) ?? null}, who ->> 'request', ''),
      ${JSON.stringify(facts)}::jsonb
    from caller cross join organisation where organisation.id = organisation()`.execute(tx)
}

/** What a person is shown of the events of their own account, newest first. */
export const recentSecurityEvents = (tx: Tx, user: number, most = 20) =>
  tx
    .selectFrom('security_event')
    .select(['id', 'occurred', 'kind', 'application', 'address', 'user_agent', 'details'])
    .where('user', '=', user)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
