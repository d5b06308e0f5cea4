import { optional, optionalOrNull, readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { decimal, integer, text, timestamp } from '../../kernel/values.ts'
import { changeVital, measureVitals, removeVital } from './vitals.ts'
import { untilFinalized } from './wording.ts'

export const vital = defineResource({
  name: 'vital',
  title: 'Vital signs',
  singular: 'set of vital signs',
  plural: 'vital signs',
  about:
    'What was measured at an animal at one time, in a visit or without one. Weights are at `patient/<id>/weight/`.',
  permission: 'Clinical: Consultations',
  fields: {
    patient: ref('patient', {
      createOnly: true,
      about: 'The animal that was examined. In a visit, one of its patients.',
    }),
    consultation: ref('consultation', {
      ...optionalOrNull,
      createOnly: true,
      about: 'The visit in which it was measured, which must not be finalized. Null for none.',
    }),
    measured_at: timestamp({ ...optional, about: 'When it was measured. Now unless sent.' }),
    temperature: decimal(2, 1, { ...optionalOrNull, positive: true, unit: '°C', about: 'Body temperature in °C.' }),
    heart_rate: integer({ ...optionalOrNull, min: 0, max: 1_500, unit: '/min', about: 'Heart beats in a minute.' }),
    respiratory_rate: integer({ ...optionalOrNull, min: 0, max: 1_000, unit: '/min', about: 'Breaths in a minute.' }),
    capillary_refill: decimal(2, 1, {
      ...optionalOrNull,
      min: 0,
      unit: 's',
      about: 'Seconds until the gum has its colour again after it was pressed.',
    }),
    systolic_pressure: integer({
      ...optionalOrNull,
      min: 1,
      max: 400,
      unit: 'mmHg',
      about: 'Upper blood pressure in mmHg.',
    }),
    diastolic_pressure: integer({
      ...optionalOrNull,
      min: 1,
      max: 400,
      unit: 'mmHg',
      about: 'Lower blood pressure in mmHg, not above `systolic_pressure`.',
    }),
    oxygen_saturation: decimal(3, 1, {
      ...optionalOrNull,
      min: 0,
      unit: '%',
      about: 'Oxygen saturation of the blood in percent, as a pulse oximeter shows it, at most 100.',
    }),
    blood_glucose: decimal(3, 2, {
      ...optionalOrNull,
      min: 0,
      unit: 'mmol/l',
      about: 'Glucose in the blood in mmol/l.',
    }),
    pain_score: integer({
      ...optionalOrNull,
      min: 0,
      max: 10,
      about: 'How much it hurts on the scale that the clinic uses, from 0 for no pain.',
    }),
    body_condition_score: integer({
      ...optionalOrNull,
      min: 1,
      max: 9,
      about: 'From 1 (emaciated) over 5 (ideal) to 9 (obese).',
    }),
    mucous_membranes: text(63, { ...optional, about: 'How the gums look, such as “pink, moist”.' }),
    remarks: text(1_000, { ...optional, about: 'What should be known to read the numbers, such as “excited”.' }),
    user: ref('user', { ...readOnly, about: 'Who recorded it: the user whose token it was.' }),
    created,
    modified,
  },
  filters: {
    patient: ['is'],
    consultation: ['is', 'is_null'],
    measured_at: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['measured_at', 'modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: measureVitals,
    about: `Needs at least one measurement. It is not an entry that changes the status of the visit. ${untilFinalized}`,
  },
  patch: { rate: 300, run: changeVital, about: untilFinalized },
  remove: { rate: 300, run: removeVital, about: untilFinalized },
})
