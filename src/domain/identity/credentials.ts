import { type Reader, readInOrganisation } from '../../db/tx.ts'
import type { Access, Caller, Permission } from '../../kernel/caller.ts'
import { isConfirmed, isLocked } from './sessions.ts'

/** What a request shows, with the secret already reduced to its fingerprint. */
export type Credential = { readonly kind: Caller['credential']; readonly fingerprint: string }

type Holder = {
  application: number | null
  user: number
  virtual: number | null
  /** Those it was given, and those its application may have. */
  scopes: string[]
  possible: string[]
  /** The name of a session, and whether it must be unlocked first. */
  session: string | null
  locked: boolean
  /** Whether its person has given their own factor a moment ago. */
  confirmed: boolean
  /** Whether its last use was written down long ago. */
  unnoted: boolean
}
type Group = { user: number; read: Permission[]; write: Permission[] }
type Found = Holder & { clock_offset: number; sandbox: boolean; groups: Group[] }

/** The use of a session is written down once a minute, that of a key once an hour: each write costs as much as a change. */
const noted = { session: '1 minute', legacy: '1 hour' } as const

/** Who holds a credential: the application and the user it acts as, if neither is archived, expired or revoked. */
const holders: Readonly<Record<Credential['kind'], string>> = {
  session: `select null::bigint as application, s."user", null::bigint as virtual,
      '{restapi}'::text[] as scopes, '{restapi}'::text[] as possible, s.public_id as session, ${isLocked('s')} as locked,
      ${isConfirmed('s')} as confirmed,
      s.last_used < now() - interval '${noted.session}' as unnoted
    from session s where s.organisation = t.o and s.id = $2 and s.expires > now()`,
  legacy: `select a.id as application, a."user", a."user" as virtual, '{}'::text[] as scopes, '{}'::text[] as possible,
      null::text as session, false as locked, false as confirmed,
      coalesce(k.last_used < now() - interval '${noted.legacy}', true) as unnoted
    from legacy_key k join application a on a.organisation = t.o and a.id = k.application and not a.archived
    where k.organisation = t.o and k.key_hash = $2 and k.revoked is null
      and (k.expires is null or k.expires > now())`,
  oauth: `select a.id as application, coalesce((r.payload ->> 'accountId')::bigint, a."user") as "user",
      a."user" as virtual, string_to_array(r.payload ->> 'scope', ' ') as scopes, a.scopes as possible,
      null::text as session, false as locked, false as confirmed, false as unnoted
    from oauth_record r
      join application a on a.organisation = t.o and a.client_id = r.payload ->> 'clientId' and not a.archived
    where r.organisation = t.o and r.model in ('AccessToken', 'ClientCredentials') and r.id = $2 and r.expires > now()`,
}

/** Runs for most requests, so it is small: sets are built in the process, not in the database. */
const callerOf = (kind: Credential['kind']) => `
  select h.*, o.clock_offset, o.sandbox,
    (select coalesce(json_agg(json_build_object('user', m."user", 'read', g."read", 'write', g."write")), '[]'::json)
      from user_permissiongroup m
        join permissiongroup g on g.organisation = t.o and g.id = m.permissiongroup and not g.archived
      where m.organisation = t.o and m."user" in (h."user", h.virtual)) as groups
  from (${holders[kind]}) h join organisation o on o.organisation = t.o
  where (select bool_and(u.is_active) and bool_or(u.id = h."user") from "user" u where u.organisation = t.o and u.id in (h."user", h.virtual))`

const permissionsOf = (groups: readonly Group[], user: number | null) => {
  const own = groups.filter((group) => group.user === user)
  const held = new Map<Permission, Access>()
  for (const { read } of own) for (const permission of read) held.set(permission, 'read')
  for (const { write } of own) for (const permission of write) held.set(permission, 'write')
  return held
}

/** What both have, at the lesser access. */
const inCommon = (some: ReadonlyMap<Permission, Access>, others: ReadonlyMap<Permission, Access>) => {
  const both = new Map<Permission, Access>()
  for (const [permission, access] of some) {
    const other = others.get(permission)
    if (other !== undefined) both.set(permission, access === 'write' ? other : 'read')
  }
  return both
}

const accountOf = ({ application, user, virtual }: Holder) => {
  if (application === null) return `user:${user}`
  return user === virtual ? `application:${application}` : `application:${application}/user:${user}`
}

export type FoundCaller = { readonly caller: Caller; readonly locked: boolean; readonly unnoted: boolean }

/** Finds the caller behind a credential of this organisation, in one statement under its row security. */
export const findCaller = async (
  read: Reader,
  organisation: number,
  { kind, fingerprint }: Credential,
): Promise<FoundCaller | undefined> => {
  const [found] = await readInOrganisation<Found>(read, organisation, callerOf(kind), [fingerprint])
  if (found === undefined) return undefined
  const own = permissionsOf(found.groups, found.user)
  const caller: Caller = {
    organisation,
    credential: kind,
    account: accountOf(found),
    application: found.application,
    user: found.user,
    ...(found.session === null ? {} : { session: found.session, confirmed: found.confirmed }),
    actsForUser: found.user !== found.virtual,
    scopes: new Set(found.scopes).intersection(new Set(found.possible)),
    clockOffset: found.clock_offset,
    sandbox: found.sandbox,
    permissions: found.application === null ? own : inCommon(own, permissionsOf(found.groups, found.virtual)),
  }
  return { caller, locked: found.locked, unnoted: found.unnoted }
}
