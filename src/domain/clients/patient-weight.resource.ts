import { created, modified } from '../../kernel/record-fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { decimal, timestamp } from '../../kernel/values.ts'
import { weighPatient } from './weigh-patient.ts'

export const patientWeight = defineResource({
  name: 'patientweight',
  title: 'Patient weight',
  about: 'A weight of a patient, with the time it was measured. The newest is the patient’s weight.',
  permission: 'General: Patients and clients',
  within: { parent: 'patient', field: 'patient', as: 'weight' },
  fields: {
    patient: ref('patient', { about: 'Which animal was weighed: the one in the path.' }),
    weight: decimal(6, 3, { positive: true, unit: 'kg', about: 'Kilograms, to the gram.' }),
    measured: timestamp({
      optional: true,
      about: 'When the animal stood on the scales. Now, unless sent. The latest measurement is the patient’s `weight`.',
    }),
    created,
    modified,
  },
  filters: { measured: ['gte', 'lt'], modified: ['gte'] },
  ordering: ['measured'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: weighPatient,
    about:
      'If no later measurement exists, this becomes the `weight` of the patient. Measurements are neither changed nor deleted.',
  },
})
