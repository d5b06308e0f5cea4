import { csvText } from '../../../../shared/csv.ts'
import type { Mapping } from './recognise.ts'

/** A file as people see it: the names of its columns, and a row for each line, blank ones included. */
export type Table = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** Spreadsheets save a file in UTF-8 or in the code page of Western Europe. */
export const textOf = (bytes: BufferSource): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whichever of the three is most frequent in the first line, outside quotes. */
const delimiterIn = (text: string) => {
  const first = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const [delimiter = ','] = [',', ';', '\t'].toSorted(
    (one, other) => first.split(other).length - first.split(one).length,
  )
  return delimiter
}

const cellsOf = (text: string): string[][] => {
  const delimiter = delimiterIn(text)
  // A cell in quotes, in which two are one, or one without; then what ends it.
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\r|\\n|$)`, 'gy')
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
    if (end === '') break
    if (end !== delimiter) rows.push([])
  }
  return rows
}

const isBlank = (row: readonly string[]) => row.every((cell) => cell === '')

/** The first line that is not blank names the columns. */
export const readTable = (text: string): Table => {
  const rows = cellsOf(text.replace(/^\uFEFF/, ''))
  const at = rows.findIndex((row) => !isBlank(row))
  const last = rows.findLastIndex((row) => !isBlank(row))
  return { header: rows[at] ?? [], rows: at < 0 ? [] : rows.slice(at + 1, last + 1) }
}

export const countOf = ({ rows }: Table) => rows.filter((row) => !isBlank(row)).length

/** The first few of what is in a column. */
export const examplesOf = ({ rows }: Table, place: number): readonly string[] =>
  rows
    .values()
    .map((row) => row[place] ?? '')
    .filter((cell) => cell !== '')
    .take(3)
    .toArray()

/** The file as the API takes it: with the names that it has for the columns, each row in the line where it was. */
export const fileOf = ({ rows }: Table, mapping: Mapping): string => {
  const places = mapping.flatMap((name, place) => (name === undefined ? [] : [[name, place] as const]))
  const lines = rows.map((row) => (isBlank(row) ? [] : places.map(([, place]) => row[place] ?? '')))
  return `${csvText([places.map(([name]) => name), ...lines])}\r\n`
}
