import { dateIn, dateText, weightText } from '../format.ts'
import { text } from '../text/en.ts'

/** What to ask about a weight that is far from the last one: twice, half, or by how much more or less. */
export const jumpText = (typed: string, before: string) => {
  const { times, parts, more, less } = text.patient.jump
  const [weight, last, shown] = [Number(typed), Number(before), weightText(before)]
  if (weight >= last * 1.9) return times(Math.round(weight / last), shown)
  if (weight <= last / 1.9) return parts(Math.round(last / weight), shown)
  const percent = Math.round(Math.abs(weight / last - 1) * 100)
  return weight > last ? more(percent, shown) : less(percent, shown)
}

/** By how much a weight is more or less than the one before. */
export const changeText = (before: string, last: string) => {
  const grams = Math.round(Number(last) * 1000) - Math.round(Number(before) * 1000)
  return `${grams < 0 ? '−' : '+'}${weightText(String(Math.abs(grams) / 1000), last)}`
}

/** The day of a measurement, which is mostly today. */
export const whenText = (measured: string, timeZone: string, now = new Date()) =>
  dateIn(new Date(measured), timeZone) === dateIn(now, timeZone)
    ? text.patient.measuredToday
    : dateText(measured, timeZone, now)
