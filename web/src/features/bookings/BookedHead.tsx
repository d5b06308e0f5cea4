import type { ReactNode } from 'react'
import type { OnlineBooking } from '../../api/records.ts'
import { bookings as text } from '../../text/bookings.ts'
import type { UseBooked } from './booked.ts'
import classes from './Bookings.module.css'

type Props = { readonly booking: OnlineBooking; readonly shown: UseBooked; readonly children?: ReactNode }

/** What was booked, and when it was asked for, with what can be done. */
export const BookedHead = ({ booking, shown, children }: Props) => {
  const booked = shown.booked(booking)
  return (
    <div className={classes['booking']}>
      <div>
        <h2>
          {booked !== undefined &&
            [`${booked.day}, ${booked.from}–${booked.to}`, booked.vet].filter(Boolean).join(', ')}
        </h2>
        <p>{[booked?.reason, text.asked(shown.when(booking.created))].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={classes['ways']}>{children}</div>
    </div>
  )
}
