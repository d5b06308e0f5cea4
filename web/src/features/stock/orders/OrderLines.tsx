import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { addLine, changeLine, ordersKey, proposalsKey, removeLine } from '../../../api/order.ts'
import type { Order, OrderItem } from '../../../api/records.ts'
import { amountText, plainText, typedDecimal } from '../../../format.ts'
import formClasses from '../../../shared/form.module.css'
import page from '../../../shared/page.module.css'
import { compare } from '../../../shared/packages.ts'
import { showToast } from '../../../shared/toasts.ts'
import { useWrites } from '../../../shared/use-writes.ts'
import { text } from '../../../text/en.ts'
import { ordersText } from '../../../text/stock-orders.ts'
import { stockText } from '../../../text/stock.ts'
import { lineTotal } from './amounts.ts'
import classes from './Orders.module.css'

const words = ordersText.order
const refresh = () => [ordersKey, proposalsKey]

/** A quantity that is saved by Enter and when the field is left. */
const Quantity = ({ line }: { readonly line: OrderItem }) => {
  const shown = String(Number(line.quantity))
  const [typed, setTyped] = useState<string>()
  const change = useWrites({
    about: () => line.id,
    send: changeLine,
    refresh,
    onDone: () => setTyped(undefined),
  })
  const save = () => {
    if (typed === undefined) return
    const quantity = typedDecimal(typed)
    if (quantity === undefined || compare(quantity, '0') <= 0) {
      showToast(ordersText.proposal.badQuantity, { isProblem: true })
      setTyped(undefined)
      return
    }
    if (compare(quantity, line.quantity) === 0) setTyped(undefined)
    else void change({ line, quantity })
  }
  return (
    <input
      className={formClasses['input']}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      aria-label={ordersText.proposal.quantityOf(line.product_name)}
      value={typed ?? shown}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save()
      }}
    />
  )
}

type Props = { readonly order: Order; readonly isOpen: boolean }

/** Removes a line, and puts it back by Undo. */
const useRemoving = (order: Order) =>
  useWrites({
    about: (line: OrderItem) => line.id,
    send: removeLine,
    refresh,
    said: ({ variables }) => words.removed(variables.product_name),
    undo: ({ variables: { item, quantity, notes } }) => addLine({ order: order.url, item, quantity, notes }),
  })

/** The lines of an order that is written, which can be changed until it is delivered. */
export const OrderLines = ({ order, isOpen }: Props) => {
  const remove = useRemoving(order)
  const lines = order.order_items_data ?? []
  return (
    <table className={`${page['table']} ${classes['table']}`}>
      <thead>
        <tr>
          <th scope="col">{words.columns.item}</th>
          <th scope="col">{words.columns.code}</th>
          <th scope="col" className={page['number']}>
            {words.columns.ordered}
          </th>
          <th scope="col" className={page['number']}>
            {words.columns.delivered}
          </th>
          <th scope="col" className={page['number']}>
            {words.columns.price}
          </th>
          <th scope="col" className={page['number']}>
            {words.columns.total}
          </th>
          {isOpen && (
            <th scope="col">
              <span className="unseen">{words.columns.item}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className={classes['name']}>
              {line.product_name}
              {line.notes !== '' && <span className={classes['lineNote']}>{line.notes}</span>}
            </td>
            <td className={classes['quiet']}>{line.product_number || text.records.nothing}</td>
            <td className={page['number']}>
              <span className={classes['quantity']}>
                {isOpen ? <Quantity line={line} /> : plainText(line.quantity)}
                <span className={classes['unit']}>{line.unit || stockText.package}</span>
              </span>
            </td>
            <td className={page['number']}>
              {compare(line.delivered_quantity, '0') === 0 ? text.records.nothing : plainText(line.delivered_quantity)}
            </td>
            <td className={`${page['number']} ${classes['quiet']}`}>
              {line.wholesale_price === null ? text.records.nothing : amountText(line.wholesale_price)}
            </td>
            <td className={page['number']}>
              {line.wholesale_price === null
                ? text.records.nothing
                : amountText(lineTotal(line.quantity, line.wholesale_price))}
            </td>
            {isOpen && (
              <td className={page['number']}>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={words.remove(line.product_name)}
                  onClick={() => void remove(line)}
                >
                  <IconTrash size={16} stroke={1.6} aria-hidden="true" />
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
