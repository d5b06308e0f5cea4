import {
  drawLine,
  finishDocument,
  left,
  makeRoom,
  openDocument,
  right,
  type PdfDocument,
  type Weight,
  widthOf,
  write,
} from '../../pdf/document.ts'
import { drawTable, type Row } from '../../pdf/table.ts'
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
const half = (pdf: PdfDocument) => (widthOf(pdf) - 28) / 2
const leftHalf = (pdf: PdfDocument): Block => ({ x: left(pdf), width: half(pdf) })
const rightHalf = (pdf: PdfDocument): Block => ({ x: right(pdf) - half(pdf), width: half(pdf) })

const drawLines = (pdf: PdfDocument, { x, width }: Block, lines: readonly string[], size = 9) => {
  write(pdf, 'regular', size)
  for (const line of lines) pdf.text(line, x, pdf.y, { width, lineGap: 1.5 })
}

/** A label on the left and its value on the right. */
const drawFact = (
  pdf: PdfDocument,
  { x, width }: Block,
  [label, value]: Fact,
  weight: Weight = 'regular',
  size = 9,
) => {
  write(pdf, weight, size)
  const { y } = pdf
  const part = Math.min(pdf.widthOfString(label) + 1, width * 0.6)
  pdf.text(label, x, y, { width: part })
  const end = pdf.y
  pdf.text(value, x + part + 12, y, { width: width - part - 12, align: 'right' })
  pdf.y = Math.max(end, pdf.y) + 3
}
type Fact = readonly [label: string, value: string]

const drawSupplier = (pdf: PdfDocument, block: Block, of: Letterhead) => {
  write(pdf, 'bold', 13).text(of.name, block.x, pdf.y, { width: block.width })
  pdf.y += 3
  const lines = filled([
    of.department === of.name ? '' : of.department,
    of.street_address,
    `${of.zip_code} ${of.city}`,
    countryOf(of.country),
    labelled('VAT number', of.vat_number),
    labelled('Registration number', of.register_number),
  ])
  drawLines(pdf, block, lines)
}

const drawTitle = (pdf: PdfDocument, { x, width }: Block, printed: PrintedInvoice) => {
  write(pdf, 'bold', 24).text(titleOf(printed), x, pdf.y - 8, { width, align: 'right' })
  write(pdf, 'bold', 13).text(numberOf(printed), x, pdf.y, { width, align: 'right' })
}

const drawPayer = (pdf: PdfDocument, block: Block, title: string, of: Payer) => {
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
  drawLines(pdf, block, [`${title} to`], 7.5)
  pdf.y += 2
  write(pdf, 'bold', 10.5).text(first, block.x, pdf.y, { width: block.width, lineGap: 1.5 })
  drawLines(pdf, block, others, 10)
}

const factsOf = ({ date, due_date, supplied, original, credit_note }: PrintedInvoice): Fact[] => [
  ['Date of issue', date],
  ...(supplied === null ? [] : [['Date of supply', [...new Set(supplied)].join(' to ')] as const]),
  ...(original === null ? [] : [['Credits invoice', `${original.number} of ${original.date}`] as const]),
  ...(credit_note ? [] : [['Due date', due_date] as const]),
]

/** Draws blocks side by side, and continues below the longest. */
const beside = (pdf: PdfDocument, ...draw: readonly (() => void)[]) => {
  const { y } = pdf
  const ends = draw.map((one) => {
    pdf.y = y
    one()
    return pdf.y
  })
  pdf.y = Math.max(...ends)
}

const drawHead = (pdf: PdfDocument, printed: PrintedInvoice) => {
  beside(
    pdf,
    () => drawSupplier(pdf, leftHalf(pdf), printed.letterhead),
    () => drawTitle(pdf, rightHalf(pdf), printed),
  )
  pdf.y += 30
  beside(
    pdf,
    () => drawPayer(pdf, leftHalf(pdf), titleOf(printed), printed.payer),
    () => {
      for (const fact of factsOf(printed)) drawFact(pdf, rightHalf(pdf), fact)
    },
  )
  pdf.y += 30
}

const noteOf = ({ multiplier, sent_quantity, unit }: PrintedRow) =>
  multiplier === 1 ? {} : { note: `${plain(sent_quantity)} ${unit}`.trim() + ` for each of ${multiplier} animals` }

const drawRows = (pdf: PdfDocument, { rows, currency }: PrintedInvoice) => {
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
    { head: 'Quantity', maxWidth: 90 },
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
  return drawTable(pdf, columns, lines)
}

const drawVat = async (pdf: PdfDocument, { vat }: PrintedInvoice) => {
  const columns = [{ head: 'VAT rate' }, { head: 'Net' }, { head: 'VAT' }, { head: 'Total' }]
  const rows = vat.map(({ percentage, sum, sum_vat, sum_total }) => ({
    cells: [percent(percentage), money(sum), money(sum_vat), money(sum_total)],
  }))
  await drawTable(pdf, columns, rows, half(pdf))
  for (const { percentage, title } of vat)
    if (isZero(percentage)) drawLines(pdf, leftHalf(pdf), [`No VAT is charged at 0 %: ${title}.`], 7.5)
}

