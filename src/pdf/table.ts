import { setImmediate as nextTurn } from 'node:timers/promises'
import { drawLine, hasRoom, left, type PdfDocument, type Weight, widthOf, write } from './document.ts'

/** The first column is aligned left and takes the width that the others leave; those are aligned right, as wide as their content. */
type Column = { readonly head: string; readonly maxWidth?: number }

/** A row has a cell for each column, and a note in small print below the first. A heading stays with the row that follows it. */
export type Row = { readonly heading: string } | { readonly cells: readonly string[]; readonly note?: string }

const size = 9
const noteSize = 7.5
const columnGap = 14
const rowGap = 7

type Cell = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' }

const cellsOf = (rows: readonly Row[], at: number) => rows.map((row) => ('cells' in row ? row.cells[at]! : ''))

const layOut = (
  pdf: PdfDocument,
  columns: readonly Column[],
  rows: readonly Row[],
  from: number,
  width: number,
): Cell[] => {
  write(pdf, 'bold', size)
  const needed = columns.slice(1).map(({ head, maxWidth = Infinity }, at) => {
    const texts = [head, ...new Set(cellsOf(rows, at + 1))]
    return Math.min(maxWidth, Math.max(...texts.map((text) => pdf.widthOfString(text)))) + 1
  })
  const first = width - needed.reduce((sum, one) => sum + one + columnGap, 0)
  let x = from + first
  const others = needed.map((one): Cell => {
    x += columnGap + one
    return { x: x - one, width: one, align: 'right' }
  })
  return [{ x: from, width: first, align: 'left' }, ...others]
}

const heightOf = (pdf: PdfDocument, layout: readonly Cell[], cells: readonly string[]) =>
  Math.max(...cells.map((cell, at) => pdf.heightOfString(cell, { width: layout[at]!.width })))

/** Draws cells beside each other, and moves the position below the highest. */
const drawCells = (pdf: PdfDocument, layout: readonly Cell[], cells: readonly string[], weight: Weight) => {
  write(pdf, weight, size)
  const { y } = pdf
  const height = heightOf(pdf, layout, cells)
  for (const [at, cell] of cells.entries()) {
    const { x, width, align } = layout[at]!
    pdf.text(cell, x, y, { width, align })
  }
  pdf.y = y + height
}

const heightOfRow = (pdf: PdfDocument, layout: readonly Cell[], row: Row): number => {
  write(pdf, 'heading' in row ? 'bold' : 'regular', size)
  if ('heading' in row) return pdf.heightOfString(row.heading, { width: layout[0]!.width }) + 2 * rowGap
  const height = heightOf(pdf, layout, row.cells) + rowGap
  if (row.note === undefined) return height
  return height + write(pdf, 'regular', noteSize).heightOfString(row.note, { width: layout[0]!.width })
}

const drawRow = (pdf: PdfDocument, layout: readonly Cell[], row: Row) => {
  const [{ x, width }] = layout as [Cell]
  if ('heading' in row) {
    pdf.y += rowGap
    write(pdf, 'bold', size).text(row.heading, x, pdf.y, { width })
    pdf.y += rowGap
    return
  }
  drawCells(pdf, layout, row.cells, 'regular')
  if (row.note !== undefined) write(pdf, 'regular', noteSize).text(row.note, x, pdf.y, { width })
  pdf.y += rowGap
}

const drawHead = (pdf: PdfDocument, layout: readonly Cell[], columns: readonly Column[], width: number) => {
  drawCells(
    pdf,
    layout,
    columns.map(({ head }) => head),
    'bold',
  )
  pdf.y += rowGap / 2
  drawLine(pdf, layout[0]!.x, layout[0]!.x + width, 0.75)
  pdf.y += rowGap
}

/** Draws a table from the current position, with its head on every page. Yields to the event loop between pages. */
export const drawTable = async (
  pdf: PdfDocument,
  columns: readonly Column[],
  rows: readonly Row[],
  width = widthOf(pdf),
) => {
  const layout = layOut(pdf, columns, rows, left(pdf), width)
  drawHead(pdf, layout, columns, width)
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1]
    const follows = 'heading' in row && next !== undefined ? heightOfRow(pdf, layout, next) : 0
    if (!hasRoom(pdf, heightOfRow(pdf, layout, row) + follows)) {
      await nextTurn()
      pdf.addPage()
      drawHead(pdf, layout, columns, width)
    }
    drawRow(pdf, layout, row)
  }
}
