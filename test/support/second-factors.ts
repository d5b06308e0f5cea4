import { Secret, TOTP } from 'otpauth'
import { inOrganisation } from '../../src/db/tx.ts'
import { addTotp, confirmTotp } from '../../src/domain/identity/second-factors.ts'
import { type Practice, sealing } from './identity.ts'

/** The code that an authenticator app shows, so many steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0, now = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: now + steps * 30_000 })

/** Adds an authenticator app to a user, ten minutes ago, with its recovery codes. */
export const givenTotp = (practice: Practice, user: number, organisation = 1) =>
  inOrganisation(practice.db, organisation, async (tx) => {
    const { id, secret } = await addTotp(
      tx,
      sealing,
      { user, browser: '' },
      { issuer: 'Clinic', label: 'anna@example.com' },
    )
    const now = new Date(Date.now() - 600_000)
    const added = await confirmTotp(
      tx,
      sealing,
      { user, browser: '' },
      { id, code: codeOf(secret, 0, now.getTime()), now },
    )
    return { factor: id, secret, recoveryCodes: added?.recoveryCodes ?? [] }
  })

/** The security events of a user, the oldest first. */
export const eventsOf = (practice: Practice, user: number | null) =>
  practice.within(async (tx) => {
    const rows = await tx
      .selectFrom('security_event')
      .select(['kind', 'details', 'address'])
      .where('user', user === null ? 'is' : '=', user)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, details, address }) => ({ kind, address, details: details as Record<string, unknown> }))
  })
