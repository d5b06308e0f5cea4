import type { ObjectStore } from '../../gateways/object-store.ts'
import type { FileType } from './file-types.ts'

/** The beginning of a file, and its end, where archives keep the list of what is in them. */
type Edges = { readonly first: Buffer; readonly last: Buffer }

const edgeBytes = 64 * 1024

const startsWith =
  (...signatures: readonly (string | readonly number[])[]) =>
  ({ first }: Edges) =>
    signatures.some((signature) => {
      const bytes = typeof signature === 'string' ? Buffer.from(signature, 'latin1') : Buffer.from(signature)
      return first.subarray(0, bytes.length).equals(bytes)
    })

const textAt = ({ first }: Edges, from: number, length: number) => first.toString('latin1', from, from + length)

/** RIFF and ISO containers name what they contain after the size of their first part. */
const riff = (content: string) => (edges: Edges) => textAt(edges, 0, 4) === 'RIFF' && textAt(edges, 8, 4) === content
const brandOf = (edges: Edges) => (textAt(edges, 4, 4) === 'ftyp' ? textAt(edges, 8, 4) : undefined)
const imageBrand = /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)$/

const isImageContainer = (edges: Edges) => imageBrand.test(brandOf(edges) ?? '')
const isFilm = (edges: Edges) => brandOf(edges) !== undefined && !isImageContainer(edges)
/** Older films of QuickTime begin with any of its other parts. */
const isQuickTime = (edges: Edges) => isFilm(edges) || /^(moov|mdat|wide|free|skip|pnot)$/.test(textAt(edges, 4, 4))

const isZip = startsWith('PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08')
const isOffice = startsWith([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const holds = ({ first, last }: Edges, name: string) => first.includes(name) || last.includes(name)
const openXml = (folder: string) => (edges: Edges) =>
  isZip(edges) && holds(edges, '[Content_Types].xml') && holds(edges, folder)
/** Its first entry is uncompressed and says what the document is. */
const openDocument = (type: string) => (edges: Edges) =>
  isZip(edges) && edges.first.includes(`mimetypeapplication/vnd.oasis.opendocument.${type}`)

const isMpegAudio = (edges: Edges) =>
  startsWith('ID3')(edges) || (edges.first[0] === 0xff && ((edges.first[1] ?? 0) & 0xe0) === 0xe0)
const isWebm = (edges: Edges) => startsWith([0x1a, 0x45, 0xdf, 0xa3])(edges) && textAt(edges, 0, 128).includes('webm')

const lineControls = new Set([0x09, 0x0a, 0x0c, 0x0d])
const isUtf16 = startsWith([0xff, 0xfe], [0xfe, 0xff])
/** Text of any encoding has no control characters but those for lines; UTF-16 says that it is that, and has no two NULs in a row. */
const isText = (edges: Edges) =>
  isUtf16(edges)
    ? !edges.first.includes(Buffer.alloc(4))
    : edges.first.every((byte) => byte >= 0x20 || lineControls.has(byte))

/** What the bytes of each type look like. */
const looksLike: Readonly<Record<FileType, (edges: Edges) => boolean>> = {
  'application/pdf': ({ first }) => first.subarray(0, 1024).includes('%PDF-'),
  'image/jpeg': startsWith([0xff, 0xd8, 0xff]),
  'image/png': startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': riff('WEBP'),
  'image/heic': isImageContainer,
  'image/heif': isImageContainer,
  'image/gif': startsWith('GIF87a', 'GIF89a'),
  'image/tiff': startsWith('II*\0', 'MM\0*', 'II+\0', 'MM\0+'),
  'image/bmp': startsWith('BM'),
  'application/dicom': (edges) => textAt(edges, 128, 4) === 'DICM',
  'text/plain': isText,
  'text/csv': isText,
  'application/rtf': startsWith('{\\rtf'),
  'application/msword': isOffice,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': openXml('word/'),
  'application/vnd.ms-excel': isOffice,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': openXml('xl/'),
  'application/vnd.oasis.opendocument.text': openDocument('text'),
  'application/vnd.oasis.opendocument.spreadsheet': openDocument('spreadsheet'),
  'video/mp4': isFilm,
  'video/quicktime': isQuickTime,
  'video/webm': isWebm,
  'audio/mpeg': isMpegAudio,
  'audio/mp4': isFilm,
  'audio/wav': riff('WAVE'),
  'application/zip': isZip,
}

/** Whether a file has the content of its type, as far as its beginning and its end tell. */
export const isContentOf = (type: string, edges: Edges) => looksLike[type as FileType]?.(edges) ?? false

/** Whether an object in the store has the content of its type. */
export const hasContentOf = async (
  store: ObjectStore,
  path: string,
  { type, size }: { type: string; size: number },
) => {
  const first = await store.readBytes(path, 0, Math.min(size, edgeBytes) - 1)
  const last = size <= edgeBytes ? first : await store.readBytes(path, size - edgeBytes, size - 1)
  return isContentOf(type, { first, last })
}
