import type { Random } from '../random.ts'

// Days are counted from 1970-01-01, so that they can be added and compared.
const msPerDay = 86_400_000
export const daysPerYear = 365.25
export const daysPerMonth = daysPerYear / 12

export const toDay = (date: string) => {
  const ms = Date.parse(`${date}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(ms)) throw new Error(`not a date: ${date}`)
  return ms / msPerDay
}

export const toDate = (day: number) => new Date(day * msPerDay).toISOString().slice(0, 10)

// Between about 8 and 17 in Helsinki.
export const openingTime = (random: Random, day: number) => {
  const time = [random.int(6, 13), random.int(0, 59), random.int(0, 59)].map((part) => String(part).padStart(2, '0'))
  return `${toDate(day)}T${time.join(':')}Z`
}

/** How far a time zone is ahead of UTC on a day. */
const aheadMs = (timeZone: string, date: string) => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(`${date}T12:00:00Z`))
    .map(({ value }) => value)
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(parts.join('')) ?? []
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

type Move = { readonly from: string; readonly to: string; readonly on: string }

/** The same records at the same times of the day in another time zone. */
export const moveTimes = <T>(records: T, { from, to, on }: Move): T => {
  const later = aheadMs(from, on) - aheadMs(to, on)
  if (later === 0) return records
  return JSON.parse(JSON.stringify(records), (_key, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value)
      ? new Date(Date.parse(value) + later).toISOString()
      : value,
  ) as T
}
