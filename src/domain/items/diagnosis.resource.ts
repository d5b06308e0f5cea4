import { archivedReadOnly } from '../../kernel/record-fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { text } from '../../kernel/values.ts'

export const diagnosis = defineResource({
  name: 'diagnosis',
  title: 'Diagnosis',
  about:
    'An entry of the codelist of diagnoses, the same for every organisation of the deployment. A clinic adds its own as a list item.',
  path: 'codelist/diagnoses',
  shared: true,
  permission: anyToken,
  fields: {
    name: text(127, {
      readOnly: true,
      about:
        'What the diagnosis is called, in English. Copy it and `code` to a diagnosis of a visit: they are not filled in there.',
    }),
    code: text(31, {
      readOnly: true,
      about: 'The code in this codelist: three letters for the part of the body and a number.',
    }),
    archived: archivedReadOnly,
  },
  filters: { name: ['icontains'], code: ['is'], archived: ['is', 'is_not'] },
  ordering: ['name'],
  pageSize: 1000,
  list: { rate: 100 },
  retrieve: { rate: 300 },
})
