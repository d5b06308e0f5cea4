import {
  optional,
  optionalOrNull,
  readOnlyOrNull,
  type Field,
  type FieldOptions,
  type Table,
} from '../../kernel/fields.ts'
import { codelist, ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { text } from '../../kernel/values.ts'
import { addOnlinePatient } from './online-bookings.ts'

/** An entry of a codelist that is read as its id, too, where the contract says numeric code. */
const code = <const O extends FieldOptions>(table: Table, options: O): Field<number, O> => ({
  ...codelist(table, options),
  schema: { type: 'integer', 'x-codelist': table },
  select: (column) => column,
})

export const onlineBookingPatient = defineResource({
  name: 'onlinebookingpatient',
  title: 'Online booking patient',
  about: 'An animal that was named in an online booking, as its owner described it.',
  permission: 'General: Appointments',
  fields: {
    onlinebookingclient: ref('onlinebookingclient', {
      createOnly: true,
      about: 'Whose booking it belongs to. Refused once staff have decided about that.',
    }),
    name: text(127, { createOnly: true, about: 'What the animal is called. Patients are found by it.' }),
    species: code('species', {
      ...optionalOrNull,
      createOnly: true,
      about: 'The `id` of an entry of `/codelist/species/`, sent and read. Null where it was not said.',
    }),
    breed: code('breed', {
      ...optionalOrNull,
      createOnly: true,
      about:
        'The `id` of an entry of `/codelist/breeds/`, sent and read. It must belong to `species`. Null where it was not said.',
    }),
    notes: text(10_000, { ...optional, createOnly: true, about: 'What the owner wrote about the animal.' }),
    patient: ref('patient', {
      ...readOnlyOrNull,
      about: 'The patient that it is, once staff have linked the booking or created a client of it. Null before.',
    }),
    created,
    modified,
  },
  filters: {
    onlinebookingclient: ['is', 'in'],
    patient: ['is'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['modified'],
  exposes: ['onlinebookingclient', 'patient'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: addOnlinePatient,
    about: 'No patient is created or changed by it. The `modified` of its online booking client advances, too.',
  },
})
