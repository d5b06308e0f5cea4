import { IconPackage, IconPercentage, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { itemListQuery } from '../../../api/item.ts'
import { may, useMe } from '../../../api/me.ts'
import { FindBox } from '../../../shared/FindBox.tsx'
import { Heading } from '../../../shared/Heading.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import { ShowMore } from '../../../shared/ShowMore.tsx'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { useRowKeys } from '../../../shared/useRowKeys.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { ItemFilters } from './ItemFilters.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import { ItemTable } from './ItemTable.tsx'
import { NewItemPanel } from './NewItemPanel.tsx'
import classes from './Items.module.css'

const Head = ({ count, mayEdit }: { readonly count: number | undefined; readonly mayEdit: boolean }) => (
  <div className={page['head']}>
    <Heading title={settingsText.items.title} />
    <span className={page['context']}>{count !== undefined && settingsText.items.count(count)}</span>
    {mayEdit && (
      <div className={classes['headEnd']}>
        <Link className="button" to="/settings/items/prices/">
          <IconPercentage size={16} stroke={1.6} aria-hidden="true" /> {settingsText.items.change}
        </Link>
        <Link
          className="button primary"
          to="/settings/items/"
          search={(before) => ({ ...before, item: undefined, new: true })}
          replace
        >
          <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {settingsText.items.new}
        </Link>
      </div>
    )}
  </div>
)

/** Everything the clinic does and sells, with what it costs. */
export const Items = () => {
  const me = useMe()
  const search = useSearch({ from: '/settings/items' })
  const { q = '', type, group, vat, archived = false, item, new: isNew = false } = search
  const navigate = useNavigate({ from: '/settings/items' })
  const [typed, setTyped] = useState(q)
  const { box, list } = useRowKeys(settingsText.items.findLabel)
  const mayEdit = may(me, 'Settings: Items', 'write')
  const change = (changes: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  useEffect(() => {
    const timer = setTimeout(() => typed !== q && change({ q: typed || undefined }), 120)
    return () => clearTimeout(timer)
  })
  const { data, error, refetch, ...pages } = useInfiniteQuery(
    itemListQuery({ q: q.trim(), type, group, vat, archived }),
  )
  const items = data?.pages.flatMap(({ results }) => results)
  const isFiltered = q !== '' || [type, group, vat].some((filter) => filter !== undefined) || archived
  return (
    <>
      <Head count={data?.pages[0]?.count} mayEdit={mayEdit} />
      <div className={listPage['bar']}>
        <FindBox
          ref={box}
          aria-label={settingsText.items.findLabel}
          placeholder={settingsText.items.find}
          maxLength={127}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ItemFilters chosen={{ type, group, vat, archived }} onChange={change} />
      </div>
      <div className={classes['body']}>
        <div className={listPage['scroll']} ref={list} tabIndex={-1}>
          {error !== null && items === undefined ? (
            <ErrorState error={error} what={settingsText.items.what} onRetry={() => void refetch()} />
          ) : items?.length === 0 ? (
            <EmptyState
              title={isFiltered ? settingsText.items.nothing : settingsText.items.none}
              icon={<IconPackage size={22} stroke={1.6} aria-hidden="true" />}
            />
          ) : (
            <>
              <ItemTable items={items} chosen={item} />
              <div className={classes['more']}>
                <ShowMore of={pages} />
              </div>
            </>
          )}
        </div>
        {item !== undefined && (
          <ItemPanel key={item} id={item} me={me} mayEdit={mayEdit} onClose={() => change({ item: undefined })} />
        )}
        {isNew && mayEdit && (
          <NewItemPanel
            onClose={() => change({ new: undefined })}
            onDone={({ id }) => change({ new: undefined, item: id })}
          />
        )}
      </div>
    </>
  )
}
