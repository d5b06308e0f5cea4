import type { Random } from './random.ts'

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
