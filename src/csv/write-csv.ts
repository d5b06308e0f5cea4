/**
 * A cell that a spreadsheet may take for a formula: one of = + - @, also in full width and after blanks, or a tab or line break
 * first. Apostrophes before it count as part of it, so that a cell which has one already can be told from one that was given it.
 */
const likeFormula = /^'*(?:[\t\r\n\0]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/

/** A negative number is no formula, and stays a number for whoever adds the column up. */
const isNumber = (cell: string) => /^-\d+(?:[.,]\d+)?$/.test(cell)

/** The cell as text that no spreadsheet calculates: with an apostrophe before it where it would be a formula. */
const neutralise = (cell: string) => (likeFormula.test(cell) && !isNumber(cell) ? `'${cell}` : cell)

const quoted = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** One record of a CSV file, with its line end. Every CSV file that the service writes is made of these. */
export const csvLine = (cells: readonly string[], end: '\n' | '\r\n' = '\n') =>
  `${cells.map((cell) => quoted(neutralise(cell))).join(',')}${end}`

/** Makes the cells of a record what they were before `csvLine`, in place: most have no apostrophe, and files are large. */
export const restoreCells = (cells: string[]): readonly string[] => {
  for (const [at, cell] of cells.entries())
    if (cell.startsWith("'") && likeFormula.test(cell)) cells[at] = cell.slice(1)
  return cells
}
