import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StockLevel } from '../../api/records.ts'
import { stockText } from '../../text/stock.ts'
import { expiryOf } from './stock.ts'
import classes from './Stock.module.css'

export const Chip = ({ warns = false, children }: { readonly warns?: boolean; readonly children: ReactNode }) => (
  <span className={classes['chip']} data-warns={warns}>
    {warns && <IconAlertTriangleFilled size={12} aria-hidden="true" />}
    {children}
  </span>
)

/** 02/27 */
const monthOf = (date: string) => `${date.slice(5, 7)}/${date.slice(2, 4)}`

/** A batch with the month in which it expires. */
export const BatchChip = ({ level, today }: { readonly level: StockLevel; readonly today: string }) => {
  const expiry = expiryOf(level, today)
  return (
    <Chip warns={expiry !== 'later'}>
      {level.batch_number || stockText.noBatch}
      {level.expiry_date !== null && <span>{monthOf(level.expiry_date)}</span>}
      {expiry !== 'later' && <span className="unseen">{stockText[expiry]}</span>}
    </Chip>
  )
}
