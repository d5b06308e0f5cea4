import { ApiProblem, isRefusal, messageOf } from '../api/problem.ts'
import type { DraftStorage } from './kept-drafts.ts'
import { bothTexts, mergeTexts } from './merge-texts.ts'

/** Where a text belongs: what kind it is, about which animal in which visit. */
export type TextPlace = {
  readonly visit: number
  readonly patient: string
  readonly resource: 'consultationnote' | 'consultationdischargeinstruction'
  /** The type of a note; instructions have none. */
  readonly type?: 0 | 1 | undefined
}

/** A text as the service has it. */
export type TextRecord = {
  readonly id: number
  readonly url: string
  readonly text: string
  readonly modified: string
}

/** A text that the service does not have yet, as it is kept on the device. */
export type TextDraft = {
  readonly key: string
  readonly user: string
  readonly place: TextPlace
  readonly text: string
  /** The version that was typed on; null if there was none. */
  readonly base: TextRecord | null
  /** Makes a new text be written once, however often it is sent. */
  readonly createKey: string
  /** A new text that was sent and is not answered yet: it is sent again as it was. */
  readonly posting: string | null
}

export type TextStatus =
  | { readonly kind: 'clean' | 'typing' | 'saving' }
  | { readonly kind: 'saved'; readonly at: Date }
  /** No answer: it is sent again by itself. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly message: string; readonly isFinalized: boolean }
  /** Somebody else changed the same lines. What is typed on is kept here, and sent once one of the versions was chosen. */
  | { readonly kind: 'conflict'; readonly theirs: TextRecord }

export type SavedText = TextDraft & { readonly status: TextStatus }

type Means = {
  readonly drafts: DraftStorage<TextDraft>
  readonly create: (place: TextPlace, text: string, key: string) => Promise<TextRecord>
  readonly read: (place: TextPlace, id: number) => Promise<TextRecord>
  readonly change: (place: TextPlace, base: TextRecord, text: string) => Promise<TextRecord>
  readonly remove: (place: TextPlace, base: TextRecord) => Promise<unknown>
  readonly mintKey: () => string
  readonly now: () => Date
  /** Somebody changed other lines meanwhile, and both changes were kept. */
  readonly onMerged: (theirs: TextRecord) => void
  /** The service has another version now, instead of the one before; null for none. */
  readonly onWritten: (place: TextPlace, written: TextRecord | null, before: TextRecord | null) => void
}

const pauseMs = 800
const [firstRetryMs, longestRetryMs] = [2_000, 30_000]

const hasStatus = (error: unknown, status: number) => error instanceof ApiProblem && error.status === status
const isFinalized = (error: unknown) =>
  error instanceof ApiProblem &&
  Object.values(error.errors ?? {})
    .flat()
    .some(({ code }) => code === 'finalized')

/** The service keeps no text without words; an empty one is none. */
const isBlank = (text: string) => text.trim() === ''
const isSame = ({ text, base }: Pick<TextDraft, 'text' | 'base'>) =>
  base === null ? isBlank(text) : text === base.text

/** A list that was read before a text was saved still has the version before. */
const isNewer = (record: TextRecord | null, than: TextRecord | null) =>
  record === null || than === null ? record !== than : record.id !== than.id || record.modified > than.modified

/** Whether something is on the device that the service does not have. */
export const isUnsaved = ({ status }: SavedText) => status.kind !== 'clean' && status.kind !== 'saved'

