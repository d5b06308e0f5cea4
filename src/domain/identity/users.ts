import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, validationError } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { afterForeignChange } from './email-changes.ts'
import { endMailedLinks } from './mails.ts'
import { keepingAManager } from './keep-managed.ts'
import { inviteUser } from './password-links.ts'
import { recordSecurityEvent } from './security-events.ts'
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

/** Whether one of these groups lets its members give permissions. */
const letManageUsers = async (tx: Tx, groups: readonly number[]) => {
  const { rows } = await sql<{ manages: boolean }>`
    select exists (select from permissiongroup where id = any(${[...groups]}::bigint[]) and not archived
      and 'Settings: Users and permissions' = any("write")) as manages`.execute(tx)
  return rows[0]!.manages
}

/** Writes only the difference, because every added or removed membership is audited. */
const replaceGroups = async (tx: Tx, user: number, groups: readonly number[], created = false) => {
  const removed = await tx
    .deleteFrom('user_permissiongroup')
    .where('user', '=', user)
    .where(sql<boolean>`permissiongroup <> all(${[...groups]}::bigint[])`)
    .returning('permissiongroup')
    .execute()
  const added =
    groups.length === 0
      ? []
      : await tx
          .insertInto('user_permissiongroup')
          .values(groups.map((permissiongroup) => ({ user, permissiongroup })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('permissiongroup')
          .execute()
  if (removed.length + added.length === 0) return
  const gained = added.map(({ permissiongroup }) => permissiongroup)
  const manages_users = gained.length > 0 && (await letManageUsers(tx, gained))
  const details = { added: added.length, removed: removed.length, manages_users, ...(created && { created }) }
  await recordSecurityEvent(tx, { kind: 'permission.changed', user, details })
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
  await recordSecurityEvent(tx, { kind: 'user.created', user: id, details: { active: is_active } })
  await replaceGroups(tx, id, permission_groups, true)
  if (is_active) await inviteUser(tx, id)
  return id
}

const ownNames = ['first_name', 'last_name', 'email'] as const

type Before = {
  readonly is_virtual: boolean
  readonly is_active: boolean
  readonly email: string
  readonly password_hash: string | null
}

const requireChangeable = ({ is_virtual }: Before, changes: Partial<NewUser>) => {
  const fixed = is_virtual ? ownNames.filter((name) => changes[name] !== undefined) : []
  if (fixed.length === 0) return
  const message = 'An application’s user is named after its application. Change the application instead.'
  throw validationError(Object.fromEntries(fixed.map((name) => [name, [{ message, code: 'fixed' }]])))
}

/** One's own address is changed where the password is asked for: whoever finds an open session must not take the account. */
const requireOthersEmail = ({ actsForUser, user }: Actor, id: number) => {
  if (actsForUser && user === id)
    throw invalid(
      'email',
      'Change your own e-mail address on the page of your account, where your password is asked for.',
      'own_account',
    )
}

/** Links that were mailed to the old address end. Who has a password is told, and signs in again; who has none is invited. */
const followEmail = async (tx: Tx, id: number, before: Before, email: string, isActive: boolean) => {
  const isOtherAddress = email.toLowerCase() !== before.email.toLowerCase()
  if (before.password_hash !== null && isOtherAddress) return afterForeignChange(tx, id, before.email, email)
  await endMailedLinks(tx, id)
  if (isActive && before.password_hash === null) await inviteUser(tx, id)
}

/**
 * Changes a user. One who is made inactive is signed out everywhere at once, and so is one who gets another e-mail address, who
 * is told at both. A user who has no password yet is invited at the new one.
 */
export const changeUser = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { permission_groups, ...changes }: Partial<NewUser>,
) => {
  const before = await tx
    .selectFrom('user')
    .select(['is_virtual', 'is_active', 'email', 'password_hash'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  requireChangeable(before, changes)
  const { email } = changes
  const isActive = changes.is_active ?? before.is_active
  const changesEmail = email !== undefined && email !== before.email
  if (changesEmail) requireOthersEmail(actor, id)
  const write = async () => {
    if (permission_groups) await replaceGroups(tx, id, permission_groups)
    // The groups are shown on the user, so a change of them alone is a change of the user too.
    await tx
      .updateTable('user')
      .set({ ...changes, is_active: isActive })
      .where('id', '=', id)
      .execute()
  }
  const field = isActive ? 'permission_groups' : 'is_active'
  await (permission_groups || before.is_active !== isActive ? keepingAManager(tx, field, write) : write())
  if (before.is_active && !isActive) await endAccessOf(tx, id)
  const fields = Object.keys(changes).join(', ')
  if (fields !== '') await recordSecurityEvent(tx, { kind: 'user.changed', user: id, details: { fields } })
  if (before.is_active !== isActive)
    await recordSecurityEvent(tx, { kind: isActive ? 'user.activated' : 'user.deactivated', user: id })
  if (changesEmail) await followEmail(tx, id, before, email, isActive)
}

const endAccessOf = async (tx: Tx, id: number) => {
  await endAllAccess(tx, id)
  await endMailedLinks(tx, id)
}

/** Ends the access of a user, without a caller: for the operator. */
export const deactivateUser = async (tx: Tx, id: number) => {
  await tx.updateTable('user').set({ is_active: false }).where('id', '=', id).execute()
  await endAccessOf(tx, id)
  await recordSecurityEvent(tx, { kind: 'user.deactivated', user: id, details: { by: 'operator' } })
}

/** Sends the invitation again to a user who has not chosen a password yet. */
export const resendInvitation = async (tx: Tx, _actor: Actor, id: number): Promise<number> => {
  await inviteUser(tx, id)
  return id
}
