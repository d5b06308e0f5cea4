import { useLayoutEffect } from 'react'
import { type Action, currentActions } from '../shared/actions.ts'

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

/** The field that had the focus last: whether it is on the page, and whether more was being written into it. */
type Left = { readonly isConnected: boolean; readonly isWritten: boolean }

/** Whether somebody is writing into a field that has gone from the page by itself: their letters are no keys. */
export const isCutOff = (left: Left | undefined, isNowhere: boolean) =>
  left !== undefined && isNowhere && left.isWritten && !left.isConnected

/** Enter and Escape end a field, but Enter is part of a text of several lines. */
const endsField = (field: HTMLElement, key: string) =>
  key === 'Escape' || (key === 'Enter' && field.tagName !== 'TEXTAREA')

/** Follows the focus. Returns whether the field in which somebody was writing has gone from under their hands. */
const watchFields = (signal: AbortSignal) => {
  let field: HTMLElement | undefined
  let isWritten = false
  const forget = () => {
    field = undefined
  }
  const options = { capture: true, signal }
  document.addEventListener(
    'focusin',
    ({ target }) => {
      field = isTyping(target) ? (target as HTMLElement) : undefined
      isWritten = false
    },
    options,
  )
  document.addEventListener(
    'keydown',
    ({ target, key }) => {
      if (target === field) isWritten = !endsField(target as HTMLElement, key)
      else if (key === 'Escape') forget()
    },
    options,
  )
  document.addEventListener('pointerdown', forget, options)
  window.addEventListener('popstate', forget, { signal })
  return () =>
    isCutOff(field && { isConnected: field.isConnected, isWritten }, document.activeElement === document.body)
}

/** The action for a key, or whether it may be the first of two. */
export const findAction = (actions: readonly Action[], before: string | undefined, name: string) => {
  const both = before === undefined ? undefined : actions.findLast(({ keys }) => keys === `${before} ${name}`)
  const one = actions.findLast(({ keys }) => keys === name)
  return { action: both ?? one, isFirst: actions.some(({ keys }) => keys?.startsWith(`${name} `)) }
}

/**
 * Keys of one letter do nothing while somebody types, while a dialog is open, or if they are switched off. Nor do they after
 * the field that somebody was writing in has disappeared, until they point at something, focus it or press Escape. F2 and its like
 * are no part of a text: they work in fields too.
 */
export const useKeys = (hasSingleKeys: boolean) => {
  // From when the page is drawn, so that no key is too early.
  useLayoutEffect(() => {
    let before: { readonly name: string; readonly at: number } | undefined
    const watching = new AbortController()
    const isFieldGone = watchFields(watching.signal)
    const press = (event: KeyboardEvent) => {
      const name = nameOfKey(event)
      if (name === undefined || event.defaultPrevented) return
      const hasDialog = document.querySelector('dialog[open]') !== null
      const isFunctionKey = /^F\d+$/.test(name)
      if (isFunctionKey && hasDialog) return
      const isSingle = !name.startsWith('Mod+') && !isFunctionKey
      if (isSingle && (!hasSingleKeys || hasDialog || isTyping(event.target) || isFieldGone())) return
      const isPress = name === 'Space' || name === 'Enter'
      if (isPress && event.target instanceof HTMLElement && event.target.closest('button, a, summary')) return
      const first = before !== undefined && event.timeStamp - before.at < sequenceMs ? before.name : undefined
      const { action, isFirst } = findAction(currentActions(), first, name)
      before = isFirst ? { name, at: event.timeStamp } : undefined
      if (action === undefined) return
      event.preventDefault()
      if (!event.repeat || action.repeats === true) action.run()
    }
    document.addEventListener('keydown', press)
    return () => {
      watching.abort()
      document.removeEventListener('keydown', press)
    }
  }, [hasSingleKeys])
}
