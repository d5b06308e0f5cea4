import { Link } from '@tanstack/react-router'
import type { OnlineBooking } from '../../api/records.ts'
import { Skeleton } from '../../shared/states.tsx'
import { bookings as text } from '../../text/bookings.ts'
import { bookerOf, type UseBooked } from './booked.ts'
import classes from './Bookings.module.css'

type Props = {
  /** Undefined while they are being read. */
  readonly bookings: readonly OnlineBooking[] | undefined
  readonly openId: number | undefined
  readonly shown: UseBooked
  /** A booking was opened by its key: the hands stay on the keyboard. */
  readonly onOpen: (isByKey: boolean) => void
}

/** The bookings, each with who wrote it and what they booked. */
export const BookingList = ({ bookings, openId, shown, onOpen }: Props) => (
  <nav aria-label={text.list}>
    <ul className={classes['rows']}>
      {bookings === undefined &&
        [1, 2, 3].map((row) => (
          <li key={row} className={classes['row']} aria-hidden="true">
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </li>
        ))}
      {bookings?.map((booking) => {
        const booked = shown.booked(booking)
        const animals = (booking.patients_data ?? []).map(shown.animalText)
        return (
          <li key={booking.id}>
            <Link
              from="/bookings"
              to="./"
              search={(before) => ({ ...before, booking: booking.id, client: undefined })}
              replace
              data-row
              className={classes['row'] ?? ''}
              aria-current={booking.id === openId ? 'true' : undefined}
              activeProps={{}}
              onClick={({ detail }) => onOpen(detail === 0)}
            >
              <span className={classes['who']}>
                <strong>{bookerOf(booking)}</strong> <span>{animals.join('; ')}</span>
              </span>
              <time dateTime={booking.created}>{shown.when(booking.created)}</time>
              <span className={classes['booked']} data-cancelled={booked?.isCancelled}>
                {booked !== undefined && `${booked.day} ${booked.from}`} <span>{booked?.reason}</span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  </nav>
)
