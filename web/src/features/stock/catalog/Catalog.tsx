import { CatalogPreviewKind } from '@fetlock/sdk'
import { IconArrowLeft, IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  catalogCountsQuery,
  catalogsKey,
  catalogUploadQuery,
  newestImportQuery,
  returnToPrevious,
  startImport,
} from '../../../api/catalog.ts'
import { departmentsQuery } from '../../../api/department.ts'
import { may, useMe } from '../../../api/me.ts'
import { idOf, type Department, type VatGroup, type Wholesaler } from '../../../api/records.ts'
import { vatGroupsQuery } from '../../../api/vatgroup.ts'
import { wholesalersKey, wholesalersQuery } from '../../../api/wholesaler.ts'
import { dateText, timeText } from '../../../format.ts'
import backHead from '../../../shared/back-head.module.css'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { Heading } from '../../../shared/Heading.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/states.tsx'
import { showToast } from '../../../shared/toasts.ts'
import { useRowKeys } from '../../../shared/useRowKeys.ts'
import { useSettled } from '../../../shared/useSettled.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { catalogText as words } from '../../../text/catalog.ts'
import { Bar, isConnected } from './Bar.tsx'
import { Changes } from './Changes.tsx'
import { ImportNote, isUnderWay, UploadNote } from './Notes.tsx'
import { type CatalogSearch, listedKinds, typesOf } from './search.ts'
import classes from './Catalog.module.css'

/** In the order in which they matter. */
const shownKinds = [
  CatalogPreviewKind.PriceUp,
  CatalogPreviewKind.PriceDown,
  CatalogPreviewKind.Discontinued,
  CatalogPreviewKind.New,
  CatalogPreviewKind.Continued,
  CatalogPreviewKind.Changed,
  CatalogPreviewKind.Skipped,
] as const
/** What an import does not touch is no change. */
const isChange = (kind: CatalogPreviewKind) =>
  kind !== CatalogPreviewKind.Skipped && kind !== CatalogPreviewKind.Unchanged

const Head = ({ context, children }: { readonly context?: string | undefined; readonly children?: ReactNode }) => (
  <div className={`${page['head']} ${backHead['head']} ${classes['head']}`}>
    <Link
      className={backHead['back'] ?? ''}
      to="/stock/orders/"
      search={({ department }) => ({ department })}
      aria-label={words.back}
    >
      <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
    </Link>
    <Heading title={words.title} />
    <span className={page['context']}>{context}</span>
    {children}
  </div>
)

/** A percentage as it was typed, as the service takes it. */
const percentOf = (typed: string) => {
  const read = typed.trim().replace(',', '.')
  return /^\d{0,3}(\.\d{1,2})?$/.test(read) ? read : undefined
}

type Read = {
  readonly wholesaler: Wholesaler
  readonly wholesalers: readonly Wholesaler[]
  readonly departments: readonly Department[]
  readonly vatGroups: readonly VatGroup[]
}

