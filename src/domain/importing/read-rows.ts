import { readCsv, UnreadableCsv, type Row } from '../../csv/read-csv.ts'
import { invalid, nonField } from '../../kernel/errors.ts'

export const maxRows = 200_000
const pieceBytes = 64 * 1024

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

const piecesOf = async function* (bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/** The records of an imported file one by one, without blank ones; the first is the header. */
export const readRows = async function* (bytes: Buffer): AsyncGenerator<Row> {
  try {
    for await (const rows of readCsv(piecesOf(bytes), { delimiter: delimiterIn(bytes), restores: true })) yield* rows
  } catch (problem) {
    if (!(problem instanceof UnreadableCsv)) throw problem
    throw invalid(nonField, problem.message, 'parse_error')
  }
}
