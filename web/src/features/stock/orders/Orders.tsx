import { IconArrowLeft, IconBook2, IconPackageImport, IconPlus, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { departmentsQuery } from '../../../api/department.ts'
import { linesToReviewQuery, openOrdersQuery, type Proposed, proposalsQuery } from '../../../api/order.ts'
import { may, useMe } from '../../../api/me.ts'
import { type Department, idOf, type Order, type Wholesaler } from '../../../api/records.ts'
import { wholesalersQuery } from '../../../api/wholesaler.ts'
import backHead from '../../../shared/back-head.module.css'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/states.tsx'
import { useTillDepartment } from '../../../shared/till-department.ts'
import { useRowKeys } from '../../../shared/useRowKeys.ts'
import { ordersText as words } from '../../../text/stock-orders.ts'
import { NewOrder } from './NewOrder.tsx'
import { OrderDetail } from './OrderDetail.tsx'
import { OrderList, type ProposedOrder, wholesalerAt } from './OrderList.tsx'
import { Proposal } from './Proposal.tsx'
import { wantedOf } from './proposal.ts'
import classes from './Orders.module.css'

/** What is proposed, an order for each wholesaler. */
const byWholesaler = (proposals: readonly Proposed[], wholesalers: readonly Wholesaler[]): readonly ProposedOrder[] =>
  [...Map.groupBy(proposals, ({ wholesaler }) => wholesaler)].flatMap(([url, lines]) => {
    const wholesaler = wholesalerAt(wholesalers, url)
    const wanted = wantedOf(lines)
    return wholesaler === undefined || wanted.length === 0 ? [] : [{ wholesaler, wanted }]
  })

/** What is opened where the address names nothing: what is to be ordered, or else the newest order. */
const opened = (
  { order, from }: { readonly order?: number | undefined; readonly from?: number | undefined },
  proposed: readonly ProposedOrder[],
  orders: readonly Order[],
) => {
  if (order !== undefined) return { order }
  const wholesaler = proposed.find((one) => one.wholesaler.id === from) ?? proposed[0]
  return wholesaler === undefined ? { order: orders[0]?.id } : { from: wholesaler.wholesaler.id }
}

const Head = ({ place, children }: { readonly place: string | undefined; readonly children?: ReactNode }) => (
  <div className={`${page['head']} ${backHead['head']} ${classes['head']}`}>
    <Link
      className={backHead['back'] ?? ''}
      to="/stock/"
      search={({ department }) => ({ department })}
      aria-label={words.back}
    >
      <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
    </Link>
    <Heading title={words.title} />
    <span className={page['context']}>{place}</span>
    {children}
  </div>
)

const Ways = ({ onNew }: { readonly onNew: (() => void) | undefined }) => {
  const { data: toReview = 0 } = useQuery(linesToReviewQuery())
  return (
    <div className={backHead['bar']}>
      <Link className="button" to="/stock/receipts/" search={({ department }) => ({ department })}>
        <IconPackageImport size={16} stroke={1.6} aria-hidden="true" /> {words.receive(toReview)}
      </Link>
      <Link className="button" to="/stock/catalog/" search={({ department }) => ({ department })}>
        <IconBook2 size={16} stroke={1.6} aria-hidden="true" /> {words.catalog}
      </Link>
      {onNew !== undefined && (
        <button type="button" className="button" onClick={onNew}>
          <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {words.empty}
        </button>
      )}
    </div>
  )
}

type Read = {
  readonly department: Department
  readonly departments: readonly Department[]
  readonly wholesalers: readonly Wholesaler[]
  readonly proposals: readonly Proposed[]
  readonly orders: readonly Order[]
}

const Unsupplied = ({ proposals, wholesalers }: Pick<Read, 'proposals' | 'wholesalers'>) => {
  const names = proposals
    .filter(({ wholesaler }) => wholesalerAt(wholesalers, wholesaler) === undefined)
    .map(({ item_data: { name } }) => name)
  return names.length === 0 ? null : <p className={classes['note']}>{words.unsupplied(names.join(', '))}</p>
}

const Parts = ({ department, departments, wholesalers, proposals, orders }: Read) => {
  const search = useSearch({ from: '/stock/orders' })
  const navigate = useNavigate({ from: '/stock/orders' })
  const { list } = useRowKeys()
  const proposed = byWholesaler(proposals, wholesalers)
  const open = opened(search, proposed, orders)
  const shown = proposed.find(({ wholesaler }) => wholesaler.id === open.from)
  const show = (order: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, order, from: undefined }), replace: true })
  const credentialsOf = (one: Wholesaler) =>
    wholesalers.find(({ parent, department: at }) => parent === one.url && at === department.url) ?? one
  return (
    <div className={classes['parts']}>
      <nav className={classes['list']} ref={list} aria-label={words.list}>
        <OrderList
          department={department.id}
          proposed={proposed}
          orders={orders}
          open={open}
          showsDone={search.past === true}
        />
        <Unsupplied proposals={proposals} wholesalers={wholesalers} />
      </nav>
      <div className={classes['detail']}>
        {open.order !== undefined ? (
          <OrderDetail
            key={open.order}
            id={open.order}
            departments={departments}
            wholesalers={wholesalers}
            onGone={() => show(undefined)}
          />
        ) : shown === undefined ? (
          <EmptyState
            title={words.nothing}
            hint={words.nothingHint}
            icon={<IconTruckDelivery size={22} stroke={1.6} aria-hidden="true" />}
          />
        ) : (
          <Proposal
            key={`${department.id} ${shown.wholesaler.id}`}
            department={department}
            wholesaler={shown.wholesaler}
            credentials={credentialsOf(shown.wholesaler)}
            proposals={proposals.filter(
              ({ wholesaler }) => wholesaler !== null && idOf(wholesaler) === shown.wholesaler.id,
            )}
            onOrder={show}
          />
        )}
      </div>
    </div>
  )
}

