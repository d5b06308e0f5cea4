import { IconPaw, IconUser, IconUserQuestion } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SearchResults } from '../../api/records.ts'
import { ListOption } from '../../shared/ListOption.tsx'
import { useCombobox } from '../../shared/use-combobox.ts'
import { useSettled } from '../../shared/useSettled.ts'
import { text } from '../../text/en.ts'
import classes from './Panel.module.css'
import { searchQuery } from '../../api/search.ts'
import { ErrorLine, errorProps, type FieldErrors } from './field-errors.tsx'

type Found = SearchResults['results'][number]

const maxShown = 7

type Props = {
  /** What is looked for before anything is typed. */
  readonly search: string
  readonly errors: FieldErrors
  readonly onChoose: (found: Found) => void
  /** For somebody who is on no record yet. */
  readonly onUnknown?: ((typed: string) => void) | undefined
}

/** Finds a client or a patient as one types; the last line books whoever is not found. */
export const WhoField = ({ search, errors, onChoose, onUnknown }: Props) => {
  const [typed, setTyped] = useState(search)
  const input = useRef<HTMLInputElement>(null)
  const asked = useSettled(typed.trim())
  const { data, isPlaceholderData } = useQuery({
    ...searchQuery(asked),
    placeholderData: keepPreviousData,
    enabled: asked !== '',
  })
  const isSettled = asked === typed.trim() && data !== undefined && !isPlaceholderData
  const [isWanted, setWanted] = useState(false)
  useEffect(() => input.current?.focus(), [])
  const isOpen = typed.trim() !== ''
  const found = isOpen
    ? (data?.results ?? []).filter(({ type, state }) => type !== 'invoice' && state === 'active').slice(0, maxShown)
    : []
  const count = isOpen ? found.length + (onUnknown === undefined ? 0 : 1) : 0
  const choose = (index: number) => {
    const one = found[index]
    if (one === undefined) onUnknown?.(typed.trim())
    else onChoose(one)
  }
  const { reset, at, field, list, option } = useCombobox({
    count,
    isOpen,
    // Where there is nothing to choose, Enter is the form's.
    onEnter: () => {
      if (!isOpen || (count === 0 && isSettled)) return false
      setWanted(true)
      return true
    },
    onKey: ({ key }) => {
      if (key !== 'Escape' || !isOpen) return false
      setTyped('')
      return true
    },
  })
  // An Enter that was quicker than the search takes what is found, and nothing that an earlier text has found.
  const takeFound = useEffectEvent(() => {
    setWanted(false)
    if (count > 0) choose(at)
  })
  useEffect(() => {
    if (isWanted && isSettled) takeFound()
  }, [isWanted, isSettled])
  return (
    <div className={classes['field']}>
      <label htmlFor="field-who">{text.calendar.panel.who}</label>
      <input
        {...field}
        id="field-who"
        ref={input}
        placeholder={text.calendar.panel.whoHint}
        value={typed}
        {...errorProps('who', errors)}
        onChange={({ target }) => {
          setTyped(target.value)
          reset()
          setWanted(false)
        }}
      />
      <ErrorLine name="who" errors={errors} />
      <div {...list} aria-label={text.calendar.panel.who} className={classes['found']} hidden={count === 0}>
        {found.map((one, index) => (
          <ListOption key={one.url} {...option(index)} onClick={() => choose(index)}>
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
          <ListOption {...option(found.length)} onClick={() => choose(found.length)}>
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
