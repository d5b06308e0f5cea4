import { invalid, InvalidValue } from '../../kernel/errors.ts'
import type { Links } from '../../kernel/links.ts'
import { text } from '../../kernel/values.ts'

/**
 * What a clinic attaches, with the endings that such a file may have. Nothing that a browser or a computer would run: no HTML,
 * SVG, XML, scripts or programs.
 */
const endings = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'image/gif': ['gif'],
  'image/tiff': ['tif', 'tiff'],
  'image/bmp': ['bmp'],
  'application/dicom': ['dcm', 'dicom'],
  'text/plain': ['txt', 'text', 'log'],
  'text/csv': ['csv'],
  'application/rtf': ['rtf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/wav': ['wav'],
  'application/zip': ['zip'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>
export type FileType = keyof typeof endings
export const fileTypes = Object.keys(endings) as readonly FileType[]

export const largestFile = 104_857_600

/** Path separators, invisible characters, and bidirectional controls that could disguise the file extension. */
const misleading = /[/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** The name a file is saved under. */
export const fileName = () => {
  const base = text(255, {
    about:
      'What the file is saved as when it is downloaded, with the ending of its type, such as .pdf. The only thing that can be changed later.',
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

const hasEnding = (name: string, type: FileType) => {
  const [, ending = ''] = /.\.([a-z0-9]+)$/i.exec(name) ?? []
  return endings[type].some((allowed) => allowed === ending.toLowerCase())
}

/** Refuses a name whose ending is not one of the file's type: it is what a computer opens the file with. */
export const requireEnding = (name: string, type: FileType) => {
  if (hasEnding(name, type)) return
  const allowed = endings[type].map((ending) => `.${ending}`).join(', ')
  throw invalid('name', `The name of a file of the type ${type} ends with ${allowed}.`, 'wrong_extension')
}

/** The name to save a file under. Files from before endings were checked get the one of their type. */
export const savedName = (name: string, type: string) => {
  const known = fileTypes.find((one) => one === type)
  return known === undefined || hasEnding(name, known) ? name : `${name}.${endings[known][0]}`
}
