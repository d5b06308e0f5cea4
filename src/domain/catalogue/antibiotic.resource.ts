import { archivedReadOnly } from '../../kernel/common-fields.ts'
import { readOnly } from '../../kernel/fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, text } from '../../kernel/values.ts'

export const antibiotic = defineResource({
  name: 'antibiotic',
  title: 'Antibiotic',
  about:
    'An antibiotic substance, shared by all organisations of the deployment. Medicines refer to the one they contain.',
  shared: true,
  permission: 'Settings: Items',
  fields: {
    name: text(127, readOnly),
    atc_code: text(15, readOnly),
    substance_class: text(127, readOnly),
    critically_important: boolean(readOnly),
    archived: archivedReadOnly,
  },
  filters: {
    name: ['icontains'],
    atc_code: ['is'],
    critically_important: ['is'],
    archived: ['is', 'is_not'],
  },
  ordering: ['name'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
