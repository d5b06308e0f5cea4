import type { Client } from './client.ts'
import type { Schemas } from './contract.ts'
import { newKey } from './transport.ts'

type Upload = Omit<Schemas['AttachmentCreate'], 'size' | 'content_type'> & {
  readonly content_type?: Schemas['AttachmentCreate']['content_type'] | undefined
}
type UploadOptions = { readonly key?: string; readonly signal?: AbortSignal }

/** Posts a file with the form that was signed for it. The object store wants no token. */
const sendForm = async (form: Schemas['AttachmentUploadResult'], file: Blob, type: string, signal?: AbortSignal) => {
  const entries = new FormData()
  for (const [name, value] of Object.entries(form.fields)) entries.append(name, value)
  entries.append('file', new Blob([file], { type }))
  const response = await fetch(form.url, { method: 'POST', body: entries, credentials: 'omit', signal: signal ?? null })
  if (!response.ok) throw new Error(`The object store refused the file with ${response.status}. Upload it again.`)
}

/** Attaches a file to a client, a patient, a visit or an invoice. Under the same key it is one attachment, however often it is tried. */
export const upload = async (
  client: Client,
  file: Blob,
  about: Upload,
  { key = newKey(), signal }: UploadOptions = {},
): Promise<Schemas['Attachment']> => {
  const type = (about.content_type ?? file.type) as Schemas['AttachmentCreate']['content_type']
  const body = { ...about, content_type: type, size: file.size }
  const path = { id: (await client.post('/attachment/', { body, key, signal })).id }
  // An answer that is replayed is as old as the first: the file may have been uploaded since.
  const attachment = await client.get('/attachment/{id}/', { path, signal })
  if (attachment.uploaded !== null) return attachment
  await sendForm(await client.post('/attachment/{id}/upload/', { path, signal }), file, type, signal)
  return client.post('/attachment/{id}/complete/', { path, signal })
}

/** The contents of an attachment. */
export const download = async (client: Client, id: number, signal?: AbortSignal): Promise<Blob> => {
  const { url } = await client.get('/attachment/{id}/download/', { path: { id }, signal })
  const response = await fetch(url, { credentials: 'omit', signal: signal ?? null })
  if (!response.ok) throw new Error(`The object store answered ${response.status}. Ask for the file again.`)
  return response.blob()
}
