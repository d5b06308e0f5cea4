import { archivedReadOnly } from '../../kernel/record-fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { text } from '../../kernel/values.ts'

export const species = defineResource({
  name: 'species',
  title: 'Species',
  about: 'Codelist: the species of animals, the same for every organisation here.',
  path: 'codelist/species',
  shared: true,
  permission: anyToken,
  fields: {
    name: text(127, {
      readOnly: true,
      about: 'In English, as patients show it. It may be reworded: store `id` or `code`.',
    }),
    code: text(31, {
      readOnly: true,
      about: 'Short and stable, for mapping to the codes of other systems: DOG, CAT, HRS.',
    }),
    archived: archivedReadOnly,
  },
  filters: { name: ['icontains'], code: ['is'], archived: ['is', 'is_not'] },
  ordering: ['name'],
  pageSize: 1000,
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
