import { type Database, inOrganisation, retryOnDeadlock, type Tx } from '../db/tx.ts'

export type QueueDue = {
  /** With the worker's role, which looks over all organisations. */
  readonly db: Database
  /** With the role of the API, which queues the messages of one. */
  readonly app: Database
  readonly onFailure: (organisation: number, problem: unknown) => void
  readonly shouldContinue: () => boolean
}

/**
 * Queues what is due in each organisation, some at a time and in rounds, until nothing is left: neither a failure in one of
 * them nor how much it has holds up the others. Idempotent: each transaction marks what it has queued.
 */
export const queueForEach = async (
  { app, onFailure, shouldContinue }: QueueDue,
  organisations: readonly { readonly organisation: number }[],
  queueSome: (tx: Tx) => Promise<number>,
) => {
  let left = organisations
  while (left.length > 0 && shouldContinue()) {
    const more: { readonly organisation: number }[] = []
    for (const one of left) {
      if (!shouldContinue()) return
      try {
        if ((await retryOnDeadlock(() => inOrganisation(app, one.organisation, queueSome))) > 0) more.push(one)
      } catch (problem) {
        onFailure(one.organisation, problem)
      }
    }
    left = more
  }
}
