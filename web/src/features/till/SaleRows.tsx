import { ItemType, Permission } from '@fetlock/sdk'
import { IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { itemQuery } from '../../api/item.ts'
import { may, useMe } from '../../api/me.ts'
import type { Countersale, CountersaleItem } from '../../api/records.ts'
import { amountText, plainText } from '../../format.ts'
import { tillText } from '../../text/till.ts'
import { discountOf, typedDiscount } from './discount.ts'
import { isSameQuantity, stepped, typedQuantity } from './quantity.ts'
import classes from './SaleRows.module.css'
import tillPage from './Till.module.css'
import { rowsOf, type WaitingRow } from './sale-rows.ts'
import type { TillSale } from './useSale.ts'

const discountText = (row: CountersaleItem) =>
  discountOf(row) === '0' ? '' : tillText.discount(plainText(discountOf(row)))

type Props = { readonly row: CountersaleItem; readonly till: TillSale; readonly quantity: string }

/** A number to type over; what makes no quantity is said and put back. */
const Quantity = ({ row, till, quantity }: Props) => {
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    const given = typed === undefined ? undefined : typedQuantity(typed)
    if (typed !== undefined && given === undefined) till.report(tillText.badQuantity)
    if (given !== undefined) till.setQuantity(row, given)
    setTyped(undefined)
  }
  return (
    <input
      className={classes['quantity']}
      aria-label={tillText.quantityOf(row.name)}
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

/** A percentage to type over: what is taken off the row. */
const Discount = ({ row, till }: { readonly row: CountersaleItem; readonly till: TillSale }) => {
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    const given = typed === undefined ? undefined : typedDiscount(typed)
    if (typed !== undefined && given === undefined) till.report(tillText.badDiscount)
    if (given !== undefined && given !== discountOf(row)) till.setDiscount(row, given === '0' ? '0' : `-${given}`)
    setTyped(undefined)
  }
  return (
    <input
      className={`${classes['quantity']} ${classes['discount']}`}
      aria-label={tillText.discountOf(row.name)}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      value={typed ?? (discountOf(row) === '0' ? '' : plainText(discountOf(row)))}
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

/** Says of a medicine that is for no client yet what the law asks for. */
const Caution = ({ row, sale }: { readonly row: CountersaleItem; readonly sale: Countersale }) => {
  const isAsked = row.type_code === ItemType.Medicine && sale.client === null && !sale.finalized
  const { data: item } = useQuery({ ...itemQuery(row.item), enabled: isAsked })
  return isAsked && item !== undefined && (item.controlled_substance || item.antibiotic !== null) ? (
    <span className={classes['caution']}>{tillText.prescriptionOnly}</span>
  ) : null
}

/** A row that waits for its batch: it is sold when that is typed or scanned. */
const Waiting = ({ row, till, columns }: { row: WaitingRow; till: TillSale; columns: number }) => {
  const field = useRef<HTMLInputElement>(null)
  const [batch, setBatch] = useState('')
  useEffect(() => field.current?.focus(), [])
  const { name } = row.item
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (batch.trim() !== '') till.addWithBatch(row, batch.trim())
  }
  return (
    <tr data-last>
      <td>
        <span className={classes['title']}>{name}</span>
      </td>
      <td colSpan={columns - 2}>
        <form className={classes['batch']} onSubmit={submit} aria-busy={row.isSending}>
          <label>
            {tillText.batch}
            <input
              ref={field}
              aria-label={tillText.batchOf(name)}
              placeholder={tillText.batchHint}
              autoComplete="off"
              maxLength={63}
              // A batch may be all digits: what is scanned into this field is no item.
              data-takes-scans
              value={batch}
              onChange={({ target }) => setBatch(target.value)}
            />
          </label>
          <button type="submit" className="button small">
            {tillText.addRow}
          </button>
        </form>
      </td>
      <td className={classes['end']}>
        <button type="button" className={classes['remove']} onClick={() => till.drop(row)}>
          <IconX size={16} aria-hidden="true" />
          <span className="unseen">{tillText.dropRow(name)}</span>
        </button>
      </td>
    </tr>
  )
}

type RowProps = {
  row: CountersaleItem
  till: TillSale
  sale: Countersale
  isFixed: boolean
  hasDiscounts: boolean
  mayDiscount: boolean
}

const Row = ({ row, till, sale, isFixed, hasDiscounts, mayDiscount }: RowProps) => {
  const quantity = till.wanted[row.id] ?? row.quantity
  const isBusy = !isSameQuantity(quantity, row.quantity)
  const isAdding = till.adding.some(({ item }) => item === row.item)
  return (
    <tr
      data-adding={isAdding || undefined}
      data-last={!isFixed && till.waiting.length === 0 && row.id === till.lastRow}
    >
      <td>
        <span className={classes['title']}>{row.name}</span>{' '}
        <span className={tillPage['context']}>{row.batch_number}</span>
        {isAdding && <span className={tillPage['context']}>{tillText.adding}</span>}
        <Caution row={row} sale={sale} />
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
              <span className="unseen">{tillText.fewer(row.name)}</span>
            </button>
            <Quantity row={row} till={till} quantity={quantity} />
            <button type="button" className="button" onClick={() => till.setQuantity(row, stepped(quantity, 1))}>
              <IconPlus size={16} aria-hidden="true" />
              <span className="unseen">{tillText.more(row.name)}</span>
            </button>
          </span>
        )}
      </td>
      <td className={`${classes['number']} ${classes['each']}`}>{amountText(row.price_with_vat)}</td>
      {hasDiscounts && (
        <td className={classes['number']}>
          {isFixed || !mayDiscount ? discountText(row) : <Discount row={row} till={till} />}
        </td>
      )}
      <td className={`${classes['number']} ${classes['sum']}`} aria-busy={isBusy}>
        {amountText(row.sum_total)}
      </td>
      <td className={classes['end']}>
        {!isFixed && (
          <button type="button" className={classes['remove']} onClick={() => void till.removeLine(row)}>
            <IconX size={16} aria-hidden="true" />
            <span className="unseen">{tillText.remove(row.name)}</span>
          </button>
        )}
      </td>
    </tr>
  )
}

