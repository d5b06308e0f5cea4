import {
  drawLine,
  finishSheet,
  left,
  makeRoom,
  openSheet,
  right,
  type Sheet,
  type Weight,
  widthOf,
  write,
} from '../../paper/sheet.ts'
import { drawTable, type Row } from '../../paper/table.ts'
import type { Letterhead, Payer, PrintedInvoice, PrintedRow } from './printed-invoice.ts'
import { creditInvoice, draft, isNumbered, paymentTypes, voided } from './statuses.ts'

/**
 * A number with a no-break space between thousands, a decimal point and a true minus sign, with at least this many decimals
 * and no trailing zeros after them.
 */
const plain = (number: string, decimals = 0) => {
  const [whole = '', fraction = ''] = number.replace('-', '−').split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0')
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0') + (kept && `.${kept}`)
}
const money = (amount: string) => plain(amount, 2)
const percent = (number: string) => `${plain(number)}\u00a0%`
const signed = (number: string) => (number.startsWith('-') ? percent(number) : `+${percent(number)}`)
const isZero = (number: string) => Number(number) === 0
const inFours = (code: string) => code.replaceAll(/.{4}(?=.)/g, '$& ')

const inEnglish = new Intl.DisplayNames('en', { type: 'region' })
const countryOf = (code: string) => (code === '' ? '' : inEnglish.of(code)!)

const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
const labelled = (label: string, value: string) => (value === '' ? '' : `${label} ${value}`)

const titleOf = ({ credit_note }: PrintedInvoice) => (credit_note ? 'Credit note' : 'Invoice')
const numberOf = ({ status, number }: PrintedInvoice) => number ?? (status === voided ? 'Voided' : 'Draft')

const lineHeight = 16
/** The totals stay on one page unless they are higher than this. */
const mostTogether = 400

type Block = { readonly x: number; readonly width: number }
const half = (sheet: Sheet) => (widthOf(sheet) - 28) / 2
const leftHalf = (sheet: Sheet): Block => ({ x: left(sheet), width: half(sheet) })
const rightHalf = (sheet: Sheet): Block => ({ x: right(sheet) - half(sheet), width: half(sheet) })

const drawLines = (sheet: Sheet, { x, width }: Block, lines: readonly string[], size = 9) => {
  write(sheet, 'regular', size)
  for (const line of lines) sheet.text(line, x, sheet.y, { width, lineGap: 1.5 })
}

/** A label on the left and its value on the right. */
const drawFact = (sheet: Sheet, { x, width }: Block, [label, value]: Fact, weight: Weight = 'regular', size = 9) => {
  write(sheet, weight, size)
  const { y } = sheet
  const part = Math.min(sheet.widthOfString(label) + 1, width * 0.6)
  sheet.text(label, x, y, { width: part })
  const end = sheet.y
  sheet.text(value, x + part + 12, y, { width: width - part - 12, align: 'right' })
  sheet.y = Math.max(end, sheet.y) + 3
}
type Fact = readonly [label: string, value: string]

const drawSupplier = (sheet: Sheet, block: Block, of: Letterhead) => {
  write(sheet, 'bold', 13).text(of.name, block.x, sheet.y, { width: block.width })
  sheet.y += 3
  const lines = filled([
    of.department === of.name ? '' : of.department,
    of.street_address,
    `${of.zip_code} ${of.city}`,
    countryOf(of.country),
    labelled('VAT number', of.vat_number),
    labelled('Registration number', of.register_number),
  ])
  drawLines(sheet, block, lines)
}

const drawTitle = (sheet: Sheet, { x, width }: Block, printed: PrintedInvoice) => {
  write(sheet, 'bold', 24).text(titleOf(printed), x, sheet.y - 8, { width, align: 'right' })
  write(sheet, 'bold', 13).text(numberOf(printed), x, sheet.y, { width, align: 'right' })
}

const drawPayer = (sheet: Sheet, block: Block, title: string, of: Payer) => {
  const [first, ...others] = filled([
    of.organization_name,
    of.name,
    of.street_address,
    of.street_address_2,
    `${of.zip_code} ${of.city}`,
    of.state,
    countryOf(of.country),
    labelled('VAT number', of.vat_number),
    labelled('Registration number', of.register_number),
  ])
  if (first === undefined) return
  drawLines(sheet, block, [`${title} to`], 7.5)
  sheet.y += 2
  write(sheet, 'bold', 10.5).text(first, block.x, sheet.y, { width: block.width, lineGap: 1.5 })
  drawLines(sheet, block, others, 10)
}

