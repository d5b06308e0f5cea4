import { countries } from './countries.ts'
import type { Field, FieldOptions } from './fields.ts'
import { reject, text } from './values.ts'

/** A text that must also pass a check, with an example that does. */
export const validatedText = <const O extends FieldOptions>(
  options: O,
  max: number,
  example: string,
  fits: (value: string) => boolean,
  message: string,
): Field<string, O> => {
  const base = text(max, options)
  return {
    ...base,
    schema: { ...base.schema, examples: [example] },
    parse: (input, links) => {
      const value = base.parse(input, links)
      return value === '' || fits(value) ? value : reject(message)
    },
  }
}

export const email = <const O extends FieldOptions>(options: O = {} as O) =>
  validatedText(
    options,
    254,
    'aino@example.com',
    (value) => /^[^@\s<>"]+@[^@\s<>".]+(\.[^@\s<>".]+)+$/.test(value),
    'Enter a valid e-mail address.',
  )
export const country = <const O extends FieldOptions>(options: O = {} as O) =>
  validatedText(options, 2, 'FI', (value) => countries.has(value), 'Use an ISO 3166-1 alpha-2 code, for example FI.')

const isTimeZone = (value: string) => {
  if (value !== 'UTC' && !value.includes('/')) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
export const timeZone = <const O extends FieldOptions>(options: O = {} as O) =>
  validatedText(options, 63, 'Europe/Helsinki', isTimeZone, 'Use an IANA time zone, for example Europe/Helsinki.')
const currencies = new Set(Intl.supportedValuesOf('currency'))
export const currency = <const O extends FieldOptions>(options: O = {} as O) =>
  validatedText(options, 3, 'EUR', (value) => currencies.has(value), 'Use an ISO 4217 code, for example EUR.')
