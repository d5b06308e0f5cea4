import { IconSearch } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { ListOption } from '../../shared/ListOption.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { sayProblem } from '../../shared/toasts.ts'
import { useSettled } from '../../shared/useSettled.ts'
import { text } from '../../text/en.ts'
import classes from './Finder.module.css'

const fewestLetters = 2

type Shown<T> = {
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
}: Shown<T>) => {
  const client = useQueryClient()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const wanted = typed.trim()
  const asked = useSettled(wanted)
  const { data } = useQuery({ ...query(asked), enabled: asked.length >= fewestLetters })
  const isAnswered = asked === wanted && asked.length >= fewestLetters && data !== undefined
  const found = isAnswered ? data : []
  const isShown = isOpen && isAnswered
  const at = Math.min(chosen, Math.max(found.length - 1, 0))
  /** Undefined unless something is being chosen. */
  const ahead = useRef<string>(undefined)
  const choose = async (find: () => Promise<T | undefined>) => {
    ahead.current = ''
    setTyped('')
    setChosen(0)
    setOpen(false)
    try {
      const one = await find()
      if (one !== undefined) return await onChoose(one, () => ahead.current ?? '')
      setTyped(wanted)
      return setOpen(true)
    } catch (error) {
      setTyped(wanted)
      return sayProblem(error)
    } finally {
      ahead.current = undefined
    }
  }
  const chooseTyped = () => {
    if (wanted.length < fewestLetters) return
    const one = found[at]
    void choose(async () => (isAnswered ? one : (await client.fetchQuery(query(wanted)))[0]))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey) return
    if (ahead.current !== undefined && /^([\d.,]|Enter)$/.test(event.key))
      ahead.current += event.key === 'Enter' ? '\n' : event.key
    else if (event.key === 'ArrowDown') setChosen((at + 1) % Math.max(found.length, 1))
    else if (event.key === 'ArrowUp') setChosen((at - 1 + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter') chooseTyped()
    else if (event.key === 'Escape') {
      setTyped('')
      event.currentTarget.blur()
      onLeave?.(true)
    } else return
    event.preventDefault()
  }
  return (
    <div className={classes['finder']}>
      <IconSearch size={17} stroke={1.6} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && found.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={127}
        placeholder={placeholder}
        autoFocus={autoFocus}
        value={typed}
        onChange={({ target }) => {
          // Whoever is here already need not ask for the field.
          setTyped(target.value.replace(/^\//, ''))
          setChosen(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          if (wanted === '') onLeave?.(false)
        }}
        onKeyDown={press}
      />
      {keys !== undefined && <KeyCap keys={keys} />}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className={classes['list']}
        hidden={!isShown || found.length === 0}
      >
        {found.map((one, index) => (
          <ListOption
            key={one.url}
            id={`${id}-${index}`}
            isChosen={index === at}
            className={classes['option']}
            onMouseMove={() => setChosen(index)}
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
