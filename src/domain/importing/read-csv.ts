import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { invalid, nonField, type ApiError } from '../../kernel/errors.ts'

/** A record of a file, and the line on which it starts. */
export type Row = { readonly line: number; readonly cells: readonly string[] }

export const mostRows = 200_000
/** Characters of one record; the longest note the API takes has 10,000. */
const longestRow = 100_000
const pieceBytes = 64 * 1024

const unreadable = (message: string): ApiError => invalid(nonField, message, 'parse_error')

const requireUtf8 = (bytes: Buffer) => {
  // A file in UTF-16 may be valid UTF-8 all the same; what gives it away are its NULs.
  if (!isUtf8(bytes) || bytes.includes(0))
    throw unreadable(
      'The file is not UTF-8. Save it once more as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv.',
    )
}

/** The delimiter: whichever of the three is most frequent in the first line, outside quotes. */
const delimiterIn = (bytes: Buffer): string => {
  const [first = ''] = bytes
    .subarray(0, pieceBytes)
    .toString()
    .split(/[\r\n]/, 1)
  const outside = first.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => outside.split(delimiter).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!
}

const breaks = /\r\n|\r|\n/g
const piecesOf = function* (bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell continues after its closing quote; a quote inside is written twice',
  INVALID_OPENING_QUOTE: 'there is a quote inside a cell; put the whole cell in quotes and write a quote inside twice',
  CSV_MAX_RECORD_SIZE: `it is longer than ${longestRow} characters`,
}

/** The records of a file one by one, without blank ones; the first is the header. */
export const readCsv = async function* (bytes: Buffer): AsyncGenerator<Row> {
  requireUtf8(bytes)
  let line = 1
  const parser = parse({
    bom: true,
    delimiter: delimiterIn(bytes),
    max_record_size: longestRow,
    relax_column_count: true,
    // The parser's own count takes a line end of two characters inside quotes for two lines.
    on_record: (cells) => {
      const start = line
      line += 1 + cells.reduce((sum, cell) => sum + (cell.match(breaks)?.length ?? 0), 0)
      return cells.every((cell) => cell.trim() === '') ? null : [String(start), ...cells]
    },
  })
  try {
    for await (const [start, ...cells] of Readable.from(piecesOf(bytes)).pipe(parser))
      yield { line: Number(start), cells }
  } catch (problem) {
    if (!(problem instanceof CsvError)) throw problem
    throw unreadable(`The row on line ${line} cannot be read: ${reasons[problem.code] ?? problem.message}.`)
  }
}
