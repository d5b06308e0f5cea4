import type { ErrorCode } from './error-codes.ts'
import { InvalidValue } from './errors.ts'
import type { Decimal, Field, FieldOptions, Fields, GroupInput, Timestamp } from './fields.ts'
import { propertyOf } from './fields.ts'
import { namedEnum } from './enums.ts'
import { isObject, literalOf } from './json.ts'

export const reject = (message: string, code?: ErrorCode): never => {
  throw new InvalidValue(message, code)
}
const asStored = (column: string) => column

/** PostgreSQL stores no NUL in a text, and half a surrogate pair is no character. */
const requireText = (input: unknown, { anyCharacter }: FieldOptions = {}): string => {
  if (typeof input !== 'string') return reject('Not a valid string.')
  if (!anyCharacter && input.includes('\0'))
    return reject('Null characters are not allowed.', 'null_characters_not_allowed')
  if (!input.isWellFormed()) return reject('Not valid Unicode text.')
  return input
}

const lengthWithin = (text: string, max: number, required: boolean): string => {
  if (required && text.trim() === '') return reject('This field may not be blank.', 'blank')
  return [...text].length > max ? reject(`Ensure this field has no more than ${max} characters.`, 'max_length') : text
}

export const text = <const O extends FieldOptions>(max: number, options: O = {} as O): Field<string, O> => ({
  type: 'string',
  options,
  schema: { type: 'string', maxLength: max },
  cast: 'text',
  parse: (input) => lengthWithin(requireText(input, options), max, !options.optional && !options.verbatim),
  select: asStored,
})

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])
export const boolean = <const O extends FieldOptions>(options: O = {} as O): Field<boolean, O> => ({
  type: 'boolean',
  options,
  schema: { type: 'boolean' },
  cast: 'boolean',
  parse: (input) =>
    typeof input === 'boolean'
      ? input
      : (words.get(literalOf(input)?.toLowerCase() ?? '') ?? reject('Must be true or false.')),
  select: asStored,
})

const inUnit = ({ unit }: FieldOptions) => (unit === undefined ? {} : { 'x-unit': unit })

const largestInteger = 2_147_483_647
export const integer = <const O extends FieldOptions>(options: O = {} as O): Field<number, O> => {
  const { min = -largestInteger, max = largestInteger } = options
  return {
    type: 'integer',
    options,
    schema: { type: 'integer', minimum: min, maximum: max, ...inUnit(options) },
    cast: 'bigint',
    parse: (input) => {
      const literal = literalOf(input) ?? ''
      if (!/^-?\d{1,15}$/.test(literal)) return reject('A valid integer is required.')
      const value = Number(literal)
      if (value < min) return reject(`Ensure this value is greater than or equal to ${min}.`, 'min_value')
      return value > max ? reject(`Ensure this value is less than or equal to ${max}.`, 'max_value') : value
    },
    select: asStored,
  }
}

const signOf = ({ positive, min }: FieldOptions) => (positive || min === 0 ? '' : '-?')
/** At most so many digits before and after the point: `decimal(9, 3)` is `numeric(12, 3)` in PostgreSQL. */
export const decimal = <const O extends FieldOptions>(
  wholeDigits: number,
  decimalPlaces: number,
  options: O = {} as O,
): Field<Decimal, O> => ({
  type: 'decimal',
  options,
  schema: { type: 'string', pattern: `^${signOf(options)}\\d+(\\.\\d+)?$`, ...inUnit(options) },
  writeSchema: {
    type: ['string', 'number'],
    pattern: `^${signOf(options)}\\d{1,${wholeDigits}}(\\.\\d{1,${decimalPlaces}})?$`,
    ...inUnit(options),
  },
  cast: 'numeric',
  parse: (input) => {
    const literal = literalOf(input) ?? ''
    const [, minus, units = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(literal) ?? []
    if (minus === undefined) return reject('A valid number is required.')
    if (units.length > wholeDigits)
      return reject(
        `Ensure that there are no more than ${wholeDigits} digits before the decimal point.`,
        'max_whole_digits',
      )
    if (fraction.length > decimalPlaces)
      return reject(`Ensure that there are no more than ${decimalPlaces} decimal places.`, 'max_decimal_places')
    if (options.positive && (minus !== '' || !/[1-9]/.test(literal)))
      return reject('Ensure this value is greater than 0.', 'min_value')
    if (options.min === 0 && minus !== '')
      return reject('Ensure this value is greater than or equal to 0.', 'min_value')
    return literal
  },
  select: (column) => `${column}::text`,
})

const isDay = (year: number, month: number, day: number) => {
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  return year > 0 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day
}

export const date = <const O extends FieldOptions>(options: O = {} as O): Field<string, O> => ({
  type: 'date',
  options,
  schema: { type: 'string', format: 'date' },
  cast: 'date',
  parse: (input) => {
    const sent = typeof input === 'string' ? input : ''
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(sent) ?? []
    return isDay(Number(year), Number(month), Number(day)) ? sent : reject('Use a date like 2026-03-31.')
  },
  select: asStored,
})

const instant =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})T(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,6})\d{0,3})?)?(?:Z|(?<sign>[+ -])(?<offsetHour>\d{2})(?::?(?<offsetMinute>\d{2}))?)?$/i

