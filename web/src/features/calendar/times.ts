import type { Department, User } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import type { Refusal } from './clashes.ts'
import type { FieldErrors } from './field-errors.tsx'
import type { FreeTime } from '../../api/appointment.ts'
import { minuteMs } from './schedule.ts'

/** When, how long, with whom and where; the department is undefined where it must be asked for. */
export type Chosen = {
  readonly start: number | undefined
  readonly minutes: number
  readonly user: number | undefined
  readonly department: number | undefined
}
/** A day and a time that are typed leave the other as it is. */
export type TimeChange = Partial<Chosen> & { readonly date?: string; readonly time?: string }

/** What a form knows of times. */
export type Times = {
  readonly chosen: Chosen
  readonly date: string
  readonly today: string
  readonly staff: readonly User[]
  readonly departments: readonly Department[]
  readonly timeZone: string
  readonly free: readonly FreeTime[] | undefined
  readonly refusal: Refusal | undefined
  readonly nameOf: (user: number) => string
  readonly timeText: (moment: number) => string
  /** The time, with its day unless that is today. */
  readonly momentText: (moment: number) => string
  readonly onChange: (changes: TimeChange) => void
}

/** What is missing of the time, in the order of the fields. */
export const timeErrors = ({ start, minutes, user, department }: Chosen): FieldErrors => ({
  ...(start === undefined ? { time: text.calendar.panel.errors.time } : {}),
  ...(minutes >= 5 && minutes <= 1440 ? {} : { length: text.calendar.panel.errors.length }),
  ...(user === undefined ? { person: text.calendar.panel.errors.person } : {}),
  ...(department === undefined ? { department: text.calendar.panel.errors.department } : {}),
})

export const spanOf = ({ start, minutes }: Chosen) =>
  start === undefined ? undefined : { start, end: start + minutes * minuteMs }
