import { NoteType } from '@fetlock/sdk'
import type { DraftStorage } from './kept-drafts.ts'
import { bothTexts } from './merge-texts.ts'
import { isNewer, isSame, isUnsaved, type TextDraft, type TextPlace, type TextRecord } from './saved-text.ts'
import { isWaiting, makeTextSaving, type TextService } from './text-saving.ts'
import { makeTextStore } from './text-store.ts'

const pauseMs = 800

/** Texts that save themselves. Each is on the device from the first key until the service has it. */
export const makeSavedTexts = (means: TextService & { readonly drafts: DraftStorage<TextDraft> }) => {
  const store = makeTextStore(means.drafts)
  const saving = makeTextSaving(means, store)

  const type = (key: string, typed: string) => {
    const before = store.get(key)
    if (before === undefined) return
    if (before.status.kind === 'conflict') {
      store.set(key, { text: typed })
      return void store.keep(key)
    }
    // While an earlier version is being sent, this one waits for its answer.
    const isRunning = saving.running(key) !== undefined
    store.set(key, { text: typed, ...(isRunning ? {} : { status: { kind: 'typing' } }) })
    if (isSame({ ...before, text: typed }) && before.posting === null && !isRunning) {
      saving.cancel(key)
      store.set(key, { status: { kind: 'clean' } })
      return void store.forget(key)
    }
    void store.keep(key)
    saving.plan(key, pauseMs)
  }

  const settle = (key: string, text: string, base: TextRecord) => {
    store.set(key, { text, base, status: { kind: 'typing' } })
    if (text !== base.text) return saving.save(key)
    store.set(key, { status: { kind: 'clean' } })
    return store.forget(key)
  }

  return {
    subscribe: store.subscribe,
    all: store.all,
    get: store.get,

    /** Shows a text as the service has it, unless somebody is changing it here. */
    open: (key: string, user: string, place: TextPlace, base: TextRecord | null) => {
      const known = store.get(key)
      if (known === undefined) {
        const status = { kind: 'clean' } as const
        store.put({
          key,
          user,
          place,
          text: base?.text ?? '',
          base,
          createKey: means.mintKey(),
          posting: null,
          status,
        })
      } else if (!isUnsaved(known) && isNewer(base, known.base)) {
        store.set(key, { text: base?.text ?? '', base })
      }
    },

    type,
    save: saving.save,

    /** What was typed on this device earlier and not sent. It is sent now. */
    resume: async (user: string) => {
      const kept = await means.drafts.all().catch(() => [])
      for (const draft of kept.filter((one) => one.user === user)) {
        const known = store.get(draft.key)
        if (known !== undefined && isUnsaved(known)) continue
        store.put({ ...draft, status: { kind: 'typing' } })
        void saving.save(draft.key)
      }
    },

    /** Sends everything that waits, of one visit or of all. */
    flush: async (visit?: number) => {
      const waiting = (visit === undefined ? store.all() : store.of(visit)).filter(isWaiting)
      await Promise.all(waiting.map(({ key }) => saving.save(key)))
      if (visit !== undefined) await Promise.all(store.of(visit).flatMap(({ key }) => saving.running(key) ?? []))
    },

    /** Drops what is shown no longer and has been saved. */
    close: (visit: number) => {
      const saved = store.of(visit).filter((text) => !isUnsaved(text))
      store.close(saved.map(({ key }) => key))
    },

    /** Ends a conflict: with one of the versions, or with the changes of both. */
    resolve: (key: string, wanted: 'mine' | 'theirs' | 'both') => {
      const { text, base, status } = store.get(key)!
      if (status.kind !== 'conflict') return undefined
      const { theirs } = status
      if (wanted === 'theirs') return settle(key, theirs.text, theirs)
      return settle(key, wanted === 'mine' ? text : bothTexts(base?.text ?? '', text, theirs.text), theirs)
    },

    /** Gives up what the service does not have. */
    discard: (key: string) => {
      saving.cancel(key)
      store.drop(key)
      return store.forget(key)
    },

    /** Writes what was refused because the visit is finalized as a note of its own, which becomes an addendum. */
    writeAnew: (key: string) => {
      const { place } = store.get(key)!
      const asNote = { ...place, resource: 'consultationnote', type: place.type ?? NoteType.ClinicalNote } as const
      store.set(key, {
        place: asNote,
        base: null,
        createKey: means.mintKey(),
        posting: null,
        status: { kind: 'typing' },
      })
      return saving.save(key)
    },
  }
}
