import { useState } from 'react'
import type { Me } from '../../api/records.ts'
import { keptInTab } from '../../shared/kept-in-tab.ts'

const read = (kept: string | undefined): ReadonlySet<string> => {
  try {
    const keys: unknown = JSON.parse(kept ?? '[]')
    return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Whom somebody has reached about a batch, kept in the tab: calls take longer than a page stays open. */
export const useReached = (me: Me, item: number, batch: string) => {
  const [place] = useState(() => keptInTab(me.user.url, `reached ${item} ${batch}`))
  const [reached, set] = useState(() => read(place.read()))
  const setReached = (key: string, isReached: boolean) => {
    const next = new Set(reached)
    if (isReached) next.add(key)
    else next.delete(key)
    place.write(JSON.stringify([...next]))
    set(next)
  }
  return { reached, setReached }
}
