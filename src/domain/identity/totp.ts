import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const period = 30
/** Of the codes before and after the current one, because clocks differ and people type slowly. */
const window = 1

/** A shared secret of 160 random bits, in base32 as people type it. */
export const newTotpSecret = () => new Secret({ buffer: Uint8Array.from(randomBytes(20)).buffer }).base32

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })

/** The address that an authenticator app opens to add the account. */
export const totpAddress = (secret: string, issuer: string, label: string) => totpOf(secret, issuer, label).toString()

/** The time step that a code belongs to, if it is one of those that count now. */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, window, timestamp: now.getTime() })
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / period) + delta
}
