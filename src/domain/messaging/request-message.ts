import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { ContentOf, QueuedMessage } from './content.ts'
import { findHold } from './holds.ts'
import { failed, held, queued } from './kinds.ts'
import { queueMessage, type NewMessage } from './queue-message.ts'
import { holdReasons, type HoldReason } from './reasons.ts'

/** The columns of a message that say what it is about. */
export const queuedColumns = [
  'id',
  'kind',
  'channel',
  'request',
  'department',
  'client',
  'patient',
  'appointment',
  'invoice',
  'reminder',
  'recall',
] as const

/**
 * Queues a message that somebody asks for, and says at once if it would be held. The same request is sent once; one that was
 * held or has failed is queued again if nothing holds it any more.
 */
export const requestMessage = async (
  tx: Tx,
  message: NewMessage,
  contentOf: ContentOf,
  now: Date,
): Promise<'queued' | HoldReason> => {
  const { id, isNew } = await queueMessage(tx, message)
  const { status, ...known } = await tx
    .selectFrom('client_message')
    .select([...queuedColumns, 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!isNew && status !== held && status !== failed) return 'queued'
  const asked = known as QueuedMessage
  const reason = await findHold(tx, asked, await contentOf(tx, asked, now))
  if (isNew && reason === undefined) return 'queued'
  await tx
    .updateTable('client_message')
    .set(
      reason === undefined
        ? {
            status: queued,
            reason: '',
            detail: '',
            attempts: 0,
            due: now,
            available: sql<Date>`clock_timestamp()`,
          }
        : { status: held, reason, detail: holdReasons[reason] },
    )
    .where('id', '=', id)
    .execute()
  return reason ?? 'queued'
}
