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
 * Queues what is due in each organisation, some at a time, until nothing is left. A failure in one of them does not hold up the
 * others. Idempotent: each transaction marks what it has queued.
 */
export const queueForEach = async (
  { app, onFailure, shouldContinue }: QueueDue,
  organisations: readonly { readonly organisation: number }[],
  queueSome: (tx: Tx) => Promise<number>,
) => {
  for (const { organisation } of organisations)
    try {
      let queued = 1
      while (queued > 0 && shouldContinue())
        queued = await retryOnDeadlock(() => inOrganisation(app, organisation, queueSome))
    } catch (problem) {
      onFailure(organisation, problem)
    }
}
