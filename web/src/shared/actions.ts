import { useLayoutEffect, useSyncExternalStore } from 'react'

/** Something a person can do here: a button, a key and a line of the command palette at once. */
export type Action = {
  readonly id: string
  readonly title: string
  readonly group: 'here' | 'go' | 'settings'
  /** A key such as `c`, two such as `g t`, or `Mod+k`, where Mod is Ctrl or ⌘. */
  readonly keys?: string | undefined
  /** True for what would be noise in the palette, such as moving to the next row. */
  readonly onlyKey?: boolean | undefined
  /** True for what there are many of, such as one for each card: in the palette only once something is typed. */
  readonly onlyTyped?: boolean | undefined
  /** True for what goes on while the key is held, such as moving from row to row. All else happens once for each press. */
  readonly repeats?: boolean | undefined
  readonly run: () => void
}

let actions: readonly Action[] = []
const listeners = new Set<() => void>()
const change = (next: readonly Action[]) => {
  actions = next
  for (const listener of listeners) listener()
}

export const currentActions = () => actions

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Offers actions for as long as the component is shown: from when it is drawn, so that no key is too early. */
export const useActions = (offered: readonly Action[]) => {
  useLayoutEffect(() => {
    change([...actions, ...offered])
    return () => change(actions.filter((action) => !offered.includes(action)))
  }, [offered])
}

export const useAllActions = () => useSyncExternalStore(subscribe, currentActions)
