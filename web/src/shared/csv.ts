/** A cell that a spreadsheet would take for a formula begins with an apostrophe. Numbers may be negative. */
const safe = (cell: string) => (/^[=+@\t\r]|^-(?![\d.])/.test(cell) ? `'${cell}` : cell)
const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvText = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => quoted(safe(cell))).join(',')).join('\r\n')

/** Saves a table as a file, with amounts as the API has them. */
export const saveCsv = (name: string, rows: readonly (readonly string[])[]) => {
  const address = URL.createObjectURL(new Blob([`\uFEFF${csvText(rows)}\r\n`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