/** What was settled by a credit note alone was not paid. */
const settledLabel = ({ payments }: PrintedInvoice) =>
  payments.length > 0 && payments.every(({ type }) => type === creditInvoice) ? 'Credited' : 'Paid'

/** Where to pay, or when it was paid. */
const drawPaymentDetails = (pdf: PdfDocument, printed: PrintedInvoice) => {
  const { letterhead, reference_number, additional_reference, date_paid } = printed
  pdf.y += 14
  if (date_paid !== null) return drawFact(pdf, leftHalf(pdf), [settledLabel(printed), date_paid], 'bold')
  const facts = [
    ['IBAN', inFours(letterhead.iban)],
    ['BIC', letterhead.bic],
    ['Reference', inFours(reference_number ?? '')],
    ['Additional reference', additional_reference ?? ''],
  ] as const
  for (const fact of facts) if (fact[1] !== '') drawFact(pdf, leftHalf(pdf), fact)
}

const drawTotals = (pdf: PdfDocument, { total, total_vat, total_with_vat, currency }: PrintedInvoice) => {
  const block = rightHalf(pdf)
  drawFact(pdf, block, ['Total without VAT', money(total)])
  drawFact(pdf, block, ['VAT', money(total_vat)])
  pdf.y += 2
  drawLine(pdf, block.x, block.x + block.width, 0.75)
  pdf.y += 4
  drawFact(pdf, block, ['Total', `${money(total_with_vat)} ${currency}`], 'bold', 14)
}

/** Payments are subtracted from the total, so that the column adds up to what is due. */
const drawPayments = (
  pdf: PdfDocument,
  { payments, due, other_payer, client_due, credit_note, currency }: PrintedInvoice,
) => {
  const block = rightHalf(pdf)
  pdf.y += 6
  for (const { date, type, less } of payments) {
    makeRoom(pdf, lineHeight)
    drawFact(pdf, block, [`${paymentTypes[type]}, ${date}`, money(less)])
  }
  makeRoom(pdf, 5 * lineHeight)
  pdf.y += 2
  drawLine(pdf, block.x, block.x + block.width, 0.75)
  pdf.y += 4
  drawFact(pdf, block, [credit_note ? 'Left to pay back' : 'Left to pay', `${money(due)} ${currency}`], 'bold', 11)
  pdf.y += 2
  if (other_payer === null) return
  const { name, share, due: otherPayerDue } = other_payer
  // On a credit note they get back what they overpaid, which need not be their share of it.
  drawFact(pdf, block, [credit_note ? name : `${name} (${percent(share)})`, money(otherPayerDue)])
  drawFact(pdf, block, ['You', money(client_due)])
}

/** VAT by rate and payment details at the left; the total and what is left of it at the right. */
const drawSums = async (pdf: PdfDocument, printed: PrintedInvoice) => {
  const { status, credit_note, vat, payments } = printed
  makeRoom(pdf, Math.min(mostTogether, (9 + Math.max(vat.length, payments.length)) * lineHeight))
  pdf.y += 4
  drawLine(pdf, left(pdf), right(pdf), 0.75)
  pdf.y += 14
  const { y, page } = pdf
  await drawVat(pdf, printed)
  if (isNumbered(status) && !credit_note) drawPaymentDetails(pdf, printed)
  const end = pdf.y
  if (pdf.page === page) pdf.y = y
  drawTotals(pdf, printed)
  if (isNumbered(status)) drawPayments(pdf, printed)
  if (pdf.page === page) pdf.y = Math.max(end, pdf.y)
}

const drawRemarks = (pdf: PdfDocument, { remarks, status }: PrintedInvoice) => {
  const block = { x: left(pdf), width: widthOf(pdf) }
  pdf.y += 18
  if (status === draft) drawLines(pdf, block, ['This is a draft and not an invoice. Nothing is due.'])
  if (status === voided) drawLines(pdf, block, ['This draft was voided. Nothing is due.'])
  drawLines(pdf, block, filled([remarks]))
}

const footerOf = ({ name, vat_number, register_number, phone, email }: Letterhead) =>
  filled([name, labelled('VAT', vat_number), labelled('Reg.', register_number), phone, email]).join('  ·  ')

/** Renders an invoice as a PDF. The same invoice gives the same bytes. */
export const renderInvoice = async (printed: PrintedInvoice): Promise<Buffer> => {
  const { letterhead, date } = printed
  const title = `${titleOf(printed)} ${numberOf(printed)}`
  const pdf = openDocument({ title, author: letterhead.name, dated: new Date(`${date}T00:00:00Z`) })
  drawHead(pdf, printed)
  await drawRows(pdf, printed)
  await drawSums(pdf, printed)
  drawRemarks(pdf, printed)
  return finishDocument(pdf, footerOf(letterhead))
}
