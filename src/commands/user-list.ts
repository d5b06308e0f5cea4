import { sql } from 'kysely'
import { defineCommand, Failure } from './command.ts'
import { columns } from './columns.ts'
import { deactivateUser } from '../domain/identity/users.ts'
import type { Tx } from '../db/tx.ts'
import { organisationOption, withinOrganisation } from './organisation-scope.ts'

type Listed = {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly groups: string
  readonly is_active: boolean
  readonly has_password: boolean
  readonly factors: number
}

const listUsers = async (tx: Tx): Promise<readonly Listed[]> => {
  const { rows } = await sql<Listed>`
    select "user".id, concat_ws(' ', first_name, last_name) as name, email, is_active, password_hash is not null as has_password,
      coalesce((select string_agg(permissiongroup.name, ', ' order by permissiongroup.name) from user_permissiongroup
        join permissiongroup on permissiongroup.organisation = user_permissiongroup.organisation
          and permissiongroup.id = user_permissiongroup.permissiongroup
        where user_permissiongroup."user" = "user".id), '') as groups,
      (select count(*)::int from second_factor where second_factor."user" = "user".id and confirmed is not null) as factors
    from "user" where not is_virtual order by "user".id`.execute(tx)
  return rows
}

const stateOf = ({ is_active, has_password }: Listed) =>
  is_active ? (has_password ? 'active' : 'invited') : 'deactivated'

export const userList = defineCommand({
  words: 'user list',
  summary: 'List the staff of an organisation',
  about: 'Shows who may sign in, with which permission groups and how many second factors.',
  options: { ...organisationOption },
  example: 'fetlock user list --organisation 1',
  prints: 'a line for each member of staff, those who were deactivated among them.',
  run: ({ organisation }) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      const users = await listUsers(tx)
      return {
        json: { organisation: clinic.id, users: users.map((user) => ({ ...user, state: stateOf(user) })) },
        text: columns(
          ['Id', 'Name', 'E-mail', 'State', 'Factors', 'Permission groups'],
          users.map((user) => [user.id, user.name, user.email, stateOf(user), user.factors, user.groups]),
        ),
      }
    }),
})

/** The member of staff who signs in with this address. */
export const findUserByEmail = async (tx: Tx, email: string) => {
  const users = await tx
    .selectFrom('user')
    .select(['id', 'email', 'is_active'])
    .where('is_virtual', '=', false)
    .execute()
  const found = users.find((user) => user.email.toLowerCase() === email.trim().toLowerCase())
  if (found === undefined) throw new Failure(`There is no user with the address ${email} in this organisation.`)
  return found
}

export const userDeactivate = defineCommand({
  words: 'user deactivate',
  summary: 'End the access of somebody who has left, or whose account was taken over',
  about:
    'Ends every session, token and mailed link of the user at once; nobody can sign in as them until a manager activates them ' +
    'again in the app. Their records keep their name. Doing it again changes nothing.',
  options: {
    ...organisationOption,
    email: {
      type: 'string',
      value: 'ADDRESS',
      required: true,
      description: 'the e-mail address the user signs in with',
    },
  },
  example: 'fetlock user deactivate --organisation 1 --email helena.vuorela@example.com',
  prints: 'whose access has ended.',
  run: ({ organisation, email }) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      const user = await findUserByEmail(tx, email)
      if (user.is_active) await deactivateUser(tx, user.id)
      return {
        json: { organisation: clinic.id, user: user.id, deactivated: user.is_active },
        text: user.is_active
          ? `User ${user.id} (${user.email}) is deactivated. Every session and token of the user has ended.`
          : `User ${user.id} (${user.email}) was deactivated already.`,
      }
    }),
})
