import { ApiProblem } from '../../api/problem.ts'
import type { Attachment, UploadForm } from '../../api/records.ts'
import { post } from '../../api/request.ts'
import { text } from '../../text/en.ts'

/** What the service keeps; what a browser calls otherwise or does not know is told by the ending. */
const endings: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  dcm: 'application/dicom',
  dicom: 'application/dicom',
  txt: 'text/plain',
  csv: 'text/csv',
  rtf: 'application/rtf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  zip: 'application/zip',
}
const largest = 104_857_600

/**
 * Announces a file, sends it to the object store and reports that it is there. The store is another origin that tells this page
 * nothing; whether the file arrived, the service looks up itself. Throws a RangeError for what is not sent at all.
 */
export const sendFile = async (
  file: File,
  owner: Readonly<Partial<Record<'client' | 'patient', string>>>,
): Promise<Attachment> => {
  const type = endings[file.name.split('.').at(-1)?.toLowerCase() ?? '']
  if (type === undefined) throw new RangeError(text.records.files.wrongType)
  if (file.size > largest) throw new RangeError(text.records.files.tooLarge)
  const { id } = await post<Attachment>('/attachment/', {
    ...owner,
    name: file.name,
    content_type: type,
    size: file.size,
  })
  const { url, fields } = await post<UploadForm>(`/attachment/${id}/upload/`, {})
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file], { type }), file.name)
  await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'omit', body: form }).catch(() => {
    throw new RangeError(text.records.files.notArrived)
  })
  try {
    return await post<Attachment>(`/attachment/${id}/complete/`, {})
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 400 && error.code === 'not_uploaded')
      throw new RangeError(text.records.files.notArrived, { cause: error })
    throw error
  }
}
