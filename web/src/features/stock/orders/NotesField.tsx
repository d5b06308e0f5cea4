import { WholesalerType } from '@fetlock/sdk'
import type { Department, Wholesaler } from '../../../api/records.ts'
import form from '../../../shared/form.module.css'
import { ordersText } from '../../../text/stock-orders.ts'
import classes from './Orders.module.css'

type Props = {
  readonly wholesaler: Wholesaler
  /** Whose credentials the department orders with. */
  readonly credentials: Wholesaler
  readonly department: Department
  /** How the note is written; nothing where it may not be. */
  readonly children:
    | {
        readonly value: string
        readonly onChange: (notes: string) => void
        readonly onBlur?: () => void
      }
    | false
}

/** What the wholesaler is told besides the lines, and as whom the clinic orders. */
export const NotesField = ({ wholesaler, credentials, department, children: writing }: Props) => {
  const { name, type } = wholesaler
  const { customer_number: customer, parent } = credentials
  return (
    <div className={classes['notes']}>
      {writing !== false && (
        <div className={form['field']}>
          <label htmlFor="notes">{ordersText.notes(name)}</label>
          <textarea
            id="notes"
            className={form['input']}
            maxLength={10_000}
            rows={2}
            value={writing.value}
            onChange={({ target }) => writing.onChange(target.value)}
            onBlur={writing.onBlur}
          />
        </div>
      )}
      <p className={classes['hint']}>
        {type === WholesalerType.Manual
          ? ordersText.byHand(name)
          : parent === null
            ? ordersText.ofClinic(customer)
            : ordersText.credentials(department.name, customer)}
      </p>
    </div>
  )
}
