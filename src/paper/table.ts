import { setImmediate as letOthers } from 'node:timers/promises'
import { drawLine, hasRoom, left, type Sheet, type Weight, widthOf, write } from './sheet.ts'

/** Columns of figures stand right and are as wide as they need to be; the first column has what is left. */
type Column = { readonly head: string; readonly most?: number }

/** A row has a cell for each column, and a note in small letters below the first; a heading is above the row that follows it. */
export type Row = { readonly heading: string } | { readonly cells: readonly string[]; readonly note?: string }

const size = 9
const small = 7.5
const gap = 14
const space = 7

type Laid = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' }

const figures = (rows: readonly Row[], at: number) => rows.map((row) => ('cells' in row ? row.cells[at]! : ''))

const lay = (sheet: Sheet, columns: readonly Column[], rows: readonly Row[], from: number, width: number): Laid[] => {
  write(sheet, 'bold', size)
  const needed = columns.slice(1).map(({ head, most = Infinity }, at) => {
    const texts = [head, ...new Set(figures(rows, at + 1))]
    return Math.min(most, Math.max(...texts.map((text) => sheet.widthOfString(text)))) + 1
  })
  const first = width - needed.reduce((sum, one) => sum + one + gap, 0)
  let x = from + first
  const others = needed.map((one): Laid => {
    x += gap + one
    return { x: x - one, width: one, align: 'right' }
  })
  return [{ x: from, width: first, align: 'left' }, ...others]
}

const heightOf = (sheet: Sheet, laid: readonly Laid[], cells: readonly string[]) =>
  Math.max(...cells.map((cell, at) => sheet.heightOfString(cell, { width: laid[at]!.width })))

/** Draws cells beside each other, and answers where they end. */
const drawCells = (sheet: Sheet, laid: readonly Laid[], cells: readonly string[], weight: Weight) => {
  write(sheet, weight, size)
  const { y } = sheet
  const height = heightOf(sheet, laid, cells)
  for (const [at, cell] of cells.entries()) {
    const { x, width, align } = laid[at]!
    sheet.text(cell, x, y, { width, align })
  }
  sheet.y = y + height
}

const heightOfRow = (sheet: Sheet, laid: readonly Laid[], row: Row): number => {
  write(sheet, 'heading' in row ? 'bold' : 'regular', size)
  if ('heading' in row) return sheet.heightOfString(row.heading, { width: laid[0]!.width }) + 2 * space
  const height = heightOf(sheet, laid, row.cells) + space
  if (row.note === undefined) return height
  return height + write(sheet, 'regular', small).heightOfString(row.note, { width: laid[0]!.width })
}

const drawRow = (sheet: Sheet, laid: readonly Laid[], row: Row) => {
  const [{ x, width }] = laid as [Laid]
  if ('heading' in row) {
    sheet.y += space
    write(sheet, 'bold', size).text(row.heading, x, sheet.y, { width })
    sheet.y += space
    return
  }
  drawCells(sheet, laid, row.cells, 'regular')
  if (row.note !== undefined) write(sheet, 'regular', small).text(row.note, x, sheet.y, { width })
  sheet.y += space
}

const drawHead = (sheet: Sheet, laid: readonly Laid[], columns: readonly Column[], width: number) => {
  drawCells(
    sheet,
    laid,
    columns.map(({ head }) => head),
    'bold',
  )
  sheet.y += space / 2
  drawLine(sheet, laid[0]!.x, laid[0]!.x + width, 0.75)
  sheet.y += space
}

/** Draws a table from where the sheet is, with its head on every page. Others have their turn between the pages. */
export const drawTable = async (
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly Row[],
  width = widthOf(sheet),
) => {
  const laid = lay(sheet, columns, rows, left(sheet), width)
  drawHead(sheet, laid, columns, width)
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1]
    const follows = 'heading' in row && next !== undefined ? heightOfRow(sheet, laid, next) : 0
    if (!hasRoom(sheet, heightOfRow(sheet, laid, row) + follows)) {
      await letOthers()
      sheet.addPage()
      drawHead(sheet, laid, columns, width)
    }
    drawRow(sheet, laid, row)
  }
}
