import { dateIn, dateText, weightText } from '../format.ts'
import { text } from '../text/en.ts'

/** How a weight stands to the last one, as one says it: twice, half, or by how much more or less. */
const differenceText = (weight: number, last: number) => {
  const { times, parts, more, less } = text.patient
  if (weight >= last * 1.9) return times(Math.round(weight / last))
  if (weight <= last / 1.9) return parts(Math.round(last / weight))
  const percent = Math.round(Math.abs(weight / last - 1) * 100)
  return weight > last ? more(percent) : less(percent)
}

/** What to ask about a weight that is far from the last one. */
export const jumpText = (weight: string, last: string) =>
  text.patient.jump(differenceText(Number(weight), Number(last)), weightText(last))

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
