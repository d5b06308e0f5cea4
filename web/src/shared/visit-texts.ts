import { newKey, NoteType } from '@fetlock/sdk'
import { useSyncExternalStore } from 'react'
import { api } from '../api/api.ts'
import { addNote } from '../api/consultationnote.ts'
import { tellUnsent } from '../api/session.ts'
import { draftPlaces, draftsInBrowser } from './kept-drafts.ts'
import type { SavedText, TextDraft, TextPlace, TextRecord, TextStatus } from './saved-text.ts'
import { makeSavedTexts } from './saved-texts.ts'

type Listener = (place: TextPlace, written: TextRecord | null, before: TextRecord | null) => void
const listeners = new Set<Listener>()

/** Tells of each version that the service has taken. */
export const onTextWritten = (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Merged = (theirs: TextRecord) => void
const mergedListeners = new Set<Merged>()

/** Tells of each version of somebody else that was merged with what was typed here. */
export const onTextMerged = (listener: Merged) => {
  mergedListeners.add(listener)
  return () => void mergedListeners.delete(listener)
}

/** Notes and instructions are written at routes of their own, and have the same fields but for the type of a note. */
const notes = {
  create: ({ visit, patient, type }: TextPlace, written: string, key: string): Promise<TextRecord> =>
    addNote(visit, { patient, text: written, type: type ?? NoteType.ClinicalNote }, key),
  read: (id: number): Promise<TextRecord> => api.get('/consultationnote/{id}/', { path: { id } }),
  change: ({ id, modified }: TextRecord, written: string): Promise<TextRecord> =>
    api.patch('/consultationnote/{id}/', { path: { id }, body: { text: written }, ifMatch: modified }),
  remove: ({ id, modified }: TextRecord): Promise<unknown> =>
    api.delete('/consultationnote/{id}/', { path: { id }, ifMatch: modified }),
}
const instructions: typeof notes = {
  create: ({ visit, patient }, written, key) =>
    api.post('/consultation/{id}/consultationdischargeinstruction/', {
      path: { id: visit },
      body: { patient, text: written },
      key,
    }),
  read: (id) => api.get('/consultationdischargeinstruction/{id}/', { path: { id } }),
  change: ({ id, modified }, written) =>
    api.patch('/consultationdischargeinstruction/{id}/', { path: { id }, body: { text: written }, ifMatch: modified }),
  remove: ({ id, modified }) =>
    api.delete('/consultationdischargeinstruction/{id}/', { path: { id }, ifMatch: modified }),
}
const routesOf = ({ resource }: TextPlace) => (resource === 'consultationnote' ? notes : instructions)

/** The notes and instructions of visits. They outlive the page of their visit, until they are saved. */
export const visitTexts = makeSavedTexts({
  drafts: draftsInBrowser<TextDraft>(draftPlaces.texts),
  create: (place, written, key) => routesOf(place).create(place, written, key),
  read: (place, id) => routesOf(place).read(id),
  change: (place, base, written) => routesOf(place).change(base, written),
  remove: (place, base) => routesOf(place).remove(base),
  mintKey: newKey,
  now: () => new Date(),
  onMerged: (theirs) => {
    for (const listener of mergedListeners) listener(theirs)
  },
  onWritten: (...written) => {
    for (const listener of listeners) listener(...written)
  },
})

/** Why a text is not saved, and does not become so at once by itself. */
type Stuck = Extract<TextStatus['kind'], 'conflict' | 'refused' | 'kept'>
export type StuckText = SavedText & { readonly status: { readonly kind: Stuck } }
const stuck: ReadonlySet<TextStatus['kind']> = new Set<Stuck>(['conflict', 'refused', 'kept'])

/** What was written in a visit and the service does not have: somebody else changed the same, it was refused, nothing answers. */
export const stuckTexts = (texts: readonly SavedText[], visit: number) =>
  texts.filter((one): one is StuckText => one.place.visit === visit && stuck.has(one.status.kind))

const isSent: ReadonlySet<TextStatus['kind']> = new Set(['clean', 'saved'])
tellUnsent(() => visitTexts.all().some(({ status }) => !isSent.has(status.kind)))

window.addEventListener('online', () => void visitTexts.flush())
// Whoever turns to another window may not come back to this one.
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void visitTexts.flush())

export const useVisitTexts = () => useSyncExternalStore(visitTexts.subscribe, visitTexts.all)
