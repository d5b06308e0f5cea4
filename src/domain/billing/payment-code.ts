import { encode } from 'uqr'
import type { Decimal } from '../../kernel/fields.ts'
import { isNumbered } from './statuses.ts'

/** A QR code with which the apps of banks fill in a transfer. */
export type PaymentCode = {
  /** What it says, as the European Payments Council has laid it down (EPC069-12). */
  readonly text: string
  /** How many modules it is wide and high, without the quiet zone. */
  readonly size: number
  /** Its dark modules as the path of an SVG drawing, each one unit wide. */
  readonly path: string
}

type Payable = {
  readonly status: number
  readonly credit_note: boolean
  readonly currency: string
  readonly number: string | null
  readonly reference_number: string | null
  readonly client_due: Decimal
  readonly letterhead: { readonly name: string; readonly iban: string; readonly bic: string }
}

/** A credit transfer in euros to an IBAN, of what the client has to pay; nothing else can be paid so. */
const isTransferable = ({ status, credit_note, currency, letterhead, client_due }: Payable) =>
  isNumbered(status) &&
  !credit_note &&
  currency === 'EUR' &&
  letterhead.iban !== '' &&
  !client_due.startsWith('-') &&
  /[1-9]/.test(client_due)

const textOf = ({ letterhead, client_due, reference_number, number }: Payable) =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    letterhead.bic,
    [...letterhead.name].slice(0, 70).join(''),
    letterhead.iban,
    `EUR${client_due}`,
    '',
    // Either a creditor reference, or words.
    ...(reference_number === null ? ['', number ?? ''] : [reference_number]),
  ].join('\n')

/** Null where nothing is to be transferred. */
export const paymentCodeOf = (printed: Payable): PaymentCode | null => {
  if (!isTransferable(printed)) return null
  const text = textOf(printed)
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { text, size, path }
}
