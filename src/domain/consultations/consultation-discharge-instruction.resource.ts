import { created, modified } from '../../kernel/common-fields.ts'
import { readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { text } from '../../kernel/values.ts'
import { removeEntry } from './entries.ts'
import { changeText, writeInstruction } from './notes.ts'
import { longestText } from './statuses.ts'

export const consultationDischargeInstruction = defineResource({
  name: 'consultationdischargeinstruction',
  title: 'Discharge instruction',
  about: 'Instructions to the owner for the care of a patient at home.',
  permission: 'Clinical: Consultations',
  within: { parent: 'consultation', field: 'consultation', as: 'consultationdischargeinstruction' },
  fields: {
    consultation: ref('consultation', { createOnly: true }),
    patient: ref('patient'),
    text: text(longestText),
    user: ref('user', readOnly),
    created,
    modified,
  },
  filters: { patient: ['is'], modified: ['gte'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: writeInstruction },
  patch: { rate: 300, run: changeText('consultationdischargeinstruction') },
  remove: { rate: 300, run: removeEntry('consultationdischargeinstruction') },
})
