import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createLegacyKey } from '../../../src/domain/identity/legacy-keys.ts'
import type { Have } from './given.ts'
import { makeOne, orThrow, type Area, type Makers, type Making, type Needs } from './making.ts'

/** Keys are made by operators only. */
const makeKey = async ({ organisation, have }: Making): Promise<Have> => {
  const { id } = await organisation.within((tx) => createLegacyKey(tx, have.application!))
  return { ...have, legacykey: id }
}

const madeFor: Makers = {
  'legacykey.delete': makeKey,
  // A secret can be retired once.
  'webhook.retire_secret': async ({ organisation, as, have }) => {
    const webhook = await makeOne(organisation, as, 'webhook', have)
    await orThrow(
      'a new secret',
      as.patch(`/hook/webhook/${webhook}/`, { secret: 'Another secret that is long enough' }),
    )
    return { ...have, webhook }
  },
}

const madeBehind: Makers = {
  legacykey: makeKey,
  // One for the sample webhook, which is the sample, and one for the sample wholesaler.
  delivery: ({ organisation, have: { webhook, available_wholesaler }, marks: { word } }) =>
    organisation.within(async (tx) => {
      const queue = (to: { webhook: number; trigger: number } | { available_wholesaler: number }, event: string) =>
        tx
          .insertInto('delivery')
          .values({
            ...to,
            event,
            event_id: randomUUID(),
            content_type: 2,
            body: JSON.stringify({ name: word }),
            status: 2,
            attempts: 11,
            last_attempt: sql<Date>`now()`,
            last_status_code: 500,
            last_answer: word,
            failure: word,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      await queue({ available_wholesaler: available_wholesaler! }, 'wholesaler.created')
      return { delivery: (await queue({ webhook: webhook!, trigger: 1 }, 'Client')).id }
    }),
  delivery_attempt: ({ organisation, have: { delivery }, marks: { word } }) =>
    organisation.within(async (tx) => {
      const { id } = await tx
        .insertInto('delivery_attempt')
        .values({ delivery: delivery!, milliseconds: 12, status_code: 500, answer: word, failure: word })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { delivery_attempt: id }
    }),
}

const neededBehind: Needs = {
  legacykey: ['application'],
  delivery: ['webhook', 'available_wholesaler'],
  delivery_attempt: ['delivery'],
}

/** Legacy keys, webhooks and their deliveries. */
export const integrations: Area = { madeFor, madeBehind, neededBehind }
