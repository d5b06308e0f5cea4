import { OrderStatus } from '@fetlock/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { doneOrdersQuery } from '../../../api/order.ts'
import { useMe } from '../../../api/me.ts'
import { idOf, type Order, type Wholesaler } from '../../../api/records.ts'
import { dateText, moneyText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { ShowMore } from '../../../shared/ShowMore.tsx'
import { ordersText } from '../../../text/stock-orders.ts'
import { type Row, sumOfRows } from './proposal.ts'
import classes from './Orders.module.css'

export type ProposedOrder = { readonly wholesaler: Wholesaler; readonly wanted: readonly Row[] }

const whenOf = ({ status, created, ordered, delivery_date }: Order, zone: string) => {
  if (status === OrderStatus.OrderingInProcess) return ordersText.started(dateText(created, zone))
  if (status === OrderStatus.Ordered) return ordersText.sentOn(dateText(ordered ?? created, zone))
  return ordersText.deliveredOn(dateText(delivery_date ?? created, zone))
}

const OrderLink = ({ order, isOpen }: { readonly order: Order; readonly isOpen: boolean }) => {
  const { currency, time_zone: zone } = useMe().organisation
  const { id, status, order_items: lines, wholesaler_reference_number: reference } = order
  const said = [
    ordersText.lines(lines.length),
    status === OrderStatus.OrderingInProcess
      ? ''
      : reference === ''
        ? ordersText.noReference
        : ordersText.reference(reference),
  ]
  return (
    <li>
      <Link
        to="/stock/orders/"
        search={({ department, past }) => ({ department, past, order: id })}
        replace
        data-row
        className={classes['row'] ?? ''}
        aria-current={isOpen ? 'true' : undefined}
      >
        <strong>{ordersText.named(id, order.wholesaler_data?.name ?? '')}</strong>
        <span className={classes['figure']}>{moneyText(order.total, currency)}</span>
        <span className={classes['quiet']}>{said.filter(Boolean).join(', ')}</span>
        <span className={`${classes['figure']} ${classes['quiet']}`}>{whenOf(order, zone)}</span>
      </Link>
    </li>
  )
}

const Group = ({ status, orders, open }: { readonly status: OrderStatus } & Pick<Props, 'orders' | 'open'>) => {
  const own = orders.filter((order) => order.status === status)
  if (own.length === 0) return null
  return (
    <>
      <h2>
        {ordersText.groups[status]} <span>{own.length}</span>
      </h2>
      <ul className={classes['rows']}>
        {own.map((order) => (
          <OrderLink key={order.id} order={order} isOpen={order.id === open.order} />
        ))}
      </ul>
    </>
  )
}

const Done = ({ department, open }: { readonly department: number } & Pick<Props, 'open'>) => {
  const { data, ...pages } = useInfiniteQuery(doneOrdersQuery(department))
  const orders = data?.pages.flatMap(({ results }) => results)
  return (
    <>
      <h2>
        {ordersText.groups[OrderStatus.AddedToStock]} <span>{data?.pages[0]?.count}</span>
      </h2>
      {orders?.length === 0 && <p className={page['none']}>{ordersText.noneDone}</p>}
      <ul className={classes['rows']}>
        {orders?.map((order) => (
          <OrderLink key={order.id} order={order} isOpen={order.id === open.order} />
        ))}
      </ul>
      <ShowMore of={pages} />
    </>
  )
}

type Props = {
  readonly department: number
  readonly proposed: readonly ProposedOrder[]
  readonly orders: readonly Order[]
  readonly open: { readonly order?: number | undefined; readonly from?: number | undefined }
  readonly showsDone: boolean
}

/** What is proposed, then the orders by where they stand. */
export const OrderList = ({ department, proposed, orders, open, showsDone }: Props) => {
  const { currency } = useMe().organisation
  return (
    <>
      {proposed.length > 0 && <h2>{ordersText.groups.proposed}</h2>}
      <ul className={classes['rows']}>
        {proposed.map(({ wholesaler, wanted }) => (
          <li key={wholesaler.id}>
            <Link
              to="/stock/orders/"
              search={(before) => ({ department: before.department, past: before.past, from: wholesaler.id })}
              replace
              data-row
              className={classes['row'] ?? ''}
              aria-current={wholesaler.id === open.from ? 'true' : undefined}
            >
              <strong>{wholesaler.name}</strong>
              <span className={classes['figure']}>{moneyText(sumOfRows(wanted).total, currency)}</span>
              <span className={classes['quiet']}>
                {ordersText.lines(wanted.length)}, {ordersText.allLow}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {[OrderStatus.OrderingInProcess, OrderStatus.Ordered, OrderStatus.ProductsDelivered].map((status) => (
        <Group key={status} status={status} orders={orders} open={open} />
      ))}
      {showsDone && <Done department={department} open={open} />}
      <Link
        from="/stock/orders"
        to="/stock/orders/"
        search={(before) => ({ ...before, past: showsDone ? undefined : true })}
        replace
        className={classes['more'] ?? ''}
      >
        {showsDone ? ordersText.hideDone : ordersText.showDone}
      </Link>
    </>
  )
}

/** The clinic-wide wholesaler of a proposal, by its address. */
export const wholesalerAt = (wholesalers: readonly Wholesaler[], url: string | null) =>
  url === null ? undefined : wholesalers.find(({ id }) => id === idOf(url))
