import { oneOf, readId, type Search } from '../../shared/address.ts'

export const bookingViews = ['waiting', 'done', 'declined'] as const
export type BookingView = (typeof bookingViews)[number]

export type BookingsSearch = {
  /** Which are listed: those that wait, unless it says so. */
  view?: Exclude<BookingView, 'waiting'> | undefined
  /** The booking that is open; without one it is the first. */
  booking?: number | undefined
  /** The client that it is compared with; without one it is the likeliest. */
  client?: number | undefined
}

export const readBookingsSearch = (search: Search): BookingsSearch => ({
  view: oneOf(['done', 'declined'], search['view']),
  booking: readId(search['booking']),
  client: readId(search['client']),
})
