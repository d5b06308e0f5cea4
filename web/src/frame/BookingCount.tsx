import { useQuery } from '@tanstack/react-query'
import { bookingCountQuery } from '../api/bookingcount.ts'
import { text } from '../text/en.ts'
import classes from './MissingCount.module.css'

/** How many online bookings wait for somebody to say who made them. */
export const BookingCount = () => {
  const { data: count = 0 } = useQuery(bookingCountQuery)
  return count === 0 ? null : (
    <span className={classes['count']} title={text.bookingsToMatch(count)}>
      {count}
    </span>
  )
}
