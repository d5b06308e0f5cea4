import type { Field, FieldOptions } from '../../kernel/fields.ts'
import { reject } from '../../kernel/values.ts'

/** A time of day as the clock on the wall shows it, to the minute. */
export const wallTime = <const O extends FieldOptions>(options: O): Field<string, O> => ({
  type: 'string',
  options,
  schema: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  cast: 'time',
  parse: (input) =>
    typeof input === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(input) ? input : reject('Use a time like 08:30.'),
  select: (column) => `to_char(${column}, 'HH24:MI')`,
})
