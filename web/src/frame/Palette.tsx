import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ListOption } from '../shared/ListOption.tsx'
import { useCombobox } from '../shared/use-combobox.ts'
import { text } from '../text/en.ts'
import { Dialog } from '../shared/Dialog.tsx'
import { KeyCap } from '../shared/KeyCap.tsx'
import classes from './Palette.module.css'
import { type PaletteActions, usePaletteGroups } from './usePaletteGroups.tsx'
import { creationKey, maxRecords } from './palette-groups.tsx'

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
  const { groups, isSearching, isCut, error, refetch } = usePaletteGroups(typed, { onClose, addressOf, onOpen })
  const [isEntered, setEntered] = useState(false)
  const isFailed = error !== null && !isSearching
  const all = groups.flatMap(({ options }) => options)
  const hasFound = typed.trim() === '' || all.some(({ key }) => key !== creationKey)
  const first = all[0]
  useEffect(() => {
    if (!isEntered || isSearching) return
    setEntered(false)
    first?.run()
  }, [isEntered, isSearching, first])
  const { reset, field, list, option } = useCombobox({
    count: all.length,
    isOpen: true,
    onEnter: (at, { ctrlKey, metaKey }) => {
      const chosen = all[at]
      if (isSearching && at === 0) setEntered(true)
      else if (chosen === undefined) return false
      else if ((ctrlKey || metaKey) && chosen.address !== undefined) window.open(chosen.address, '_blank', 'noopener')
      else chosen.run()
      return true
    },
  })
  return (
    <Dialog label={text.search.label} onClose={onClose} kind="palette">
      <div className={classes['head']}>
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
        <input
          {...field}
          aria-label={text.search.label}
          placeholder={text.search.placeholder}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            reset()
            setEntered(false)
          }}
        />
        <KeyCap keys="Escape" />
      </div>
      <div {...list} aria-label={text.search.label} className={classes['list']} tabIndex={-1}>
        {groups.map(({ title, options }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classes['title']} aria-hidden="true">
              {title}
              {title === text.palette.records && isCut && text.palette.cut(maxRecords)}
            </div>
            {options.map((one) => (
              <ListOption key={one.key} {...option(all.indexOf(one))} className={classes['option']} onClick={one.run}>
                {one.shown}
              </ListOption>
            ))}
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