export const SaleRows = ({ till }: { readonly till: TillSale }) => {
  const { sale, waiting } = till
  const mayDiscount = may(useMe(), Permission.FinancialDiscounts, 'write')
  // Whoever may not give discounts sees those that were given.
  const hasDiscounts = mayDiscount || rowsOf(sale).some((row) => discountOf(row) !== '0')
  const columns = hasDiscounts ? 6 : 5
  const isFixed = sale?.finalized ?? false
  // One more of what is there is shown in its row.
  const adding = till.adding.filter(({ item }) => rowsOf(sale).every((row) => row.item !== item))
  return (
    <table className={classes['rows']}>
      <caption className="unseen">{tillText.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{tillText.columns.item}</th>
          <th scope="col" className={classes['number']}>
            {tillText.columns.quantity}
          </th>
          <th scope="col" className={classes['number']}>
            {tillText.columns.each}
          </th>
          {hasDiscounts && (
            <th scope="col" className={classes['number']}>
              {tillText.columns.discount}
            </th>
          )}
          <th scope="col" className={classes['number']}>
            {tillText.columns.total}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {sale !== undefined &&
          rowsOf(sale).map((row) => (
            <Row
              key={row.id}
              row={row}
              till={till}
              sale={sale}
              isFixed={isFixed}
              hasDiscounts={hasDiscounts}
              mayDiscount={mayDiscount}
            />
          ))}
        {adding.map(({ key, name }) => (
          <tr key={key} data-adding data-last>
            <td>
              <span className={classes['title']}>{name}</span>
            </td>
            <td colSpan={columns - 1}>
              <span className={tillPage['context']}>{tillText.adding}</span>
            </td>
          </tr>
        ))}
        {waiting.map((row) => (
          <Waiting key={row.key} row={row} till={till} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}
