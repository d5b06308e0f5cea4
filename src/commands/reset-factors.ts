import { resetFactors } from '../domain/identity/second-factors.ts'
import { endAllAccess } from '../domain/identity/sessions.ts'
import { defineCommand } from './command.ts'
import { organisationOption, withinOrganisation } from './organisation-scope.ts'
import { findUserByEmail } from './user-list.ts'

export const userResetFactors = defineCommand({
  words: 'user reset-factors',
  summary: 'Remove the second factors of a user who has lost them all',
  about:
    'Removes authenticator apps, passkeys and recovery codes, and ends every session and token of the user. ' +
    'The password stays. Make sure first that the person who asks is the user: docs/operating/accounts.md says how.',
  options: {
    ...organisationOption,
    email: {
      type: 'string',
      value: 'ADDRESS',
      required: true,
      description: 'the e-mail address the user signs in with',
    },
  },
  example: 'fetlock user reset-factors --organisation 1 --email helena.vuorela@example.com',
  prints: 'how many factors were removed.',
  run: ({ organisation, email }) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      const found = await findUserByEmail(tx, email)
      const removed = await resetFactors(tx, found.id)
      await endAllAccess(tx, found.id)
      return {
        json: { organisation: clinic.id, user: found.id, removed },
        text: `${removed} second ${removed === 1 ? 'factor' : 'factors'} of user ${found.id} (${found.email}) removed. Every session and token of the user has ended.`,
      }
    }),
})
