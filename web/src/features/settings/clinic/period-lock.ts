import { addDays } from '../../../format.ts'

type Lock = {
  /** The earliest day that is open; empty while none is closed. */
  readonly open: string
  readonly isAutomatic: boolean
  readonly monthday: number
}

const monthOf = (date: string) => `${date.slice(0, 7)}-01`
const nextMonthOf = (month: string) => monthOf(addDays(month, 31))

/** The day of a month on which it is locked: its last in a shorter one. */
const lockDayIn = (month: string, monthday: number) => {
  const last = Number(addDays(nextMonthOf(month), -1).slice(8))
  return `${month.slice(0, 8)}${String(Math.min(monthday, last)).padStart(2, '0')}`
}

/** When the next month is locked by itself, and the first day of the last month that is then closed. */
export const nextLock = ({ open, isAutomatic, monthday }: Lock, today: string) => {
  if (!isAutomatic) return undefined
  const thisMonth = monthOf(today)
  const isDone = open !== '' && open >= thisMonth
  const month = isDone ? nextMonthOf(thisMonth) : thisMonth
  const day = lockDayIn(month, monthday)
  return { day: day < today ? today : day, closes: monthOf(addDays(month, -1)) }
}
