import type { DraftStorage } from './kept-drafts.ts'
import type { SavedText, TextDraft } from './saved-text.ts'

/** The texts that are known here, by their keys. What the service does not have is on the device too. */
export const makeTextStore = (drafts: DraftStorage<TextDraft>) => {
  const texts = new Map<string, SavedText>()
  const listeners = new Set<() => void>()
  let everything: readonly SavedText[] = []
  const refresh = () => {
    everything = [...texts.values()]
  }
  const tell = () => {
    refresh()
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    all: () => everything,
    get: (key: string) => texts.get(key),
    of: (visit: number) => [...texts.values()].filter(({ place }) => place.visit === visit),

    put: (text: SavedText) => {
      texts.set(text.key, text)
      tell()
    },
    set: (key: string, changes: Partial<SavedText>) => {
      texts.set(key, { ...texts.get(key)!, ...changes })
      tell()
    },
    drop: (key: string) => {
      texts.delete(key)
      tell()
    },
    /** Drops what nobody sees any more. */
    close: (keys: readonly string[]) => {
      for (const key of keys) texts.delete(key)
      refresh()
    },

    keep: async (key: string) => {
      const { status: _shown, ...draft } = texts.get(key)!
      // A browser that keeps nothing still sends what is typed.
      await drafts.put(draft).catch(() => {})
    },
    forget: (key: string) => drafts.remove(key).catch(() => {}),
  }
}

export type TextStore = ReturnType<typeof makeTextStore>