const Page = ({ department }: { readonly department: Department }) => {
  const me = useMe()
  const navigate = useNavigate({ from: '/stock/orders' })
  const [isStarting, setStarting] = useState(false)
  const { data: departments = [] } = useQuery(departmentsQuery)
  const wholesalers = useQuery(wholesalersQuery)
  const proposals = useQuery(proposalsQuery(department.id))
  const orders = useQuery(openOrdersQuery(department.id))
  const failed = [wholesalers, proposals, orders].find(({ data, error }) => data === undefined && error !== null)
  const isRead = wholesalers.data !== undefined && proposals.data !== undefined && orders.data !== undefined
  return (
    <div className={classes['page']}>
      <Head place={department.name}>
        <Ways onNew={may(me, 'Settings: Stock', 'write') && isRead ? () => setStarting(true) : undefined} />
      </Head>
      {failed !== undefined ? (
        <ErrorState error={failed.error} what={words.what} onRetry={() => void failed.refetch()} />
      ) : isRead ? (
        <Parts
          department={department}
          departments={departments}
          wholesalers={wholesalers.data}
          proposals={proposals.data}
          orders={orders.data}
        />
      ) : (
        <div className={classes['inset']}>
          <Skeleton width="40%" />
        </div>
      )}
      {isStarting && (
        <NewOrder
          department={department}
          wholesalers={(wholesalers.data ?? []).filter(({ parent }) => parent === null)}
          onOrder={(order) =>
            void navigate({ search: (before) => ({ ...before, order, from: undefined }), replace: true })
          }
          onClose={() => setStarting(false)}
        />
      )}
    </div>
  )
}

/** What is to be ordered, what was ordered, and what came. */
export const Orders = () => {
  const me = useMe()
  const department = useTillDepartment()
  if (!may(me, 'Settings: Stock'))
    return (
      <>
        <Head place={undefined} />
        <p className={classes['inset']}>{words.needs}</p>
      </>
    )
  return department === undefined ? null : <Page key={department.id} department={department} />
}
