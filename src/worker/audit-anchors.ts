import { inOrganisation, type Database } from '../db/tx.ts'
import { recordSecurityEvent } from '../domain/identity/security-events.ts'
import { findLagging, lockPosition } from './followers.ts'

/** The key of its rows in the table `follower`: up to which event the chain of an organisation was noted. */
const name = 'audit anchors'

/**
 * Notes the end of an organisation's audit chain as a security event, which goes to the log: whoever forges the chain from then
 * on, up to its end in the database, cannot forge what has left the database.
 */
export const anchorChain = (db: Database, organisation: number) =>
  inOrganisation(db, organisation, async (tx) => {
    if ((await lockPosition(tx, name)) === undefined) return
    const { changes, chain } = await tx.selectFrom('ledger').select(['changes', 'chain']).executeTakeFirstOrThrow()
    await recordSecurityEvent(tx, { kind: 'audit.anchored', details: { end: `${changes}:${chain.toString('hex')}` } })
    await tx.updateTable('follower').set({ position: changes }).where('name', '=', name).execute()
  })

/** Notes the end of every chain that has grown since it was noted last. */
export const anchorChains = async (
  db: Database,
  onFailure: (organisation: number, error: unknown) => void,
  shouldContinue = () => true,
) => {
  for (const { organisation } of await findLagging(db, { name })) {
    if (!shouldContinue()) return
    await anchorChain(db, organisation).catch((error: unknown) => onFailure(organisation, error))
  }
}