const factsOf = ({ date, due_date, supplied, original, credit_note }: PrintedInvoice): Fact[] => [
  ['Date of issue', date],
  ...(supplied === null ? [] : [['Date of supply', [...new Set(supplied)].join(' to ')] as const]),
  ...(original === null ? [] : [['Credits invoice', `${original.number} of ${original.date}`] as const]),
  ...(credit_note ? [] : [['Due date', due_date] as const]),
]

/** Draws blocks side by side, and continues below the longest. */
const beside = (sheet: Sheet, ...draw: readonly (() => void)[]) => {
  const { y } = sheet
  const ends = draw.map((one) => {
    sheet.y = y
    one()
    return sheet.y
  })
  sheet.y = Math.max(...ends)
}

const drawHead = (sheet: Sheet, printed: PrintedInvoice) => {
  beside(
    sheet,
    () => drawSupplier(sheet, leftHalf(sheet), printed.letterhead),
    () => drawTitle(sheet, rightHalf(sheet), printed),
  )
  sheet.y += 30
  beside(
    sheet,
    () => drawPayer(sheet, leftHalf(sheet), titleOf(printed), printed.payer),
    () => {
      for (const fact of factsOf(printed)) drawFact(sheet, rightHalf(sheet), fact)
    },
  )
  sheet.y += 30
}

const noteOf = ({ multiplier, sent_quantity, unit }: PrintedRow) =>
  multiplier === 1 ? {} : { note: `${plain(sent_quantity)} ${unit}`.trim() + ` for each of ${multiplier} animals` }

const drawRows = (sheet: Sheet, { rows, currency }: PrintedInvoice) => {
  const isChanged = rows.some(({ percentage_change }) => !isZero(percentage_change))
  const isRaised = rows.some(({ percentage_change }) => Number(percentage_change) > 0)
  const cellsOf = (row: PrintedRow) => [
    row.name,
    `${plain(row.quantity)} ${row.unit}`.trim(),
    plain(row.price, 2),
    ...(isChanged ? [isZero(row.percentage_change) ? '' : signed(row.percentage_change)] : []),
    percent(row.vat_percentage),
    money(row.sum),
  ]
  const columns = [
    { head: 'Description' },
    { head: 'Quantity', most: 90 },
    { head: 'Net unit price' },
    ...(isChanged ? [{ head: isRaised ? 'Change' : 'Discount' }] : []),
    { head: 'VAT' },
    { head: `Net ${currency}` },
  ]
  const isFirstOf = (row: PrintedRow, before: PrintedRow | undefined) =>
    row.patient_names !== '' && (row.patient !== before?.patient || row.patient_names !== before.patient_names)
  const lines = rows.flatMap((row, at): Row[] => [
    ...(isFirstOf(row, rows[at - 1]) ? [{ heading: row.patient_names }] : []),
    { cells: cellsOf(row), ...noteOf(row) },
  ])
  return drawTable(sheet, columns, lines)
}

const drawVat = async (sheet: Sheet, { vat }: PrintedInvoice) => {
  const columns = [{ head: 'VAT rate' }, { head: 'Net' }, { head: 'VAT' }, { head: 'Total' }]
  const rows = vat.map(({ percentage, sum, sum_vat, sum_total }) => ({
    cells: [percent(percentage), money(sum), money(sum_vat), money(sum_total)],
  }))
  await drawTable(sheet, columns, rows, half(sheet))
  for (const { percentage, title } of vat)
    if (isZero(percentage)) drawLines(sheet, leftHalf(sheet), [`No VAT is charged at 0 %: ${title}.`], 7.5)
}

/** What was settled by a credit note alone was not paid. */
const settledLabel = ({ payments }: PrintedInvoice) =>
  payments.length > 0 && payments.every(({ type }) => type === creditInvoice) ? 'Credited' : 'Paid'

