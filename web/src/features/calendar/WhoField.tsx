import { IconPaw, IconUser, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { SearchResults } from '../../api/records.ts'
import { ListOption } from '../../shared/ListOption.tsx'
import { useSettled } from '../../shared/useSettled.ts'
import { text } from '../../text/en.ts'
import classes from './Panel.module.css'
import { whoQuery } from './queries.ts'
import { ErrorLine, errorProps, type FieldErrors } from './field-errors.tsx'

type Found = SearchResults['results'][number]

const mostShown = 7

type Shown = {
  /** What is looked for before anything is typed. */
  readonly search: string
  readonly errors: FieldErrors
  readonly onChoose: (found: Found) => void
  /** For somebody who is on no record yet. */
  readonly onUnknown?: ((typed: string) => void) | undefined
}

/** Finds a client or a patient as one types; the last line books whoever is not found. */
export const WhoField = ({ search, errors, onChoose, onUnknown }: Shown) => {
  const [typed, setTyped] = useState(search)
  const [chosen, setChosen] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const asked = useSettled(typed.trim())
  const { data, isPlaceholderData } = useQuery({ ...whoQuery(asked), enabled: asked !== '' })
  const isSettled = asked === typed.trim() && data !== undefined && !isPlaceholderData
  const [isWanted, setWanted] = useState(false)
  useEffect(() => input.current?.focus(), [])
  const isOpen = typed.trim() !== ''
  const found = isOpen
    ? (data?.results ?? []).filter(({ type, state }) => type !== 'invoice' && state === 'active').slice(0, mostShown)
    : []
  const count = isOpen ? found.length + (onUnknown === undefined ? 0 : 1) : 0
  const at = Math.min(chosen, Math.max(count - 1, 0))
  const choose = (index: number) => {
    const one = found[index]
    if (one === undefined) onUnknown?.(typed.trim())
    else onChoose(one)
  }
  // An Enter that was quicker than the search takes what is found, and nothing that an earlier text has found.
  const takeFound = useEffectEvent(() => {
    setWanted(false)
    if (count > 0) choose(at)
  })
  useEffect(() => {
    if (isWanted && isSettled) takeFound()
  }, [isWanted, isSettled])
  const press = (event: KeyboardEvent) => {
    if (!isOpen || (count === 0 && isSettled)) return
    if (event.key === 'ArrowDown') setChosen((at + 1) % count)
    else if (event.key === 'ArrowUp') setChosen((at - 1 + count) % count)
    else if (event.key === 'Enter') setWanted(true)
    else if (event.key === 'Escape') setTyped('')
    else return
    event.preventDefault()
  }
  return (
    <div className={classes['field']}>
      <label htmlFor="field-who">{text.calendar.panel.who}</label>
      <input
        id="field-who"
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={127}
        placeholder={text.calendar.panel.whoHint}
        value={typed}
        {...errorProps('who', errors)}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
          setWanted(false)
        }}
        onKeyDown={press}
      />
      <ErrorLine name="who" errors={errors} />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={text.calendar.panel.who}
        className={classes['found']}
        hidden={count === 0}
      >
        {found.map((one, index) => (
          <ListOption
            key={one.url}
            id={`${id}-${index}`}
            isChosen={index === at}
            onMouseMove={() => setChosen(index)}
            onClick={() => choose(index)}
          >
            {one.type === 'patient' ? (
              <IconPaw size={16} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconUser size={16} stroke={1.6} aria-hidden="true" />
            )}
            <span>
              <strong>{one.label}</strong> {one.detail}
            </span>
          </ListOption>
        ))}
        {isOpen && onUnknown !== undefined && (
          <ListOption
            id={`${id}-${found.length}`}
            isChosen={at === found.length}
            onMouseMove={() => setChosen(found.length)}
            onClick={() => choose(found.length)}
          >
            <IconUserQuestion size={16} stroke={1.6} aria-hidden="true" />
            <span>{text.calendar.panel.unknown(typed.trim())}</span>
          </ListOption>
        )}
      </div>
      {isOpen && count === 0 && asked === typed.trim() && data?.results.length === 0 && (
        <p className={classes['hint']} role="status">
          {text.clients.nothing(asked)}
        </p>
      )}
    </div>
  )
}
