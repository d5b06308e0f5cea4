import type { Schema } from '../../kernel/fields.ts'
import { idNameOf, triggers, type Trigger } from './triggers.ts'

/** When each trigger fires, as the contract says it. */
const occasions: Readonly<Record<Trigger, string>> = {
  1: 'A client was created or changed.',
  2: 'A patient was created or changed.',
  3: 'A visit was created, changed or deleted.',
  5: 'A row of a visit was created, changed or deleted.',
  6: 'A referral to imaging was made. Trigger 7 fires too.',
  7: 'A referral to imaging or its order was made or changed.',
  8: 'A referral to imaging was deleted, with its order.',
  9: 'An invoice or a credit note got its number, which happens once.',
  10: 'An invoice was created or changed while it has no number.',
  11: 'A payment was recorded, cancellations and set-offs included.',
  12: 'A prepayment was made, or what is left of it has changed.',
  14: 'A day was closed.',
  21: 'An appointment was made or changed, other than by cancelling it.',
  22: 'An appointment was cancelled: appointments are never deleted.',
  45: 'A visit was finalized. Not told when a paid visit is owed for again.',
  46: 'An order of stock was created, changed, sent or withdrawn, or its products came.',
  63: 'A department or its settings were changed.',
  65: 'A phone number was created or changed.',
  100: 'An application was registered, or restored.',
}

/** What is posted to a webhook: `id` is the property that tells which record it is about, or that it is about none. */
export type WebhookBody = {
  readonly title: string
  readonly occasion: string
  readonly id: Readonly<Record<string, Schema>>
  readonly trigger: Schema
}

/** The body of every trigger, and of a test delivery, which any of them may have. */
export const webhookBodies = (triggerSchema: Schema): readonly WebhookBody[] => [
  ...Object.entries(triggers).map(([number, title]): WebhookBody => {
    const trigger = Number(number) as Trigger
    return {
      title,
      occasion: occasions[trigger],
      id: {
        [idNameOf(trigger)]: { type: 'integer', description: 'The `id` of the record: read it to see what it is now.' },
      },
      trigger: { type: 'integer', const: trigger, description: `Always ${trigger} (${title}).` },
    }
  }),
  {
    title: 'Test',
    occasion: 'A test delivery was asked for, which tells of nothing.',
    id: { test: { type: 'boolean', const: true, description: 'Only in a test delivery, in the place of an id.' } },
    trigger: { ...triggerSchema, description: 'The trigger of the webhook that is tested.' },
  },
]
