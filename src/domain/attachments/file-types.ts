import { InvalidValue } from '../../kernel/errors.ts'
import type { Links } from '../../kernel/links.ts'
import { text } from '../../kernel/values.ts'

/** What a clinic attaches. Nothing that a browser would run: no HTML, SVG, XML or scripts. */
export const fileTypes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'image/gif',
  'image/tiff',
  'image/bmp',
  'application/dicom',
  'text/plain',
  'text/csv',
  'application/rtf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'audio/mpeg',
  'audio/mp4',
  'audio/wav',
  'application/zip',
] as const
export type FileType = (typeof fileTypes)[number]

export const largestFile = 104_857_600

/** Path separators, invisible characters, and bidirectional controls that could disguise the file extension. */
const misleading = /[/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** The name a file is saved under. */
export const fileName = () => {
  const base = text(255, {
    about:
      'What the file is saved as when it is downloaded, with its ending. The only thing that can be changed later.',
  })
  return {
    ...base,
    parse: (input: unknown, links: Links) => {
      const name = base.parse(input, links).trim()
      if (misleading.test(name) || /^\.+$/.test(name))
        throw new InvalidValue('Use a plain file name, without slashes or control characters, for example report.pdf.')
      return name
    },
  }
}
