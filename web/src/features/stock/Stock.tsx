import { IconBarcode, IconPackage, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { departmentsQuery } from '../../api/department.ts'
import { findByCode } from '../../api/item.ts'
import { may, useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import { idOf } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import { FindBox } from '../../shared/FindBox.tsx'
import { Heading } from '../../shared/Heading.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import sheet from '../../shared/Sheet.module.css'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { EmptyState, ErrorState } from '../../shared/states.tsx'
import { showToast } from '../../shared/toasts.ts'
import { useNow } from '../../shared/useNow.ts'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { useScanner } from '../../shared/useScanner.ts'
import { stockText } from '../../text/stock.ts'
import type { StockSearch } from './search.ts'
import { StockPanel } from './StockPanel.tsx'
import { StockTable } from './StockTable.tsx'
import { type Shown, useStock } from './use-stock.ts'
import classes from './Stock.module.css'

const tabs = ['low', 'expiring', 'negative', 'all'] as const

type TabsProps = {
  readonly shown: Shown
  readonly counts: Readonly<Record<Shown, number | undefined>>
  readonly onShow: (shown: Shown) => void
}

const Tabs = ({ shown, counts, onShow }: TabsProps) => (
  <fieldset className={`segments ${classes['tabs']}`} aria-label={stockText.show}>
    {tabs.map((name) => (
      <button key={name} type="button" aria-pressed={name === shown} onClick={() => onShow(name)}>
        {stockText.shown[name]}
        {counts[name] !== undefined && <span className={classes['tabCount']}> {counts[name]}</span>}
      </button>
    ))}
  </fieldset>
)

type HeadProps = { readonly place: string | undefined; readonly mayOrder: boolean; readonly mayCount: boolean }

const Head = ({ place, mayOrder, mayCount }: HeadProps) => (
  <div className={page['head']}>
    <Heading title={stockText.title} />
    <span className={page['context']}>{place}</span>
    <div className={classes['headEnd']}>
      {mayOrder && (
        <Link className="button" to="/stock/orders/" search={({ department }) => ({ department })}>
          <IconTruckDelivery size={16} stroke={1.6} aria-hidden="true" /> {stockText.orders}
        </Link>
      )}
      {mayCount && (
        <Link className="button" to="/stock/count/" search={({ department }) => ({ department })}>
          <IconBarcode size={16} stroke={1.6} aria-hidden="true" /> {stockText.count}
        </Link>
      )}
    </div>
  </div>
)

/** What is typed goes into the address once the hand rests. */
const useTyped = (q: string, onSettled: (typed: string) => void) => {
  const [typed, setTyped] = useState(q)
  useEffect(() => {
    const timer = setTimeout(() => typed !== q && onSettled(typed), 120)
    return () => clearTimeout(timer)
  })
  return [typed, setTyped] as const
}

/** What the clinic has of everything, beginning with what somebody has to see to. */
export const Stock = () => {
  const me = useMe()
  const search = useSearch({ from: '/stock' })
  const { q = '', show, item, department } = search
  const navigate = useNavigate({ from: '/stock' })
  const now = useNow()
  const today = dateIn(new Date(now), me.organisation.time_zone)
  const { box, list } = useRowKeys(stockText.findLabel)
  const shown = q.trim() === '' ? (show ?? 'low') : 'all'
  const change = (changes: StockSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const [typed, setTyped] = useTyped(q, (next) => change({ q: next || undefined }))
  const { data: departments } = useQuery(departmentsQuery)
  const { rows, counts, error, retry, pages } = useStock({ shown, typed: q.trim(), department, today })
  const place = departments?.find(({ url }) => idOf(url) === department)?.name
  /** One item with the code is opened; anything else is looked for. */
  const scan = async (code: string) => {
    try {
      const found = await findByCode(code)
      const only = found.length === 1 ? found[0] : undefined
      if (only === undefined) setTyped(code)
      change({ q: only === undefined ? code : undefined, item: only?.id, act: undefined })
    } catch (problem) {
      showToast(messageOf(problem), { isProblem: true })
    }
  }
  useScanner({ box, onCode: (code) => void scan(code), code: /\d/ })
  const showList = (next: Shown) => {
    setTyped('')
    change({ q: undefined, show: next === 'low' ? undefined : next })
  }
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <Head place={place} mayOrder={may(me, 'Settings: Stock')} mayCount={may(me, 'Settings: Stock', 'write')} />
        <div className={listPage['bar']}>
          <FindBox
            ref={box}
            aria-label={stockText.findLabel}
            placeholder={stockText.find}
            maxLength={127}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Tabs shown={shown} counts={counts} onShow={showList} />
        </div>
        <div className={`${listPage['scroll']} ${classes['scroll']}`} ref={list} tabIndex={-1}>
          {error !== null && rows === undefined ? (
            <ErrorState error={error} what={stockText.what} onRetry={retry} />
          ) : rows?.length === 0 ? (
            <EmptyState
              title={q === '' ? stockText.empty[shown] : stockText.nothingFound(q)}
              icon={<IconPackage size={22} stroke={1.6} aria-hidden="true" />}
            />
          ) : (
            <>
              <StockTable
                rows={rows}
                chosen={item}
                today={today}
                departments={department === undefined && (departments?.length ?? 0) > 1 ? departments : undefined}
              />
              <div className={classes['foot']}>
                {shown === 'low' && rows !== undefined && (
                  <>
                    {stockText.lowFoot(rows.length)}{' '}
                    <button type="button" className={classes['link']} onClick={() => showList('all')}>
                      {stockText.showAll}
                    </button>
                  </>
                )}
                {pages !== undefined && <ShowMore of={pages} />}
              </div>
            </>
          )}
        </div>
      </div>
      {item !== undefined && <StockPanel key={item} item={item} today={today} onChange={change} />}
    </div>
  )
}
