import type { Permission } from '../db/tables.ts'

import type { Ceilings } from './ceilings.ts'

export type { Permission }
export type Access = 'read' | 'write'

/** The authenticated caller. */
export type Caller = {
  readonly organisation: number
  readonly credential: 'oauth' | 'legacy' | 'session'
  /** Whose requests these count as: rate windows are kept per account. */
  readonly account: string
  readonly application: number | null
  readonly user: number
  /** What the session of a browser is called; it opens nothing. */
  readonly session?: string | undefined
  /** Whether the person of a session has given their own factor within the last minutes: the declaration `stepUp` asks for it. */
  readonly confirmed?: boolean | undefined
  /** What a session must send with every change, so that no other site can make its browser do one. */
  readonly csrfToken?: string | undefined
  /** Whether the credential acts for a person: a session, or an application that they granted access. */
  readonly actsForUser: boolean
  readonly scopes: ReadonlySet<string>
  readonly permissions: ReadonlyMap<Permission, Access>
  /** Seconds by which the organisation's clock is ahead; only a sandbox's may differ from ours. */
  readonly clockOffset: number
  /** Whether the organisation is a sandbox, which has less of what all share. */
  readonly sandbox?: boolean | undefined
}

/** Encrypts what must be read again later, such as a shared secret. */
export type Seal = (secret: string) => Buffer
/** Whether this is the secret that was sealed. Rules can compare secrets so, and read none. */
export type MatchesSealed = (sealed: Buffer, secret: string) => boolean

/**
 * Rules that a part of the practice calls although they belong to a part above it, which it does not import. It declares
 * them by extending this, and whoever makes an actor passes them in.
 */
export interface InjectedRules {}

/** A caller inside one request. Rules take the time from `now` and never from the system clock. */
export type Actor = Caller & {
  readonly now: Date
  readonly seal: Seal
  readonly matchesSealed: MatchesSealed
  readonly rules: InjectedRules
  /** Where the organisation's API is served, as others are told: `{base_url}/`. */
  readonly baseUrl: string
  /** From where the request came, and the id it has in logs and in the audit trail. */
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
  readonly requestId?: string | undefined
  /** Private addresses, as `host:port`, that this deployment may be asked to call; only a development machine has any. */
  readonly allowedPrivate?: readonly string[]
  /** What the organisation may take of what all share. The service itself has no ceilings. */
  readonly ceilings?: Ceilings
}

export const hasPermission = (caller: Caller, permission: Permission, access: Access) => {
  const held = caller.permissions.get(permission)
  return held === 'write' || (held === 'read' && access === 'read')
}
