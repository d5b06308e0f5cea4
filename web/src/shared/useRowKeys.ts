import { useMemo, useRef } from 'react'
import { type Action, useActions } from './actions.ts'
import { text } from '../text/en.ts'

/** Rows are reached with j and k; Enter opens the one that has the focus, as it does every link. `find` names the field of a list that has one. */
export const useRowKeys = (find?: string) => {
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const actions = useMemo((): readonly Action[] => {
    const step = (by: number) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus()
    }
    const { next, previous } = text.rows
    return [
      ...(find === undefined
        ? []
        : [{ id: 'find', title: find, group: 'here' as const, keys: '/', run: () => box.current?.focus() }]),
      { id: 'next row', title: next, group: 'here', keys: 'j', onlyKey: true, repeats: true, run: () => step(1) },
      {
        id: 'previous row',
        title: previous,
        group: 'here',
        keys: 'k',
        onlyKey: true,
        repeats: true,
        run: () => step(-1),
      },
    ]
  }, [find])
  useActions(actions)
  return { box, list }
}
