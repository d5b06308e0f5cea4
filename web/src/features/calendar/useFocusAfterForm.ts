import { type RefObject, useEffect, useState } from 'react'
import { useSearch } from '@tanstack/react-router'

/** An appointment, or the column in which one was. */
type Left = { readonly entry: number } | { readonly place: number }

/** Puts the focus on what a form leaves behind, once it is closed and has given the focus back to where it came from. */
export const useFocusAfterForm = (page: RefObject<HTMLElement | null>) => {
  const { book, move, edit, cancel, who } = useSearch({ from: '/calendar' })
  const isOpen = [book, move, edit, cancel, who].some((form) => form !== undefined)
  const [left, setLeft] = useState<Left>()
  useEffect(() => {
    if (left === undefined || isOpen) return
    const isEntry = 'entry' in left
    const place = isEntry ? `[data-entry="${left.entry}"]` : `[data-place="${left.place}"]`
    page.current?.querySelector<HTMLElement>(place)?.focus({ preventScroll: !isEntry })
    setLeft(undefined)
  }, [left, isOpen, page])
  return setLeft
}
