import type { ReactNode, Ref } from 'react'
import type { Item } from '../../api/records.ts'
import { typedDecimal } from '../../format.ts'
import { Field, problemOf } from '../../shared/form.tsx'
import formClasses from '../../shared/form.module.css'
import { inUnits } from '../../shared/packages.ts'
import type { Problems } from '../../shared/problems.tsx'
import { stockText } from '../../text/stock.ts'
import { unitOf } from './stock.ts'
import classes from './Count.module.css'

/** What was typed, in dosage units as the service counts; undefined where it is no number. */
export const unitsOf = (typed: string, isUnits: boolean, { dosage_units }: Pick<Item, 'dosage_units'>) => {
  const number = typedDecimal(typed)
  if (number === undefined) return undefined
  return isUnits ? number : inUnits(number, dosage_units)
}

type Props = {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly item: Item
  readonly typed: string
  readonly isUnits: boolean
  readonly problems: Problems
  readonly hint?: ReactNode
  readonly isBig?: boolean
  /** Where a sheet begins. */
  readonly isFirst?: boolean
  readonly onType: (typed: string) => void
  readonly onUnits: (isUnits: boolean) => void
}

/** How much, in packages, or in what a package is divided into. */
export const QuantityField = (props: Props) => {
  const { ref, label, item, typed, isUnits, problems, hint, isBig = false, isFirst = false, onType, onUnits } = props
  const isDivided = Number(item.dosage_units) !== 1
  return (
    <Field id="quantity" label={label} problems={problems} hint={hint}>
      <span className={classes['quantity']} data-big={isBig}>
        <input
          ref={ref}
          id="quantity"
          className={formClasses['input']}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          data-first={isFirst || undefined}
          value={typed}
          {...problemOf('quantity', problems)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onType(target.value)}
        />
        {isDivided ? (
          <select
            className={formClasses['input']}
            aria-label={stockText.unitLabel}
            value={isUnits ? 'units' : 'packages'}
            onChange={({ target }) => onUnits(target.value === 'units')}
          >
            <option value="packages">{unitOf(item)}</option>
            <option value="units">{stockText.singleUnits}</option>
          </select>
        ) : (
          <span className={classes['unit']}>{unitOf(item)}</span>
        )}
      </span>
    </Field>
  )
}
