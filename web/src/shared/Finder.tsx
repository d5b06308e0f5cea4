import { IconSearch } from '@tabler/icons-react'
import { CancelledError, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { ListOption } from './ListOption.tsx'
import { KeyCap } from './KeyCap.tsx'
import { showError } from './toasts.ts'
import { useCombobox } from './use-combobox.ts'
import { useSettled } from './useSettled.ts'
import { text } from '../text/en.ts'
import classes from './Finder.module.css'

const minLetters = 2

type Props<T> = {
  readonly label: string
  readonly placeholder: string
  readonly keys?: string | undefined
  readonly query: (typed: string) => UseQueryOptions<readonly T[], Error, readonly T[], string[]>
  readonly show: (found: T) => ReactNode
  /** With what was typed after Enter, while the record was looked up: digits are a quantity, and \n is Enter. */
  readonly onChoose: (found: T, typedAhead: () => string) => Promise<void> | void
  /** Without a choice; by Escape, or because the focus went elsewhere. */
  readonly onLeave?: ((isByKey: boolean) => void) | undefined
  readonly input?: Ref<HTMLInputElement>
  readonly autoFocus?: boolean
}

/** A field in which a few letters and Enter choose a record, also if Enter is faster than the answer. */
export const Finder = <T extends { readonly url: string }>({
  label,
  placeholder,
  keys,
  query,
  show,
  onChoose,
  onLeave,
  input,
  autoFocus = false,
}: Props<T>) => {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const wanted = typed.trim()
  const settled = useSettled(wanted)
  /** What Enter has asked for, until it is found: a request whose answer nobody watches is given up. */
  const [entered, setEntered] = useState<string>()
  const asked = entered ?? settled
  const { data } = useQuery({ ...query(asked), enabled: asked.length >= minLetters })
  const isAnswered = asked === wanted && asked.length >= minLetters && data !== undefined
  const found = isAnswered ? data : []
  const isShown = isOpen && isAnswered
  /** Undefined unless something is being chosen. */
  const ahead = useRef<string>(undefined)
  const choose = async (find: () => Promise<T | undefined>) => {
    ahead.current = ''
    setTyped('')
    reset()
    setOpen(false)
    try {
      const one = await find()
      if (one !== undefined) return await onChoose(one, () => ahead.current ?? '')
      setTyped(wanted)
      return setOpen(true)
    } catch (error) {
      setTyped(wanted)
      // Who has left the page has given it up.
      return error instanceof CancelledError ? undefined : showError(error)
    } finally {
      ahead.current = undefined
    }
  }
  const findFirst = async () => {
    setEntered(wanted)
    try {
      return (await client.fetchQuery(query(wanted)))[0]
    } finally {
      setEntered(undefined)
    }
  }
  const chooseTyped = (at: number) => {
    if (wanted.length < minLetters) return
    const one = found[at]
    void choose(isAnswered ? () => Promise.resolve(one) : findFirst)
  }
  /** What is typed while the record is looked up. */
  const keepAhead = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (ahead.current === undefined || ctrlKey || metaKey || !/^([\d.,]|Enter)$/.test(key)) return false
    ahead.current += key === 'Enter' ? '\n' : key
    return true
  }
  const { reset, field, list, option } = useCombobox({
    count: found.length,
    isOpen: isShown,
    onKey: keepAhead,
    onEnter: (at, { ctrlKey, metaKey }) => !ctrlKey && !metaKey && chooseTyped(at),
    onEscape: ({ currentTarget }) => {
      setTyped('')
      currentTarget.blur()
      onLeave?.(true)
    },
  })
  return (
    <div className={classes['finder']}>
      <IconSearch size={17} stroke={1.6} aria-hidden="true" />
      <input
        {...field}
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        autoFocus={autoFocus}
        value={typed}
        onChange={({ target }) => {
          // Whoever is here already need not ask for the field.
          setTyped(target.value.replace(/^\//, ''))
          reset()
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          // What Enter has asked for empties the field, and is still to come.
          if (wanted === '' && ahead.current === undefined) onLeave?.(false)
        }}
      />
      {keys !== undefined && <KeyCap keys={keys} />}
      <div {...list} aria-label={label} className={classes['list']} hidden={!isShown || found.length === 0}>
        {found.map((one, index) => (
          <ListOption
            key={one.url}
            {...option(index)}
            className={classes['option']}
            // The field keeps the focus until something is chosen.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => void choose(() => Promise.resolve(one))}
          >
            {show(one)}
          </ListOption>
        ))}
      </div>
      {isShown && found.length === 0 && (
        <p className={classes['none']} role="status">
          {text.visit.nothingFound(wanted)}
        </p>
      )}
    </div>
  )
}
