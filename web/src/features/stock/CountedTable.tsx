import { Link } from '@tanstack/react-router'
import type { Item, StockMovement } from '../../api/records.ts'
import { calendarDateText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { differenceOf } from '../../shared/packages.ts'
import { stockText } from '../../text/stock.ts'
import { changeText, packagesText } from './stock.ts'
import classes from './Count.module.css'

const Row = ({ movement, item }: { readonly movement: StockMovement; readonly item: Item }) => {
  const { counted, quantity, batch_number, expiry_date } = movement
  const number = counted ?? '0'
  const batch = [batch_number, expiry_date === null ? '' : calendarDateText(expiry_date)].filter(Boolean).join(' ')
  return (
    <tr>
      <td>
        <Link to="/stock/count/" search={({ department }) => ({ department, item: item.id })} replace>
          {item.name}
        </Link>{' '}
        <span className={page['context']}>{batch}</span>
      </td>
      <td className={`${page['number']} ${classes['quiet']}`}>{packagesText(differenceOf(number, quantity), item)}</td>
      <td className={page['number']}>
        <strong>{packagesText(number, item)}</strong>
      </td>
      <td className={page['number']}>{changeText(quantity, item)}</td>
    </tr>
  )
}

/** What was counted today in the department, by whomever, the newest first. */
export const CountedTable = ({ counts }: { readonly counts: readonly StockMovement[] | undefined }) => (
  <table className={`${page['table']} ${classes['table']}`}>
    <thead>
      <tr>
        <th scope="col">{stockText.counting.columns.item}</th>
        <th scope="col" className={page['number']}>
          {stockText.counting.columns.expected}
        </th>
        <th scope="col" className={page['number']}>
          {stockText.counting.columns.counted}
        </th>
        <th scope="col" className={page['number']}>
          {stockText.counting.columns.difference}
        </th>
      </tr>
    </thead>
    <tbody>
      {counts?.map((movement) =>
        movement.item_data ? <Row key={movement.id} movement={movement} item={movement.item_data} /> : null,
      )}
      {counts?.length === 0 && (
        <tr>
          <td colSpan={4} className={classes['quiet']}>
            {stockText.counting.noneYet}
          </td>
        </tr>
      )}
    </tbody>
  </table>
)
