import type { ConsultationItem, Item, StockLevel } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './Charges.module.css'
import { packagesOf } from './visit.ts'

/** How much the department has left; what is below zero is to be counted. */
export const OnHand = ({
  item,
  levels,
}: {
  readonly item: Pick<Item, 'url' | 'dosage_units'>
  readonly levels: readonly StockLevel[]
}) => {
  const left = packagesOf(levels, item)
  if (left === undefined) return null
  const shown = String(left).replace('-', '−')
  return left < 0 ? (
    <span className={classes['short']}>{text.workbench.charges.short(shown)}</span>
  ) : (
    <span>{text.workbench.charges.left(shown)}</span>
  )
}

/** The batches of an item that there is something left of, the first to expire first. */
export const batchesOf = (levels: readonly StockLevel[], item: ConsultationItem['item']) =>
  levels.filter((level) => level.item === item && level.batch_number !== '' && Number(level.on_hand) > 0)
