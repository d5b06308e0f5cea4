import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { recordSecurityEvent } from './security-events.ts'

/** What is ended besides sessions, tokens and links: these need somebody to set up integrations again. */
export type AlsoRevoked = { readonly legacyKeys: boolean; readonly clientSecrets: boolean }

/** How many of each were ended. */
export type Revoked = {
  readonly sessions: number
  readonly tokens: number
  readonly links: number
  readonly legacyKeys: number
  readonly clientSecrets: number
}

/** Stands where the hash of a secret would be; no secret has this hash. */
const revokedSecret = 'revoked'

/**
 * Nobody else adds a session or a token until the commit, so none that is being issued survives. In the order in which
 * others lock the two, which avoids deadlocks; reading goes on.
 */
const lockCredentials = async (tx: Tx) => {
  await sql`lock table session in exclusive mode`.execute(tx)
  await sql`lock table oauth_record in exclusive mode`.execute(tx)
}

/** Links in e-mails: those that set a password, and those that confirm an address. */
const endLinks = async (tx: Tx) => {
  const used = { used: sql<Date>`now()` }
  const passwords = await tx.updateTable('password_link').set(used).where('used', 'is', null).executeTakeFirst()
  const addresses = await tx.updateTable('email_link').set(used).where('used', 'is', null).executeTakeFirst()
  return Number(passwords.numUpdatedRows + addresses.numUpdatedRows)
}

const endLegacyKeys = async (tx: Tx) => {
  const { numUpdatedRows } = await tx
    .updateTable('legacy_key')
    .set({ revoked: sql<Date>`now()` })
    .where('revoked', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The applications stay, and get a new secret when somebody asks for one. */
const endClientSecrets = async (tx: Tx) => {
  const { numUpdatedRows } = await tx
    .updateTable('application')
    .set({ secret_hash: revokedSecret })
    .where('public', '=', false)
    .where('secret_hash', '<>', revokedSecret)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Ends all access to an organisation: every session, token, grant, code, half-finished sign-in and link in an e-mail, and
 * what else is asked for.
 * Passwords and second factors stay. Doing it again ends nothing and records nothing.
 */
export const revokeAllAccess = async (tx: Tx, also: AlsoRevoked): Promise<Revoked> => {
  // Before the tables are locked, because whoever issues a token locks its application first.
  const legacyKeys = also.legacyKeys ? await endLegacyKeys(tx) : 0
  const clientSecrets = also.clientSecrets ? await endClientSecrets(tx) : 0
  await lockCredentials(tx)
  await tx.deleteFrom('pending_sign_in').execute()
  await tx.deleteFrom('factor_mark').execute()
  const sessions = await tx.deleteFrom('session').executeTakeFirst()
  const tokens = await tx.deleteFrom('oauth_record').executeTakeFirst()
  const revoked: Revoked = {
    sessions: Number(sessions.numDeletedRows),
    tokens: Number(tokens.numDeletedRows),
    links: await endLinks(tx),
    legacyKeys,
    clientSecrets,
  }
  if (Object.values(revoked).some((count) => count > 0))
    await recordSecurityEvent(tx, {
      kind: 'organisation.access_revoked',
      details: {
        sessions: revoked.sessions,
        tokens: revoked.tokens,
        links: revoked.links,
        legacy_keys: revoked.legacyKeys,
        client_secrets: revoked.clientSecrets,
      },
    })
  return revoked
}
