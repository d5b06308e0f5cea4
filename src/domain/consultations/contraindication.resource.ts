import { optional, readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { archived, created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { text } from '../../kernel/values.ts'
import { archiveContraindication, changeContraindication, recordContraindication } from './contraindications.ts'

export const contraindication = defineResource({
  name: 'contraindication',
  title: 'Contraindication',
  about:
    'What an animal must not get, such as a substance that it is allergic to. Rows of visits and prescribed medicines that meet one carry `warnings`; nothing is refused because of it.',
  permission: 'Clinical: Consultations',
  fields: {
    patient: ref('patient', { createOnly: true, about: 'The animal that must not get it.' }),
    substance: text(127, {
      ...optional,
      about:
        'The substance, or a class of substances such as NSAIDs, by name: compared in whole words, without regard to case or a final s; one such as J01C as `atc_prefix` too. This or `atc_prefix` is needed.',
    }),
    atc_prefix: text(16, {
      ...optional,
      about:
        'The beginning of ATC codes, such as J01C for all penicillins; with or without the Q of ATCvet. Shown in capitals and without spaces.',
    }),
    reaction: text(1_000, { ...optional, about: 'What happened or would happen, such as “anaphylaxis in 2024”.' }),
    archived,
    user: ref('user', { ...readOnly, about: 'Who recorded it: the user whose token it was.' }),
    created,
    modified,
  },
  filters: { patient: ['is', 'in'], archived: ['is', 'is_not'], modified: ['gte', 'gt', 'lt'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: recordContraindication,
    about: 'What open visits and drafts of prescriptions of the animal have already is compared with it, too.',
  },
  patch: {
    rate: 300,
    run: changeContraindication,
    about:
      'Rows of open visits and drafts of prescriptions are compared again; what is finalized or signed keeps the warnings it had. One that no longer holds is archived.',
  },
  remove: {
    rate: 300,
    run: archiveContraindication,
    about: 'It no longer warns. Warnings of finalized visits and signed prescriptions stay.',
  },
})