/** Accepts a space for the plus of an offset: an unescaped plus in a query is decoded so. Without an offset it is UTC. */
const parseInstant = (input: unknown): Timestamp => {
  const parts = instant.exec(typeof input === 'string' ? input : '')?.groups
  if (!parts) return reject('Use an ISO 8601 timestamp like 2026-03-31T09:30:00Z.')
  const number = (part: string) => Number(parts[part] ?? 0)
  const [year, month, day] = [number('year'), number('month'), number('day')]
  const [hour, minute, second] = [number('hour'), number('minute'), number('second')]
  const [offsetHour, offsetMinute] = [number('offsetHour'), number('offsetMinute')]
  const exists =
    isDay(year, month, day) && hour < 24 && minute < 60 && second < 60 && offsetHour < 15 && offsetMinute < 60
  if (!exists) return reject('This time does not exist. Use an ISO 8601 timestamp like 2026-03-31T09:30:00Z.')
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  time.setUTCHours(hour, minute, second)
  const offset = (offsetHour * 60 + offsetMinute) * 60_000 * (parts['sign'] === '-' ? -1 : 1)
  const utc = new Date(time.valueOf() - offset).toISOString()
  if (!/^\d{4}-/.test(utc) || utc.startsWith('0000')) return reject('The year must be between 1 and 9999.')
  return `${utc.slice(0, 19)}.${(parts['fraction'] ?? '').padEnd(6, '0')}Z`
}

export const timestamp = <const O extends FieldOptions>(options: O = {} as O): Field<Timestamp, O> => ({
  type: 'datetime',
  options,
  schema: { type: 'string', format: 'date-time' },
  cast: 'timestamptz',
  parse: parseInstant,
  select: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
})

/** One of the numbers the contract gives a meaning. */
export const choice = <const C extends Readonly<Record<number, string>>, const O extends FieldOptions>(
  choices: C,
  options: O = {} as O,
): Field<keyof C & number, O> => ({
  type: 'choice',
  options,
  schema: {
    type: 'integer',
    ...namedEnum(Object.keys(choices).map(Number), Object.values(choices)),
    'x-labels': choices,
  },
  cast: 'bigint',
  parse: (input) => {
    const literal = literalOf(input) ?? ''
    return /^\d{1,9}$/.test(literal) && Object.hasOwn(choices, Number(literal))
      ? Number(literal)
      : reject(
          `Choose one of ${Object.entries(choices)
            .map(([key, label]) => `${key} (${label})`)
            .join(', ')}.`,
          'invalid_choice',
        )
  },
  select: asStored,
})

/** One of a few words. */
export const oneOf = <const C extends readonly string[], const O extends FieldOptions>(
  choices: C,
  options: O = {} as O,
): Field<C[number], O> => ({
  type: 'choice',
  options,
  schema: { type: 'string', ...namedEnum(choices, choices) },
  cast: 'text',
  parse: (input) =>
    typeof input === 'string' && choices.includes(input)
      ? input
      : reject(`Choose one of ${choices.map((word) => `"${word}"`).join(', ')}.`, 'invalid_choice'),
  select: asStored,
})

/** An array of values that are all of one kind. */
export const listOf = <V, const O extends FieldOptions>(
  each: Field<V>,
  maxItems: number,
  options: O = {} as O,
): Field<V[], O> => ({
  type: 'list',
  options,
  schema: { type: 'array', maxItems, items: each.schema },
  cast: `${each.cast}[]`,
  many: true,
  parse: (input, links) => {
    const list = Array.isArray(input) ? input : reject('Expected a list of items.', 'not_a_list')
    if (list.length > maxItems) return reject(`Ensure this list has no more than ${maxItems} items.`, 'max_items')
    return list.map((item) => each.parse(item, links))
  },
  select: asStored,
})

/** A small object of named values kept together in one column. In forms it is sent as JSON text. */
export const group = <const F extends Fields, const O extends FieldOptions>(
  fields: F,
  options: O = {} as O,
): Field<GroupInput<F>, O> => ({
  type: 'object',
  options,
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, propertyOf(field, field.schema)]),
    ),
    additionalProperties: false,
  },
  cast: 'jsonb',
  parse: (input, links) => {
    if (!isObject(input)) return reject('Expected an object.', 'not_an_object')
    const unknown = Object.keys(input).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined)
      return reject(`Unknown name "${unknown}". Allowed: ${Object.keys(fields).join(', ')}.`, 'unknown')
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => {
        const field = fields[name]!
        if (value === null && !field.options.nullable) return reject(`"${name}" may not be null.`, 'null')
        return [name, value === null ? null : field.parse(value, links)]
      }),
    ) as GroupInput<F>
  },
  // Every name is always present, in the declared order: the stored jsonb guarantees neither.
  select: (column) =>
    `json_build_object(${Object.keys(fields)
      .map((name) => `'${name}', ${column} -> '${name}'`)
      .join(', ')})`,
})

/** Any JSON that the service has stored, read only. */
export const anything = (options: Pick<FieldOptions, 'about'> = {}): Field<unknown, { readOnly: true }> => ({
  type: 'object',
  options: { ...options, readOnly: true },
  schema: {},
  cast: 'jsonb',
  parse: () => undefined,
  select: asStored,
})
