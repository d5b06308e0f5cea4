import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import { clientsQuery, someClientsQuery } from '../../api/client.ts'
import { maxFound } from '../../api/lists.ts'
import { may, useMe } from '../../api/me.ts'
import { type Client, idOf } from '../../api/records.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { EmptyState, ErrorState } from '../../shared/states.tsx'
import { FindBox } from '../../shared/FindBox.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { text } from '../../text/en.ts'
import { ClientTable } from './ClientTable.tsx'
import { foundQuery } from './queries.ts'
import classes from './Clients.module.css'

const pageSize = 50

type Pages = { readonly at: number; readonly pages: number; readonly onGo: (page: number) => void }

const Pager = ({ at, pages, onGo }: Pages) =>
  pages < 2 ? null : (
    <div className={listPage['pager']}>
      <button type="button" className="button" disabled={at <= 1} onClick={() => onGo(at - 1)}>
        {text.clients.previous}
      </button>
      <span>{text.clients.page(at, pages)}</span>
      <button type="button" className="button" disabled={at >= pages} onClick={() => onGo(at + 1)}>
        {text.clients.next}
      </button>
    </div>
  )

type Asked = { readonly q: string; readonly page: number; readonly archived: boolean; readonly living: boolean }

const nobody: ReadonlySet<string> = new Set()

/** The clients of a page, or those who were found by what was typed, by their own names or by their animals', the best first. */
const useClients = ({ q, page: at, archived, living }: Asked) => {
  const isSearching = q !== ''
  const listed = useQuery({ ...clientsQuery({ page: at, archived, living }), enabled: !isSearching })
  const search = useQuery({ ...foundQuery(q), enabled: isSearching })
  const hits = useMemo(() => (search.data?.results ?? []).filter(({ type }) => type !== 'invoice'), [search.data])
  const ids = useMemo(
    () => [...new Set(hits.map(({ type, url, client }) => idOf(type === 'client' ? url : (client ?? ''))))],
    [hits],
  )
  const some = useQuery({ ...someClientsQuery(ids, living), enabled: isSearching && ids.length > 0 })
  const found = useMemo(() => new Set(hits.flatMap(({ type, url }) => (type === 'patient' ? [url] : []))), [hits])
  if (!isSearching) {
    const { data, error, refetch, isPlaceholderData } = listed
    return {
      clients: data?.results,
      count: data?.count,
      isCut: false,
      found: nobody,
      error,
      refetch,
      isSettled: !isPlaceholderData,
    }
  }
  const byId = new Map((ids.length === 0 ? [] : (some.data ?? [])).map((client) => [client.id, client]))
  const inOrder = ids.flatMap((id): Client[] => (byId.has(id) ? [byId.get(id)!] : []))
  const isRead = search.data !== undefined && (ids.length === 0 || some.data !== undefined)
  const isSettled = isRead && !search.isPlaceholderData && (ids.length === 0 || !some.isPlaceholderData)
  return {
    clients: isRead ? inOrder : undefined,
    count: undefined,
    isCut: (search.data?.results.length ?? 0) >= maxFound,
    found,
    error: search.error ?? some.error,
    refetch: search.error === null ? some.refetch : search.refetch,
    isSettled,
  }
}

/** ↓ goes to the first row, Enter opens it: also if what was typed has to be found first. */
const useFirstRow = (list: RefObject<HTMLElement | null>, typed: string, isSettled: boolean) => {
  const [wanted, setWanted] = useState<string>()
  const first = () => list.current?.querySelector<HTMLElement>('[data-row]') ?? undefined
  useEffect(() => {
    if (wanted !== typed || !isSettled) return
    setWanted(undefined)
    list.current?.querySelector<HTMLElement>('[data-row]')?.click()
  }, [wanted, typed, isSettled, list])
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') setWanted(typed)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    first()?.focus()
  }
}

/** Everybody the clinic works for, found as one types. */
export const Clients = () => {
  const me = useMe()
  const { q = '', page: at = 1, archived = false, living = false } = useSearch({ from: '/clients' })
  const navigate = useNavigate({ from: '/clients' })
  const [typed, setTyped] = useState(q)
  const { box, list } = useRowKeys(text.clients.findLabel)
  const mayCreate = may(me, 'General: Patients and clients', 'write')
  const change = (changes: Record<string, unknown>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changes }), replace: true })
  useEffect(() => {
    const timer = setTimeout(() => typed !== q && change({ q: typed || undefined }), 120)
    return () => clearTimeout(timer)
  })
  const asked = q.trim()
  const { clients, count, isCut, found, error, refetch, isSettled } = useClients({
    q: asked,
    page: at,
    archived,
    living,
  })
  const onKeyDown = useFirstRow(list, typed, isSettled && typed === q)
  const pages = Math.ceil((count ?? 0) / pageSize)
  const create = (title: string, searched: string | undefined) => (
    <Link className="button" to="/clients/new/" search={searched === undefined ? {} : { q: searched }}>
      {title}
    </Link>
  )
  return (
    <>
      <div className={page['head']}>
        <Heading title={text.clients.title} />
        <span className={page['context']}>{count}</span>
        {mayCreate && (
          <Link className={`button ${classes['headEnd']}`} to="/clients/new/">
            <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {text.clients.new} <KeyCap keys="c" />
          </Link>
        )}
      </div>
      <div className={listPage['bar']}>
        <FindBox
          ref={box}
          aria-label={text.clients.findLabel}
          placeholder={text.clients.find}
          maxLength={127}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
        <label className={listPage['tick']}>
          <input type="checkbox" checked={living} onChange={() => change({ living: living ? undefined : true })} />
          {text.clients.living}
        </label>
        <label className={listPage['tick']}>
          <input
            type="checkbox"
            checked={archived}
            onChange={() => change({ archived: archived ? undefined : true })}
          />
          {text.clients.archived}
        </label>
      </div>
      {isCut && (
        <p className={listPage['cut']} role="status">
          {text.clients.cut}
        </p>
      )}
      <div className={listPage['scroll']} ref={list} tabIndex={-1}>
        {error !== null && clients === undefined ? (
          <ErrorState error={error} what={text.clients.what} onRetry={() => void refetch()} />
        ) : clients?.length === 0 && isSettled ? (
          <EmptyState
            title={asked === '' ? text.clients.none : text.clients.nothing(q)}
            icon={<IconUsers size={22} stroke={1.6} aria-hidden="true" />}
          >
            {mayCreate && asked !== '' && create(text.records.create(asked), asked)}
          </EmptyState>
        ) : (
          <>
            <ClientTable clients={clients} found={found} me={me} />
            {asked === '' && <Pager at={at} pages={pages} onGo={(next) => change({ page: next })} />}
          </>
        )}
      </div>
    </>
  )
}
