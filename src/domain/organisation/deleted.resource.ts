import { readOnly } from '../../kernel/fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { integer, text, timestamp } from '../../kernel/values.ts'

/** Tables have the name of their resource, except one. */
const nameOf = (table: string) => `case ${table} when 'custom_field_value' then 'custom_field_values' else ${table} end`

export const deleted = defineResource({
  name: 'deleted',
  title: 'Deleted record',
  singular: 'tombstone',
  about:
    'The tombstone of a record that was deleted for good: it names the record, and has none of its contents. Poll these in addition to the lists if you keep copies.',
  permission: anyToken,
  fields: {
    resource: {
      ...text(63, {
        ...readOnly,
        about: 'The kind of record that is gone, by the name in its address: `consultationnote`.',
      }),
      select: nameOf,
    },
    record: integer({
      readOnly: true,
      min: 0,
      max: 999_999_999_999_999,
      about:
        'The `id` that the deleted record had, not that of this tombstone. Remove your copy; the number is not used again.',
    }),
    modified: timestamp({ readOnly: true, about: 'When the record was deleted. Poll with `modified__gte`.' }),
  },
  filters: { modified: ['gte'] },
  extraFilters: {
    resource__is: {
      value: text(63, {
        about: 'Only records of this kind, by the name in their address, for example `consultationnote`.',
      }),
      condition: (value, add) => `${add(value, 'text')} in (r.resource, ${nameOf('r.resource')})`,
    },
  },
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