const Views = ({
  counts,
  all,
}: {
  readonly counts: Partial<Record<CatalogPreviewKind, number>>
  readonly all: number
}) => {
  const { kind } = useSearch({ from: '/stock/catalog' })
  const navigate = useNavigate({ from: '/stock/catalog' })
  const show = (next: CatalogSearch['kind']) =>
    void navigate({ search: (before) => ({ ...before, kind: next }), replace: true })
  return (
    <div className={listPage['bar']}>
      <div className="segments" role="group" aria-label={words.views}>
        <button type="button" aria-pressed={kind === undefined} onClick={() => show(undefined)}>
          {words.all} <span className={classes['count']}>{all}</span>
        </button>
        {listedKinds.map((one) => (
          <button key={one} type="button" aria-pressed={kind === one} onClick={() => show(one)}>
            {words.kinds[one]} <span className={classes['count']}>{counts[one]}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

const Shown = ({ wholesaler, vatGroups, ...read }: Read) => {
  const me = useMe()
  const { time_zone: zone } = me.organisation
  const search = useSearch({ from: '/stock/catalog' })
  const mayWrite = may(me, 'Settings: Stock', 'write')
  const { box, list } = useRowKeys(words.find)
  const [markup, setMarkup] = useState('0')
  const [vatGroup, setVatGroup] = useState(vatGroups[0]?.url ?? '')
  const [asked, setAsked] = useState<'import' | 'return'>()
  const percent = percentOf(useSettled(markup)) ?? ''
  const terms = { types: typesOf(search), typed: search.named?.trim() ?? '', markup: percent }
  const upload = wholesaler.catalog === null ? undefined : idOf(wholesaler.catalog)
  const { data: file } = useQuery({ ...catalogUploadQuery(upload ?? 0), enabled: upload !== undefined })
  const {
    data: counts,
    error,
    refetch,
  } = useQuery({
    ...catalogCountsQuery(upload ?? 0, wholesaler.url, terms),
    enabled: upload !== undefined,
  })
  const { data: run } = useQuery(newestImportQuery(wholesaler.id))
  const importing = useWrite({
    send: startImport,
    refresh: () => [catalogsKey],
    said: () => words.started,
  })
  const returning = useWrite({
    send: returnToPrevious,
    refresh: () => [wholesalersKey, catalogsKey],
    said: () => words.returning.done,
  })
  const kinds = shownKinds.filter((kind) => (counts?.[kind] ?? 0) > 0)
  const all = kinds.filter(isChange).reduce((sum, kind) => sum + (counts?.[kind] ?? 0), 0)
  const ask = () =>
    percentOf(markup) === undefined ? showToast(words.badMarkup, { isProblem: true }) : setAsked('import')
  const received = file?.processed
  return (
    <>
      <Head context={received ? words.received(`${dateText(received, zone)} ${timeText(received, zone)}`) : undefined}>
        {mayWrite && (
          <div className={backHead['bar']}>
            {wholesaler.previous_catalog !== null && (
              <button type="button" className="button" onClick={() => setAsked('return')}>
                {words.before}
              </button>
            )}
            {all > 0 && vatGroup !== '' && !isUnderWay(run) && (
              <button type="button" className="button primary" aria-busy={importing.isBusy} onClick={ask}>
                {words.import(all)}
              </button>
            )}
          </div>
        )}
      </Head>
      <Bar
        key={wholesaler.id}
        box={box}
        wholesaler={wholesaler}
        {...read}
        markup={markup}
        vatGroup={vatGroup}
        vatGroups={vatGroups}
        onMarkup={setMarkup}
        onVatGroup={setVatGroup}
      />
      {counts !== undefined && <Views counts={counts} all={all} />}
      <div className={`${listPage['scroll']} ${classes['scroll']}`} ref={list} tabIndex={-1}>
        <ImportNote wholesaler={wholesaler.id} />
        <UploadNote wholesaler={wholesaler.id} />
        {upload === undefined ? (
          <EmptyState
            title={words.none}
            hint={words.noneHint}
            icon={<IconBook2 size={22} stroke={1.6} aria-hidden="true" />}
          />
        ) : error !== null && counts === undefined ? (
          <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
        ) : counts === undefined ? (
          <Skeleton width="60%" />
        ) : kinds.length === 0 ? (
          <EmptyState title={words.nothing} icon={<IconBook2 size={22} stroke={1.6} aria-hidden="true" />} />
        ) : (
          kinds
            .filter((kind) => search.kind === undefined || kind === search.kind)
            .map((kind) => (
              <Changes
                key={kind}
                upload={upload}
                wholesaler={wholesaler.url}
                terms={terms}
                kind={kind}
                count={counts[kind]}
              />
            ))
        )}
      </div>
      {asked === 'import' && (
        <ConfirmDialog
          title={words.asking.title(all)}
          explained={words.asking.explained(wholesaler.name)}
          action={words.asking.action}
          keep={words.asking.keep}
          onConfirm={() =>
            importing.write({
              wholesaler: wholesaler.url,
              item_types: terms.types,
              search_term: terms.typed,
              vat_group: vatGroup,
              ...(percent !== '' && { markup_percentage: percent }),
            })
          }
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'return' && (
        <ConfirmDialog
          title={words.returning.title}
          explained={words.returning.explained(wholesaler.name)}
          action={words.returning.action}
          keep={words.returning.keep}
          onConfirm={() => returning.write(wholesaler)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** What a wholesaler offers by now, compared with the items of the clinic, and its import. */
export const Catalog = () => {
  const me = useMe()
  const { wholesaler: chosen } = useSearch({ from: '/stock/catalog' })
  const { data: wholesalers, error, refetch } = useQuery(wholesalersQuery)
  const { data: departments = [] } = useQuery(departmentsQuery)
  const { data: vatGroups } = useQuery(vatGroupsQuery)
  const connected = (wholesalers ?? []).filter(isConnected)
  const wholesaler = connected.find(({ id }) => id === chosen) ?? connected[0]
  if (!may(me, 'Settings: Stock'))
    return (
      <>
        <Head />
        <p className={classes['note']}>{words.needs}</p>
      </>
    )
  if (wholesaler !== undefined && vatGroups !== undefined)
    return (
      <div className={classes['page']}>
        <Shown
          key={wholesaler.id}
          wholesaler={wholesaler}
          wholesalers={connected}
          departments={departments}
          vatGroups={vatGroups}
        />
      </div>
    )
  return (
    <div className={classes['page']}>
      <Head />
      {error !== null && wholesalers === undefined ? (
        <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
      ) : wholesalers === undefined || vatGroups === undefined ? (
        <Skeleton width="60%" />
      ) : (
        <EmptyState title={words.noWholesaler} icon={<IconBook2 size={22} stroke={1.6} aria-hidden="true" />} />
      )}
    </div>
  )
}
