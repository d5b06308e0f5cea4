import { InvalidValue } from '../../kernel/errors.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { type Field } from '../../kernel/fields.ts'
import { literalOf } from '../../kernel/json.ts'
import { ref, urlOf } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, text } from '../../kernel/values.ts'
import { addDiagnosis, changeDiagnosis, type DiagnosisRef } from './diagnoses.ts'
import { removeEntry } from './entries.ts'
import { diagnosisCategories, diagnosisTypes } from './statuses.ts'
import { untilFinalized, whatEntriesDo } from './wording.ts'

const largestCode = 999_999_999

/** The id of a codelist entry, or the url of a list item that the clinic added. */
const diagnosis: Field<DiagnosisRef> = {
  type: 'diagnosis',
  options: {
    about:
      'The `id` of an entry of `/codelist/diagnoses/`, or the `url` of a list item that the clinic has added to its list `diagnoses`.',
  },
  schema: {
    anyOf: [
      { type: 'integer', minimum: 1, maximum: largestCode },
      { type: 'string', format: 'uri' },
    ],
  },
  cast: 'bigint',
  parse: (input, links) => {
    const literal = literalOf(input) ?? ''
    if (/^\d{1,9}$/.test(literal)) return { diagnosis: Number(literal), listitem: null }
    if (typeof input === 'string') return { diagnosis: null, listitem: links.toId('listitem', input) }
    throw new InvalidValue('Use the id of an entry of the diagnosis codelist, or the url of a listitem.')
  },
  select: (_column, at) =>
    `case when ${at.row}.listitem is null then to_json(${at.row}.diagnosis) else to_json(${urlOf('listitem', `${at.row}.listitem`, at)}) end`,
}

export const consultationDiagnosis = defineResource({
  name: 'consultationdiagnosis',
  title: 'Consultation diagnosis',
  about: 'A diagnosis of a patient, with the code and name as they were sent.',
  permission: 'Clinical: Consultations',
  within: { parent: 'consultation', field: 'consultation', as: 'consultationdiagnosis' },
  fields: {
    consultation: ref('consultation', {
      createOnly: true,
      about: 'The visit in which it was made: the one in the path.',
    }),
    patient: ref('patient', { about: 'Which animal has it: one of those in the visit.' }),
    diagnosis,
    code: text(31, {
      verbatim: true,
      about:
        'The code that is to stand in the record, such as that of the codelist entry: it is never copied from there. May be empty only for a diagnosis that the clinic has added.',
    }),
    name: text(127, {
      about:
        'The words that are to stand in the record, such as those of the codelist entry: they are never copied from there, and stay when it is reworded.',
    }),
    category: choice(diagnosisCategories, { about: 'Whether this is the main problem or one beside it.' }),
    type: choice(diagnosisTypes, {
      about: 'Whether the veterinarian suspects it, among others, or has settled on it.',
    }),
    created,
    modified,
  },
  filters: { patient: ['is'], code: ['is'], category: ['is'], type: ['is'], modified: ['gte'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: addDiagnosis, about: whatEntriesDo },
  patch: {
    rate: 300,
    run: changeDiagnosis,
    about: `A different \`diagnosis\` must come with its \`code\` and \`name\`. ${untilFinalized}`,
  },
  remove: { rate: 300, run: removeEntry('consultationdiagnosis'), about: untilFinalized },
})
