/** A table of texts under their headings, with columns two spaces apart. */
export const columns = (headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const all = [headings, ...rows]
  const widths = headings.map((_heading, at) => Math.max(...all.map((row) => String(row[at]).length)))
  return all
    .map((row) =>
      row
        .map((cell, at) => String(cell).padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
