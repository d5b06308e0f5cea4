import { IconBarcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { stockedItemsQuery } from '../../api/stocklevel.ts'
import type { Item } from '../../api/records.ts'
import { ListOption } from '../../shared/ListOption.tsx'
import { useCombobox } from '../../shared/use-combobox.ts'
import { useSettled } from '../../shared/useSettled.ts'
import classes from './Count.module.css'

/** What may be scanned or typed as a whole number of an item. */
const isCode = (typed: string) => /^\S*\d\S*$/.test(typed)

type Words = {
  readonly label: string
  readonly placeholder: string
  readonly found: string
  readonly notFound: (typed: string) => string
}

type Props = {
  readonly box: RefObject<HTMLInputElement | null>
  readonly words: Words
  /** Where a page begins. */
  readonly isFirst?: boolean
  readonly onItem: (item: Item) => void
  /** Enter, where nothing with this name is listed. */
  readonly onCode: (code: string) => void
}

/** Takes scans and names of what is kept in stock. */
export const FindItem = ({ box, words, isFirst = false, onItem, onCode }: Props) => {
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typed.trim())
  const { data } = useQuery({ ...stockedItemsQuery(wanted), enabled: wanted.length > 1 })
  const isCurrent = wanted === typed.trim() && wanted.length > 1
  const items = isCurrent ? (data ?? []) : []
  const take = (item: Item | undefined) => {
    const code = typed.trim()
    if (item === undefined && !isCode(code)) return
    setTyped('')
    if (item === undefined) onCode(code)
    else onItem(item)
  }
  const { reset, field, list, option } = useCombobox({
    count: items.length,
    isOpen: items.length > 0,
    onEnter: (at) => take(items[at]),
    onEscape: () => setTyped(''),
  })
  return (
    <div className={classes['find']}>
      <IconBarcode size={20} stroke={1.6} aria-hidden="true" />
      <input
        {...field}
        ref={box}
        autoFocus={isFirst}
        aria-label={words.label}
        placeholder={words.placeholder}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          reset()
        }}
      />
      <div className={classes['choices']} hidden={items.length === 0}>
        <div {...list} aria-label={words.found}>
          {items.map((item, at) => (
            <ListOption key={item.id} {...option(at)} className={classes['choice'] ?? ''} onClick={() => take(item)}>
              <strong>{item.name}</strong> <span>{item.code}</span>
            </ListOption>
          ))}
        </div>
      </div>
      {isCurrent && data?.length === 0 && !isCode(wanted) && (
        <p className={classes['note']} role="status">
          {words.notFound(wanted)}
        </p>
      )}
    </div>
  )
}
