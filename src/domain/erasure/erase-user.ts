import type { Tx } from '../../db/tx.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { recordSecurityEvent } from '../identity/security-events.ts'
import { holdUser } from './hold-person.ts'
import { findKeptOfUser, type KeptOfUser, lastEnd } from './kept-names.ts'
import { endAccess, type ErasedUserKind, identifyUser, userSteps } from './user-data.ts'

export type ErasedOfUser = { readonly kind: ErasedUserKind; readonly count: number }
type Erasure = {
  readonly id: number
  readonly erased: readonly ErasedOfUser[]
  readonly kept: readonly KeptOfUser[]
}

const eraseHeldUser = async (tx: Tx, id: number, now: Date): Promise<Erasure> => {
  const kept = await findKeptOfUser(tx, id)
  const user = await identifyUser(tx, { id, now, keepsName: kept.length > 0 })
  await endAccess(tx, id)
  const erased: ErasedOfUser[] = []
  for (const { kind, erase } of userSteps) erased.push({ kind, count: await erase(tx, user) })
  const { id: erasure } = await tx
    .insertInto('erasure')
    .values({ resource: 'user', record: id, erased: now, kept_until: lastEnd(kept) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordSecurityEvent(tx, { kind: 'user.erased', user: id })
  return { id: erasure, erased, kept }
}

/**
 * Erases the personal data of a member of staff who has left, for good. The name stays for as long as a record must say who
 * treated, prescribed or kept the books. What the audit trail says is erased at the end of the transaction.
 */
export const eraseUser = async (tx: Tx, id: number, now: Date): Promise<Erasure> => {
  const held = await holdUser(tx, id)
  if (held === undefined) throw recordNotFound('User')
  if (held.is_virtual)
    throw invalid(nonField, 'The user of an application has no personal data. Archive the application instead.')
  if (held.erased !== null)
    throw invalid(
      nonField,
      'The personal data of this user was erased before. There is nothing left to erase.',
      'erased',
    )
  if (held.is_active)
    throw invalid(nonField, 'This user may still sign in. Set is_active to false first.', 'still_active')
  return eraseHeldUser(tx, id, now)
}

/** Erases again, after a restore, who was erased before it; answers false where there is nothing to erase. */
export const eraseUserAgain = async (tx: Tx, id: number, erased: Date): Promise<boolean> => {
  const held = await holdUser(tx, id)
  if (held === undefined || held.erased !== null) return false
  await eraseHeldUser(tx, id, erased)
  return true
}
