import {
  drawLine,
  finishDocument,
  left,
  makeRoom,
  openDocument,
  right,
  type PdfDocument,
  widthOf,
  write,
} from '../../pdf/document.ts'
import {
  type Block,
  drawFact,
  drawLines,
  type Fact,
  filled,
  labelled,
  leftHalf,
  lineHeight,
  rightHalf,
} from './paper-blocks.ts'
import { formatOf, type PaperFormat } from './paper-format.ts'
import type { Letterhead, Payer, PrintedInvoice } from './printed-invoice.ts'
import { drawHowToPay, drawSettled } from './render-payment.ts'
import { drawRows, drawVat } from './render-rows.ts'
import { draft, isNumbered, paymentTypes, voided } from './statuses.ts'

const inEnglish = new Intl.DisplayNames('en', { type: 'region' })
const countryOf = (code: string) => (code === '' ? '' : inEnglish.of(code)!)

const titleOf = ({ credit_note }: PrintedInvoice) => (credit_note ? 'Credit note' : 'Invoice')
const numberOf = ({ status, number }: PrintedInvoice) => number ?? (status === voided ? 'Voided' : 'Draft')

/** The totals stay on one page unless they are higher than this. */
const maxTogether = 400

/** The most room that a logo gets, in points: 40 by 16 mm. */
const logoRoom = [113, 45] as const

const drawLogo = (pdf: PdfDocument, { x }: Block, logo: Buffer) => {
  const { y } = pdf
  pdf.image(logo, x, y, { fit: [...logoRoom] })
  // Images do not move the place where text goes on.
  pdf.y = y + heightOf(logo) + 8
}

/** How high a PNG image is in the room that it gets; its size is at the beginning of the file. */
const heightOf = (logo: Buffer) => {
  const [width, height] = [logo.readUInt32BE(16), logo.readUInt32BE(20)]
  return height * Math.min(logoRoom[0] / width, logoRoom[1] / height)
}

const drawSupplier = (pdf: PdfDocument, block: Block, of: Letterhead, logo: Buffer | undefined) => {
  if (logo !== undefined) drawLogo(pdf, block, logo)
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

const factsOf = ({ date, due_date, supplied, original, credit_note }: PrintedInvoice, format: PaperFormat): Fact[] => [
  ['Date of issue', format.date(date)],
  ...(supplied === null ? [] : [['Date of supply', [...new Set(supplied)].map(format.date).join(' to ')] as const]),
  ...(original === null ? [] : [['Credits invoice', `${original.number} of ${format.date(original.date)}`] as const]),
  ...(credit_note ? [] : [['Due date', format.date(due_date)] as const]),
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

const drawHead = (pdf: PdfDocument, printed: PrintedInvoice, format: PaperFormat, logo: Buffer | undefined) => {
  beside(
    pdf,
    () => drawSupplier(pdf, leftHalf(pdf), printed.letterhead, logo),
    () => drawTitle(pdf, rightHalf(pdf), printed),
  )
  pdf.y += 30
  beside(
    pdf,
    () => drawPayer(pdf, leftHalf(pdf), titleOf(printed), printed.payer),
    () => {
      for (const fact of factsOf(printed, format)) drawFact(pdf, rightHalf(pdf), fact)
    },
  )
  pdf.y += 30
}

const drawTotals = (
  pdf: PdfDocument,
  { total, total_vat, total_with_vat, currency }: PrintedInvoice,
  { money }: PaperFormat,
) => {
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
  { money, percent, date: dateOf }: PaperFormat,
) => {
  const block = rightHalf(pdf)
  pdf.y += 6
  for (const { date, type, less } of payments) {
    makeRoom(pdf, lineHeight)
    drawFact(pdf, block, [`${paymentTypes[type]}, ${dateOf(date)}`, money(less)])
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

/** VAT by rate at the left, the total and what is left of it at the right; below, how that is paid. */
const drawSums = async (pdf: PdfDocument, printed: PrintedInvoice, format: PaperFormat) => {
  const { status, credit_note, vat, payments } = printed
  makeRoom(pdf, Math.min(maxTogether, (9 + Math.max(vat.length, payments.length)) * lineHeight))
  pdf.y += 4
  drawLine(pdf, left(pdf), right(pdf), 0.75)
  pdf.y += 14
  const { y, page } = pdf
  await drawVat(pdf, printed, format)
  if (isNumbered(status) && !credit_note) drawSettled(pdf, printed, format)
  const end = pdf.y
  if (pdf.page === page) pdf.y = y
  drawTotals(pdf, printed, format)
  if (isNumbered(status)) drawPayments(pdf, printed, format)
  if (pdf.page === page) pdf.y = Math.max(end, pdf.y)
  if (isNumbered(status) && !credit_note && printed.date_paid === null) drawHowToPay(pdf, printed, format)
}

const drawRemarks = (pdf: PdfDocument, { remarks, letterhead, status }: PrintedInvoice) => {
  const block = { x: left(pdf), width: widthOf(pdf) }
  pdf.y += 18
  if (status === draft) drawLines(pdf, block, ['This is a draft and not an invoice. Nothing is due.'])
  if (status === voided) drawLines(pdf, block, ['This draft was voided. Nothing is due.'])
  drawLines(pdf, block, filled([remarks, letterhead.remarks]))
}

const footerOf = ({ name, vat_number, register_number, phone, email }: Letterhead) =>
  filled([name, labelled('VAT', vat_number), labelled('Reg.', register_number), phone, email]).join('  ·  ')

/** Renders an invoice as a PDF, with a logo that `logoIn` has looked at. The same invoice and logo give the same bytes. */
export const renderInvoice = async (printed: PrintedInvoice, logo?: Buffer): Promise<Buffer> => {
  const { letterhead, date } = printed
  const title = `${titleOf(printed)} ${numberOf(printed)}`
  const pdf = openDocument({ title, author: letterhead.name, dated: new Date(`${date}T00:00:00Z`) })
  const format = formatOf(letterhead.country)
  drawHead(pdf, printed, format, logo)
  await drawRows(pdf, printed, format)
  await drawSums(pdf, printed, format)
  drawRemarks(pdf, printed)
  return finishDocument(pdf, footerOf(letterhead))
}
