import { OnlineBookingStatus } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clientQuery } from '../../api/client.ts'
import { reopenBooking } from '../../api/onlinebooking.ts'
import { idOf, nameOfClient, type OnlineBooking } from '../../api/records.ts'
import page from '../../shared/page.module.css'
import { useWrite } from '../../shared/use-write.ts'
import { bookings as text } from '../../text/bookings.ts'
import { bookerOf, type UseBooked } from './booked.ts'
import { BookedHead } from './BookedHead.tsx'
import classes from './Bookings.module.css'
import { decided, useMayDecide } from './use-linking.ts'

const ClientLink = ({ url }: { readonly url: string }) => {
  const { data } = useQuery(clientQuery(idOf(url)))
  return (
    <Link to="/clients/$id/" params={{ id: String(idOf(url)) }}>
      {data === undefined ? '…' : nameOfClient(data)}
    </Link>
  )
}

/** What was decided about a booking, with the way back. */
export const Decided = ({ booking, shown }: { readonly booking: OnlineBooking; readonly shown: UseBooked }) => {
  const mayDecide = useMayDecide()
  const { write, isBusy } = useWrite({
    send: (_: null, key) => reopenBooking(booking, key),
    refresh: decided,
    said: () => text.reopened,
  })
  const { status, client, decline_reason, decided_user, decided: when } = booking
  const label =
    status === OnlineBookingStatus.Declined
      ? text.declinedBecause
      : status === OnlineBookingStatus.Linked
        ? text.linkedTo
        : text.createdClient
  return (
    <>
      <BookedHead booking={booking} shown={shown}>
        {mayDecide && (
          <button type="button" className="button" aria-busy={isBusy} onClick={() => void write(null)}>
            {text.reopen}
          </button>
        )}
      </BookedHead>
      <dl className={`${page['pairs']} ${classes['facts']}`}>
        <div>
          <dt>{text.columns.typed}</dt>
          <dd>{[bookerOf(booking), booking.email, booking.phone_number].filter(Boolean).join(', ')}</dd>
        </div>
        <div>
          <dt>{label}</dt>
          <dd>{client === null ? decline_reason : <ClientLink url={client} />}</dd>
        </div>
        <div>
          <dt>{text.decidedBy}</dt>
          <dd>{when !== null && text.by(shown.userName(decided_user), shown.when(when))}</dd>
        </div>
      </dl>
    </>
  )
}
