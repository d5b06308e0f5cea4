import { optional, readOnly } from '../../kernel/fields.ts'
import { ref, refs } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { date, integer, text } from '../../kernel/values.ts'
import { warningsField } from '../consultations/warning-fields.ts'
import { explainPrescribed } from './prescriptions.ts'
import { patientsIn, prescriptionPermission, unfilled } from './wording.ts'

export const prescriptionItem = defineResource({
  name: 'prescription_item',
  path: 'eprescription/prescription_item',
  title: 'Prescription item',
  about:
    'A medicine on a prescription. It is written with its prescription and stays as it is, apart from `warning_reason`.',
  permission: prescriptionPermission,
  fields: {
    name: text(255, { ...readOnly, about: 'The medicine, as the pharmacy reads it.' }),
    package_size: unfilled('How much one package has.'),
    product_id: unfilled('The medicine in the pharmacy’s register.'),
    product_nplid: unfilled('The medicine in the national register of medicinal products (NPL).'),
    article_id: unfilled('The package in the pharmacy’s register.'),
    article_nplpackid: unfilled('The package in the national register of medicinal products (NPL).'),
    row_id: unfilled('The row at the prescription network.'),
    license_id: unfilled('The licence under which a medicine without marketing authorisation is sold.'),
    pharmacy_id: unfilled('Which pharmacy has dispensed it.'),
    prescription: ref('prescription', {
      ...readOnly,
      about: 'What it was prescribed with, by whom and for which client.',
    }),
    valid_until: date({ ...readOnly, about: 'The last day on which it may be dispensed.' }),
    indication: unfilled('What it is for, as a code.'),
    dosage_form: unfilled('Tablet, solution, ointment and so on.'),
    strength: text(127, { ...readOnly, about: 'How much of the active substance one unit has.' }),
    quantity: unfilled('How much is dispensed, where it is not counted in packages.'),
    unit_description: unfilled('What the quantity is counted in.'),
    package_content: unfilled('What one package contains.'),
    quantity_packages: integer({ ...readOnly, about: 'How many packages are dispensed at a time.' }),
    patients: refs('patient', patientsIn('prescription_item'), {
      ...readOnly,
      about: 'Which of the client’s animals get it.',
    }),
    prescribed_medicine: unfilled('The medicine as the network keeps it.'),
    latest_dispensing: unfilled('When it was dispensed last.'),
    instructions: text(10_000, { ...readOnly, about: 'How the owner gives it.' }),
    language: unfilled('The language of the instructions.'),
    repeat_number: integer({ ...readOnly, about: 'How many times it may be dispensed.' }),
    repeat_timevalue: unfilled('How long to wait between two dispenses.'),
    repeat_timeunit: unfilled('The unit of that time.'),
    patient_identification: unfilled('How the network knows the animal.'),
    patient_id_qualifier: unfilled('What kind of identification that is.'),
    patient_species: unfilled('The species as the network names it.'),
    supplimentary_information: unfilled('What else the network was told.'),
    warnings: warningsField(
      'What it met of the `contraindication` records of its patients when it was written. While its prescription is a draft (1), and when that is signed (1 to 2), it is compared again.',
    ),
    warning_reason: text(1_000, {
      ...optional,
      about:
        'Why it was prescribed in spite of `warnings`; kept only where it has some. Empty where nobody has said, and emptied when another warning is added.',
    }),
    created_user: ref('user', { ...readOnly, about: 'Whose token wrote it.' }),
    modified_user: ref('user', { ...readOnly, about: 'Whose token changed it last.' }),
    copied_from: unfilled('The row of an earlier prescription that it renews.'),
    created,
    modified,
  },
  filters: { prescription: ['is', 'in'], modified: ['gte', 'gt', 'lt'] },
  ordering: ['modified'],
  exposes: ['prescription', 'patients'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  patch: { rate: 300, run: explainPrescribed, about: 'Only `warning_reason` can be changed, in any status.' },
})
