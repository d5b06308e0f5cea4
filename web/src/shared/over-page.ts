import { useSyncExternalStore } from 'react'

/** What stands over or beside whatever page, one at a time: opened from anywhere, and drawn by the frame. */
export const overPage = <T>() => {
  let shown: T | undefined
  const listeners = new Set<() => void>()
  const change = (next?: T) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    show: (next: T) => change(next),
    hide: () => change(),
    useShown: () => useSyncExternalStore(subscribe, () => shown),
  }
}
