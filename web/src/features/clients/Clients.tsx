import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { type Client, idOf, nameOfClient, type SearchResults } from '../../api/records.ts'
import { Heading } from '../../frame/Heading.tsx'
import { EmptyState, ErrorState } from '../../frame/states.tsx'
import { isZero, moneyText } from '../../format.ts'
import { FindBox } from '../../shared/FindBox.tsx'
import page from '../../shared/page.module.css'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { text } from '../../text/en.ts'
import { clientsQuery, foundQuery } from './queries.ts'

const phoneOf = ({ phone_numbers_data }: Client) => phone_numbers_data?.[0]?.phone_number ?? '–'
/** Whom to ask for at a company. The list is in the order of these names. */
const Contact = ({ client: { organization_name, lastname, firstname } }: { readonly client: Client }) =>
  organization_name === '' || lastname === '' ? null : (
    <span className={page['context']}> {[lastname, firstname].filter(Boolean).join(', ')}</span>
  )
const isLiving = ({ deceased, archived }: { deceased: string | null; archived: boolean }) =>
  deceased === null && !archived

const Pets = ({ client }: { readonly client: Client }) => {
  const living = (client.patients_data ?? []).filter(isLiving)
  if (living.length === 0) return '–'
  return living.map(({ id, name, species }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link to="/patients/$id/" params={{ id: String(id) }}>
        {name || '–'}
      </Link>{' '}
      <span className={page['context']}>{species?.toLowerCase()}</span>
    </span>
  ))
}

const ClientTable = ({ clients }: { readonly clients: readonly Client[] }) => (
  <table className={page['table']}>
    <thead>
      <tr>
        <th scope="col">{text.clients.columns.name}</th>
        <th scope="col">{text.clients.columns.phone}</th>
        <th scope="col">{text.clients.columns.pets}</th>
      </tr>
    </thead>
    <tbody>
      {clients.map((client) => (
        <tr key={client.id}>
          <td>
            <Link to="/clients/$id/" params={{ id: String(client.id) }} data-row>
              {nameOfClient(client)}
            </Link>
            <Contact client={client} />
          </td>
          <td>{phoneOf(client)}</td>
          <td>
            <Pets client={client} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

type Found = SearchResults['results'][number]

const stateText = (state: Found['state']) =>
  state === 'active' ? '' : ` · ${state === 'archived' ? text.clients.isArchived : text.clients.isDeceased}`

const FoundTable = ({ found, currency }: { readonly found: readonly Found[]; readonly currency: string }) => (
  <table className={page['table']}>
    <thead>
      <tr>
        <th scope="col">{text.clients.columns.name}</th>
        <th scope="col">{text.clients.columns.about}</th>
        <th scope="col" className={page['number']}>
          {text.clients.columns.owes}
        </th>
      </tr>
    </thead>
    <tbody>
      {found
        .filter(({ type }) => type !== 'invoice')
        .map(({ url, type, label, detail, owing, state }) => (
          <tr key={url}>
            <td>
              <Link
                to={type === 'client' ? '/clients/$id/' : '/patients/$id/'}
                params={{ id: String(idOf(url)) }}
                data-row
              >
                {label || '–'}
              </Link>
            </td>
            <td className={page['context']}>
              {detail}
              {stateText(state)}
            </td>
            <td className={page['number']}>{owing === null || isZero(owing) ? '–' : moneyText(owing, currency)}</td>
          </tr>
        ))}
    </tbody>
  </table>
)

const Pager = ({
  at,
  pages,
  onGo,
}: {
  readonly at: number
  readonly pages: number
  readonly onGo: (page: number) => void
}) =>
  pages < 2 ? null : (
    <div className={page['pager']}>
      <button type="button" className="button" disabled={at <= 1} onClick={() => onGo(at - 1)}>
        {text.clients.previous}
      </button>
      <span>{text.clients.page(at, pages)}</span>
      <button type="button" className="button" disabled={at >= pages} onClick={() => onGo(at + 1)}>
        {text.clients.next}
      </button>
    </div>
  )

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
  const isSearching = q.trim() !== ''
  const clients = useQuery({ ...clientsQuery({ page: at, archived, living }), enabled: !isSearching })
  const found = useQuery({ ...foundQuery(q.trim()), enabled: isSearching })
  const { error, isError, refetch } = isSearching ? found : clients
  const pages = Math.ceil((clients.data?.count ?? 0) / 50)
  const records = (found.data?.results ?? []).filter(({ type }) => type !== 'invoice')
  return (
    <>
      <div className={page['head']}>
        <Heading title={text.clients.title} />
        <span className={page['context']}>{isSearching ? '' : clients.data?.count}</span>
      </div>
      <div className={page['bar']}>
        <FindBox
          ref={box}
          aria-label={text.clients.findLabel}
          placeholder={text.clients.find}
          maxLength={127}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <label className={page['tick']}>
          <input type="checkbox" checked={living} onChange={() => change({ living: living ? undefined : true })} />
          {text.clients.living}
        </label>
        <label className={page['tick']}>
          <input
            type="checkbox"
            checked={archived}
            onChange={() => change({ archived: archived ? undefined : true })}
          />
          {text.clients.archived}
        </label>
      </div>
      <div className={page['scroll']} ref={list} tabIndex={-1}>
        {isError ? (
          <ErrorState error={error} what={text.clients.what} onRetry={() => void refetch()} />
        ) : isSearching ? (
          found.data !== undefined && records.length === 0 ? (
            <EmptyState title={text.clients.nothing(q)} icon={<IconUsers size={22} stroke={1.6} aria-hidden="true" />}>
              {mayCreate && (
                <Link className="button" to="/clients/new/" search={{ q: q.trim() }}>
                  {text.records.create(q.trim())}
                </Link>
              )}
            </EmptyState>
          ) : (
            <FoundTable found={records} currency={me.organisation.currency} />
          )
        ) : clients.data?.count === 0 ? (
          <EmptyState title={text.clients.none} icon={<IconUsers size={22} stroke={1.6} aria-hidden="true" />} />
        ) : (
          <>
            <ClientTable clients={clients.data?.results ?? []} />
            <Pager at={at} pages={pages} onGo={(next) => change({ page: next })} />
          </>
        )}
      </div>
    </>
  )
}
