import { NoteType, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { visitAddress, visitKey } from './consultation.ts'
import { shows } from './shows.ts'

export const notesQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'consultationnote'],
    queryFn: ({ signal }) =>
      Array.fromAsync(walk(api, '/consultation/{id}/consultationnote/', { path: { id: visit }, signal })),
    meta: shows({ consultationnote: visitAddress(visit) }),
  })

export type NewNote = { readonly patient: string; readonly text: string; readonly type: NoteType }
export const addNote = (visit: number, note: NewNote, key: string) =>
  api.post('/consultation/{id}/consultationnote/', { path: { id: visit }, body: note, key })
/** In a finalized visit, a note becomes an addendum. */
export const addAddendum = (visit: number, patient: string, text: string, key: string) =>
  addNote(visit, { patient, text, type: NoteType.ClinicalNote }, key)
