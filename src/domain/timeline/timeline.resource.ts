import { flag, listOf, objectOf, orNull, word } from '../../kernel/answer-schemas.ts'
import { view } from '../../kernel/endpoint.ts'
import { namedEnum } from '../../kernel/enums.ts'
import { optional, propertyOf, type Field, type Schema } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { recordExists } from '../../kernel/reading.ts'
import { choice, decimal, integer, oneOf, text } from '../../kernel/values.ts'
import { invoiceStatuses } from '../billing/statuses.ts'
import { amount } from '../billing/computed-fields.ts'
import { itemTypes } from '../items/statuses.ts'
import {
  consultationTypes,
  diagnosisCategories,
  diagnosisTypes,
  noteTypes,
  statuses,
  usageTypes,
} from '../consultations/statuses.ts'
import { modalities, orderStatuses } from '../imaging/statuses.ts'
import { prescriptionStatuses } from '../prescriptions/statuses.ts'
import { appointmentTypes } from '../scheduling/types.ts'
import { readTimeline, shownText, timelineKinds, timelinePage } from './timeline.ts'

const start = (description: string) => word(`${description} At most its first ${shownText} characters.`)
const moment = (description: string): Schema => ({ type: 'string', format: 'date-time', description })
const shownAs = (field: Field) => propertyOf(field, field.schema)
/** What only those see who may read visits. */
const clinical = ({ description, ...schema }: Schema) =>
  orNull({ ...schema, description: `${String(description)} Null without \`Clinical: Consultations\`.` })

const visit = objectOf('A visit, with what concerns this patient in it.', {
  type: shownAs(choice(consultationTypes, { about: 'What kind of visit it is.' })),
  status: shownAs(choice(statuses, { about: 'How far the visit has come.' })),
  veterinarian: word('The name of who is responsible for it.'),
  complaint: clinical(word('Why they came, as the owner told it.')),
  reason: clinical(word('What they came for, of the clinic’s own list; null for none.')),
  notes: clinical(
    listOf(
      'What was written down.',
      objectOf('A note.', {
        type: shownAs(choice(noteTypes, { about: 'What the note is about.' })),
        text: start('What was written.'),
        addendum: flag('Whether it was added after the visit was finalized.'),
      }),
    ),
  ),
  diagnoses: clinical(
    listOf(
      'What was found.',
      objectOf('A diagnosis, as the codelist had it on that day.', {
        code: word('By which the codelist knew the finding on that day.'),
        name: word('What the finding was called on that day.'),
        category: shownAs(choice(diagnosisCategories, { about: 'Whether it is the main problem or one beside it.' })),
        type: shownAs(choice(diagnosisTypes, { about: 'How certain it is.' })),
      }),
    ),
  ),
  discharge_instructions: clinical(listOf('What the owner was told to do at home.', start('An instruction.'))),
  items: clinical(
    listOf(
      'What was used and done.',
      objectOf('An item of the visit.', {
        name: word('What it was called then.'),
        quantity: shownAs(decimal(15, 3, { about: 'How much of it.' })),
        unit: word('What the quantity is counted in. May be empty.'),
        type_code: shownAs(choice(itemTypes, { about: 'What kind of thing it is.' })),
        usage_type: shownAs(
          choice(usageTypes, { nullable: true, about: 'How a medicine was given; null for others.' }),
        ),
        refunded: flag('Whether it was credited on a credit note.'),
      }),
    ),
  ),
})

const whole = (about: string, unit?: string) => shownAs(integer({ nullable: true, about, ...(unit && { unit }) }))
const exact = (about: string, unit: string) => shownAs(decimal(3, 2, { nullable: true, about, unit }))
const vital = objectOf('What was measured, as on `vital`; null for what was not.', {
  temperature: exact('Body temperature in °C.', '°C'),
  heart_rate: whole('Heart beats in a minute.', '/min'),
  respiratory_rate: whole('Breaths in a minute.', '/min'),
  capillary_refill: exact('Seconds until the gum has its colour again.', 's'),
  systolic_pressure: whole('Upper blood pressure in mmHg.', 'mmHg'),
  diastolic_pressure: whole('Lower blood pressure in mmHg.', 'mmHg'),
  oxygen_saturation: exact('How much oxygen the blood carries, in percent.', '%'),
  blood_glucose: exact('Glucose in the blood in mmol/l.', 'mmol/l'),
  pain_score: whole('From 0 for no pain to 10.'),
  body_condition_score: whole('From 1 (emaciated) to 9 (obese).'),
})

