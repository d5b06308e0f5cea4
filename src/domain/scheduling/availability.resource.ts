import { parseBody } from '../../kernel/body.ts'
import { view } from '../../kernel/endpoint.ts'
import { optional, type Field, type FieldOptions, type Id, type Table } from '../../kernel/fields.ts'
import { parseLinkFilter, ref } from '../../kernel/links.ts'
import { date, integer } from '../../kernel/values.ts'
import { readAvailability } from './availability.ts'

/** A record named in a query, by its id or its URL. */
const named = <const R extends Table, const O extends FieldOptions>(table: R, options: O): Field<Id<R>, O> => ({
  ...ref(table, options),
  parse: (raw, links) => parseLinkFilter(table, String(raw), links),
})

const question = {
  department__is: named('department', {
    ...optional,
    about: 'Where, by its id or its URL. The organisation’s default department unless sent.',
  }),
  date: date({ ...optional, about: 'The day, as the calendar at the department has it. Today unless sent.' }),
  reason__is: named('reason', {
    ...optional,
    about: 'Why the client comes: times are offered in its `duration`, otherwise in quarters of an hour.',
  }),
  user__is: named('user', { ...optional, about: 'Only times of this user.' }),
  duration: integer({
    ...optional,
    min: 5,
    max: 1_440,
    about: 'For how many minutes. As long as the reason takes unless sent.',
  }),
  moving__is: named('appointment', {
    ...optional,
    about: 'An appointment that is to be moved: its own time counts as free.',
  }),
}

const moment = (description: string) => ({ type: 'string', format: 'date-time', description })
const slot = {
  user: { type: 'string', format: 'uri', description: 'Who is free.' },
  start: moment('When an appointment could begin, in UTC.'),
  end: moment('When it would end.'),
}

export const availability = view({
  name: 'appointment.availability',
  path: '/appointment/availability/',
  title: 'Appointment',
  summary: 'List free times of a day',
  about:
    'Within the shifts of each user, on a grid of 15 minutes, not over an active appointment and not in the past. Without shifts there are none. A listed time is not held: `POST /appointment/` is refused (400 `overlap`) where somebody else has booked it first.',
  permission: 'General: Appointments',
  rate: 300,
  parameters: question,
  answers: {
    200: {
      type: 'object',
      description: 'The free times, the earliest first.',
      properties: {
        results: {
          type: 'array',
          description: 'A time for each user who is free then.',
          items: { type: 'object', properties: slot, required: Object.keys(slot), additionalProperties: false },
        },
      },
      required: ['results'],
      additionalProperties: false,
    },
  },
  run: async ({ query, links, read, actor }) => {
    const asked = parseBody(question, { kind: 'json', value: Object.fromEntries(query) }, 'create', links)
    const { department__is: department, reason__is: reason, user__is: user, moving__is: moving, ...rest } = asked
    const body = await readAvailability(read, actor, { department, reason, user, moving, ...rest })
    return { status: 200, body }
  },
})
