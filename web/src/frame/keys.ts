import { useEffect } from 'react'
import { type Action, currentActions } from './actions.ts'

const sequenceMs = 1_000

/** The name of a pressed key as actions spell it: `c`, `?`, `Space`, `Mod+k`. */
export const nameOfKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) => {
  if (altKey || key === undefined) return undefined
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  return ctrlKey || metaKey ? `Mod+${name}` : name
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.getAttribute('role') === 'menuitem')

/** The action for a key, or whether it may be the first of two. */
export const findAction = (actions: readonly Action[], before: string | undefined, name: string) => {
  const both = before === undefined ? undefined : actions.findLast(({ keys }) => keys === `${before} ${name}`)
  const one = actions.findLast(({ keys }) => keys === name)
  return { action: both ?? one, isFirst: actions.some(({ keys }) => keys?.startsWith(`${name} `)) }
}

/**
 * Keys of one letter do nothing while somebody types, while a dialog is open, or if they are switched off. F2 and its like
 * are no part of a text: they work in fields too.
 */
export const useKeys = (hasSingleKeys: boolean) => {
  useEffect(() => {
    let before: { readonly name: string; readonly at: number } | undefined
    const press = (event: KeyboardEvent) => {
      const name = nameOfKey(event)
      if (name === undefined || event.defaultPrevented) return
      const hasDialog = document.querySelector('dialog[open]') !== null
      const isFunctionKey = /^F\d+$/.test(name)
      if (isFunctionKey && hasDialog) return
      const isSingle = !name.startsWith('Mod+') && !isFunctionKey
      if (isSingle && (!hasSingleKeys || hasDialog || isTyping(event.target))) return
      const isPress = name === 'Space' || name === 'Enter'
      if (isPress && event.target instanceof HTMLElement && event.target.closest('button, a, summary')) return
      const first = before !== undefined && event.timeStamp - before.at < sequenceMs ? before.name : undefined
      const { action, isFirst } = findAction(currentActions(), first, name)
      before = isFirst ? { name, at: event.timeStamp } : undefined
      if (action === undefined) return
      event.preventDefault()
      action.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [hasSingleKeys])
}
