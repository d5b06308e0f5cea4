import { created, modified } from '../../kernel/common-fields.ts'
import { readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, choice, text } from '../../kernel/values.ts'
import { removeEntry } from './entries.ts'
import { changeText, writeNote } from './notes.ts'
import { longestText, noteTypes } from './statuses.ts'

export const consultationNote = defineResource({
  name: 'consultationnote',
  title: 'Consultation note',
  about: 'A note about a patient in a consultation. A note added after the consultation is finalized is an addendum.',
  permission: 'Clinical: Consultations',
  within: { parent: 'consultation', field: 'consultation', as: 'consultationnote' },
  fields: {
    consultation: ref('consultation', { createOnly: true }),
    patient: ref('patient'),
    text: text(longestText),
    type: choice(noteTypes),
    addendum: boolean(readOnly),
    user: ref('user', readOnly),
    created,
    modified,
  },
  filters: { patient: ['is'], type: ['is', 'in'], addendum: ['is'], modified: ['gte'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: writeNote },
  patch: { rate: 300, run: changeText('consultationnote') },
  remove: { rate: 300, run: removeEntry('consultationnote') },
})
