import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Permission, Seal } from '../../kernel/caller.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import { endFactorMarks } from './factor-marks.ts'
import { fingerprint } from './secrets.ts'
import { looksLikeRecoveryCode, makeRecoveryCodes, countRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { recordSecurityEvent, type Origin } from './security-events.ts'
import { newTotpSecret, stepOfCode, totpAddress } from './totp.ts'

/** Encrypts the secrets of authenticator apps, and reads them again. */
export type Sealing = { readonly seal: Seal; readonly unseal: (sealed: Buffer) => string }

/** What shows nothing of clients or of who did what. Whoever may read more must have a second factor where one is required. */
const impersonal: readonly Permission[] = [
  'Custom field settings',
  'Financial: Discounts',
  'Settings: Departments',
  'Settings: Items',
  'Settings: Stock',
]

/** The second factors of a user, the oldest first. */
export const secondFactorsOf = (tx: Tx, user: number) =>
  tx
    .selectFrom('second_factor')
    .select(['id', 'name', 'created', 'last_used', sql<'totp' | 'passkey'>`kind`.as('kind')])
    .where('user', '=', user)
    .where('confirmed', 'is not', null)
    .orderBy('id')
    .execute()

/** Whether the organisation requires a second factor of this user, because they may write anything, or read of people. */
export const isSecondFactorRequired = async (tx: Tx, user: number): Promise<boolean> => {
  const { rows } = await sql<{ required: boolean }>`
    select second_factor_required and exists (
      select from user_permissiongroup
        join permissiongroup on permissiongroup.organisation = user_permissiongroup.organisation
          and permissiongroup.id = user_permissiongroup.permissiongroup
      where user_permissiongroup."user" = ${user} and not permissiongroup.archived
        and (permissiongroup.write <> '{}' or not permissiongroup.read <@ ${[...impersonal]}::permission[])) as required
    from security_settings`.execute(tx)
  return rows[0]?.required ?? false
}

/** Only one change of a user's factors at a time: the last one must not be removed twice. */
export const lockFactors = (tx: Tx, user: number) =>
  tx.selectFrom('user').select('id').where('id', '=', user).forNoKeyUpdate().executeTakeFirstOrThrow()

type Account = { readonly issuer: string; readonly label: string }

/** As people type it: in groups of four. */
const grouped = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, '$& ')

const shownTotp = (id: number, secret: string, { issuer, label }: Account) => ({
  id,
  secret: grouped(secret),
  address: totpAddress(secret, issuer, label),
})

/** Who adds an app, and in which browser: `browser` is a secret that only this browser holds. */
type Adding = { readonly user: number; readonly browser: string }

/** An app that was begun and not confirmed is forgotten after this time. */
const begunMinutes = 10

/** Drops the app that a user began to add. */
export const dropBegunTotp = (tx: Tx, user: number) =>
  tx.deleteFrom('second_factor').where('user', '=', user).where('confirmed', 'is', null).execute()

