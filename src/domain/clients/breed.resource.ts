import { archivedReadOnly } from '../../kernel/record-fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { integer, text } from '../../kernel/values.ts'

export const breed = defineResource({
  name: 'breed',
  title: 'Breed',
  about: 'Codelist: the breeds of each species, shared by all organisations of the deployment.',
  path: 'codelist/breeds',
  shared: true,
  permission: anyToken,
  fields: {
    species: integer({
      readOnly: true,
      about: 'The `id` in `/codelist/species/` of the animals that have this breed.',
    }),
    name: text(127, {
      readOnly: true,
      about: 'In English, as patients show it. It may be reworded: store `id` or `code`.',
    }),
    code: text(31, {
      readOnly: true,
      about: 'Short and stable, for mapping to the codes of other systems: DOG-MIX is a mixed-breed dog.',
    }),
    archived: archivedReadOnly,
  },
  filters: { species: ['is', 'in'], name: ['icontains'], code: ['is'], archived: ['is', 'is_not'] },
  ordering: ['name'],
  pageSize: 1000,
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
