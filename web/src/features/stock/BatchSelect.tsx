import type { Item, StockLevel } from '../../api/records.ts'
import { calendarDateText } from '../../format.ts'
import { Field } from '../../shared/form.tsx'
import formClasses from '../../shared/form.module.css'
import type { Problems } from '../../shared/problems.tsx'
import { stockText } from '../../text/stock.ts'
import { expiryOf, heldOf, packagesText, unitOf } from './stock.ts'

/** Chosen for a batch that is not known yet. */
export const otherBatch = 0

type Props = {
  readonly item: Item
  readonly levels: readonly StockLevel[]
  readonly value: number
  readonly today: string
  /** Whether one may be named that is not known yet. */
  readonly hasOther?: boolean
  readonly problems?: Problems
  readonly onChange: (level: number) => void
}

/** A batch with its date and how much there is of it. */
const nameOf = (level: StockLevel, item: Item, today: string) => {
  const { batch_number, expiry_date, on_hand } = level
  const date =
    expiry_date === null
      ? ''
      : expiryOf(level, today) === 'expired'
        ? stockText.expiredOn(calendarDateText(expiry_date))
        : stockText.expires(calendarDateText(expiry_date))
  return [batch_number || stockText.noBatch, date, `${packagesText(on_hand, item)} ${unitOf(item)}`]
    .filter(Boolean)
    .join(' · ')
}

/** The batches of a department; those that there is something of stand first. */
export const BatchSelect = ({ item, levels, value, today, hasOther = false, problems = {}, onChange }: Props) => {
  const held = heldOf(levels)
  const ordered = [...held, ...levels.filter((level) => !held.includes(level))]
  return (
    <Field id="level" label={stockText.batchLabel} problems={problems}>
      <select
        id="level"
        className={formClasses['input']}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {ordered.map((level) => (
          <option key={level.id} value={level.id}>
            {nameOf(level, item, today)}
          </option>
        ))}
        {hasOther && <option value={otherBatch}>{stockText.otherBatch}</option>}
      </select>
    </Field>
  )
}
