import type { Permission } from '../db/tables.ts'

export type { Permission }
export type Access = 'read' | 'write'

/** Who is asking, as established from the credential before anything else happens. */
export type Caller = {
  readonly organisation: number
  readonly credential: 'oauth' | 'legacy' | 'session'
  /** Whose requests these count as: rate windows are kept per account. */
  readonly account: string
  readonly application: number | null
  readonly user: number
  /** Whether a person is asking: by a session, or through an application that they granted access. */
  readonly actsForUser: boolean
  readonly scopes: ReadonlySet<string>
  readonly permissions: ReadonlyMap<Permission, Access>
  /** Seconds by which the organisation's clock is ahead; only a sandbox's may differ from ours. */
  readonly clockOffset: number
}

/** Encrypts what must be read again later, such as a shared secret. */
export type Seal = (secret: string) => Buffer

/** A caller inside one request. Rules ask `now` for the time and never the machine. */
export type Actor = Caller & { readonly now: Date; readonly seal: Seal }

export const holds = (caller: Caller, permission: Permission, access: Access) => {
  const held = caller.permissions.get(permission)
  return held === 'write' || (held === 'read' && access === 'read')
}
