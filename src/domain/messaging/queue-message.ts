import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id, Timestamp } from '../../kernel/fields.ts'
import type { MessageChannel, MessageKind } from './kinds.ts'

export type NewMessage = {
  readonly kind: MessageKind
  readonly channel: MessageChannel
  /** What asks for it, such as the id of a reminder: the same request is one message, however often it is queued. */
  readonly request: string
  readonly department: Id<'department'>
  readonly client?: Id<'client'> | null
  readonly patient?: Id<'patient'> | null
  readonly appointment?: Id<'appointment'> | null
  readonly invoice?: Id<'invoice'> | null
  readonly consultation?: Id<'consultation'> | null
  readonly reminder?: number | null
  readonly recall?: number | null
  /** What somebody has written, and whose token wrote it: other messages are written when they are sent. */
  readonly subject?: string
  readonly text?: string
  readonly created_user?: Id<'user'>
  /** Not before this time by the clock of the organisation; now unless given. */
  readonly due?: Timestamp
}

/** Seconds by which the clock of the organisation is ahead of the real one. */
const clockOffset = sql<number>`(select clock_offset from organisation where id = organisation())`

/**
 * Queues a message to a client, in the transaction of what asks for it. It is written, and judged whether it may be sent at
 * all, when it is due.
 */
export const queueMessage = async (
  tx: Tx,
  { due, ...message }: NewMessage,
): Promise<{ readonly id: number; readonly isNew: boolean }> => {
  const made = await tx
    .insertInto('client_message')
    .values({
      ...message,
      due: due ?? sql<Date>`clock_timestamp() + make_interval(secs => ${clockOffset})`,
    })
    .onConflict((conflict) => conflict.columns(['organisation', 'kind', 'channel', 'request']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) return { id: made.id, isNew: true }
  const { id } = await tx
    .selectFrom('client_message')
    .select('id')
    .where('kind', '=', message.kind)
    .where('channel', '=', message.channel)
    .where('request', '=', message.request)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}
