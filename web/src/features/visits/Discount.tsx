import { type ReactNode, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import type { ConsultationItem } from '../../api/records.ts'
import { showToast } from '../../shared/toasts.ts'
import { text } from '../../text/en.ts'
import classes from './Charges.module.css'
import type { RowChanges } from './charges.ts'
import { changeOfDiscount, rateText, signedText } from './visit.ts'

type Props = {
  readonly row: ConsultationItem
  readonly isReadOnly: boolean
  readonly onChange: (changes: RowChanges) => Promise<boolean>
  /** What the row comes to. */
  readonly children: ReactNode
}

/** What a row comes to, with its discount; for whoever may give one, the place to enter it in percent. */
export const Discount = ({ row, isReadOnly, onChange, children }: Props) => {
  const isAllowed = may(useMe(), 'Financial: Discounts', 'write') && !isReadOnly
  const [isOpen, setOpen] = useState(false)
  const words = text.visit.charges
  const change = rateText(row.percentage_change)
  const changed = Number(change) !== 0 && <span className={classes['change']}>{words.changed(signedText(change))}</span>
  const discount = Number(change) < 0 ? change.slice(1) : ''
  const finish = (typed: string) => {
    setOpen(false)
    // Whoever only looks takes no surcharge away.
    if (typed === discount) return
    const percentage_change = changeOfDiscount(typed)
    if (percentage_change === undefined) return showToast(words.notADiscount, { isProblem: true })
    if (Number(percentage_change) !== Number(change)) void onChange({ percentage_change })
  }
  if (isOpen)
    return (
      <label className={classes['discount']}>
        <span>−</span>
        <input
          className={classes['quantity']}
          inputMode="decimal"
          aria-label={words.discountOn(row.name)}
          defaultValue={discount}
          autoFocus
          onFocus={({ target }) => target.select()}
          onBlur={({ target }) => finish(target.value.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Escape') event.currentTarget.value = discount
            event.currentTarget.blur()
          }}
        />
        <span>%</span>
        {discount === '' && changed}
      </label>
    )
  return (
    <span className={classes['sum']}>
      {isAllowed ? (
        <button type="button" className={classes['price']} title={words.discount} onClick={() => setOpen(true)}>
          <span className="unseen">{words.discountOn(row.name)}: </span>
          {children}
        </button>
      ) : (
        children
      )}
      {changed}
    </span>
  )
}
