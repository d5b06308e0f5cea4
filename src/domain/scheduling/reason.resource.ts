import { optional } from '../../kernel/fields.ts'
import { children } from '../../kernel/links.ts'
import { archived, created, modified } from '../../kernel/record-fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { boolean, integer, text } from '../../kernel/values.ts'

export const reason = defineResource({
  name: 'reason',
  title: 'Reason',
  about: 'Why clients make an appointment, such as a vaccination, with the time it takes.',
  permission: 'Settings: Departments',
  fields: {
    name: text(127, { about: 'What staff and clients choose it by.' }),
    duration: integer({
      ...optional,
      min: 5,
      max: 1_440,
      about: 'How many minutes it takes; 15 unless sent. Free times are offered in this length.',
    }),
    available_online: boolean({ ...optional, about: 'Whether clients may choose it when they book online.' }),
    color: text(31, {
      ...optional,
      about: 'How the calendar shows it, such as `#2f9e8f`. Empty for the usual colour.',
    }),
    instructions: text(10_000, {
      ...optional,
      about: 'What the client should know before they come, for confirmations and reminders.',
    }),
    default_items: children('reason_item', 'reason', {
      about: 'What is usually charged for it, to be proposed in a visit. See `reason_item/`.',
    }),
    archived,
    created,
    modified,
  },
  filters: {
    name: ['icontains'],
    available_online: ['is'],
    archived: ['is', 'is_not'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['name', 'modified'],
  exposes: ['default_items'],
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: { rate: 300 },
  patch: { rate: 300, about: 'A new duration applies to appointments that are made from then on.' },
  remove: { rate: 300, about: 'It can no longer be chosen; appointments that have it stay.' },
})
