import { type RefObject, useCallback, useRef } from 'react'
import type { Entry } from './columns.ts'

/** Puts the focus on cards of the page, and takes one of them to be moved with keys. */
export const useCardFocus = (page: RefObject<HTMLElement | null>) => {
  const taker = useRef<(entry: Entry) => void>(undefined)
  const onTaker = useCallback((take: (entry: Entry) => void) => {
    taker.current = take
  }, [])
  const focusEntry = useCallback(
    (id: number) => page.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`)?.focus(),
    [page],
  )
  const focusCard = useCallback(
    (by: number) => {
      const cards = [...(page.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
      const at = cards.indexOf(document.activeElement as HTMLElement)
      cards[at < 0 ? 0 : Math.min(Math.max(at + by, 0), cards.length - 1)]?.focus()
    },
    [page],
  )
  const take = useCallback(
    (entry: Entry) => {
      focusEntry(entry.id)
      taker.current?.(entry)
    },
    [focusEntry],
  )
  return { focusEntry, focusCard, take, onTaker }
}
