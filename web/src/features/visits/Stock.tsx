import type { Item, StockLevel } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './Charges.module.css'
import { packagesOf } from './visit.ts'

/** How much the department has left; what is below zero is to be counted. */
export const OnHand = ({
  item,
  levels,
}: {
  readonly item: Pick<Item, 'url' | 'dosage_units'>
  readonly levels: readonly StockLevel[] | undefined
}) => {
  const left = packagesOf(levels ?? [], item)
  if (left === undefined) return null
  const shown = String(left).replace('-', '−')
  return left < 0 ? (
    <span className={classes['short']}>{text.visit.charges.short(shown)}</span>
  ) : (
    <span>{text.visit.charges.left(shown)}</span>
  )
}
