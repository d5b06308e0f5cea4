import { useSyncExternalStore } from 'react'
import { get, post, request } from '../api/request.ts'
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

const addressOf = ({ resource }: TextPlace, id: number) => `/${resource}/${id}/`

/** The notes and instructions of visits. They outlive the page of their visit, until they are saved. */
export const visitTexts = makeSavedTexts({
  drafts: draftsInBrowser<TextDraft>(draftPlaces.texts),
  create: ({ visit, resource, patient, type }, written, key) =>
    post<TextRecord>(
      `/consultation/${visit}/${resource}/`,
      { patient, text: written, ...(type === undefined ? {} : { type }) },
      { idempotencyKey: key },
    ),
  read: (place, id) => get<TextRecord>(addressOf(place, id)),
  change: (place, { id, modified }, written) =>
    request<TextRecord>('PATCH', addressOf(place, id), { body: { text: written }, ifModified: modified }),
  remove: (place, { id, modified }) => request<void>('DELETE', addressOf(place, id), { ifModified: modified }),
  mintKey: () => crypto.randomUUID(),
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
