import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Action, useActions } from '../../shared/actions.ts'
import { text } from '../../text/en.ts'
import { type Board, type Card, columnNames, openedBy, visitOf } from './board.ts'

/** Opening a card, and its next step, are commands too. */
export const useCardActions = (board: Board, next: (card: Card) => void, isAllowed: boolean) => {
  const navigate = useNavigate()
  const openings = useMemo(
    (): readonly Action[] =>
      columnNames.flatMap((column) =>
        board.columns[column].flatMap((card) => {
          const [visit, opened] = [visitOf(card), openedBy(card)]
          if (opened === undefined) return []
          const who = text.board.who(card.name, card.client)
          const open = {
            id: `open ${card.key}`,
            title: text.board.of(text.board.open, who),
            group: 'here' as const,
            onlyTyped: true,
          }
          return [
            { ...open, run: () => void navigate(opened) },
            ...(isAllowed && column === 'ready' && visit !== undefined
              ? [
                  {
                    id: `finalize ${card.key}`,
                    title: text.board.of(text.board.finalize, who),
                    group: 'here' as const,
                    onlyTyped: true,
                    run: () =>
                      void navigate({ to: '/visits/$id/', params: { id: String(visit) }, search: { finalize: true } }),
                  },
                ]
              : []),
          ]
        }),
      ),
    [board, navigate, isAllowed],
  )
  useActions(openings)
  const actions = useMemo((): readonly Action[] => {
    if (!isAllowed) return []
    const steps = { expected: text.board.checkIn, arrived: text.board.start, progress: text.board.ready } as const
    return (['expected', 'arrived', 'progress'] as const).flatMap((column) =>
      board.columns[column].map((card) => ({
        id: `step ${card.key}`,
        title: text.board.of(steps[column], text.board.who(card.name, card.client)),
        group: 'here' as const,
        onlyTyped: true,
        run: () => next(card),
      })),
    )
  }, [board, next, isAllowed])
  useActions(actions)
}
