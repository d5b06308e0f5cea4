import { archived, created, modified } from '../../kernel/record-fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { oneOf, text } from '../../kernel/values.ts'
import { lists } from './statuses.ts'

export const listItem = defineResource({
  name: 'listitem',
  title: 'List item',
  about:
    'An entry that the clinic has added to a list: a list of its items, a species, a breed or a diagnosis of its own.',
  permission: 'Settings: Items',
  fields: {
    list: oneOf(lists, {
      createOnly: true,
      about:
        'Which list the entry is in, fixed once it is created: `items` are categories of items (`item_list`), the others are additions to the codelists. A visit takes an entry of `diagnoses` by its URL; patients take only species and breeds of the codelists.',
    }),
    name: text(127, {
      about: 'What the entry is called; once in each list, archived entries included, whatever the case.',
    }),
    code: text(31, { optional: true, about: 'The clinic’s own code of the entry, for statistics. Empty for none.' }),
    archived,
    created,
    modified,
  },
  filters: { list: ['is', 'in'], name: ['icontains'], code: ['is'], archived: ['is', 'is_not'], modified: ['gte'] },
  ordering: ['name'],
  unique: {
    listitem_name: ['name', 'The list already has an entry with this name. Restore it if it is archived.'],
  },
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: { rate: 300 },
  patch: { rate: 300 },
  remove: { rate: 300 },
})
