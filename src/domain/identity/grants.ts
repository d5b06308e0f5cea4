import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { hasPermission, type Actor } from '../../kernel/caller.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import { permissions } from './permissions.ts'

/** The first permission in these groups that the actor does not hold. Who may edit the groups themselves is above them all. */
const findBeyond = async (tx: Tx, actor: Actor, groups: readonly number[]) => {
  if (groups.length === 0 || hasPermission(actor, 'Settings: Users and permissions', 'write')) return undefined
  const { rows } = await sql<{ read: string[]; write: string[] }>`
    select read::text[], write::text[] from permissiongroup where id = any(${[...groups]}::bigint[])`.execute(tx)
  return permissions.find(
    (name) =>
      (rows.some(({ write }) => write.includes(name)) && !hasPermission(actor, name, 'write')) ||
      (rows.some(({ read }) => read.includes(name)) && !hasPermission(actor, name, 'read')),
  )
}

/** Refuses to assign a permission group with more permissions than the actor has. */
export const requireGrantable = async (tx: Tx, actor: Actor | undefined, groups: readonly number[]) => {
  const beyond = actor && (await findBeyond(tx, actor, groups))
  if (beyond)
    throw invalid(
      'permission_groups',
      `You cannot give the permission "${beyond}", because you do not hold it yourself.`,
      'beyond_own',
    )
}

/** Refuses to change an application with more permissions than the actor: its secret would give them to the actor. */
export const requireWithinReach = async (tx: Tx, actor: Actor, application: number) => {
  const groups = await tx
    .selectFrom('application')
    .innerJoin('user_permissiongroup', (join) =>
      join
        .onRef('user_permissiongroup.organisation', '=', 'application.organisation')
        .onRef('user_permissiongroup.user', '=', 'application.user'),
    )
    .select('user_permissiongroup.permissiongroup as id')
    .where('application.id', '=', application)
    .execute()
  const beyond = await findBeyond(
    tx,
    actor,
    groups.map(({ id }) => id),
  )
  if (beyond)
    throw forbidden(`This application holds the permission "${beyond}", which you do not. Ask somebody who does.`)
}
