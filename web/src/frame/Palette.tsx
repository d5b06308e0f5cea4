import { IconFileInvoice, IconPaw, IconSearch, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { home } from '../api/home.ts'
import { may, useMe } from '../api/me.ts'
import type { SearchResults } from '../api/records.ts'
import { get } from '../api/request.ts'
import { isZero, moneyText } from '../format.ts'
import { useSettled } from '../shared/useSettled.ts'
import { text } from '../text/en.ts'
import { type Action, useAllActions } from './actions.ts'
import { Dialog } from './Dialog.tsx'
import { KeyCap } from './KeyCap.tsx'
import classes from './Palette.module.css'

type Found = SearchResults['results'][number]
type Option = { readonly key: string; readonly run: () => void; readonly shown: ReactNode; readonly address?: string }
type Group = { readonly title: string; readonly options: readonly Option[] }

const mostRecords = 8
const icons = { client: IconUser, patient: IconPaw, invoice: IconFileInvoice }

/** Marks in a label the words that were typed. */
const Marked = ({ label, typed }: { readonly label: string; readonly typed: string }) => {
  const [word = ''] = typed.trim().split(/\s+/)
  const at = word === '' ? -1 : label.toLowerCase().indexOf(word.toLowerCase())
  if (at < 0) return label
  return (
    <>
      {label.slice(0, at)}
      <mark>{label.slice(at, at + word.length)}</mark>
      {label.slice(at + word.length)}
    </>
  )
}

const RecordRow = ({
  found,
  typed,
  currency,
}: {
  readonly found: Found
  readonly typed: string
  readonly currency: string
}) => {
  const Icon = icons[found.type]
  return (
    <>
      <span className={classes['tile']}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={classes['label']}>
        <strong>
          <Marked label={found.label} typed={typed} />
        </strong>{' '}
        <span className={classes['context']}>
          <Marked label={found.detail} typed={typed} />
        </span>
      </span>
      {found.owing !== null && !isZero(found.owing) && (
        <span className={classes['money']}>{text.palette.owes(moneyText(found.owing, currency))}</span>
      )}
    </>
  )
}

const groupTitles = { here: text.palette.actions, go: text.palette.go, settings: text.palette.settings } as const

const actionGroups = (actions: readonly Action[], typed: string, run: (action: Action) => void): Group[] => {
  const wanted = typed.trim().toLowerCase()
  const shown = actions.filter(({ title, onlyKey }) => onlyKey !== true && title.toLowerCase().includes(wanted))
  return (['here', 'go', 'settings'] as const).map((group) => ({
    title: groupTitles[group],
    options: shown
      .filter((action) => action.group === group)
      .map((action) => ({
        key: action.id,
        run: () => run(action),
        shown: (
          <>
            <span className={classes['label']}>{action.title}</span>
            {action.keys !== undefined && <KeyCap keys={action.keys} />}
          </>
        ),
      })),
  }))
}

const creationKey = 'create'

/** Whoever is on no record is registered with what was typed. */
const creationOf = (typed: string, onClose: () => void, onOpen: (address: string) => void): Option => {
  const address = `${home}/clients/new/?q=${encodeURIComponent(JSON.stringify(typed))}`
  return {
    key: creationKey,
    address,
    run: () => {
      onClose()
      onOpen(address)
    },
    shown: <span className={classes['label']}>{text.records.create(typed)}</span>,
  }
}

type Shown = {
  readonly onClose: () => void
  /** Where a record is opened, if there is a page for it. */
  readonly addressOf: (found: Found) => string | undefined
  readonly onOpen: (address: string) => void
}

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
export const Palette = ({ onClose, addressOf, onOpen }: Shown) => {
  const me = useMe()
  const actions = useAllActions()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const asked = useSettled(typed.trim())
  const maySearch = may(me, 'General: Patients and clients') || may(me, 'Financial: Invoices')
  const { data, isPlaceholderData, isFetching, error, refetch } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => get<SearchResults>('/search/', { q: asked }, signal),
    enabled: maySearch && asked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  // What is listed meanwhile was found for fewer letters, and is not what Enter is meant for.
  const isSearching =
    maySearch &&
    typed.trim() !== '' &&
    (typed.trim() !== asked || (isFetching && (data === undefined || isPlaceholderData)))
  const isNobody =
    typed.trim() !== '' &&
    !isSearching &&
    data?.results.length === 0 &&
    may(me, 'General: Patients and clients', 'write')
  const [isEntered, setEntered] = useState(false)
  const groups = useMemo(() => {
    const done = (action: Action) => {
      onClose()
      action.run()
    }
    const records = typed.trim() === '' ? [] : (data?.results ?? []).slice(0, mostRecords)
    const options = records.flatMap((found): Option[] => {
      const address = addressOf(found)
      if (address === undefined) return []
      return [
        {
          key: found.url,
          address,
          run: () => {
            onClose()
            onOpen(address)
          },
          shown: <RecordRow found={found} typed={typed} currency={me.organisation.currency} />,
        },
      ]
    })
    const named = actionGroups(actions, typed, done)
    const creating = { title: text.palette.new, options: isNobody ? [creationOf(typed.trim(), onClose, onOpen)] : [] }
    return [{ title: text.palette.records, options }, ...named, creating].filter(
      ({ options: shown }) => shown.length > 0,
    )
  }, [actions, data, typed, me, isNobody, onClose, onOpen, addressOf])
  const isFailed = error !== null && !isSearching
  const isCut = (data?.results.length ?? 0) > mostRecords
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
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the focus and the keys
                <div
                  key={option.key}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  tabIndex={-1}
                  className={classes['option']}
                  onMouseMove={() => setChosen(index)}
                  onClick={option.run}
                >
                  {option.shown}
                </div>
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
