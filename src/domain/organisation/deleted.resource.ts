import { anyToken, defineResource } from '../../kernel/resource.ts'
import { integer, text, timestamp } from '../../kernel/values.ts'

const readOnly = { readOnly: true } as const

export const deleted = defineResource({
  name: 'deleted',
  title: 'Deleted record',
  about: 'A record that is really gone. Whoever keeps a copy polls this beside the lists.',
  permission: anyToken,
  fields: {
    resource: text(63, readOnly),
    record: integer({ readOnly: true, min: 0, max: 999_999_999_999_999 }),
    modified: timestamp(readOnly),
  },
  filters: { resource: ['is'], modified: ['gte'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
