import { home } from '../api/home.ts'
import type { SearchResults } from '../api/records.ts'

type Found = SearchResults['results'][number]
type Kept = { readonly user: string; readonly records: readonly Found[] }

const key = `fetlock-recent${home}`
const maxKept = 6

/** The records that somebody opened last from the palette, on this device. Signing out forgets them. */
export const recentOf = (user: string): readonly Found[] => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return kept?.user === user ? kept.records : []
  } catch {
    return []
  }
}

export const forgetRecent = () => localStorage.removeItem(key)

/** Without what is owed, which may have changed when it is shown again. */
export const keepRecent = (user: string, found: Found) => {
  const others = recentOf(user).filter(({ url }) => url !== found.url)
  const kept: Kept = { user, records: [{ ...found, owing: null }, ...others].slice(0, maxKept) }
  localStorage.setItem(key, JSON.stringify(kept))
}
