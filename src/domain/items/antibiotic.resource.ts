import { archivedReadOnly } from '../../kernel/record-fields.ts'
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
    name: text(127, {
      readOnly: true,
      about: 'The active substance by its international name, such as “Amoxicillin”.',
    }),
    atc_code: text(15, {
      readOnly: true,
      about:
        'Its code in the veterinary classification of medicines (ATCvet), by which its use is reported to authorities.',
    }),
    substance_class: text(127, {
      readOnly: true,
      about: 'The group of antibiotics it belongs to, such as “Fluoroquinolones”, for statistics of use.',
    }),
    critically_important: boolean({
      readOnly: true,
      about: 'Whether European guidance says to avoid or restrict it in animals, to keep it effective in people.',
    }),
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