const prescription = objectOf('What was prescribed for this patient.', {
  status: shownAs(choice(prescriptionStatuses, { about: 'How far it is on its way to the pharmacies.' })),
  prescriber: word('The name of who wrote it.'),
  medicines: listOf(
    'What the pharmacy hands out for this animal, without what is for others.',
    objectOf('A medicine.', {
      name: word('What it is called.'),
      strength: word('How strong it is.'),
      instructions: start('How it is given.'),
      quantity_packages: { type: 'integer', description: 'How many packages the pharmacy hands out.' },
      valid_until: { type: 'string', format: 'date', description: 'The last day on which it can be fetched.' },
    }),
  ),
})

const imaging = objectOf('An order for diagnostic imaging.', {
  status: shownAs(choice(orderStatuses, { about: 'How far the examination is.' })),
  modality: shownAs(oneOf(modalities, { about: 'With what kind of machine, by its DICOM code.' })),
  target_areas: listOf('What is examined.', { type: 'string' }),
  accession_number: word('What the images carry.'),
})

const appointment = objectOf('A time that was booked for the patient, in the future too.', {
  end: moment('Until when the time is booked; `at` is its beginning.'),
  type: shownAs(choice(appointmentTypes, { about: 'What kind of booking the calendar has there.' })),
  user: word('The name of who it is with.'),
  title: word('What the calendar shows. May be empty.'),
  reason: orNull(word('What they come for, of the clinic’s own list. Null for none.')),
  active: flag('False where it was cancelled.'),
  cancellation_reason: word('Why it was cancelled. May be empty.'),
})

const invoice = objectOf('An invoice or credit note with something for this patient.', {
  number: orNull(word('Its number with the prefix. Null for a draft.')),
  status: shownAs(choice(invoiceStatuses, { about: 'How far it is.' })),
  credit_note: flag('Whether it takes something back.'),
  total_with_vat: amount('What it comes to, for all patients on it.'),
  due_sum: amount('What is still owed of it.'),
})

const entry: Schema = {
  type: 'object',
  description: 'Something that happened to the patient. What it shows is under the name of its kind.',
  properties: {
    kind: {
      type: 'string',
      ...namedEnum(timelineKinds, timelineKinds),
      description: 'What happened, and under which name its content is.',
    },
    at: moment('When, by which the entries are sorted, the newest first: appointments to come are at the top.'),
    id: { type: 'integer', description: 'The `id` of the record in its own resource.' },
    url: { type: 'string', format: 'uri', description: 'The address of the record.' },
    visit,
    vital,
    weight: objectOf('What the scales showed.', {
      weight: shownAs(decimal(6, 3, { unit: 'kg', about: 'Kilograms, to the gram.' })),
    }),
    prescription,
    imaging,
    appointment,
    invoice,
  },
  required: ['kind', 'at', 'id', 'url'],
  additionalProperties: false,
}

const orNoPage = orNull({ type: 'string', format: 'uri', description: 'The address of that page. Null for none.' })

export const patientTimeline = view({
  name: 'patient.timeline',
  path: '/patient/{id}/timeline/',
  title: 'Patient',
  summary: 'Retrieve what happened to a patient, the newest first',
  about:
    'Visits, vital signs, weights, prescriptions, imaging orders, appointments and invoices on one line of time, each with the permission of its own route. Visits are shown without it, but nothing of what was written or used in them.',
  permission: 'General: Patients and clients',
  rate: 300,
  parameters: {
    page: integer({ ...optional, min: 1, about: 'Which page to return, from 1.' }),
    page_size: integer({
      ...optional,
      min: 1,
      max: timelinePage.largest,
      about: `Entries on a page: ${timelinePage.pageSize} unless sent.`,
    }),
    kind__in: text(127, { ...optional, about: `Only these kinds, separated by commas: ${timelineKinds.join(', ')}.` }),
  },
  answers: {
    200: objectOf('Some of what happened to the patient, the newest first.', {
      count: { type: 'integer', description: 'How many entries there are on all pages.' },
      num_pages: { type: 'integer', description: 'How many pages there are, at least one.' },
      next: orNoPage,
      previous: orNoPage,
      results: listOf('The entries of this page.', entry),
    }),
  },
  run: async (call) => {
    const { read, actor, id, query, links, resources } = call
    if (!(await recordExists(call, resources.get('patient')!, id))) throw recordNotFound('Patient')
    return { status: 200, body: await readTimeline(read, actor, id, query, links) }
  },
})
