import { ApiError, AttachmentType } from '@fetlock/sdk'
import { announceAttachment, completeAttachment, readAttachment, readUploadForm } from '../../api/attachment.ts'
import { NotDone } from '../../api/problem.ts'
import type { Attachment } from '../../api/records.ts'
import { text } from '../../text/en.ts'

/** What the service keeps; what a browser calls otherwise or does not know is told by the ending. */
const endings: Readonly<Record<string, AttachmentType>> = {
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
const maxBytes = 104_857_600

type Owner = Readonly<Partial<Record<'client' | 'patient', string>>>
const requireArrival = (cause?: unknown): never => {
  throw new NotDone(text.records.files.notArrived, { cause })
}

/**
 * Announces a file, sends it to the object store and reports that it is there. The store is another origin that tells this page
 * nothing; whether the file arrived, the service looks up itself. Under the same key it is one file, however often it is tried.
 */
export const sendFile = async (file: File, owner: Owner, key: string): Promise<Attachment> => {
  const type = endings[file.name.split('.').at(-1)?.toLowerCase() ?? '']
  if (type === undefined) throw new NotDone(text.records.files.wrongType)
  if (file.size > maxBytes) throw new NotDone(text.records.files.tooLarge)
  const { id } = await announceAttachment({ ...owner, name: file.name, content_type: type, size: file.size }, key)
  // An answer that is replayed is as old as the first: the file may have arrived since.
  const announced = await readAttachment(id)
  if (announced.uploaded !== null) return announced
  const { url, fields } = await readUploadForm(id)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file], { type }), file.name)
  await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'omit', body: form }).catch(requireArrival)
  return completeAttachment(id).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_uploaded') return requireArrival(error)
    throw error
  })
}
