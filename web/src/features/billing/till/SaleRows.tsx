import { IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { CountersaleItem } from '../../../api/records.ts'
import { amountText, plainText } from '../../../format.ts'
import { text } from '../../../text/en.ts'
import { isSameQuantity, stepped, typedQuantity } from './quantity.ts'
import classes from './Till.module.css'
import { rowsOf, type TillSale } from './useSale.ts'

type Shown = { readonly row: CountersaleItem; readonly till: TillSale; readonly quantity: string }

/** A number to type over; what makes no quantity is said and put back. */
const Quantity = ({ row, till, quantity }: Shown) => {
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    const given = typed === undefined ? undefined : typedQuantity(typed)
    if (typed !== undefined && given === undefined) till.report(text.till.badQuantity)
    if (given !== undefined) till.setQuantity(row, given)
    setTyped(undefined)
  }
  return (
    <input
      className={classes['quantity']}
      aria-label={text.till.quantityOf(row.name)}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? plainText(quantity)}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
        if (key === 'Escape') setTyped(undefined)
      }}
    />
  )
}

const Row = ({ row, till, isFixed }: { row: CountersaleItem; till: TillSale; isFixed: boolean }) => {
  const quantity = till.wanted[row.id] ?? row.quantity
  const isBusy = !isSameQuantity(quantity, row.quantity)
  return (
    <tr data-last={!isFixed && row.id === till.lastRow}>
      <td>
        <span className={classes['title']}>{row.name}</span>{' '}
        <span className={classes['context']}>{row.batch_number}</span>
      </td>
      <td className={classes['number']}>
        {isFixed ? (
          plainText(row.quantity)
        ) : (
          <span className={classes['steps']}>
            <button
              type="button"
              className="button"
              disabled={isSameQuantity(stepped(quantity, -1), quantity)}
              onClick={() => till.setQuantity(row, stepped(quantity, -1))}
            >
              <IconMinus size={16} aria-hidden="true" />
              <span className="unseen">{text.till.fewer(row.name)}</span>
            </button>
            <Quantity row={row} till={till} quantity={quantity} />
            <button type="button" className="button" onClick={() => till.setQuantity(row, stepped(quantity, 1))}>
              <IconPlus size={16} aria-hidden="true" />
              <span className="unseen">{text.till.more(row.name)}</span>
            </button>
          </span>
        )}
      </td>
      <td className={`${classes['number']} ${classes['each']}`}>{amountText(row.price_with_vat)}</td>
      <td className={`${classes['number']} ${classes['sum']}`} aria-busy={isBusy}>
        {amountText(row.sum_total)}
      </td>
      <td className={classes['end']}>
        {!isFixed && (
          <button type="button" className={classes['remove']} onClick={() => void till.removeLine(row)}>
            <IconX size={16} aria-hidden="true" />
            <span className="unseen">{text.till.remove(row.name)}</span>
          </button>
        )}
      </td>
    </tr>
  )
}

export const SaleRows = ({ till }: { readonly till: TillSale }) => (
  <table className={classes['rows']}>
    <caption className="unseen">{text.till.lines}</caption>
    <thead>
      <tr>
        <th scope="col">{text.till.columns.item}</th>
        <th scope="col" className={classes['number']}>
          {text.till.columns.quantity}
        </th>
        <th scope="col" className={classes['number']}>
          {text.till.columns.each}
        </th>
        <th scope="col" className={classes['number']}>
          {text.till.columns.total}
        </th>
        <td />
      </tr>
    </thead>
    <tbody>
      {rowsOf(till.sale).map((row) => (
        <Row key={row.id} row={row} till={till} isFixed={till.sale?.finalized ?? false} />
      ))}
    </tbody>
  </table>
)
