import type { RecallView } from '../api/recall.ts'
import { oneOf, readId, type Search } from './address.ts'

/** How far ahead the list looks, in days. */
export const recallDays = [0, 7, 30, 90, 365] as const
export const usualDays = 30

export type RecallsSearch = {
  view?: RecallView | undefined
  days?: (typeof recallDays)[number] | undefined
  /** What is due: the id of an item. */
  item?: number | undefined
  department?: number | undefined
  /** About which a client is being called. */
  call?: number | undefined
  /** The row that has the focus when the list is shown. */
  at?: number | undefined
}

export const readRecallsSearch = (search: Search): RecallsSearch => ({
  view: oneOf(['unwritten', 'call', 'booked'], search['view']),
  days: oneOf(recallDays, typeof search['days'] === 'string' ? Number(search['days']) : search['days']),
  item: readId(search['item']),
  department: readId(search['department']),
  call: readId(search['call']),
  at: readId(search['at']),
})

/** The same as a part of another address. */
export const readRecallsReturn = (value: unknown): RecallsSearch | undefined =>
  typeof value === 'object' && value !== null ? readRecallsSearch(value as Search) : undefined
