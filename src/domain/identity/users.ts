import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { validationError } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { endPasswordLinks, inviteUser } from './password-links.ts'
import { endAllAccess } from './sessions.ts'

export type NewUser = {
  first_name?: string
  last_name: string
  email: string
  title?: string
  initials?: string
  phone?: string
  is_active?: boolean
  home_department?: Id<'department'> | null
  permission_groups?: Id<'permissiongroup'>[]
}

/** Writes only the difference, because every added or removed membership is audited. */
const replaceGroups = async (tx: Tx, user: number, groups: readonly number[]) => {
  await tx
    .deleteFrom('user_permissiongroup')
    .where('user', '=', user)
    .where(sql<boolean>`permissiongroup <> all(${[...groups]}::bigint[])`)
    .execute()
  if (groups.length > 0)
    await tx
      .insertInto('user_permissiongroup')
      .values(groups.map((permissiongroup) => ({ user, permissiongroup })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Creates a user and invites them by e-mail to choose a password. */
export const createUser = async (
  tx: Tx,
  _actor: Actor | undefined,
  { permission_groups = [], ...person }: NewUser,
): Promise<Id<'user'>> => {
  const { id, is_active } = await tx
    .insertInto('user')
    .values(person)
    .returning(['id', 'is_active'])
    .executeTakeFirstOrThrow()
  await replaceGroups(tx, id, permission_groups)
  if (is_active) await inviteUser(tx, id)
  return id
}

const ownNames = ['first_name', 'last_name', 'email'] as const

/**
 * Changes a user. One who is made inactive is signed out everywhere at once. Links that were mailed to an old address no
 * longer work; a user who has no password yet is invited at the new one.
 */
export const changeUser = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  { permission_groups, ...changes }: Partial<NewUser>,
) => {
  const before = await tx
    .selectFrom('user')
    .select(['is_virtual', 'is_active', 'email', 'password_hash'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const fixed = before.is_virtual ? ownNames.filter((name) => changes[name] !== undefined) : []
  if (fixed.length > 0)
    throw validationError(
      Object.fromEntries(
        fixed.map((name) => [
          name,
          [
            {
              message: 'An application’s user is named after its application. Change the application instead.',
              code: 'fixed',
            },
          ],
        ]),
      ),
    )
  if (permission_groups) await replaceGroups(tx, id, permission_groups)
  // The groups are shown on the user, so a change of them alone is a change of the user too.
  await tx
    .updateTable('user')
    .set({ ...changes, is_active: changes.is_active ?? before.is_active })
    .where('id', '=', id)
    .execute()
  if (before.is_active && changes.is_active === false) await endAllAccess(tx, id)
  if (changes.email !== undefined && changes.email !== before.email) {
    await endPasswordLinks(tx, id)
    const isActive = changes.is_active ?? before.is_active
    if (isActive && before.password_hash === null) await inviteUser(tx, id)
  }
}

/** Sends the invitation again to a user who has not chosen a password yet. */
export const resendInvitation = async (tx: Tx, _actor: Actor, id: number): Promise<number> => {
  await inviteUser(tx, id)
  return id
}
