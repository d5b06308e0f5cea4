import { randomInt } from 'node:crypto'
import type { Tx } from '../../db/tx.ts'
import { fingerprint } from './secrets.ts'
import { recordSecurityEvent, type Origin } from './security-events.ts'

const codesEach = 10
/** Without I, L, O and U, which are misread. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 120 bits: enough to be kept as a plain hash. */
const length = 24

const newCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** As it is printed: in groups of four. */
const printed = (code: string) => code.replaceAll(/.{4}(?=.)/g, '$&-')

/** What somebody types, in whatever case and grouping, as the code it means. */
const readCode = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Whether this may be a recovery code and not one of an app. */
export const looksLikeRecoveryCode = (typed: string) => readCode(typed).length === length

/** Replaces the recovery codes of a user. They are returned to be shown once; only hashes are kept. */
export const makeRecoveryCodes = async (tx: Tx, user: number, origin: Origin = {}): Promise<readonly string[]> => {
  const codes = Array.from({ length: codesEach }, newCode)
  await tx.deleteFrom('recovery_code').where('user', '=', user).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ id: fingerprint(code), user })))
    .execute()
  await recordSecurityEvent(tx, { ...origin, kind: 'recovery_codes.made', user })
  return codes.map(printed)
}

export const countRecoveryCodes = async (tx: Tx, user: number) => {
  const { count } = await tx
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user', '=', user)
    .executeTakeFirstOrThrow()
  return count
}

/** Uses up a recovery code of a user. Each works once. */
export const takeRecoveryCode = async (tx: Tx, user: number, typed: string, origin: Origin = {}): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('id', '=', fingerprint(readCode(typed)))
    .where('user', '=', user)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  const left = await countRecoveryCodes(tx, user)
  await recordSecurityEvent(tx, { ...origin, kind: 'recovery_code.used', user, details: { left } })
  return true
}
