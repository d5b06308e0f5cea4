import { numberLocale } from '../../format.ts'
import { Field, problemOf } from '../form.tsx'
import type { Problems } from '../problems.tsx'
import type { ReactNode } from 'react'
import classes from './AmountField.module.css'

/** The sign of a currency, such as €. */
const signOf = (currency: string) =>
  new Intl.NumberFormat(numberLocale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

type Props = {
  readonly id: string
  readonly label: string
  readonly currency: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly problems: Problems
  readonly hint?: ReactNode
  readonly isFirst?: boolean
  readonly isBig?: boolean
}

/** An amount of money, typed with a comma or a point. */
export const AmountField = (shown: Props) => {
  const { id, label, currency, value, onChange, problems, hint, isFirst = false, isBig = false } = shown
  return (
    <Field id={id} label={label} problems={problems} hint={hint}>
      <div className={classes['amount']} data-big={isBig} data-wrong={problems[id] !== undefined}>
        <span aria-hidden="true">{signOf(currency)}</span>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          data-first={isFirst || undefined}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onChange(target.value)}
          {...problemOf(id, problems)}
        />
      </div>
    </Field>
  )
}
