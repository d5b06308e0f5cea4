import { optional, optionalOrNull, readOnly, readOnlyOrNull, type Field } from '../../kernel/fields.ts'
import { ref, refs } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { actionWithResult, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, integer, oneOf, text, timestamp } from '../../kernel/values.ts'
import { book, changeAppointment } from './appointments.ts'
import { confirmationAnswers, sendConfirmation } from './send-confirmation.ts'
import { appointmentTypes, type AppointmentType } from './types.ts'

const numbered = choice(appointmentTypes, {
  about: 'What it is for: the number, or its name such as `Online booking`. Read as the number.',
})
/** The contract takes a type by its number or by its name. */
const type: Field<AppointmentType, typeof numbered.options> = {
  ...numbered,
  writeSchema: { anyOf: [numbered.schema, { type: 'string' }] },
  parse: (input, links) => {
    const named = Object.entries(appointmentTypes).find(
      ([, name]) => typeof input === 'string' && name.toLowerCase() === input.trim().toLowerCase(),
    )
    return numbered.parse(named?.[0] ?? input, links)
  },
}

const duration: Field<number, typeof readOnly & { about: string }> = {
  ...integer({ ...readOnly, about: 'Minutes from `start` to `end`.' }),
  select: (_column, at) => `(extract(epoch from ${at.row}."end" - ${at.row}.start) / 60)::int`,
}

export const appointment = defineResource({
  name: 'appointment',
  title: 'Appointment',
  about: 'A time of somebody’s day that is booked, for a client and their animals or for something else.',
  permission: 'General: Appointments',
  fields: {
    start: timestamp({ about: 'When it begins.' }),
    end: timestamp({ about: 'When it ends, after `start`. The next appointment may begin at this moment.' }),
    duration,
    department: ref('department', {
      about: 'At which location, whose time zone its day is in. An archived one is refused.',
    }),
    title: text(255, { ...optional, about: 'What the calendar shows, where the client’s name is not enough.' }),
    type,
    reason: ref('reason', {
      ...optionalOrNull,
      about: 'Why the client comes. An archived one is refused. Null for none.',
    }),
    complaint: text(10_000, { ...optional, about: 'What is wrong with the animal, in the client’s words.' }),
    user: ref('user', {
      about: 'The supervising veterinarian, or who else is busy with it. They can have one appointment at a time.',
    }),
    additional_users: refs(
      'user',
      { table: 'appointment_user', ours: 'appointment', theirs: 'user' },
      {
        ...optional,
        about: 'Who else takes part. For them other appointments at the same time are no obstacle.',
      },
    ),
    client: ref('client', {
      ...optionalOrNull,
      about: 'Who comes. Null where they are not known yet, or where nobody comes. An archived client is refused.',
    }),
    patients: refs(
      'patient',
      { table: 'appointment_patient', ours: 'appointment', theirs: 'patient' },
      {
        ...optional,
        about: 'The client’s animals that are brought. They need `client`.',
      },
    ),
    notes: text(10_000, {
      ...optional,
      about: 'What staff should know. A preliminary booking has here who called, as long as there is no client.',
    }),
    active: boolean({
      ...optional,
      about: 'Send false to cancel it: the time is free again. True books it again, if the time is still free.',
    }),
    cancellation_reason: text(255, { ...optional, about: 'Why it was cancelled, in words.' }),
    confirmed: boolean({ ...optional, about: 'Whether the client has said that they will come.' }),
    allow_overlap: boolean({
      ...optional,
      about:
        'Send true to book over another appointment of `user`. Only people may, not an application for itself. It holds for this time: a later move is checked anew.',
    }),
    consultation: ref('consultation', {
      ...readOnlyOrNull,
      about: 'The visit that was prepared or admitted for it. Null before.',
    }),
    request_hash: text(64, {
      ...readOnly,
      about:
        'Names this version of the appointment when a confirmation is asked for: another time, user or department has another.',
    }),
    created,
    modified,
  },
  filters: {
    start: ['gte', 'lte', 'gt', 'lt'],
    department: ['is', 'in'],
    user: ['is', 'in'],
    client: ['is'],
    type: ['is', 'in'],
    reason: ['is'],
    consultation: ['is'],
    active: ['is'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['start', 'modified'],
  exposes: ['client', 'patients', 'user', 'reason', 'department', 'consultation'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: book,
    about:
      'Refused (400 `overlap`) where `user` has another active appointment at the time. Without a client it can be stored as 7 (Preliminary booking) with a note. An application that acts for itself books online (type 2) only in the future (`in_the_past`) and inside the shifts of `user` in `department` (`not_free`), where the department has any; without a client of any kind such a booking is cancelled after `online_booking_client_minutes`.',
  },
  patch: {
    rate: 300,
    run: changeAppointment,
    about: 'Another time or user is checked like a new booking. `active: false` cancels it; nothing is deleted.',
  },
  detailActions: {
    send_appointment_confirmation: actionWithResult({
      summary: 'Confirm an appointment to its client',
      about:
        'Queues an e-mail and an SMS to the client, or to the online booking client while there is no client. A version of the appointment is confirmed once by each, however often it is asked for; what was held or has failed is queued again if nothing holds it any more. An appointment of type 2 needs its online booking client and patient first.',
      rate: 300,
      body: {
        request_hash: text(64, {
          about:
            'The `request_hash` of the appointment as it is now. Another one is refused: the appointment was moved.',
        }),
        dont_send_email_confirmation: boolean({ ...optional, inQuery: true, about: 'True: only the SMS is wanted.' }),
        dont_send_sms_confirmation: boolean({ ...optional, inQuery: true, about: 'True: only the e-mail is wanted.' }),
      },
      result: {
        email: oneOf(confirmationAnswers, {
          about:
            'What becomes of the e-mail: `queued` (also if it is sent already), `not_asked`, or why it is held. See `/message/`.',
        }),
        sms: oneOf(confirmationAnswers, {
          about:
            'What becomes of the SMS: `queued` (also if it is sent already), `not_asked`, or why it is held. See `/message/`.',
        }),
      },
      run: sendConfirmation,
    }),
  },
})
