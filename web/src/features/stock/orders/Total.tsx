import page from '../../../shared/page.module.css'
import { ordersText } from '../../../text/stock-orders.ts'
import classes from './Orders.module.css'

type Props = { readonly amount: string; readonly unpriced: number }

/** What the lines of an order cost together, and what that leaves out. */
export const Total = ({ amount, unpriced }: Props) => (
  <div className={classes['total']}>
    <p>
      <span>{ordersText.total}</span> <strong>{amount}</strong>
    </p>
    {unpriced > 0 && <p className={page['context']}>{ordersText.unpriced(unpriced)}</p>}
  </div>
)
