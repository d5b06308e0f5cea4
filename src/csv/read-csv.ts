import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { restoreCells } from './write-csv.ts'

/** A record of a file, and the line on which it starts. */
export type Row = { readonly line: number; readonly cells: readonly string[] }

/** A file that cannot be read to its end; the message says why and what to do. */
export class UnreadableCsv extends Error {}

/** Characters of one record; the longest note the API takes has 10,000. */
const maxRow = 100_000
/** Bytes that are parsed at once. Between two pieces the process reads what others have sent, such as the database's answers. */
const pieceSize = 16_384

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell continues after its closing quote; a quote inside is written twice',
  INVALID_OPENING_QUOTE: 'there is a quote inside a cell; put the whole cell in quotes and write a quote inside twice',
  CSV_MAX_RECORD_SIZE: `it is longer than ${maxRow} characters; perhaps a quote is opened and never closed`,
}

const notUtf8 = () =>
  new UnreadableCsv(
    'The file is not UTF-8. Save it once more as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv.',
  )
const byteOrderMark = Buffer.from('\uFEFF')

/** How many bytes at the end are the beginning of a character that goes on in the next piece. */
const unfinished = (bytes: Buffer) => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** The pieces of a source, cut so that no character is split, if it is UTF-8. */
const utf8PiecesOf = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const piece of source) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    // Both marks have to be here before the first piece is judged.
    if (isFirst && bytes.length < 2 * byteOrderMark.length) {
      rest = bytes
      continue
    }
    if (isFirst && bytes.indexOf(Buffer.concat([byteOrderMark, byteOrderMark])) === 0)
      throw new UnreadableCsv('The file starts with two byte-order marks. Remove one of them or both.')
    isFirst = false
    const whole = bytes.length - unfinished(bytes)
    const complete = bytes.subarray(0, whole)
    // A file in UTF-16 may be valid UTF-8 all the same; what gives it away are its NULs.
    if (!isUtf8(complete) || complete.includes(0)) throw notUtf8()
    rest = bytes.subarray(whole)
    yield complete
  }
  if (!isUtf8(rest) || rest.includes(0)) throw notUtf8()
  yield rest
}

const breaks = /\r\n|\r|\n/g
const breaksIn = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + (cell.match(breaks)?.length ?? 0), 0)
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/**
 * The records of a UTF-8 file without blank ones, some at a time as the source delivers them; the first is the header. A
 * byte-order mark is tolerated. With `restores`, cells that our own files have as text so as to be no formulas are what they
 * were before; in the file of anybody else an apostrophe is part of the value. It holds no more of the file than one piece and the longest record.
 */
export const readCsv = async function* (
  source: AsyncIterable<Buffer>,
  { delimiter, restores = false }: { readonly delimiter: string; readonly restores?: boolean },
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  let line = 1
  let counted = 0
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: maxRow,
    relax_column_count: true,
    // Rows are taken here and not from the stream, whose iterator costs as much as the parsing.
    on_record: (cells: string[], { lines }) => {
      if (!isBlank(cells)) rows.push({ line, cells: restores ? restoreCells(cells) : cells })
      // The parser takes a line end of two characters inside quotes for two lines, so those are counted again.
      line += lines - counted === 1 ? 1 : 1 + breaksIn(cells)
      counted = lines
      return null
    },
  })
  const failed = new Promise<never>((_resolve, reject) => parser.once('error', reject))
  failed.catch(() => {})
  const consumed = (send: (done: (problem?: Error | null) => void) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => send((problem) => (problem ? reject(problem) : resolve()))),
    ])
  const take = () => {
    const taken = rows
    rows = []
    return taken
  }
  try {
    for await (const piece of utf8PiecesOf(source)) {
      for (let at = 0; at < piece.length; at += pieceSize) {
        await setImmediate()
        await consumed((done) => parser.write(piece.subarray(at, at + pieceSize), done))
        if (rows.length > 0) yield take()
      }
    }
    await consumed((done) => parser.end(done))
    if (rows.length > 0) yield take()
  } catch (problem) {
    if (!(problem instanceof CsvError)) throw problem
    throw new UnreadableCsv(`The row on line ${line} cannot be read: ${reasons[problem.code] ?? problem.message}.`)
  } finally {
    parser.destroy()
  }
}
