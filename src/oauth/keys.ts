import { createECDH, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { JWKS } from 'oidc-provider'

const shortestSecret = 32
/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const derive = (secretKey: string, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secretKey, 'fetlock', purpose, length))

/** An ES256 key that every process derives alike, from 64 extra bits as in FIPS 186-5 A.2.1. */
const signingKey = (secretKey: string) => {
  const random = BigInt(`0x${derive(secretKey, 'id token signing key', 40).toString('hex')}`)
  const d = Buffer.from(((random % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: d.toString('base64url'),
  }
}

export type Keys = ReturnType<typeof keysFrom>

/**
 * Derives the keys of the authorization server from those of FETLOCK_SECRET_KEY. The first one signs; what the others have
 * signed is accepted as well, so that nobody is signed out by a rotation.
 */
export const keysFrom = (secretKeys: readonly string[]) => {
  if (secretKeys.some((secretKey) => secretKey.length < shortestSecret))
    throw new Error('The secret key is too short. Set FETLOCK_SECRET_KEY to the output of: openssl rand -base64 32')
  const jwks: JWKS = { keys: secretKeys.map(signingKey) }
  const formKeys = secretKeys.map((secretKey) => derive(secretKey, 'form token', 32))
  const formToken = (formKey: Buffer, organisation: number, cookie: string) =>
    createHmac('sha256', formKey).update(`${organisation} ${cookie}`).digest()
  const csrfKeys = secretKeys.map((secretKey) => derive(secretKey, 'csrf token', 32))
  const clinicKeys = secretKeys.map((secretKey) => derive(secretKey, 'known clinic', 32))
  const isOneOf = (keys: readonly Buffer[], organisation: number, text: string, token: string) => {
    const given = Buffer.from(token, 'base64url')
    return keys.some((key) => {
      const wanted = formToken(key, organisation, text)
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    })
  }
  return {
    jwks,
    /** Sign the cookie of a browser in which somebody has signed in before. */
    browsers: secretKeys.map((secretKey) => derive(secretKey, 'known browser', 32)),
    cookies: secretKeys.map((secretKey) => derive(secretKey, 'cookie signature', 32).toString('base64url')),
    /** The CSRF token that a form must send with the cookie. */
    formToken: (organisation: number, cookie: string) =>
      formToken(formKeys[0]!, organisation, cookie).toString('base64url'),
    isFormToken: (organisation: number, cookie: string, token: string) =>
      isOneOf(formKeys, organisation, cookie, token),
    /** The CSRF token that a program in the browser must send with every change in its session. */
    csrfToken: (organisation: number, session: string) =>
      formToken(csrfKeys[0]!, organisation, session).toString('base64url'),
    isCsrfToken: (organisation: number, session: string, token: string) =>
      isOneOf(csrfKeys, organisation, session, token),
    /** What a browser holds in which somebody has signed in to this clinic: it may be told what the clinic is called. */
    clinicMark: (organisation: number) => formToken(clinicKeys[0]!, organisation, '').toString('base64url'),
    isClinicMark: (organisation: number, mark: string) => isOneOf(clinicKeys, organisation, '', mark),
  }
}
