import type { FieldOptions } from '../../kernel/fields.ts'
import { validatedText } from '../../kernel/text-formats.ts'

/** Its check digits make the whole, read as a number with the first four signs last, leave 1 when it is divided by 97. */
const isIban = (value: string) => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)) return false
  const digits = [...value.slice(4), ...value.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

export const iban = <const O extends FieldOptions>(options: O) =>
  validatedText(
    options,
    34,
    'FI2112345600000785',
    isIban,
    'Enter a valid IBAN without spaces, for example FI2112345600000785.',
  )

export const bic = <const O extends FieldOptions>(options: O) =>
  validatedText(
    options,
    11,
    'NDEAFIHH',
    (value) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value),
    'Enter a BIC of 8 or 11 signs, for example NDEAFIHH.',
  )
