import { optionalOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, date } from '../../kernel/values.ts'
import { addShift, changeShift, removeShift } from './shifts.ts'
import { weekdays } from './types.ts'
import { wallTime } from './wall-time.ts'

const timePair =
  'In local time at the department, so that it stays the same when the clocks change. Both or neither: a date without times is a day off.'

export const shift = defineResource({
  name: 'shift',
  title: 'Shift',
  about: 'When somebody works in a department: every week on a weekday, or on one date, which replaces the weekday.',
  permission: 'Settings: Departments',
  fields: {
    user: ref('user', { about: 'Who works.' }),
    department: ref('department', { about: 'Where. Several departments of one person have shifts of their own.' }),
    weekday: choice(weekdays, { ...optionalOrNull, about: 'The day of every week. Null where there is a `date`.' }),
    date: date({
      ...optionalOrNull,
      about: 'The one day of it. The shifts of its weekday do not count on this date for this user and department.',
    }),
    start: wallTime({ ...optionalOrNull, about: `When work begins. ${timePair}` }),
    end: wallTime({ ...optionalOrNull, about: `When work ends, on the same day. ${timePair}` }),
    created,
    modified,
  },
  filters: {
    user: ['is', 'in'],
    department: ['is', 'in'],
    weekday: ['is'],
    date: ['is', 'gte', 'lte', 'is_null'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['modified'],
  exposes: ['user'],
  list: { rate: 100, permission: { any: ['Settings: Departments', 'General: Appointments'] } },
  retrieve: { rate: 300, permission: { any: ['Settings: Departments', 'General: Appointments'] } },
  create: {
    rate: 300,
    run: addShift,
    about: 'Several shifts of one day are added together, such as morning and afternoon.',
  },
  patch: { rate: 300, run: changeShift, about: 'Appointments that were made stay as they are.' },
  remove: { rate: 300, run: removeShift, about: 'Appointments that were made stay as they are.' },
})
