import { readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { integer, text, timestamp } from '../../kernel/values.ts'

export const deliveryAttempt = defineResource({
  name: 'delivery_attempt',
  path: 'hook/attempt',
  title: 'Delivery attempt',
  about:
    'One time a webhook delivery was posted, and how that went. Attempts are kept as long as their delivery, also those before it was queued again.',
  permission: 'Settings: Integration settings',
  fields: {
    delivery: ref('delivery', {
      ...readOnly,
      about: 'What was posted in this attempt: its body, its receiver and its outcome so far are there.',
    }),
    occurred: timestamp({ ...readOnly, about: 'When the attempt had ended.' }),
    milliseconds: integer({
      ...readOnly,
      min: 0,
      about: 'How long it took, from looking up the host to the end of the answer.',
    }),
    status_code: integer({
      ...readOnlyOrNull,
      min: 0,
      about: 'The HTTP status of the answer. Null if there was none.',
    }),
    answer: text(500, {
      ...readOnly,
      about: 'The beginning of the answer, as text. Not kept where a secret was posted.',
    }),
    failure: text(500, { ...readOnly, about: 'Why it failed, and what to do. Empty if the delivery was taken.' }),
  },
  filters: { delivery: ['is'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
