import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'

/** What its invoice does to a visit. Each rule runs in the transaction that holds the invoice. */
export type VisitRules = {
  /** Locks the items of a visit, which come before the visit and its invoice in the lock order. */
  readonly holdItems: (tx: Tx, consultation: Id<'consultation'>) => Promise<void>
  /** The invoice has been settled, or has an amount due again. */
  readonly onSettlementChange: (
    tx: Tx,
    actor: Actor,
    consultation: Id<'consultation'>,
    isSettled: boolean,
  ) => Promise<void>
  /** The draft was voided, so the visit can be corrected and finalized again. */
  readonly onDraftVoided: (tx: Tx, actor: Actor, consultation: Id<'consultation'>) => Promise<void>
}

// Consultations import billing and never the other way round, so an actor brings their rules.
declare module '../../kernel/caller.ts' {
  interface InjectedRules {
    readonly visits: VisitRules
  }
}
