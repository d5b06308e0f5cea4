import { ApiError } from '@fetlock/sdk'
import { fieldProblemsOf, isConflict, isKeyReused, isRefusal, messageOf } from '../api/problem.ts'
import { mergeTexts } from './merge-texts.ts'
import { isBlank, isSame, type SavedText, type TextPlace, type TextRecord } from './saved-text.ts'
import type { TextStore } from './text-store.ts'

/** How texts are written, and who is told of it. */
export type TextService = {
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

const [firstRetryMs, maxRetryMs] = [2_000, 30_000]

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
const isFinalized = (error: unknown) =>
  Object.values(fieldProblemsOf(error))
    .flat()
    .some(({ code }) => code === 'finalized')

export const isWaiting = (text: SavedText | undefined) =>
  text !== undefined && (text.status.kind === 'typing' || text.status.kind === 'kept')

/** Sends texts until the service has them: one at a time for each, and again where there was no answer. */
export const makeTextSaving = (means: TextService, store: TextStore) => {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const running = new Map<string, Promise<void>>()
  const retries = new Map<string, number>()

  const plan = (key: string, milliseconds: number) => {
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => void save(key), milliseconds),
    )
  }

  /** Sends the text as it is now, and returns what the service has then; null for nothing. */
  const send = async (key: string): Promise<TextRecord | null> => {
    const { place, text, base, createKey, posting } = store.get(key)!
    const sent = posting ?? text
    if (isBlank(sent)) {
      if (base !== null) await means.remove(place, base)
      return null
    }
    store.set(key, { posting: sent })
    await store.keep(key)
    const sending = base === null ? means.create(place, sent, createKey) : means.change(place, base, sent)
    return { ...(await sending), text: sent }
  }

  /** Takes over what somebody else has written meanwhile, or shows both versions. */
  const mergeRemoteChange = async (key: string) => {
    const { place, base } = store.get(key)!
    let theirs: TextRecord
    try {
      theirs = await means.read(place, base!.id)
    } catch (error) {
      return recover(key, error)
    }
    // What was typed while it was read belongs to it.
    const { text, posting } = store.get(key)!
    // What was sent before got through, and only its answer is missing.
    if (theirs.text === posting) return goOnFrom(key, theirs)
    const merged = mergeTexts(base!.text, text, theirs.text)
    if (merged === undefined) {
      store.set(key, { status: { kind: 'conflict', theirs }, posting: null })
      return store.keep(key)
    }
    if (merged !== text) means.onMerged(theirs)
    store.set(key, { text: merged, base: theirs, posting: null })
    return saveOnce(key)
  }

  const recover = async (key: string, error: unknown, isRepeated = false): Promise<void> => {
    const { base } = store.get(key)!
    if (isConflict(error) && base !== null) return mergeRemoteChange(key)
    // Somebody has removed it meanwhile: what was typed is written anew.
    if (isGone(error) && base !== null) {
      store.set(key, { base: null, createKey: means.mintKey(), posting: null })
      return saveOnce(key)
    }
    // The key was used for another text, in another tab.
    if (isKeyReused(error) && base === null) {
      store.set(key, { createKey: means.mintKey(), posting: null })
      return saveOnce(key)
    }
    if (isRefusal(error, isRepeated)) {
      store.set(key, {
        status: { kind: 'refused', message: messageOf(error), isFinalized: isFinalized(error) },
        posting: null,
      })
      return store.keep(key)
    }
    store.set(key, { status: { kind: 'kept' } })
    const wait = Math.min((retries.get(key) ?? firstRetryMs / 2) * 2, maxRetryMs)
    retries.set(key, wait)
    return plan(key, wait)
  }

  /** The service has this version: what was typed since is sent next. */
  const goOnFrom = async (key: string, written: TextRecord | null): Promise<void> => {
    retries.delete(key)
    const { place, base: before } = store.get(key)!
    means.onWritten(place, written, before)
    store.set(key, { base: written, posting: null, ...(written === null ? { createKey: means.mintKey() } : {}) })
    if (!isSame(store.get(key)!)) return saveOnce(key)
    store.set(key, { status: { kind: 'saved', at: means.now() } })
    return store.forget(key)
  }

  const saveOnce = async (key: string): Promise<void> => {
    const { posting, base } = store.get(key)!
    // A change has no key of its own: its refusal is one, also after an attempt without an answer.
    const isRepeated = posting !== null && base === null
    store.set(key, { status: { kind: 'saving' } })
    try {
      await goOnFrom(key, await send(key))
    } catch (error) {
      await recover(key, error, isRepeated)
    }
  }

  const save = async (key: string): Promise<void> => {
    clearTimeout(timers.get(key))
    if (running.has(key)) return running.get(key)
    if (!isWaiting(store.get(key))) return undefined
    const work = saveOnce(key).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  return {
    save,
    plan,
    cancel: (key: string) => clearTimeout(timers.get(key)),
    /** What is being sent of a text now. */
    running: (key: string) => running.get(key),
  }
}
