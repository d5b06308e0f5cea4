import { inOrganisation, retryOnDeadlock } from '../db/tx.ts'
import { revokeAllAccess, type Revoked } from '../domain/identity/revoke-access.ts'
import { config } from '../app/config.ts'
import { readSettings } from '../app/read-settings.ts'
import { lastOrganisation } from '../secrets/reseal.ts'
import { defineCommand, Failure, table, UsageError } from './command.ts'
import { connectAsSet } from './database.ts'
import { readId } from './option-values.ts'

const none: Revoked = { sessions: 0, tokens: 0, links: 0, legacyKeys: 0, clientSecrets: 0 }

const sum = (a: Revoked, b: Revoked): Revoked => ({
  sessions: a.sessions + b.sessions,
  tokens: a.tokens + b.tokens,
  links: a.links + b.links,
  legacyKeys: a.legacyKeys + b.legacyKeys,
  clientSecrets: a.clientSecrets + b.clientSecrets,
})

/** The ids to go through. Only the owner of the tables knows how many organisations there are. */
const idsOf = async (organisation: string | undefined): Promise<readonly number[]> => {
  if (organisation !== undefined) return [readId('--organisation', organisation)]
  const owner = connectAsSet(config.ownerDatabase(), { max: 1, name: 'fetlock revoke-all' })
  try {
    return Array.from({ length: await lastOrganisation(owner.read) }, (_, at) => at + 1)
  } finally {
    await owner.close()
  }
}

export const revokeAllCommand = defineCommand({
  words: 'revoke-all',
  summary: 'End every session and token, after a restore or when credentials may be stolen',
  about:
    'Ends every session, token, grant, code and link in an e-mail of one organisation or of all of them, within a second. People ' +
    'sign in again with their passwords and factors, applications get new tokens with their secrets. Records a security event ' +
    'in each organisation. It can be interrupted and run again safely. --all also needs FETLOCK_OWNER_DATABASE_URL.',
  options: {
    organisation: { type: 'string', value: 'ID', description: 'the id of one organisation' },
    all: { type: 'boolean', description: 'every organisation of this deployment' },
    'legacy-keys': { type: 'boolean', description: 'revoke every legacy key too' },
    'client-secrets': {
      type: 'boolean',
      description: 'revoke the secrets of applications too: staff have to replace each one with rotate_secret/',
    },
  },
  example: 'fetlock revoke-all --all',
  prints: 'how many of each were ended.',
  run: async ({ organisation, all, 'legacy-keys': legacyKeys, 'client-secrets': clientSecrets }, progress) => {
    if (all === (organisation !== undefined))
      throw new UsageError('Give either --organisation ID or --all. fetlock revoke-all --help shows an example.')
    const { database } = readSettings({ database: config.database })
    const ids = await idsOf(organisation)
    const app = connectAsSet(database, { max: 1, name: 'fetlock revoke-all' })
    let [total, organisations] = [none, 0]
    try {
      for (const id of ids) {
        const revoked = await retryOnDeadlock(() =>
          inOrganisation(app.db, id, async (tx) => {
            const found = await tx.selectFrom('organisation').select('id').executeTakeFirst()
            return found === undefined ? undefined : revokeAllAccess(tx, { legacyKeys, clientSecrets })
          }),
        )
        if (revoked === undefined) continue
        organisations++
        total = sum(total, revoked)
        progress.count(
          `organisation ${id} of ${ids.at(-1)}, ${total.sessions} sessions and ${total.tokens} tokens ended`,
        )
      }
    } finally {
      await app.close()
    }
    if (organisations === 0 && organisation !== undefined)
      throw new Failure(`There is no organisation ${organisation}.`)
    const { sessions, tokens, links } = total
    return {
      json: {
        organisations,
        sessions,
        tokens,
        links,
        legacy_keys: total.legacyKeys,
        client_secrets: total.clientSecrets,
      },
      text: table([
        ['Organisations', organisations],
        ['Sessions', `${sessions} ended`],
        ['Tokens and grants', `${tokens} ended`],
        ['Links in e-mails', `${links} ended`],
        ['Legacy keys', legacyKeys ? `${total.legacyKeys} revoked` : 'kept'],
        ['Client secrets', clientSecrets ? `${total.clientSecrets} revoked` : 'kept'],
      ]),
    }
  },
})
