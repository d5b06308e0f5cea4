import { type RefObject, useMemo } from 'react'
import { type Action, useActions } from '../../../shared/actions.ts'
import { receiptsText as words } from '../../../text/receipts.ts'

/** `x` selects the row that has the focus, `m` goes to the first line without an item, `a` approves. */
export const useReviewKeys = (list: RefObject<HTMLElement | null>, mayWrite: boolean) => {
  const actions = useMemo((): readonly Action[] => {
    if (!mayWrite) return []
    const here = { group: 'here', onlyKey: true } as const
    return [
      {
        ...here,
        id: 'select line',
        title: words.selectRow,
        keys: 'x',
        run: () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
      },
      {
        ...here,
        id: 'match line',
        title: words.matchRow,
        keys: 'm',
        run: () => list.current?.querySelector<HTMLElement>('input[role=combobox]')?.focus(),
      },
      {
        ...here,
        id: 'approve lines',
        title: words.approveRows,
        keys: 'a',
        run: () => document.querySelector<HTMLElement>('[data-approve]')?.click(),
      },
    ]
  }, [list, mayWrite])
  useActions(actions)
}
