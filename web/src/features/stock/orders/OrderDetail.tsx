import { OrderStatus } from '@fetlock/sdk'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addLine, changeNotes, linesToReviewQuery, orderQuery, ordersKey, proposalsKey } from '../../../api/order.ts'
import { may, useMe } from '../../../api/me.ts'
import { messageOf } from '../../../api/problem.ts'
import type { Department, Item, Order, Wholesaler } from '../../../api/records.ts'
import { dateText, moneyText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { ErrorState, Skeleton } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { useWrites } from '../../../shared/use-writes.ts'
import { ordersText } from '../../../text/stock-orders.ts'
import { AddItem } from './AddItem.tsx'
import { NotesField } from './NotesField.tsx'
import { OrderLines } from './OrderLines.tsx'
import { Reference } from './Reference.tsx'
import { SendDialog } from './SendDialog.tsx'
import { Total } from './Total.tsx'
import { useDelivering, useSending, useWithdrawing } from './use-order-steps.ts'
import classes from './Orders.module.css'

const words = ordersText.order
const refresh = () => [ordersKey, proposalsKey]

const aboutOf = (order: Order, zone: string) =>
  words.about[order.status](dateText(order.delivery_date ?? order.ordered ?? order.created, zone))

/** The note to the wholesaler, which is saved when the field is left. */
const Notes = ({ order, ...rest }: { readonly order: Order } & Whose) => {
  const [typed, setTyped] = useState<string>()
  const { write } = useWrite({
    send: changeNotes,
    refresh,
    said: () => words.notesSaved,
    onDone: () => setTyped(undefined),
  })
  const save = () => {
    if (typed !== undefined && typed !== order.notes) void write({ order, notes: typed })
  }
  const writing = { value: typed ?? order.notes, onChange: setTyped, onBlur: save }
  const isOpen = order.status <= OrderStatus.Ordered && rest.mayWrite
  return <NotesField {...rest}>{isOpen && writing}</NotesField>
}

/** What may be done with an order next. */
const Steps = ({ order, wholesaler, mayWrite, amount, onGone }: StepsProps) => {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sending = useSending(
    wholesaler.name,
    (error) => setProblem(messageOf(error)),
    () => setAsking(false),
  )
  const delivering = useDelivering()
  const withdrawing = useWithdrawing(onGone)
  const { data: toReview = 0 } = useQuery(linesToReviewQuery(order.id))
  return (
    <div className={classes['buttons']}>
      {toReview > 0 && (
        <Link className="button" to="/stock/receipts/" search={({ department }) => ({ department, order: order.id })}>
          {words.review(toReview)}
        </Link>
      )}
      {mayWrite && order.status === OrderStatus.OrderingInProcess && (
        <>
          <button
            type="button"
            className="button"
            aria-busy={withdrawing.isBusy}
            onClick={() => void withdrawing.write(order)}
          >
            {words.withdraw}
          </button>
          {order.order_items.length > 0 && (
            <button type="button" className="button primary" onClick={() => setAsking(true)}>
              <IconSend size={16} stroke={1.6} aria-hidden="true" />{' '}
              {ordersText.proposal.send(order.order_items.length, amount)}
            </button>
          )}
        </>
      )}
      {mayWrite && order.status === OrderStatus.Ordered && (
        <button
          type="button"
          className="button primary"
          aria-busy={delivering.isBusy || delivering.isChecking}
          onClick={() => void delivering.write(order)}
        >
          {words.markDelivered}
        </button>
      )}
      {isAsking && (
        <SendDialog
          wholesaler={wholesaler.name}
          lines={order.order_items.length}
          total={amount}
          state={sending.isBusy ? 'sending' : sending.isChecking ? 'checking' : 'open'}
          problem={problem}
          onSend={() => void sending.write(order)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

type Whose = {
  readonly wholesaler: Wholesaler
  readonly credentials: Wholesaler
  readonly department: Department
  readonly mayWrite: boolean
}
type StepsProps = Pick<Whose, 'wholesaler' | 'mayWrite'> & {
  readonly order: Order
  readonly amount: string
  readonly onGone: () => void
}

const Written = ({ order, onGone, ...whose }: Whose & { readonly order: Order; readonly onGone: () => void }) => {
  const { organisation } = useMe()
  const { wholesaler, mayWrite } = whose
  const isOpen = order.status <= OrderStatus.Ordered && mayWrite
  const amount = moneyText(order.total, organisation.currency)
  const lines = order.order_items_data ?? []
  const add = useWrites({
    about: ({ url }: Item) => url,
    send: ({ url }: Item, key: string) => addLine({ order: order.url, item: url, quantity: '1' }, key),
    refresh,
  })
  const title = ordersText.named(order.id, wholesaler.name)
  return (
    <section aria-label={title}>
      <div className={classes['detailHead']}>
        <div>
          <h2>{title}</h2>
          <p className={page['context']}>{aboutOf(order, organisation.time_zone)}</p>
        </div>
        <Steps order={order} wholesaler={wholesaler} mayWrite={mayWrite} amount={amount} onGone={onGone} />
      </div>
      {lines.length === 0 ? (
        <p className={`${page['none']} ${classes['inset']}`}>{words.empty}</p>
      ) : (
        <OrderLines order={order} isOpen={isOpen} />
      )}
      {isOpen && <AddItem onItem={(item) => void add(item)} />}
      {isOpen && order.status === OrderStatus.Ordered && (
        <p className={`${page['context']} ${classes['inset']}`}>{words.told(wholesaler.name)}</p>
      )}
      <div className={classes['foot']}>
        <div>
          <Notes order={order} {...whose} />
          {mayWrite && order.status > OrderStatus.OrderingInProcess && <Reference key={order.id} order={order} />}
        </div>
        <Total amount={amount} unpriced={lines.filter(({ wholesale_price: price }) => price === null).length} />
      </div>
    </section>
  )
}

type Props = {
  readonly id: number
  readonly departments: readonly Department[]
  readonly wholesalers: readonly Wholesaler[]
  readonly onGone: () => void
}

/** An order that was written: its lines, its note, and what may be done with it. */
export const OrderDetail = ({ id, departments, wholesalers, onGone }: Props) => {
  const mayWrite = may(useMe(), 'Settings: Stock', 'write')
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  const department = departments.find(({ url }) => url === order?.department)
  if (error !== null && order === undefined)
    return <ErrorState error={error} what={ordersText.whatOne} onRetry={() => void refetch()} />
  const credentials = order?.wholesaler_data
  if (order === undefined || department === undefined || !credentials)
    return (
      <div className={classes['inset']}>
        <Skeleton width="40%" />
      </div>
    )
  const wholesaler = wholesalers.find(({ url }) => url === credentials.parent) ?? credentials
  return (
    <Written
      order={order}
      wholesaler={wholesaler}
      credentials={credentials}
      department={department}
      mayWrite={mayWrite}
      onGone={onGone}
    />
  )
}
