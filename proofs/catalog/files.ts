import { gzipSync } from 'node:zlib'
import { createRandom } from '../../src/demo/random.ts'

export const header =
  'product_type,product_number,product_name,wholesale_price,product_price,vat,unit,barcode,currency,dosable_units,package_contents,active_ingredient,administration_route,strength,controlled_substance\n'

export type CatalogFile = { readonly bytes: Buffer; readonly good: number; readonly bad: number }

const types = ['Medicine', 'Supply', 'Food']
const ingredients = ['amoxicil', 'meloxica', 'carprofe', 'ketamine']

/** A catalog of exactly so many bytes. Every so many-th row repeats a product number, if any does. */
export const catalogOfSize = (size: number, seed: number, repeatEvery = 0): CatalogFile => {
  const random = createRandom(seed)
  const bytes = Buffer.alloc(size)
  let at = bytes.write(header)
  let [good, bad] = [0, 0]
  for (let n = 1; ; n++) {
    const isRepeated = repeatEvery > 0 && n % repeatEvery === 0
    const cents = random.int(100, 99_999)
    const row = `${types[n % 3]},P${String(isRepeated ? n - 1 : n).padStart(8, '0')},"Product, ${n}",${cents / 100},${cents / 80},24,pcs,64${String(n).padStart(11, '0')},EUR,10,10 tablets,${ingredients[n % 4]},PO,250 mg,0\n`
    if (at + row.length > size - 200) break
    at += bytes.write(row, at)
    if (isRepeated) bad++
    else good++
  }
  // The last row is as long as what is left: its name takes that up.
  const last = 'Medicine,LAST,,1,1,24,pcs,1,EUR,10,10 tablets,none,PO,250 mg,0\n'
  const name = 'x'.repeat(Math.min(255, size - at - last.length))
  at += bytes.write(last.replace('LAST,,', `LAST,${name},`), at)
  bytes.fill('\n', at)
  return { bytes, good: good + 1, bad }
}

/** Files that must be rejected, and the code and words that they are rejected with. */
export const hostileFiles = (
  size: number,
): Readonly<Record<string, readonly [Buffer, code: string, words: RegExp]>> => {
  const { bytes } = catalogOfSize(Math.min(size, 2_000_000), 1)
  const text = bytes.toString()
  return {
    'one long line': [Buffer.alloc(size, 'x'), 'file_unreadable', /longer than 100000 characters/],
    'one long line below a header': [
      Buffer.concat([Buffer.from(header), Buffer.alloc(size - header.length, 'x')]),
      'file_unreadable',
      /line 2 .* longer than 100000 characters/,
    ],
    'an unclosed quote': [
      Buffer.from(`${text}Medicine,Q,"never`),
      'file_unreadable',
      /quote is opened and never closed/,
    ],
    'an unclosed quote at the beginning': [
      Buffer.from(`${header}Medicine,Q,"never\n${text}`),
      'file_unreadable',
      /quote is opened and never closed|continues after its closing quote/,
    ],
    'UTF-16': [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'file_unreadable', /not UTF-8/],
    'NUL bytes': [Buffer.concat([bytes, Buffer.from('Medicine,N,A\0B,1')]), 'file_unreadable', /not UTF-8/],
    'gzip named .csv': [gzipSync(bytes), 'file_unreadable', /not UTF-8/],
    'two byte-order marks': [Buffer.from(`\uFEFF\uFEFF${text}`), 'file_unreadable', /two byte-order marks/],
    'NULs only': [Buffer.alloc(size), 'file_unreadable', /not UTF-8/],
    'line breaks only': [Buffer.alloc(Math.min(size, 2_000_000), '\n'), 'missing_header', /no header row/],
  }
}
