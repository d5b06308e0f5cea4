import { created, modified } from '../../kernel/record-fields.ts'
import { readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { text } from '../../kernel/values.ts'
import { removeEntry } from './entries.ts'
import { changeText, writeInstruction } from './notes.ts'
import { maxText } from './statuses.ts'
import { untilFinalized, whatEntriesDo } from './wording.ts'

export const consultationDischargeInstruction = defineResource({
  name: 'consultationdischargeinstruction',
  title: 'Discharge instruction',
  about: 'Instructions to the owner for the care of a patient at home.',
  permission: 'Clinical: Consultations',
  within: { parent: 'consultation', field: 'consultation', as: 'consultationdischargeinstruction' },
  fields: {
    consultation: ref('consultation', {
      createOnly: true,
      about: 'The visit after which the care is needed: the one in the path.',
    }),
    patient: ref('patient', { about: 'Which animal needs the care: one of those in the visit.' }),
    text: text(maxText, { about: 'What the owner should do at home, and when to come back. Plain text.' }),
    user: ref('user', { ...readOnly, about: 'Who wrote it: the user whose token it was.' }),
    created,
    modified,
  },
  filters: { patient: ['is'], modified: ['gte'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: writeInstruction, about: whatEntriesDo },
  patch: { rate: 300, run: changeText('consultationdischargeinstruction'), about: untilFinalized },
  remove: { rate: 300, run: removeEntry('consultationdischargeinstruction'), about: untilFinalized },
})
