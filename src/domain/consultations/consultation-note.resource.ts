import { created, modified } from '../../kernel/record-fields.ts'
import { readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, choice, text } from '../../kernel/values.ts'
import { removeEntry } from './entries.ts'
import { changeText, writeNote } from './notes.ts'
import { maxText, noteTypes } from './statuses.ts'
import { untilFinalized } from './wording.ts'

export const consultationNote = defineResource({
  name: 'consultationnote',
  title: 'Consultation note',
  about: 'A note about a patient in a consultation. A note added after the consultation is finalized is an addendum.',
  permission: 'Clinical: Consultations',
  within: { parent: 'consultation', field: 'consultation', as: 'consultationnote' },
  fields: {
    consultation: ref('consultation', { createOnly: true, about: 'The visit that it is about: the one in the path.' }),
    patient: ref('patient', { about: 'Which animal it is about: one of those in the visit.' }),
    text: text(maxText, { about: 'What was told, seen or done. Plain text.' }),
    type: choice(noteTypes, {
      about: 'Whether it is about the examination, the history told by the owner, or a first impression.',
    }),
    addendum: boolean({
      ...readOnly,
      about: 'True where it was added after the visit was finalized. It can then be neither changed nor deleted.',
    }),
    user: ref('user', { ...readOnly, about: 'Who wrote it: the user whose token it was.' }),
    created,
    modified,
  },
  filters: { patient: ['is'], type: ['is', 'in'], addendum: ['is'], modified: ['gte'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: writeNote,
    about:
      'The only entry that can be added after the visit is finalized: it is then an `addendum`. A visit that is 0 (Admitted) becomes 8 (In Progress) by it.',
  },
  patch: { rate: 300, run: changeText('consultationnote'), about: untilFinalized },
  remove: { rate: 300, run: removeEntry('consultationnote'), about: untilFinalized },
})