/** Texts that save themselves. Each is on the device from the first key until the service has it. */
export const makeSavedTexts = (means: Means) => {
  const texts = new Map<string, SavedText>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const running = new Map<string, Promise<void>>()
  const retries = new Map<string, number>()
  const listeners = new Set<() => void>()
  let everything: readonly SavedText[] = []

  const set = (key: string, changes: Partial<SavedText>) => {
    texts.set(key, { ...texts.get(key)!, ...changes })
    everything = [...texts.values()]
    for (const listener of listeners) listener()
  }

  const keep = async (key: string) => {
    const { status: _shown, ...draft } = texts.get(key)!
    // A browser that keeps nothing still sends what is typed.
    await means.drafts.put(draft).catch(() => {})
  }

  const forget = (key: string) => means.drafts.remove(key).catch(() => {})

  const plan = (key: string, milliseconds: number) => {
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => void save(key), milliseconds),
    )
  }

  /** Sends the text as it is now, and answers what the service has then; null for nothing. */
  const send = async (key: string): Promise<TextRecord | null> => {
    const { place, text, base, createKey, posting } = texts.get(key)!
    if (base !== null) {
      if (!isBlank(text)) return { ...(await means.change(place, base, text)), text }
      await means.remove(place, base)
      return null
    }
    if (posting === null && isBlank(text)) return null
    const sent = posting ?? text
    set(key, { posting: sent })
    await keep(key)
    return { ...(await means.create(place, sent, createKey)), text: sent }
  }

  /** Takes over what somebody else has written meanwhile, or shows both versions. */
  const meet = async (key: string) => {
    const { place, base } = texts.get(key)!
    let theirs: TextRecord
    try {
      theirs = await means.read(place, base!.id)
    } catch (error) {
      return recover(key, error)
    }
    // What was typed while it was read belongs to it.
    const { text } = texts.get(key)!
    const merged = mergeTexts(base!.text, text, theirs.text)
    if (merged === undefined) {
      set(key, { status: { kind: 'conflict', theirs } })
      return keep(key)
    }
    if (merged !== text) means.onMerged(theirs)
    set(key, { text: merged, base: theirs })
    return saveOnce(key)
  }

  const recover = async (key: string, error: unknown): Promise<void> => {
    const { base } = texts.get(key)!
    if (hasStatus(error, 412) && base !== null) return meet(key)
    // Somebody has removed it meanwhile: what was typed is written anew.
    if (hasStatus(error, 404) && base !== null) {
      set(key, { base: null, createKey: means.mintKey(), posting: null })
      return saveOnce(key)
    }
    // The key was used for another text, in another tab.
    if (hasStatus(error, 422) && base === null) {
      set(key, { createKey: means.mintKey(), posting: null })
      return saveOnce(key)
    }
    if (isRefusal(error)) {
      set(key, {
        status: { kind: 'refused', message: messageOf(error), isFinalized: isFinalized(error) },
        posting: null,
      })
      return keep(key)
    }
    set(key, { status: { kind: 'kept' } })
    const wait = Math.min((retries.get(key) ?? firstRetryMs / 2) * 2, longestRetryMs)
    retries.set(key, wait)
    return plan(key, wait)
  }

  const saveOnce = async (key: string): Promise<void> => {
    set(key, { status: { kind: 'saving' } })
    try {
      const written = await send(key)
      retries.delete(key)
      const { place, base: before } = texts.get(key)!
      means.onWritten(place, written, before)
      set(key, { base: written, posting: null, ...(written === null ? { createKey: means.mintKey() } : {}) })
      if (!isSame(texts.get(key)!)) return await saveOnce(key)
      set(key, { status: { kind: 'saved', at: means.now() } })
      await forget(key)
    } catch (error) {
      await recover(key, error)
    }
  }

  const isWaiting = (text: SavedText | undefined) =>
    text !== undefined && (text.status.kind === 'typing' || text.status.kind === 'kept')

  const save = async (key: string): Promise<void> => {
    clearTimeout(timers.get(key))
    if (running.has(key)) return running.get(key)
    if (!isWaiting(texts.get(key))) return undefined
    const work = saveOnce(key).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  const of = (visit: number) => [...texts.values()].filter(({ place }) => place.visit === visit)

  const type = (key: string, typed: string) => {
    const before = texts.get(key)
    if (before === undefined) return
    if (before.status.kind === 'conflict') {
      set(key, { text: typed })
      return void keep(key)
    }
    // While an earlier version is being sent, this one waits for its answer.
    set(key, { text: typed, ...(running.has(key) ? {} : { status: { kind: 'typing' } }) })
    if (isSame({ ...before, text: typed }) && before.posting === null && !running.has(key)) {
      clearTimeout(timers.get(key))
      set(key, { status: { kind: 'clean' } })
      return void forget(key)
    }
    void keep(key)
    plan(key, pauseMs)
  }

  const settle = (key: string, text: string, base: TextRecord) => {
    set(key, { text, base, status: { kind: 'typing' } })
    if (text !== base.text) return save(key)
    set(key, { status: { kind: 'clean' } })
    return forget(key)
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    all: () => everything,
    get: (key: string) => texts.get(key),

    /** Shows a text as the service has it, unless somebody is changing it here. */
    open: (key: string, user: string, place: TextPlace, base: TextRecord | null) => {
      const known = texts.get(key)
      if (known === undefined) {
        const status = { kind: 'clean' } as const
        texts.set(key, {
          key,
          user,
          place,
          text: base?.text ?? '',
          base,
          createKey: means.mintKey(),
          posting: null,
          status,
        })
        set(key, {})
      } else if (!isUnsaved(known) && isNewer(base, known.base)) {
        set(key, { text: base?.text ?? '', base })
      }
    },

    type,
    save,

    /** What was typed on this device earlier and not sent. It is sent now. */
    resume: async (user: string) => {
      const kept = await means.drafts.all().catch(() => [])
      for (const draft of kept.filter((one) => one.user === user)) {
        const known = texts.get(draft.key)
        if (known !== undefined && isUnsaved(known)) continue
        texts.set(draft.key, { ...draft, status: { kind: 'typing' } })
        set(draft.key, {})
        void save(draft.key)
      }
    },

    /** Sends everything that waits, of one visit or of all. */
    flush: async (visit?: number) => {
      const waiting = (visit === undefined ? [...texts.values()] : of(visit)).filter(isWaiting)
      await Promise.all(waiting.map(({ key }) => save(key)))
      if (visit !== undefined) await Promise.all(of(visit).flatMap(({ key }) => running.get(key) ?? []))
    },

    /** Drops what is shown no longer and has been saved. */
    close: (visit: number) => {
      for (const text of of(visit)) if (!isUnsaved(text)) texts.delete(text.key)
      everything = [...texts.values()]
    },

    /** Ends a conflict: with one of the versions, or with the changes of both. */
    resolve: (key: string, wanted: 'mine' | 'theirs' | 'both') => {
      const { text, base, status } = texts.get(key)!
      if (status.kind !== 'conflict') return undefined
      const { theirs } = status
      if (wanted === 'theirs') return settle(key, theirs.text, theirs)
      return settle(key, wanted === 'mine' ? text : bothTexts(base?.text ?? '', text, theirs.text), theirs)
    },

    /** Gives up what the service does not have. */
    discard: (key: string) => {
      clearTimeout(timers.get(key))
      texts.delete(key)
      everything = [...texts.values()]
      for (const listener of listeners) listener()
      return forget(key)
    },

    /** Writes what was refused because the visit is finalized as a note of its own, which becomes an addendum. */
    writeAnew: (key: string) => {
      const { place } = texts.get(key)!
      const asNote = { ...place, resource: 'consultationnote', type: place.type ?? 0 } as const
      set(key, { place: asNote, base: null, createKey: means.mintKey(), posting: null, status: { kind: 'typing' } })
      return save(key)
    },
  }
}
