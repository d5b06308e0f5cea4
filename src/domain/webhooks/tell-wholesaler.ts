import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/tx.ts'

export type WholesalerEvent =
  | 'wholesaler.created'
  | 'wholesaler.updated'
  | 'wholesaler.deleted'
  | 'order.placed'
  | 'catalog.processed'

export type Registration = {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly register_number: string
}

/** What to tell the integration of a wholesaler, and what it has to come after. */
export type Telling = {
  readonly event: WholesalerEvent
  readonly payload: Readonly<Record<string, unknown>>
  /** Events of one key are posted one after another. */
  readonly orderKey?: string
  /** Posted after the `wholesaler.created` of this key. */
  readonly afterCreatedOf?: string
}

export const keyOfWholesaler = (id: number) => `wholesaler ${id}`
export const keyOfOrder = (id: number) => `order ${id}`

const isBrief = (event: WholesalerEvent) => event === 'order.placed' || event === 'catalog.processed'

/**
 * Queues an event for the integration behind a registration. Its body is fixed here, and must hold no secret. Only fields that
 * the contract marks as optional are null when they are empty; whoever makes the payload sees to that.
 */
export const tellWholesaler = async (
  tx: Tx,
  { id, name, email, register_number }: Registration,
  { event, payload, orderKey, afterCreatedOf }: Telling,
): Promise<number> => {
  const eventId = randomUUID()
  const body = {
    event,
    event_id: eventId,
    available_wholesaler: {
      id,
      name,
      ...(isBrief(event) ? {} : { email: email || null, register_number: register_number || null }),
    },
    ...payload,
  }
  const delivery = await tx
    .insertInto('delivery')
    .values({
      available_wholesaler: id,
      event,
      event_id: eventId,
      content_type: 2,
      body: JSON.stringify(body),
      order_key: orderKey ?? null,
      after_created_of: afterCreatedOf ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return delivery.id
}