/** Begins to add an authenticator app. It counts once a code of it has been confirmed; one that was begun before is dropped. */
export const addTotp = async (tx: Tx, { seal }: Sealing, { user, browser }: Adding, account: Account) => {
  await lockFactors(tx, user)
  await dropBegunTotp(tx, user)
  const secret = newTotpSecret()
  const { id } = await tx
    .insertInto('second_factor')
    .values({ user, kind: 'totp', name: 'Authenticator app', secret: seal(secret), browser: fingerprint(browser) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return shownTotp(id, secret, account)
}

/** The app that was begun in this browser a moment ago. There is one at most. */
const begun = (tx: Tx, { user, browser }: Adding) =>
  tx
    .selectFrom('second_factor')
    .select(['id', 'secret'])
    .where('user', '=', user)
    .where('kind', '=', 'totp')
    .where('confirmed', 'is', null)
    .where('browser', '=', fingerprint(browser))
    .where('created', '>', sql<Date>`now() - make_interval(mins => ${begunMinutes})`)

export const begunTotp = async (tx: Tx, adding: Adding) => (await begun(tx, adding).executeTakeFirst())?.id ?? 0

const findUnconfirmed = async (tx: Tx, adding: Adding, id: number) => {
  const found = await begun(tx, adding).where('id', '=', id).executeTakeFirst()
  return found?.secret == null ? undefined : { id: found.id, secret: found.secret }
}

/** What addTotp() showed, to show it again after a wrong code; undefined once the app counts. */
export const unconfirmedTotp = async (tx: Tx, { unseal }: Sealing, adding: Adding, id: number, account: Account) => {
  const found = await findUnconfirmed(tx, adding, id)
  return found && shownTotp(found.id, unseal(found.secret), account)
}

/** The first second factor comes with recovery codes, which are shown once. */
export const makeFirstRecoveryCodes = async (tx: Tx, user: number, origin: Origin = {}) =>
  (await countRecoveryCodes(tx, user)) > 0 ? undefined : makeRecoveryCodes(tx, user, origin)

type Added = { readonly recoveryCodes: readonly string[] | undefined }

/** Completes an authenticator app by a code that it shows. Undefined if the code is wrong. */
export const confirmTotp = async (
  tx: Tx,
  { unseal }: Sealing,
  adding: Adding,
  { id, code, now }: { readonly id: number; readonly code: string; readonly now: Date },
  origin: Origin = {},
): Promise<Added | undefined> => {
  const { user } = adding
  await lockFactors(tx, user)
  const found = await findUnconfirmed(tx, adding, id)
  const step = found && stepOfCode(unseal(found.secret), code, now)
  if (step === undefined) return undefined
  await tx
    .updateTable('second_factor')
    .set({ confirmed: now, last_step: step, last_used: now })
    .where('id', '=', id)
    .execute()
  await recordSecurityEvent(tx, { ...origin, kind: 'factor.added', user, details: { factor: 'totp' } })
  return { recoveryCodes: await makeFirstRecoveryCodes(tx, user, origin) }
}

/** Uses a code of one of the user's authenticator apps. A code works once, and so do the ones before it. */
const takeTotpCode = async (tx: Tx, { unseal }: Sealing, user: number, code: string, now: Date) => {
  const apps = await tx
    .selectFrom('second_factor')
    .select(['id', 'secret'])
    .where('user', '=', user)
    .where('kind', '=', 'totp')
    .where('confirmed', 'is not', null)
    .execute()
  for (const { id, secret } of apps) {
    const step = secret === null ? undefined : stepOfCode(unseal(secret), code, now)
    if (step === undefined) continue
    const { numUpdatedRows } = await tx
      .updateTable('second_factor')
      .set({ last_step: step, last_used: now })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return true
  }
  return false
}

/** Uses a code that somebody typed: of an app, or a recovery code. Says which it was, or undefined if it is wrong. */
export const takeCode = async (
  tx: Tx,
  sealing: Sealing,
  user: number,
  { code, now }: { readonly code: string; readonly now: Date },
  origin: Origin = {},
): Promise<'totp' | 'recovery' | undefined> => {
  if (looksLikeRecoveryCode(code)) return (await takeRecoveryCode(tx, user, code, origin)) ? 'recovery' : undefined
  return (await takeTotpCode(tx, sealing, user, code, now)) ? 'totp' : undefined
}

const lastFactor = () =>
  new ApiError(400, 'Your organisation requires a second factor of you. Add another one before you remove this one.', {
    code: 'last_factor',
  })

/** Removes a second factor. With the last one go the recovery codes; where one is required, the last one stays. */
export const removeFactor = async (tx: Tx, user: number, id: number, origin: Origin = {}) => {
  await lockFactors(tx, user)
  const factors = await secondFactorsOf(tx, user)
  const removed = factors.find((factor) => factor.id === id)
  if (removed === undefined) throw notFound('You have no second factor with this id.')
  const isLast = factors.length === 1
  if (isLast && (await isSecondFactorRequired(tx, user))) throw lastFactor()
  await tx.deleteFrom('second_factor').where('id', '=', id).where('user', '=', user).execute()
  await endFactorMarks(tx, user)
  if (isLast) await tx.deleteFrom('recovery_code').where('user', '=', user).execute()
  await recordSecurityEvent(tx, { ...origin, kind: 'factor.removed', user, details: { factor: removed.kind } })
}

/** Removes every second factor of somebody who has lost them all. Their access must be ended with it. */
export const resetFactors = async (tx: Tx, user: number, origin: Origin = {}): Promise<number> => {
  await lockFactors(tx, user)
  const factors = await secondFactorsOf(tx, user)
  await tx.deleteFrom('second_factor').where('user', '=', user).execute()
  await tx.deleteFrom('recovery_code').where('user', '=', user).execute()
  await tx.deleteFrom('pending_sign_in').where('user', '=', user).execute()
  await endFactorMarks(tx, user)
  await recordSecurityEvent(tx, {
    ...origin,
    kind: 'factor.removed',
    user,
    details: { factor: 'all', count: factors.length, by: 'operator' },
  })
  return factors.length
}
