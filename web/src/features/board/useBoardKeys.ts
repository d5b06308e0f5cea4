import { useMemo, useRef } from 'react'
import { idOf } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { text } from '../../text/en.ts'
import { type Board, columnNames } from './board.ts'

const cardsOn = (element: HTMLElement | null, column?: number) => {
  const columns = [...(element?.querySelectorAll<HTMLElement>('[data-list]') ?? [])]
  const within = column === undefined ? columns : columns.slice(column, column + 1)
  return within.flatMap((list) => [...list.querySelectorAll<HTMLElement>('[data-card]')])
}

/** Keys move the focus between cards; Space takes the next step of the one that has it. */
export const useBoardKeys = (board: Board, vet: number) => {
  const element = useRef<HTMLDivElement>(null)
  const actions = useMemo((): readonly Action[] => {
    const current = () => document.activeElement?.closest<HTMLElement>('[data-card]') ?? undefined
    const step = (by: number) => {
      const cards = cardsOn(element.current)
      const at = cards.indexOf(current()!)
      cards[at < 0 ? 0 : Math.min(Math.max(at + by, 0), cards.length - 1)]?.focus()
    }
    const mine = () => {
      const card = [...board.columns.arrived, ...board.columns.expected].find(
        ({ vet: of }) => of !== undefined && idOf(of.url) === vet,
      )
      const shown = element.current?.querySelector<HTMLElement>(`[data-card="${card?.key}"]`)
      shown?.focus()
      if (card?.column === 'arrived') shown?.querySelector<HTMLElement>('[data-open]')?.click()
    }
    return [
      ...columnNames.map(
        (name, index): Action => ({
          id: `column ${name}`,
          title: text.board.columnKey(text.board.columns[name]),
          group: 'here',
          keys: String(index + 1),
          onlyKey: true,
          run: () => cardsOn(element.current, index)[0]?.focus(),
        }),
      ),
      {
        id: 'next card',
        title: text.board.nextCard,
        group: 'here',
        keys: 'j',
        onlyKey: true,
        repeats: true,
        run: () => step(1),
      },
      {
        id: 'previous card',
        title: text.board.previousCard,
        group: 'here',
        keys: 'k',
        onlyKey: true,
        repeats: true,
        run: () => step(-1),
      },
      {
        id: 'next step',
        title: text.board.nextStep,
        group: 'here',
        keys: 'Space',
        onlyKey: true,
        run: () => {
          const card = current()
          // The card moves to another column; the focus stays in this one, on the next card.
          const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
          card?.querySelector<HTMLElement>('[data-step]')?.click()
          if (neighbour instanceof HTMLElement) neighbour.focus()
        },
      },
      {
        id: 'open card',
        title: text.board.openCard,
        group: 'here',
        keys: 'Enter',
        onlyKey: true,
        run: () => current()?.querySelector<HTMLElement>('[data-open]')?.click(),
      },
      { id: 'my next', title: text.board.myNext, group: 'here', keys: 'n', run: mine },
    ]
  }, [board, vet])
  useActions(actions)
  return element
}
