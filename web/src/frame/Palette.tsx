import { IconFileInvoice, IconSearch, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { may, useMe } from '../api/me.ts'
import { idOf, type Me, type SearchResults } from '../api/records.ts'
import { searchQuery } from '../api/search.ts'
import { isZero, moneyText } from '../format.ts'
import { ListOption } from '../shared/ListOption.tsx'
import { SpeciesIcon } from '../shared/SpeciesIcon.tsx'
import { useSettled } from '../shared/useSettled.ts'
import { text } from '../text/en.ts'
import { type Action, useAllActions } from '../shared/actions.ts'
import { Dialog } from '../shared/Dialog.tsx'
import { KeyCap } from '../shared/KeyCap.tsx'
import classes from './Palette.module.css'
import { keepRecent, recentOf } from './recent.ts'

type Found = SearchResults['results'][number]
type Option = { readonly key: string; readonly run: () => void; readonly shown: ReactNode; readonly address?: string }
type Group = { readonly title: string; readonly options: readonly Option[] }

const mostRecords = 8
const folders = { client: 'clients', patient: 'patients', invoice: 'invoices' } as const

/** An animal by its species, which its second line begins with. */
const RecordIcon = ({ type, detail }: Pick<Found, 'type' | 'detail'>) => {
  if (type === 'patient') return <SpeciesIcon species={detail.split(',', 1)[0]!} />
  const Icon = type === 'client' ? IconUser : IconFileInvoice
  return <Icon size={18} stroke={1.6} aria-hidden="true" />
}

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
  return (
    <>
      <span className={classes['tile']}>
        <RecordIcon {...found} />
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
  const shown = actions.filter(
    ({ title, onlyKey, onlyTyped }) =>
      onlyKey !== true && (onlyTyped !== true || wanted !== '') && title.toLowerCase().includes(wanted),
  )
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

/** What can be done at once with a record that was found: a title, and the page that begins it. */
const stepsFor = (me: Me, { type, id, client, owing }: Found): readonly (readonly [string, string])[] => {
  const mayBook = may(me, 'General: Appointments', 'write')
  const mayAdmit = may(me, 'Clinical: Consultations', 'write') && may(me, 'General: Patients and clients', 'write')
  const mayTake = may(me, 'Financial: Invoices', 'write')
  if (type === 'invoice')
    return mayTake && owing !== null && !isZero(owing)
      ? [[text.palette.pay(moneyText(owing, me.organisation.currency)), `/invoices/${id}/?pay=true`]]
      : []
  const whose = type === 'client' ? `client=${id}` : `client=${idOf(client!)}&patient=${id}`
  return [
    ...(mayBook ? [[text.palette.book, `/calendar/?book=true&${whose}`] as const] : []),
    ...(mayAdmit ? [[text.palette.admit, `/clients/new/?${whose}`] as const] : []),
    ...(mayTake && type === 'client' ? [[text.palette.sell, `/till/?client=${id}`] as const] : []),
  ]
}

type Shown = {
  readonly onClose: () => void
  /** The address of a page of the app. */
  readonly addressOf: (path: string) => string
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
    ...searchQuery(asked),
    enabled: maySearch && asked.length > 0,
    placeholderData: keepPreviousData,
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
    const run = (action: Action) => {
      onClose()
      action.run()
    }
    const pageOption = (key: string, path: string, shown: ReactNode, before = () => {}): Option => {
      const address = addressOf(path)
      const open = () => {
        before()
        onClose()
        onOpen(address)
      }
      return { key, address, run: open, shown }
    }
    const recordOption = (found: Found) =>
      pageOption(
        found.url,
        `/${folders[found.type]}/${found.id}/`,
        <RecordRow found={found} typed={typed} currency={me.organisation.currency} />,
        () => keepRecent(me.user.url, found),
      )
    const lineOption = (key: string, path: string, title: string) =>
      pageOption(key, path, <span className={classes['label']}>{title}</span>)
    const isEmpty = typed.trim() === ''
    const records = isEmpty ? [] : (data?.results ?? []).slice(0, mostRecords)
    const [first] = isSearching ? [] : records
    const steps = first === undefined ? [] : stepsFor(me, first)
    const q = encodeURIComponent(JSON.stringify(typed.trim()))
    const all: Group[] = [
      { title: text.palette.recent, options: isEmpty && maySearch ? recentOf(me.user.url).map(recordOption) : [] },
      { title: text.palette.records, options: records.map(recordOption) },
      {
        title: text.palette.actionsFor(first?.label ?? ''),
        options: steps.map(([title, path]) => lineOption(path, path, title)),
      },
      ...actionGroups(actions, typed, run),
      {
        title: text.palette.new,
        // Whoever is on no record is registered with what was typed.
        options: isNobody
          ? [lineOption(creationKey, `/clients/new/?q=${q}`, text.palette.createClient(typed.trim()))]
          : [],
      },
    ]
    return all.filter(({ options }) => options.length > 0)
  }, [actions, data, typed, me, isNobody, isSearching, maySearch, onClose, onOpen, addressOf])
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
