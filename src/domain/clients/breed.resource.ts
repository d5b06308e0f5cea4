import { archivedReadOnly } from '../../kernel/common-fields.ts'
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
    species: integer({ readOnly: true }),
    name: text(127, { readOnly: true }),
    code: text(31, { readOnly: true }),
    archived: archivedReadOnly,
  },
  filters: { species: ['is', 'in'], name: ['icontains'], code: ['is'], archived: ['is', 'is_not'] },
  ordering: ['name'],
  pageSize: 1000,
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
