import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { may, useMe } from '../api/me.ts'
import { searchQuery } from '../api/search.ts'
import { type Action, useAllActions } from '../shared/actions.ts'
import { useSettled } from '../shared/useSettled.ts'
import { text } from '../text/en.ts'
import classes from './Palette.module.css'
import {
  actionGroups,
  creationKey,
  folders,
  type Found,
  type Group,
  maxRecords,
  type Option,
  stepsFor,
} from './palette-groups.tsx'
import { RecordRow } from './PaletteRecord.tsx'
import { keepRecent, recentOf } from './recent.ts'

export type PaletteActions = {
  readonly onClose: () => void
  /** The address of a page of the app. */
  readonly addressOf: (path: string) => string
  readonly onOpen: (address: string) => void
}

/** What was found for the letters that are typed, with everything that can be done. */
export const usePaletteGroups = (typed: string, { onClose, addressOf, onOpen }: PaletteActions) => {
  const me = useMe()
  const actions = useAllActions()
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
    const records = isEmpty ? [] : (data?.results ?? []).slice(0, maxRecords)
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
  return { groups, isSearching, isCut: (data?.results.length ?? 0) > maxRecords, error, refetch }
}
