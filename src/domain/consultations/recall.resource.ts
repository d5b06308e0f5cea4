import { optional, optionalOrNull, readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { date, text, timestamp } from '../../kernel/values.ts'
import { appointment, client, message, reason, stateFilters, status } from './recall-state.ts'

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
    client,
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
    reason,
    message,
    appointment,
    called: timestamp({
      ...optionalOrNull,
      about: 'When the client was called about it. Null takes it back. It changes nothing about the message.',
    }),
    call_note: text(1000, { ...optional, about: 'What was said on the phone, for example “calls back in June”.' }),
    created,
    modified,
  },
  filters: {
    patient: ['is', 'in'],
    item: ['is'],
    department: ['is'],
    due: ['gte', 'lte', 'lt'],
    replaced_by: ['is_null'],
    called: ['is_null'],
    modified: ['gte', 'gt', 'lt'],
  },
  extraFilters: stateFilters,
  ordering: ['due', 'modified'],
  exposes: ['patient', 'client', 'item', 'message', 'appointment'],
  list: {
    rate: 100,
    about:
      'Who is due is `open__is=true&due__lte=<day>`; who is to be called is that with `held__is=true&booked__is=false&called__is_null=true`.',
  },
  retrieve: { rate: 300 },
  patch: { rate: 300, about: 'Only `called` and `call_note`: everything else follows the visit.' },
})
