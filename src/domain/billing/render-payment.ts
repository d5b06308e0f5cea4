import { left, makeRoom, type PdfDocument, right, widthOf, write } from '../../pdf/document.ts'
import { drawFact, drawLines, type Fact, inFours, leftHalf } from './paper-blocks.ts'
import type { PaperFormat } from './paper-format.ts'
import type { PaymentCode } from './payment-code.ts'
import type { PrintedInvoice } from './printed-invoice.ts'
import { creditInvoice } from './statuses.ts'

/** What was settled by a credit note alone was not paid. */
const settledLabel = ({ payments }: PrintedInvoice) =>
  payments.length > 0 && payments.every(({ type }) => type === creditInvoice) ? 'Credited' : 'Paid'

/** That it is settled, and since when. */
export const drawSettled = (pdf: PdfDocument, printed: PrintedInvoice, { date }: PaperFormat) => {
  if (printed.date_paid === null) return
  pdf.y += 14
  drawFact(pdf, leftHalf(pdf), [settledLabel(printed), date(printed.date_paid)], 'bold', 14)
}

/** The width of the code and of the frame around everything: 28 mm, and 3 mm for its quiet zone. */
const [codeWidth, padding] = [79, 12]
const highest = codeWidth + 2 * padding

const drawCode = (pdf: PdfDocument, { size, path }: PaymentCode, y: number) => {
  pdf.save()
  pdf.translate(left(pdf) + padding, y).scale(codeWidth / size)
  pdf.path(path).fill('black')
  pdf.restore()
}

/** How it is paid: in a frame, with a code for the app of a bank where there is one. */
export const drawHowToPay = (pdf: PdfDocument, printed: PrintedInvoice, { date, money }: PaperFormat) => {
  const { letterhead, reference_number, additional_reference, due_date, client_due, currency, payment_code } = printed
  const facts = [
    ['IBAN', inFours(letterhead.iban)],
    ['BIC', letterhead.bic],
    ['Reference', inFours(reference_number ?? '')],
    ['Additional reference', additional_reference ?? ''],
  ] as const
  const known = facts.filter(([, value]) => value !== '')
  if (known.length === 0) return
  pdf.y += 18
  makeRoom(pdf, highest)
  const top = pdf.y
  const from = payment_code === null ? 0 : codeWidth + padding
  if (payment_code !== null) drawCode(pdf, payment_code, top + padding)
  const x = left(pdf) + padding + from
  const width = right(pdf) - padding - x
  pdf.y = top + padding
  write(pdf, 'bold', 9).text(
    payment_code === null ? 'Pay to this account' : 'Pay with the app of your bank, or with these',
    x,
    pdf.y,
    { width },
  )
  pdf.y += 3
  const lines: readonly Fact[] = [['To', letterhead.name], ...known, ['By', date(due_date)]]
  drawLines(
    pdf,
    { x, width: width * 0.6 },
    lines.map(([label, value]) => `${label} ${value}`),
  )
  const end = Math.max(pdf.y, top + (payment_code === null ? 0 : highest - padding)) + padding
  pdf.y = top + padding
  write(pdf, 'bold', 14).text(`${money(client_due)} ${currency}`, x, pdf.y, { width, align: 'right' })
  pdf
    .lineWidth(0.75)
    .rect(left(pdf), top, widthOf(pdf), end - top)
    .stroke()
  pdf.y = end
}
