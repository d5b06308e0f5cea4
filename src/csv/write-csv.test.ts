import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './read-csv.ts'
import { csvLine } from './write-csv.ts'

const readBack = async (text: string, restores = true) => {
  const source = async function* () {
    yield Buffer.from(text)
  }
  const rows: (readonly string[])[] = []
  for await (const some of readCsv(source(), { delimiter: ',', restores })) rows.push(...some.map(({ cells }) => cells))
  return rows
}

/** Cells as people type them, with what matters here more often than by chance. */
const piece = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  "'",
  '"',
  ',',
  ';',
  ' ',
  '＝',
  '1',
  '2.5',
  'cmd',
  'å',
)
const cell = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
// A record of blanks is none, a byte-order mark belongs to the file, and NUL is in no UTF-8 file that is read.
const isRecord = (cells: readonly string[]) =>
  cells.some((text) => text.trim() !== '') && !cells.some((text) => /[\0\uFEFF]/.test(text))
const record = fc.array(cell, { minLength: 1, maxLength: 5 }).filter(isRecord)

const startsFormula = (text: string) => /^[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r\n]/.test(text)
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text.replace(',', '.')))

describe('a CSV file that is written', () => {
  it('[V1.2.10] [security-26] reads back as it was, whatever its cells are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 5 }), async (records) => {
        expect(await readBack(records.map((cells) => csvLine(cells)).join(''))).toEqual(records)
      }),
      { numRuns: 2_000 },
    )
  })

  it('[V1.2.10] [security-26] has no cell that a spreadsheet would calculate', () => {
    fc.assert(
      fc.property(record, (cells) => {
        const [written] = parse(csvLine(cells))
        expect(written!.filter((text) => startsFormula(text) && !isNumber(text))).toEqual([])
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['=HYPERLINK("http://evil.example","Open")', `"'=HYPERLINK(""http://evil.example"",""Open"")"\n`],
    ['+358401234567', "'+358401234567\n"],
    ['-12.50', '-12.50\n'],
    ['-12,50', '"-12,50"\n'],
    ['-1+1', "'-1+1\n"],
    ['- none', "'- none\n"],
    ["'=1", "''=1\n"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch\n"],
    ['@SUM(A1)', "'@SUM(A1)\n"],
  ])('has %j as %j', async (text, line) => {
    expect(csvLine([text])).toBe(line)
    expect(await readBack(line)).toEqual([[text]])
  })
})
