import { type BodyOf, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { clientAddress } from './client.ts'
import { patientAddress } from './patient.ts'
import { shows } from './shows.ts'

type Kind = 'client' | 'patient'
const addressOf = { client: clientAddress, patient: patientAddress } as const

export const attachmentsKey = (kind: Kind, id: number) => [kind, id, 'attachments'] as const

/** The files of a client or a patient, the newest first. */
export const attachmentsQuery = (kind: Kind, id: number) =>
  queryOptions({
    queryKey: attachmentsKey(kind, id),
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/attachment/', {
          query: { [`${kind}__is` as const]: id, uploaded__is_null: false, ordering: '-created' },
          signal,
        }),
      ),
    meta: shows({ attachment: addressOf[kind](id) }),
  })

export const announceAttachment = (body: BodyOf<'POST', '/attachment/'>, key?: string) =>
  api.post('/attachment/', { body, key })
export const readAttachment = (id: number) => api.get('/attachment/{id}/', { path: { id } })
/** A form for the object store, which takes the file itself. */
export const readUploadForm = (id: number) => api.post('/attachment/{id}/upload/', { path: { id }, body: {} })
export const completeAttachment = (id: number) => api.post('/attachment/{id}/complete/', { path: { id }, body: {} })
export const deleteAttachment = (id: number, key?: string) => api.delete('/attachment/{id}/', { path: { id }, key })
/** Where a file can be opened for a short time. */
export const readDownload = (id: number) => api.get('/attachment/{id}/download/', { path: { id } })
