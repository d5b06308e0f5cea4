import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { bookingCountQuery } from '../../api/bookingcount.ts'
import { decidedBookingsQuery, maxDecided, waitingBookingsQuery } from '../../api/onlinebooking.ts'
import { Heading } from '../../shared/Heading.tsx'
import page from '../../shared/page.module.css'
import { EmptyState, ErrorState } from '../../shared/states.tsx'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { bookings as text } from '../../text/bookings.ts'
import { useBooked } from './booked.ts'
import { BookingList } from './BookingList.tsx'
import classes from './Bookings.module.css'
import { Decided } from './Decided.tsx'
import { bookingViews, type BookingView } from './search.ts'
import { Waiting } from './Waiting.tsx'

const queryOf = {
  waiting: waitingBookingsQuery,
  done: decidedBookingsQuery([1, 2]),
  declined: decidedBookingsQuery([3]),
} as const

/** The bookings of a view; each is asked for only where it is shown. */
const useBookings = (view: BookingView) => {
  const waiting = useQuery({ ...queryOf.waiting, enabled: view === 'waiting' })
  const decided = useQuery({ ...queryOf[view === 'declined' ? 'declined' : 'done'], enabled: view !== 'waiting' })
  return view === 'waiting' ? waiting : decided
}

/** What owners booked on the website, until somebody has said who they are. */
export const Bookings = () => {
  const { view = 'waiting', booking: openId, client } = useSearch({ from: '/bookings' })
  const navigate = useNavigate({ from: '/bookings' })
  const { data: bookings, error, refetch } = useBookings(view)
  const { data: count } = useQuery(bookingCountQuery)
  const [isByKey, setByKey] = useState(false)
  const { box, list } = useRowKeys(text.search)
  const shown = useBooked()
  const open = bookings?.find(({ id }) => id === openId) ?? bookings?.[0]
  return (
    <div className={classes['page']}>
      <div className={`${page['head']} ${classes['head']}`}>
        <Heading title={text.title} />
        <span className={page['context']}>{count !== undefined && text.toMatch(count)}</span>
        <div className={`segments ${classes['views']}`} role="group" aria-label={text.view}>
          {bookingViews.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => {
                setByKey(false)
                void navigate({
                  search: (before) => ({
                    ...before,
                    view: name === 'waiting' ? undefined : name,
                    booking: undefined,
                    client: undefined,
                  }),
                  replace: true,
                })
              }}
            >
              {text.views[name]} {name === 'waiting' && count !== undefined && count > 0 && <span>{count}</span>}
            </button>
          ))}
        </div>
      </div>
      {error !== null && bookings === undefined ? (
        <ErrorState error={error} what={text.what} onRetry={() => void refetch()} />
      ) : bookings?.length === 0 ? (
        <EmptyState
          title={text.none[view]}
          hint={text.noneHint}
          icon={<IconInbox size={22} stroke={1.6} aria-hidden="true" />}
        />
      ) : (
        <div className={classes['parts']}>
          <div className={classes['list']} ref={list}>
            <BookingList bookings={bookings} openId={open?.id} shown={shown} onOpen={setByKey} />
            {view !== 'waiting' && bookings?.length === maxDecided && (
              <p className={classes['hint']}>{text.cut(maxDecided)}</p>
            )}
          </div>
          <div className={classes['detail']}>
            {open !== undefined &&
              (view === 'waiting' ? (
                <Waiting
                  key={`${open.id} ${client ?? ''}`}
                  booking={open}
                  compared={open.id === openId ? client : undefined}
                  shown={shown}
                  box={box}
                  isByKey={isByKey}
                />
              ) : (
                <Decided key={open.id} booking={open} shown={shown} />
              ))}
          </div>
        </div>
      )}
    </div>
  )
}
