import { readOnly, readOnlyOrNull, type Field } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, date } from '../../kernel/values.ts'

const recallStatuses = { 0: 'Waiting', 1: 'Queued', 2: 'Sending', 3: 'Sent', 4: 'Failed', 5: 'Replaced' } as const

const status: Field<keyof typeof recallStatuses, typeof readOnly & { about: string }> = {
  ...choice(recallStatuses, {
    ...readOnly,
    about:
      'How far it is: waiting for its day, then what became of its message, or replaced by a newer vaccination. 4 where the message was held or has failed; `/message/` says why. It follows the message without advancing `modified`.',
  }),
  select: (
    _column,
    at,
  ) => `case when ${at.row}.replaced_by is not null then 5 when ${at.row}.queued is null then 0 else coalesce((
    select case when m.status in (1, 2, 3) then m.status else 4 end from client_message m
    where m.organisation = ${at.organisation} and m.recall = ${at.row}.id order by m.id desc limit 1), 1) end`,
}

export const recall = defineResource({
  name: 'recall',
  title: 'Recall',
  about:
    'When a patient is to be vaccinated again. A vaccination in a visit makes it, and its message is sent on that day.',
  permission: 'General: Patients and clients',
  fields: {
    patient: ref('patient', {
      ...readOnly,
      about: 'Who was vaccinated. The message goes to the client whose animal it is then.',
    }),
    item: ref('item', { ...readOnly, about: 'The vaccine: an item with `is_vaccine` and `recall_interval_days`.' }),
    consultation: ref('consultation', { ...readOnly, about: 'The visit in which it was given.' }),
    department: ref('department', {
      ...readOnly,
      about: 'Where that was, and in whose name the client is written to.',
    }),
    given: date({ ...readOnly, about: 'The day on which the vaccine was given, at the department.' }),
    due: date({
      ...readOnly,
      about: 'The day on which it is to be given again, and on which the client is written to.',
    }),
    replaced_by: ref('recall', {
      ...readOnlyOrNull,
      about: 'The recall of the newest vaccination with the same item, where this is not it. Then nothing is sent.',
    }),
    status,
    created,
    modified,
  },
  filters: {
    patient: ['is', 'in'],
    item: ['is'],
    due: ['gte', 'lte', 'lt'],
    replaced_by: ['is_null'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['due', 'modified'],
  exposes: ['patient', 'item'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
