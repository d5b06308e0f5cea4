import { useMemo } from 'react'
import { type Action, useActions } from '../../shared/actions.ts'
import type { CalendarSearch } from './search.ts'
import { text } from '../../text/en.ts'
import type { Entry, View } from './columns.ts'
import type { Offer } from './offers.ts'

const here = (
  id: string,
  title: string,
  keys: string | undefined,
  run: () => void,
  way: Pick<Action, 'onlyKey' | 'repeats'> = {},
): Action => ({ id: `calendar ${id}`, title, group: 'here', keys, run, ...way })

type Ways = {
  readonly view: View
  readonly isCancelled: boolean
  readonly set: (changes: Partial<CalendarSearch>, replace?: boolean) => void
  readonly step: (by: 1 | -1) => void
  readonly goToday: () => void
  readonly focusCard: (by: 1 | -1) => void
  /** Undefined for whoever may only read. */
  readonly book: (() => void) | undefined
}

/** The keys of the page, and its lines of the palette. */
export const usePageActions = ({ view, isCancelled, set, step, goToday, focusCard, book }: Ways) => {
  const { isWeek, by } = view
  useActions(
    useMemo((): readonly Action[] => {
      const { calendar } = text
      const words = isWeek ? 'week' : 'day'
      return [
        ...(book === undefined ? [] : [here('book', calendar.panel.book, 'b', book)]),
        here('today', calendar.today, 't', goToday),
        here('previous', calendar.previous[words], 'ArrowLeft', () => step(-1), { repeats: true }),
        here('next', calendar.next[words], 'ArrowRight', () => step(1), { repeats: true }),
        here('day', calendar.day, 'd', () => set({ view: undefined }, false)),
        here('week', calendar.weekView, 'w', () => set({ view: 'week' }, false)),
        here('by', by === 'user' ? calendar.byDepartment : calendar.byUser, 'u', () =>
          set({ by: by === 'user' ? 'department' : undefined }, false),
        ),
        here('cancelled', calendar.cancelled, undefined, () => set({ cancelled: isCancelled ? undefined : true })),
        here('next card', calendar.keys.next, 'j', () => focusCard(1), { onlyKey: true, repeats: true }),
        here('previous card', calendar.keys.previous, 'k', () => focusCard(-1), { onlyKey: true, repeats: true }),
      ]
    }, [isWeek, by, isCancelled, set, step, goToday, focusCard, book]),
  )
}

/** What can be done with the appointment that has the focus. */
export const useEntryActions = (
  entry: Entry | undefined,
  offersFor: (entry: Entry) => readonly Offer[],
  take: ((entry: Entry) => void) | undefined,
) =>
  useActions(
    useMemo((): readonly Action[] => {
      if (entry === undefined) return []
      const { menu, keys } = text.calendar
      return [
        ...offersFor(entry).map(({ id, title, run }) => here(id, menu.of(title, entry.name), undefined, run)),
        ...(take !== undefined && entry.active
          ? [here('take', menu.of(keys.move, entry.name), 'm', () => take(entry))]
          : []),
      ]
    }, [entry, offersFor, take]),
  )
