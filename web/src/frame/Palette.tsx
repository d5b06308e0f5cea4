import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ListOption } from '../shared/ListOption.tsx'
import { text } from '../text/en.ts'
import { Dialog } from '../shared/Dialog.tsx'
import { KeyCap } from '../shared/KeyCap.tsx'
import classes from './Palette.module.css'
import { type PaletteActions, usePaletteGroups } from './usePaletteGroups.tsx'
import { creationKey, mostRecords } from './palette-groups.tsx'

type OutcomeShown = {
  readonly state: 'found' | 'searching' | 'nothing' | 'failed'
  readonly typed: string
  readonly hasOptions: boolean
  readonly onRetry: () => void
}

/** What came of a search that shows no record: an answer that is missing is not one of nobody. */
const Outcome = ({ state, typed, hasOptions, onRetry }: OutcomeShown) => {
  if (state === 'found' || (state === 'searching' && hasOptions)) return null
  if (state === 'failed')
    return (
      <p className={classes['none']} role="alert">
        {text.palette.failed}{' '}
        <button type="button" className="button small" onClick={onRetry}>
          {text.errors.retry}
        </button>
      </p>
    )
  return (
    <p className={classes['none']} role="status">
      {state === 'searching' ? text.palette.searching : text.palette.nothing(typed)}
    </p>
  )
}

/** Every record and every action, from one line. */
export const Palette = ({ onClose, addressOf, onOpen }: PaletteActions) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const { groups, isSearching, isCut, error, refetch } = usePaletteGroups(typed, { onClose, addressOf, onOpen })
  const [isEntered, setEntered] = useState(false)
  const isFailed = error !== null && !isSearching
  const all = groups.flatMap(({ options }) => options)
  const hasFound = typed.trim() === '' || all.some(({ key }) => key !== creationKey)
  const at = Math.min(chosen, all.length - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const first = all[0]
  useEffect(() => {
    if (!isEntered || isSearching) return
    setEntered(false)
    first?.run()
  }, [isEntered, isSearching, first])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen((at + 1) % Math.max(all.length, 1))
    else if (event.key === 'ArrowUp') setChosen((at - 1 + all.length) % Math.max(all.length, 1))
    else if (event.key === 'Enter' && isSearching && chosen === 0) setEntered(true)
    else if (event.key === 'Enter' && all[at] !== undefined) {
      const { address, run } = all[at]
      if ((event.ctrlKey || event.metaKey) && address !== undefined) window.open(address, '_blank', 'noopener')
      else run()
    } else return
    event.preventDefault()
  }
  return (
    <Dialog label={text.search.label} onClose={onClose} kind="palette">
      <div className={classes['head']}>
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={all.length > 0 ? `${id}-${at}` : undefined}
          aria-label={text.search.label}
          autoComplete="off"
          spellCheck={false}
          maxLength={127}
          placeholder={text.search.placeholder}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(0)
            setEntered(false)
          }}
          onKeyDown={press}
        />
        <KeyCap keys="Escape" />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={text.search.label}
        className={classes['list']}
        tabIndex={-1}
      >
        {groups.map(({ title, options }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classes['title']} aria-hidden="true">
              {title}
              {title === text.palette.records && isCut && text.palette.cut(mostRecords)}
            </div>
            {options.map((option) => {
              const index = all.indexOf(option)
              return (
                <ListOption
                  key={option.key}
                  id={`${id}-${index}`}
                  isChosen={index === at}
                  className={classes['option']}
                  onMouseMove={() => setChosen(index)}
                  onClick={option.run}
                >
                  {option.shown}
                </ListOption>
              )
            })}
          </div>
        ))}
      </div>
      <Outcome
        state={isFailed ? 'failed' : isSearching ? 'searching' : hasFound ? 'found' : 'nothing'}
        typed={typed.trim()}
        hasOptions={all.length > 0}
        onRetry={() => void refetch()}
      />
      <div className={classes['foot']} aria-hidden="true">
        <KeyCap keys="ArrowUp" />
        <KeyCap keys="ArrowDown" /> {text.palette.choose}
        <KeyCap keys="Enter" /> {text.palette.open}
      </div>
    </Dialog>
  )
}
