import { address, shapeOf } from '../../kernel/answer-schemas.ts'
import { view } from '../../kernel/endpoint.ts'
import { optional, optionalOrNull, readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { children, ref } from '../../kernel/links.ts'
import { nestedRecords } from '../../kernel/nested-records.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { action, actionWithResult, defineResource } from '../../kernel/resource.ts'
import { email } from '../../kernel/text-formats.ts'
import { choice, oneOf, text, timestamp } from '../../kernel/values.ts'
import { addOnlineClient } from './online-bookings.ts'
import { createBookedClient, declineBooking, linkBooking, reopenBooking } from './online-decisions.ts'
import { onlineBookingStatuses } from './online-statuses.ts'
import { certainties, grounds, readSuggestions } from './online-suggestions.ts'
import { confirmationAnswers } from './send-confirmation.ts'
import { sendDecline } from './send-decline.ts'

const maxAnimals = 100
/** Deciding whose booking it is reads and makes clients and patients, too. */
const withClients = { all: ['General: Appointments', 'General: Patients and clients'] } as const

const title = 'Online booking client'

export const onlineBookingClient = defineResource({
  name: 'onlinebookingclient',
  title,
  about:
    'Who booked an appointment online, as they wrote it. Staff link it to a client, create a client of it, or decline it.',
  permission: 'General: Appointments',
  fields: {
    appointment: ref('appointment', {
      createOnly: true,
      about:
        'What was booked: an appointment of the type 2 (Online booking) that is not cancelled. It has one online booking client.',
    }),
    first_name: text(127, {
      ...optional,
      createOnly: true,
      about: 'Given name. At least one of `first_name` and `last_name` must be filled.',
    }),
    last_name: text(127, { ...optional, createOnly: true, about: 'Family name, by which clients are found as well.' }),
    email: email({
      ...optional,
      createOnly: true,
      about: 'Where the confirmation goes. At least one of `email` and `phone_number` must be filled.',
    }),
    phone_number: text(63, {
      ...optional,
      createOnly: true,
      about:
        'As people write it. Without + and a country code it is taken to be from the organisation’s country. A number that cannot exist is refused.',
    }),
    street_address: text(255, { ...optional, createOnly: true, about: 'Street and house number.' }),
    zip_code: text(31, { ...optional, createOnly: true, about: 'Postal code, in the form its country uses.' }),
    city: text(127, { ...optional, createOnly: true, about: 'Town or village of the postal address.' }),
    patients: children('onlinebookingpatient', 'onlinebookingclient', {
      about: 'The animals that they want to bring. Add one with `POST /onlinebookingpatient/`.',
    }),
    status: choice(onlineBookingStatuses, { ...readOnly, about: 'What staff have decided about it. 0 until then.' }),
    client: ref('client', {
      ...readOnlyOrNull,
      about: 'The client that it was linked to, or that was created of it. Null before, and when it was declined.',
    }),
    decline_reason: text(255, { ...readOnly, about: 'Why it was declined, as staff said it.' }),
    decided: timestamp({ ...readOnlyOrNull, about: 'When staff decided about it. Null before.' }),
    decided_user: ref('user', { ...readOnlyOrNull, about: 'Who decided about it. Null before.' }),
    created,
    modified,
  },
  filters: {
    appointment: ['is', 'in'],
    status: ['is', 'in'],
    client: ['is'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['modified'],
  exposes: ['appointment', 'patients', 'client'],
  unique: {
    onlinebookingclient_appointment: [
      'appointment',
      'This appointment has its online booking client already. An appointment has one.',
    ],
  },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: addOnlineClient,
    about:
      'No client is created or changed: staff decide whose booking it is. Refused where the appointment is of another type than 2, is cancelled, or has one already.',
  },
  detailActions: {
    link: action({
      summary: 'Link an online booking to a client',
      about:
        'The client, and the patients that the animals are, become those of the appointment; the client’s own record is not changed. See `suggestions/` for who it may be. It is decided once.',
      rate: 300,
      permission: withClients,
      body: {
        client: ref('client', { about: 'Who booked it. An archived client is refused.' }),
        patients: nestedRecords(
          {
            onlinebookingpatient: ref('onlinebookingpatient', {
              about: 'An animal of this booking. Every one is named, and once.',
            }),
            patient: ref('patient', {
              ...optionalOrNull,
              about: 'Which of the client’s patients it is. Null, or left out: it is registered as a new one.',
            }),
          },
          maxAnimals,
          {
            ...optional,
            writeOnly: true,
            about: 'What each animal of the booking is: a patient of the client, or new.',
          },
        ),
      },
      run: linkBooking,
    }),
    create_client: action({
      summary: 'Create a client of an online booking',
      about:
        'Registers the client with their phone number and their animals, which become those of the appointment. Where the clinic requires custom fields without a default, create client and patients yourself and use `link/`. It is decided once.',
      rate: 300,
      permission: withClients,
      body: {},
      run: createBookedClient,
    }),
    decline: action({
      summary: 'Decline an online booking',
      about: 'Cancels the appointment, so that its time is free again. It is decided once.',
      rate: 300,
      body: {
        reason: text(255, { about: 'Why, in words. It becomes the `cancellation_reason` of the appointment as well.' }),
      },
      run: declineBooking,
    }),
    send_decline: actionWithResult({
      summary: 'Tell an owner that their online booking was declined',
      about:
        'Queues an e-mail with the `decline_reason` to whoever booked, or an SMS where no e-mail can be sent. The same decision is told once, however often it is asked for; what was held or has failed is queued again if nothing holds it any more. Refused unless the booking was declined.',
      rate: 300,
      body: {},
      result: {
        email: oneOf(confirmationAnswers, {
          about:
            'What becomes of the e-mail: `queued` (also if it is sent already), or why it is held. See `/message/`.',
        }),
        sms: oneOf(confirmationAnswers, {
          about: 'What becomes of the SMS: `not_asked` where the e-mail is queued, `queued`, or why it is held.',
        }),
      },
      run: sendDecline,
    }),
    reopen: action({
      summary: 'Take back the decision about an online booking',
      about:
        'The booking waits for staff again. Its appointment has neither client nor patients, or is booked again where declining had cancelled it, which is refused as any booking is (`overlap`). Clients and patients that were registered stay. Refused once the appointment has a visit or another client.',
      rate: 300,
      permission: withClients,
      body: {},
      run: reopenBooking,
    }),
  },
})

const suggestion = shapeOf({
  client: address('A client who may have booked it. Archived ones are not suggested.'),
  name: { type: 'string', description: 'What the client is called.' },
  certainty: {
    ...oneOf(certainties).schema,
    description:
      'How sure it is. `high`: e-mail address and phone number agree, or one of them and an animal. `medium`: one of them. `low`: only the last name and an animal.',
  },
  matches: {
    type: 'array',
    items: oneOf(grounds).schema,
    description: 'What agrees with the booking, upper and lower case aside; phone numbers are compared in E.164.',
  },
  patients: {
    type: 'array',
    description: 'Which animals of the booking have the name of a living patient of the client, and no other species.',
    items: shapeOf({
      onlinebookingpatient: address('The animal of the booking.'),
      patient: address('Which of the client’s animals has this name.'),
      name: { type: 'string', description: 'What the patient is called.' },
    }),
  },
})

export const onlineBookingSuggestions = view({
  name: 'onlinebookingclient.suggestions',
  path: '/onlinebookingclient/{id}/suggestions/',
  title,
  summary: 'List the clients who may have made an online booking',
  about:
    'Compares e-mail address, phone number, and the names of client and animals with the clients of the clinic, and changes nothing: staff choose with `link/`.',
  permission: withClients,
  rate: 300,
  answers: {
    200: {
      ...shapeOf({
        results: { type: 'array', description: 'The likeliest first, at most 10.', items: suggestion },
      }),
      description: 'Clients who may have made the booking.',
    },
  },
  run: async ({ read, actor, id, links }) => {
    const results = await readSuggestions(read, actor.organisation, id, links)
    if (results === undefined) throw recordNotFound(title)
    return { status: 200, body: JSON.stringify({ results }) }
  },
})