/** Where to pay, or when it was paid. */
const drawPaymentDetails = (sheet: Sheet, printed: PrintedInvoice) => {
  const { letterhead, reference_number, additional_reference, date_paid } = printed
  sheet.y += 14
  if (date_paid !== null) return drawFact(sheet, leftHalf(sheet), [settledLabel(printed), date_paid], 'bold')
  const facts = [
    ['IBAN', inFours(letterhead.iban)],
    ['BIC', letterhead.bic],
    ['Reference', inFours(reference_number ?? '')],
    ['Additional reference', additional_reference ?? ''],
  ] as const
  for (const fact of facts) if (fact[1] !== '') drawFact(sheet, leftHalf(sheet), fact)
}

const drawTotals = (sheet: Sheet, { total, total_vat, total_with_vat, currency }: PrintedInvoice) => {
  const block = rightHalf(sheet)
  drawFact(sheet, block, ['Total without VAT', money(total)])
  drawFact(sheet, block, ['VAT', money(total_vat)])
  sheet.y += 2
  drawLine(sheet, block.x, block.x + block.width, 0.75)
  sheet.y += 4
  drawFact(sheet, block, ['Total', `${money(total_with_vat)} ${currency}`], 'bold', 14)
}

/** Payments are subtracted from the total, so that the column adds up to what is due. */
const drawPayments = (
  sheet: Sheet,
  { payments, due, other_payer, client_due, credit_note, currency }: PrintedInvoice,
) => {
  const block = rightHalf(sheet)
  sheet.y += 6
  for (const { date, type, less } of payments) {
    makeRoom(sheet, lineHeight)
    drawFact(sheet, block, [`${paymentTypes[type]}, ${date}`, money(less)])
  }
  makeRoom(sheet, 5 * lineHeight)
  sheet.y += 2
  drawLine(sheet, block.x, block.x + block.width, 0.75)
  sheet.y += 4
  drawFact(sheet, block, [credit_note ? 'Left to pay back' : 'Left to pay', `${money(due)} ${currency}`], 'bold', 11)
  sheet.y += 2
  if (other_payer === null) return
  const { name, share, due: otherPayerDue } = other_payer
  // On a credit note they get back what they overpaid, which need not be their share of it.
  drawFact(sheet, block, [credit_note ? name : `${name} (${percent(share)})`, money(otherPayerDue)])
  drawFact(sheet, block, ['You', money(client_due)])
}

/** VAT by rate and payment details at the left; the total and what is left of it at the right. */
const drawSums = async (sheet: Sheet, printed: PrintedInvoice) => {
  const { status, credit_note, vat, payments } = printed
  makeRoom(sheet, Math.min(mostTogether, (9 + Math.max(vat.length, payments.length)) * lineHeight))
  sheet.y += 4
  drawLine(sheet, left(sheet), right(sheet), 0.75)
  sheet.y += 14
  const { y, page } = sheet
  await drawVat(sheet, printed)
  if (isNumbered(status) && !credit_note) drawPaymentDetails(sheet, printed)
  const end = sheet.y
  if (sheet.page === page) sheet.y = y
  drawTotals(sheet, printed)
  if (isNumbered(status)) drawPayments(sheet, printed)
  if (sheet.page === page) sheet.y = Math.max(end, sheet.y)
}

const drawRemarks = (sheet: Sheet, { remarks, status }: PrintedInvoice) => {
  const block = { x: left(sheet), width: widthOf(sheet) }
  sheet.y += 18
  if (status === draft) drawLines(sheet, block, ['This is a draft and not an invoice. Nothing is due.'])
  if (status === voided) drawLines(sheet, block, ['This draft was voided. Nothing is due.'])
  drawLines(sheet, block, filled([remarks]))
}

const footerOf = ({ name, vat_number, register_number, phone, email }: Letterhead) =>
  filled([name, labelled('VAT', vat_number), labelled('Reg.', register_number), phone, email]).join('  ·  ')

/** Renders an invoice as a PDF. The same invoice gives the same bytes. */
export const renderInvoice = async (printed: PrintedInvoice): Promise<Buffer> => {
  const { letterhead, date } = printed
  const title = `${titleOf(printed)} ${numberOf(printed)}`
  const sheet = openSheet({ title, author: letterhead.name, dated: new Date(`${date}T00:00:00Z`) })
  drawHead(sheet, printed)
  await drawRows(sheet, printed)
  await drawSums(sheet, printed)
  drawRemarks(sheet, printed)
  return finishSheet(sheet, footerOf(letterhead))
}
