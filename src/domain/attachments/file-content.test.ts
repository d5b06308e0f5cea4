import { describe, expect, it } from 'vitest'
import { isContentOf } from './file-content.ts'
import { fileTypes, type FileType } from './file-types.ts'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const zip = (...names: readonly string[]) =>
  bytes('PK\x03\x04\x14\0', ...names.map((name) => `${name}\0\x01\x02`), 'PK\x05\x06')
const office = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'more')
const iso = (brand: string) => bytes([0, 0, 0, 24], `ftyp${brand}`, [0, 0, 0, 0])

/** A file of each type, as programs write them. */
const genuine: Readonly<Record<FileType, Buffer>> = {
  'application/pdf': bytes('%PDF-1.7\n%âãÏÓ\n'),
  'image/jpeg': bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'JFIF'),
  'image/png': bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], 'IHDR'),
  'image/webp': bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '),
  'image/heic': iso('heic'),
  'image/heif': iso('mif1'),
  'image/gif': bytes('GIF89a', [1, 0, 1, 0]),
  'image/tiff': bytes('II*\0', [8, 0, 0, 0]),
  'image/bmp': bytes('BM', [0x46, 0, 0, 0]),
  'application/dicom': bytes(
    Array.from({ length: 128 }, () => 0),
    'DICM',
    [2, 0],
  ),
  'text/plain': bytes('Dear colleague,\r\n\r\nthank you for referring Bella.\r\n'),
  'text/csv': bytes([0xef, 0xbb, 0xbf], 'name,weight\nBella,12.5\n'),
  'application/rtf': bytes('{\\rtf1\\ansi Hello}'),
  'application/msword': office,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': zip(
    '[Content_Types].xml',
    'word/document.xml',
  ),
  'application/vnd.ms-excel': office,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': zip('[Content_Types].xml', 'xl/workbook.xml'),
  'application/vnd.oasis.opendocument.text': zip('mimetypeapplication/vnd.oasis.opendocument.text'),
  'application/vnd.oasis.opendocument.spreadsheet': zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
  'video/mp4': iso('isom'),
  'video/quicktime': bytes([0, 0, 0, 20], 'ftypqt  '),
  'video/webm': bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84], 'webm'),
  'audio/mpeg': bytes('ID3', [3, 0, 0]),
  'audio/mp4': iso('M4A '),
  'audio/wav': bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt '),
  'application/zip': zip('photos/one.jpg'),
}
const program = bytes('MZ', [0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0])
const is = (type: FileType, content: Buffer) => isContentOf(type, { first: content, last: content })

describe('the content of a file', () => {
  it.each(fileTypes)('[V5.2.2] is told for %s', (type) => {
    expect(is(type, genuine[type])).toBe(true)
    expect(is(type, program)).toBe(false)
    expect(is(type, bytes('\x7fELF', [2, 1, 1, 0, 0, 0, 0, 0]))).toBe(false)
    expect(is(type, bytes([0, 0, 0, 0]))).toBe(false)
  })

  /** Containers of the same make cannot always be told apart, and text is in many files. */
  const alike: readonly (readonly FileType[])[] = [
    ['image/heic', 'image/heif'],
    ['video/mp4', 'video/quicktime', 'audio/mp4'],
    ['application/msword', 'application/vnd.ms-excel'],
    [
      'application/zip',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.spreadsheet',
    ],
    ['text/plain', 'text/csv', 'application/rtf', 'application/pdf'],
  ]

  it('[V5.2.2] of one type is not that of another', () => {
    const confused = fileTypes.flatMap((type) =>
      fileTypes
        .filter((other) => other !== type && is(type, genuine[other]))
        .filter((other) => !alike.some((group) => group.includes(type) && group.includes(other)))
        .map((other) => `${other} passes for ${type}`),
    )
    expect(confused).toEqual([])
    const wordAsExcel = is(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      genuine['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    )
    expect(wordAsExcel).toBe(false)
  })

  it.each([
    ['other beginnings', 'image/tiff', bytes('MM\0*')],
    ['other beginnings', 'image/gif', bytes('GIF87a')],
    ['audio without tags', 'audio/mpeg', bytes([0xff, 0xfb, 0x90, 0x44])],
    ['an older film', 'video/quicktime', bytes([0, 0, 0, 8], 'wide')],
    ['an empty archive', 'application/zip', bytes('PK\x05\x06')],
    ['text of an older program', 'text/plain', bytes('Sköldpadda, 4 år\n')],
    ['text in UTF-16', 'text/csv', Buffer.from('\uFEFFname;weight\n', 'utf16le')],
    ['a PDF after other bytes', 'application/pdf', bytes('\r\n\r\n%PDF-1.4')],
  ] as const)('may have %s: %s', (_what, type, content) => {
    expect(is(type, content)).toBe(true)
  })

  it('at the end of a large file counts too', () => {
    const first = zip('word/media/one.jpg')
    const last = bytes('[Content_Types].xml', [1], 'word/document.xml', 'PK\x05\x06')
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    expect([isContentOf(type, { first, last }), isContentOf(type, { first, last: first })]).toEqual([true, false])
  })

  it('of a type that is not taken is never right', () => {
    expect(isContentOf('text/html', { first: bytes('<html>'), last: bytes('<html>') })).toBe(false)
  })
})
