import { useSyncExternalStore } from 'react'

/** A record whose changes are listed, by the name of its resource. */
export type Followed = { readonly resource: string; readonly id: number }

let shown: Followed | undefined
const listeners = new Set<() => void>()
const change = (next: Followed | undefined) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows who changed a record, over any page. */
export const showChanges = (followed: Followed) => change(followed)
export const hideChanges = () => change(undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useShownChanges = () => useSyncExternalStore(subscribe, () => shown)
