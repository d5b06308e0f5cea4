import type { AuditFilter } from '../../../api/auditevent.ts'
import { nextDate, startOfDay } from '../../../format.ts'

export type AuditSearch = {
  /** What is listed: changes of records, unless it says so. */
  view?: 'security' | undefined
  /** Who did it. */
  person?: number | undefined
  /** Which record, or which kind of record. */
  resource?: string | undefined
  record?: number | undefined
  day?: string | undefined
}

/** What the address asks for, as the API is asked; a day is that of the clinic. */
export const filterOf = (
  { resource, record, day }: AuditSearch,
  person: string | undefined,
  timeZone: string,
): AuditFilter => ({
  resource__is: resource,
  record__is: resource === undefined ? undefined : record,
  user__is: person,
  ...(day === undefined
    ? {}
    : {
        occurred__gte: startOfDay(day, timeZone).toISOString(),
        occurred__lt: startOfDay(nextDate(day), timeZone).toISOString(),
      }),
})
