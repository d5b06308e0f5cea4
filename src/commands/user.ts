import { text as readAll } from 'node:stream/consumers'
import { changePassword } from '../domain/identity/password-links.ts'
import { hashNewPassword, type PasswordOwner } from '../domain/identity/passwords.ts'
import { user } from '../domain/identity/user.resource.ts'
import { createUser } from '../domain/identity/users.ts'
import { defineCommand, UsageError, table } from './command.ts'
import { readFields } from './option-values.ts'
import { findGroups, groupOption, namesOf, organisationOption, withinOrganisation } from './organisation-scope.ts'

const text = { type: 'string' } as const
const { first_name, last_name, email, title, initials } = user.fields
const fields = { first_name, last_name, email, title, initials }

const passwordFrom = async (stream: NodeJS.ReadStream, owner: PasswordOwner) => {
  if (stream.isTTY)
    throw new UsageError(
      '--password-stdin reads the password from a pipe, so that it is not shown: … | fetlock user create …',
    )
  const password = (await readAll(stream)).replace(/\r?\n$/, '')
  return hashNewPassword(password, owner)
}

export const userCreate = defineCommand({
  words: 'user create',
  summary: 'Add a member of staff to an organisation',
  about:
    '"fetlock worker" sends the user an e-mail with a link to choose a password. ' +
    'With --password-stdin the password is set at once and no e-mail is sent.',
  options: {
    ...organisationOption,
    'first-name': { ...text, value: 'NAME', required: true, description: 'first name' },
    'last-name': { ...text, value: 'NAME', required: true, description: 'last name' },
    email: { ...text, value: 'ADDRESS', required: true, description: 'e-mail address, used to sign in' },
    title: { ...text, value: 'TITLE', description: 'for example Veterinarian' },
    initials: { ...text, value: 'LETTERS', description: 'how the user signs notes' },
    ...groupOption,
    invite: { type: 'boolean', description: 'send an invitation by e-mail (the default)' },
    'password-stdin': { type: 'boolean', description: 'read the password from standard input instead' },
  },
  example:
    'fetlock user create --organisation 1 --first-name Helena --last-name Vuorela \\\n' +
    '  --email helena.vuorela@example.com --group Administrators',
  prints: 'the id of the user.',
  run: async ({ organisation, group, invite, 'password-stdin': fromPipe, ...values }) => {
    if (invite && fromPipe) throw new UsageError('Choose one of --invite and --password-stdin.')
    const person = readFields(fields, values)
    const clinicName = fromPipe ? await withinOrganisation(organisation, async (_tx, { name }) => name) : ''
    const password = fromPipe ? await passwordFrom(process.stdin, { ...person, clinic: clinicName }) : undefined
    return withinOrganisation(organisation, async (tx, clinic) => {
      const groups = await findGroups(tx, group)
      const permission_groups = groups.map(({ id }) => id)
      // createUser() invites users who are active from the start.
      const id = await createUser(tx, undefined, { ...person, permission_groups, is_active: password === undefined })
      if (password !== undefined) {
        await changePassword(tx, id, password)
        await tx.updateTable('user').set({ is_active: true }).where('id', '=', id).execute()
      }
      const name = `${person.first_name} ${person.last_name}`
      return {
        json: { organisation: clinic.id, user: id, invited: password === undefined },
        text: `${table([
          ['User', `${id} (${name})`],
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Permission groups', namesOf(groups) || 'none: this user can do next to nothing yet'],
        ])}
${
  password === undefined
    ? `An invitation to ${person.email} is queued; "fetlock worker" sends it.`
    : `The user can sign in at /${clinic.id}/sign-in/.`
}`,
      }
    })
  },
})
