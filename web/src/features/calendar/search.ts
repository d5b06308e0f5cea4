import { oneOf, readDate, readFlag, readId, readMoment, readWord, type Search } from '../../shared/address.ts'
import { readRecallsReturn, type RecallsSearch } from '../../shared/recalls-search.ts'

export type CalendarSearch = {
  date?: string | undefined
  view?: 'week' | undefined
  by?: 'department' | undefined
  /** Whose week is shown. */
  user?: number | undefined
  cancelled?: true | undefined
  /** Which form is open: for a new appointment, or for moving, editing or cancelling one. */
  book?: true | undefined
  move?: number | undefined
  edit?: number | undefined
  cancel?: number | undefined
  /** The appointment whose client is being chosen. */
  who?: number | undefined
  /** What the form has: a moment, a length, with whom, in which department, for whom. */
  at?: string | undefined
  minutes?: number | undefined
  with?: number | undefined
  place?: number | undefined
  client?: number | undefined
  patient?: number | undefined
  /** Why they come, and what the appointment says of it. */
  reason?: number | undefined
  complaint?: string | undefined
  /** The list of recalls that led here, and that is shown again once the appointment is booked. */
  recalls?: RecallsSearch | undefined
}

export const readCalendarSearch = (search: Search): CalendarSearch => ({
  date: readDate(search['date']),
  view: oneOf(['week'], search['view']),
  by: oneOf(['department'], search['by']),
  user: readId(search['user']),
  cancelled: readFlag(search['cancelled']),
  book: readFlag(search['book']),
  move: readId(search['move']),
  edit: readId(search['edit']),
  cancel: readId(search['cancel']),
  who: readId(search['who']),
  at: readMoment(search['at']),
  minutes: readId(search['minutes']),
  with: readId(search['with']),
  place: readId(search['place']),
  client: readId(search['client']),
  patient: readId(search['patient']),
  reason: readId(search['reason']),
  complaint: readWord(search['complaint']),
  recalls: readRecallsReturn(search['recalls']),
})
