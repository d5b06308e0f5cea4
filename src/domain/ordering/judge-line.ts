import { InvalidValue } from '../../kernel/errors.ts'
import type { Decimal, Links } from '../../kernel/fields.ts'
import { isObject, literalOf } from '../../kernel/json.ts'
import { date, decimal, text } from '../../kernel/values.ts'

/** Why a line is rejected. The codes are part of the contract. */
export const rejectionReasons = [
  'missing_id',
  'invalid_line',
  'missing_product_identifier',
  'invalid_quantity',
  'department_unresolved',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** The longest texts of a line. */
export const limits = {
  id: 255,
  product_number: 63,
  barcode: 30,
  product_name: 255,
  invoice_number: 63,
  batch_number: 63,
} as const

/** What could be read of a line. */
export type LineValues = {
  readonly quantity: Decimal | null
  readonly product_number: string
  readonly barcode: string
  readonly product_name: string
  readonly invoice_number: string
  readonly invoice_date: string | null
  readonly batch_number: string
  readonly expiry_date: string | null
  /** Undefined if none was sent; null if what was sent cannot be the id of an order. */
  readonly order_id: number | null | undefined
}

export type JudgedLine = {
  /** What the answer calls the line: the id as it was sent, if it is a text. */
  readonly sentId: string | null
  /** The id by which the line is stored; null if it has none that can be. */
  readonly id: string | null
  readonly values: LineValues
  readonly reason: RejectionReason | null
}

/** A parsed value, or null if it is not valid. */
const attempt = <V>(parse: () => V): V | null => {
  try {
    return parse()
  } catch (problem) {
    if (problem instanceof InvalidValue) return null
    throw problem
  }
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** A text without the spaces around it; null if it is none, or too long. */
const readText = (value: unknown, max: number, links: Links): string | null => {
  if (isAbsent(value)) return ''
  return attempt(() => text(max, { optional: true }).parse(typeof value === 'string' ? value.trim() : value, links))
}

/** Dates that are no plain day are as good as none: a time or an offset would change which day is meant. */
const readDate = (value: unknown, links: Links) => attempt(() => date().parse(value, links))

const readQuantity = (value: unknown, links: Links) => attempt(() => decimal(9, 3, { min: 0 }).parse(value, links))

const numberLiteral = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i

/** A whole number however it is written: 12, 12.0 and 1.2e1 are the same. Its digits are moved, so that none is rounded away. */
const wholeNumber = (literal: string): number | null => {
  const [, whole, fraction = '', exponent = '0'] = numberLiteral.exec(literal) ?? []
  if (whole === undefined) return null
  const point = Math.max(0, whole.length + Number(exponent))
  const digits = (whole + fraction).padEnd(point, '0')
  if (/[1-9]/.test(digits.slice(point))) return null
  const number = Number(digits.slice(0, point))
  return Number.isSafeInteger(number) ? number : null
}

const readOrderId = (value: unknown): number | null | undefined => {
  if (isAbsent(value)) return undefined
  return wholeNumber(literalOf(value) ?? '')
}

type Line = Readonly<Record<string, unknown>>
const texts = ['product_number', 'barcode', 'product_name', 'invoice_number', 'batch_number'] as const

const readValues = (line: Line, links: Links) => {
  const read = Object.fromEntries(texts.map((name) => [name, readText(line[name], limits[name], links)])) as Record<
    (typeof texts)[number],
    string | null
  >
  const readable = Object.fromEntries(texts.map((name) => [name, read[name] ?? ''])) as Record<
    (typeof texts)[number],
    string
  >
  const values: LineValues = {
    ...readable,
    quantity: readQuantity(line.quantity, links),
    invoice_date: readDate(line.invoice_date, links),
    expiry_date: readDate(line.expiry_date, links),
    order_id: readOrderId(line.order_id),
  }
  return { values, isReadable: texts.every((name) => read[name] !== null) }
}

const readId = (sent: unknown, links: Links): Pick<JudgedLine, 'sentId' | 'id' | 'reason'> => {
  if (isAbsent(sent) || (typeof sent === 'string' && sent.trim() === ''))
    return { sentId: null, id: null, reason: 'missing_id' }
  const id = attempt(() => text(limits.id).parse(sent, links))
  return { sentId: typeof sent === 'string' ? sent : null, id, reason: id === null ? 'invalid_line' : null }
}

const reasonOf = ({ values, isReadable }: ReturnType<typeof readValues>): RejectionReason | null => {
  if (!isReadable) return 'invalid_line'
  if (values.product_number === '' && values.barcode === '') return 'missing_product_identifier'
  return values.quantity === null ? 'invalid_quantity' : null
}

/** Reads one line as it was submitted, and says what is wrong with it by itself: the first reason that applies. */
export const judgeLine = (line: unknown, links: Links): JudgedLine => {
  const fields = isObject(line) ? line : {}
  const read = readValues(fields, links)
  if (!isObject(line)) return { sentId: null, id: null, reason: 'invalid_line', values: read.values }
  const named = readId(line.id, links)
  return { ...named, reason: named.reason ?? reasonOf(read), values: read.values }
}
