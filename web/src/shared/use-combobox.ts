import { type KeyboardEvent, useId, useState } from 'react'

type Key = KeyboardEvent<HTMLInputElement>

type Options = {
  /** How many choices are listed. */
  readonly count: number
  readonly isOpen: boolean
  /** A key that means something else here, before anything else; returns whether it was taken. */
  readonly onKey?: ((event: Key) => boolean) | undefined
  /** Enter, with the place of the choice that is marked; returns false if the key is not taken. */
  readonly onEnter: (at: number, event: Key) => boolean | void
  readonly onEscape?: ((event: Key) => void) | undefined
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * A field with a list of choices below it, of which one is marked: the first, unless keys or the pointer have moved on. The
 * field keeps the focus, and names the choice to whoever cannot see it.
 */
export const useCombobox = ({ count, isOpen, onKey, onEnter, onEscape }: Options) => {
  const id = useId()
  const [marked, setMarked] = useState(0)
  const at = Math.min(marked, Math.max(count - 1, 0))
  const idOf = (index: number) => `${id}-${index}`
  const move = (by: number) => {
    if (count === 0) return
    const next = (at + by + count) % count
    setMarked(next)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  const take = (event: Key): boolean => {
    // The Enter that ends the writing of a word, in languages that are written so, chooses nothing.
    if (event.nativeEvent.isComposing) return false
    if (onKey?.(event) === true) return true
    const step = steps[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter') return onEnter(at, event) !== false
    else if (event.key === 'Escape' && onEscape !== undefined) onEscape(event)
    else return false
    return true
  }
  return {
    at,
    /** Marks the first choice: what is listed now is something else. */
    reset: () => setMarked(0),
    field: {
      type: 'text',
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen && count > 0 ? idOf(at) : undefined,
      autoComplete: 'off',
      spellCheck: false,
      maxLength: 127,
      onKeyDown: (event: Key) => {
        if (take(event)) event.preventDefault()
      },
    },
    list: { id: `${id}-list`, role: 'listbox' },
    option: (index: number) => ({
      id: idOf(index),
      isChosen: index === at,
      onMouseMove: () => setMarked(index),
    }),
  } as const
}
