import type { PdfDocument } from '../../pdf/document.ts'
import { drawTable, type Row } from '../../pdf/table.ts'
import { drawLines, half, isZero, leftHalf } from './paper-blocks.ts'
import type { PaperFormat } from './paper-format.ts'
import type { PrintedInvoice, PrintedRow } from './printed-invoice.ts'

const noteOf = ({ multiplier, sent_quantity, unit }: PrintedRow, { plain }: PaperFormat) =>
  multiplier === 1 ? {} : { note: `${plain(sent_quantity)} ${unit}`.trim() + ` for each of ${multiplier} animals` }

const signed = (number: string, { percent }: PaperFormat) =>
  number.startsWith('-') ? percent(number) : `+${percent(number)}`

/** What was sold: to a business net, to a private person with VAT. */
export const drawRows = (pdf: PdfDocument, { rows, currency, consumer }: PrintedInvoice, format: PaperFormat) => {
  const { plain, money, percent } = format
  const isChanged = rows.some(({ percentage_change }) => !isZero(percentage_change))
  const isRaised = rows.some(({ percentage_change }) => Number(percentage_change) > 0)
  const cellsOf = (row: PrintedRow) => [
    row.name,
    `${plain(row.quantity)} ${row.unit}`.trim(),
    consumer ? money(row.price_with_vat) : plain(row.price, 2),
    ...(isChanged ? [isZero(row.percentage_change) ? '' : signed(row.percentage_change, format)] : []),
    percent(row.vat_percentage),
    money(consumer ? row.sum_total : row.sum),
  ]
  const columns = [
    { head: 'Description' },
    { head: 'Quantity', maxWidth: 90 },
    { head: consumer ? 'Price with VAT' : 'Net unit price' },
    ...(isChanged ? [{ head: isRaised ? 'Change' : 'Discount' }] : []),
    { head: 'VAT' },
    { head: `${consumer ? 'Total' : 'Net'} ${currency}` },
  ]
  const isFirstOf = (row: PrintedRow, before: PrintedRow | undefined) =>
    row.patient_names !== '' && (row.patient !== before?.patient || row.patient_names !== before.patient_names)
  const lines = rows.flatMap((row, at): Row[] => [
    ...(isFirstOf(row, rows[at - 1]) ? [{ heading: row.patient_names }] : []),
    { cells: cellsOf(row), ...noteOf(row, format) },
  ])
  return drawTable(pdf, columns, lines)
}

/** VAT by rate, and why there is none where it is zero. */
export const drawVat = async (pdf: PdfDocument, { vat }: PrintedInvoice, { money, percent }: PaperFormat) => {
  const columns = [{ head: 'VAT rate' }, { head: 'Net' }, { head: 'VAT' }, { head: 'Total' }]
  const rows = vat.map(({ percentage, sum, sum_vat, sum_total }) => ({
    cells: [percent(percentage), money(sum), money(sum_vat), money(sum_total)],
  }))
  await drawTable(pdf, columns, rows, half(pdf))
  for (const { percentage, title } of vat)
    if (isZero(percentage)) drawLines(pdf, leftHalf(pdf), [`No VAT is charged at 0 %: ${title}.`], 7.5)
}
