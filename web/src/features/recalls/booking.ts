import { idOf, type Recall } from '../../api/records.ts'
import { calendarDateText } from '../../format.ts'
import type { RecallsSearch } from '../../shared/recalls-search.ts'
import { recallsText as words } from '../../text/recalls.ts'

type About = {
  readonly item: string
  /** For which the item is used, where the clinic has said so. */
  readonly reason: number | undefined
  readonly today: string
  readonly search: RecallsSearch
}

/** The form of the calendar with all that a recall knows, which leads back to its row. */
export const bookingOf = ({ id, patient, client, due }: Recall, { item, reason, today, search }: About) => ({
  book: true as const,
  date: due > today ? due : undefined,
  client: idOf(client),
  patient: idOf(patient),
  reason,
  complaint: words.complaint(item, calendarDateText(due)),
  recalls: { ...search, call: undefined, at: id },
})
