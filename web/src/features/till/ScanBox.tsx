import { IconBarcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { findByCode } from '../../api/item.ts'
import { messageOf } from '../../api/problem.ts'
import type { Item, PageOf } from '../../api/records.ts'
import { amountText } from '../../format.ts'
import { useScanner } from '../../shared/useScanner.ts'
import { useSettled } from '../../shared/useSettled.ts'
import { tillText } from '../../text/till.ts'
import { itemsQuery } from './queries.ts'
import { SearchBox } from './SearchBox.tsx'
import classes from './Till.module.css'

type Props = {
  readonly onItem: (item: Item) => void
  /** Looks for a code; returns whether it was one item. */
  readonly onLook: (code: string, find: () => Promise<boolean>) => Promise<void>
  readonly onProblem: (message: string) => void
  readonly onStep: (by: 1 | -1) => void
}

const isCode = (typed: string) => /^\d{6,}$/.test(typed)

/** What the list of a name does not show by itself. */
const noteOf = (wanted: string, named: PageOf<Item> | undefined) => {
  if (wanted.length < 2 || named === undefined) return undefined
  if (named.count === 0) return tillText.nothingNamed(wanted)
  return named.count > named.results.length ? tillText.cut(named.results.length, named.count) : undefined
}

/** Takes scans and names. A scan is found by its code, whatever was found by its name meanwhile. */
export const ScanBox = ({ onItem, onLook, onProblem, onStep }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly Item[]>()
  const wanted = useSettled(typed.trim())
  const named = useQuery({ ...itemsQuery(wanted), enabled: wanted.length > 1 && !isCode(wanted) })
  const isCurrent = wanted === typed.trim() && wanted !== ''
  const items = found ?? (isCurrent ? (named.data?.results ?? []) : [])

  const take = (item: Item) => {
    setTyped('')
    setFound(undefined)
    onItem(item)
  }
  const find = async (code: string) => {
    try {
      const [first, ...others] = await findByCode(code)
      if (first === undefined) onProblem(isCode(code) ? tillText.unknownCode(code) : tillText.nothingFound(code))
      else if (others.length === 0) onItem(first)
      else setFound([first, ...others])
      return first !== undefined && others.length === 0
    } catch (error) {
      onProblem(tillText.notAdded(code, messageOf(error)))
      return false
    }
  }
  const look = (code: string) => {
    setTyped('')
    return onLook(code, () => find(code))
  }
  const submit = () => {
    const code = typed.trim()
    if (code !== '') void look(code)
  }
  const press = ({ key }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Escape') {
      setTyped('')
      setFound(undefined)
      return true
    }
    if (typed !== '' || (key !== '+' && key !== '-')) return false
    onStep(key === '+' ? 1 : -1)
    return true
  }
  useScanner({ box, onCode: (code) => void look(code), code: /./, takesTyping: true })
  return (
    <SearchBox
      box={box}
      label={tillText.scanLabel}
      placeholder={tillText.scan}
      listLabel={tillText.suggestions}
      hint={tillText.scanHint}
      icon={<IconBarcode size={22} stroke={1.6} aria-hidden="true" />}
      typed={typed}
      onType={(next) => {
        setTyped(next)
        setFound(undefined)
      }}
      onKey={press}
      onSubmit={submit}
      note={noteOf(wanted, isCurrent && found === undefined && !isCode(wanted) ? named.data : undefined)}
      choices={items.map((item) => ({
        key: item.url,
        run: () => take(item),
        shown: (
          <>
            <span className={classes['name']}>
              <strong>{item.name}</strong> <span className={classes['context']}>{item.package_description}</span>
            </span>
            <span className={classes['money']}>{amountText(item.price_with_vat)}</span>
          </>
        ),
      }))}
    />
  )
}
