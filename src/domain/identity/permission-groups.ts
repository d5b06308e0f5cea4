import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor, Permission } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { keepingAManager } from './keep-managed.ts'
import { recordSecurityEvent } from './security-events.ts'

type Group = { name?: string; read?: readonly Permission[]; write?: readonly Permission[]; archived?: boolean }

const managing: Permission = 'Settings: Users and permissions'
const letsManage = ({ write, archived }: { readonly write: readonly string[]; readonly archived: boolean }) =>
  !archived && write.includes(managing)

/** As PostgreSQL reads an array of its own type. */
const columnsOf = ({ read, write, ...rest }: Group) => ({
  ...rest,
  ...(read === undefined ? {} : { read: sql<Permission[]>`${[...read]}::permission[]` }),
  ...(write === undefined ? {} : { write: sql<Permission[]>`${[...write]}::permission[]` }),
})

/** Creates a permission group, which has no members yet. */
export const createGroup = async (
  tx: Tx,
  _actor: Actor | undefined,
  group: Group & { name: string },
): Promise<Id<'permissiongroup'>> => {
  const { id } = await tx
    .insertInto('permissiongroup')
    .values({ ...columnsOf(group), name: group.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordSecurityEvent(tx, { kind: 'permission.changed', details: { group: id, change: 'created' } })
  return id
}

const findMembers = async (tx: Tx, group: number) => {
  const { rows } = await sql<{ id: number }>`
    select member.id from user_permissiongroup membership
      join "user" member on member.organisation = membership.organisation and member.id = membership."user"
    where membership.permissiongroup = ${group} and member.is_active and not member.is_virtual order by 1`.execute(tx)
  return rows
}

/** Changes what the members of a group may do. Who may manage users by it is recorded, person by person. */
export const changeGroup = async (tx: Tx, _actor: Actor, id: number, changes: Group) => {
  const before = await tx
    .selectFrom('permissiongroup')
    .select(['write', 'archived'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const fields = Object.keys(changes)
  if (fields.length === 0) return
  await keepingAManager(tx, changes.archived === true ? 'archived' : 'write', () =>
    tx.updateTable('permissiongroup').set(columnsOf(changes)).where('id', '=', id).execute(),
  )
  const after = { write: changes.write ?? before.write, archived: changes.archived ?? before.archived }
  const manages_users = letsManage(after) && !letsManage(before)
  await recordSecurityEvent(tx, { kind: 'permission.changed', details: { group: id, fields: fields.join(', ') } })
  const gaining = manages_users ? await findMembers(tx, id) : []
  for (const { id: user } of gaining)
    await recordSecurityEvent(tx, { kind: 'permission.changed', user, details: { group: id, manages_users } })
}
